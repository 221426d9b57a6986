import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart, Testing, Yaml } from 'cdk8s';
import { Bundle, DefaultCatalog, InstallMode, OlmInstallation, OperatorRegistry, OperatorSubscription } from 'olm-constructs';
import { quickstartApp } from '../../examples/quickstart/app';
import { DEFAULT_ENGINE } from '../../examples/quickstart/engines';
import { synthesizeInto } from '../../examples/quickstart/output';
import { report } from '../../examples/quickstart/report';

const ROOT = join(__dirname, '..', '..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const bundle = Bundle.fromDirectory(join(ROOT, 'examples', 'quickstart', 'bundle'));

describe('the README', () => {
  test('shows what `npm start` prints', () => {
    const folder = mkdtempSync(join(tmpdir(), 'readme-'));
    try {
      const written = synthesizeInto(folder, outdir => quickstartApp({ bundle, engine: DEFAULT_ENGINE, outdir }));
      expect(README).toContain(`\`\`\`text\n${report('dist/hello-operator', written, 'olm-v0')}\`\`\``);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('shows the objects of its program', () => {
    const chart = new Chart(new App(), 'platform');
    new OlmInstallation(chart, 'olm', { defaultCatalog: DefaultCatalog.none() });
    const registry = new OperatorRegistry(chart, 'registry', { bundles: [bundle] });
    new OperatorSubscription(chart, 'hello', {
      catalog: registry, version: '0.1.0', installMode: InstallMode.ownNamespace(), config: { nodeSelector: { 'kubernetes.io/arch': 'amd64' } },
    });
    const objects = Testing.synth(chart) as object[];

    expect(README).toContain(`contains ${objects.length} objects`);
    expect(README).toContain(`\`\`\`yaml\n${Yaml.stringify(objects.at(-1))}\`\`\``);
  });

  test('states the size of the largest object', () => {
    const chart = new Chart(new App(), 'platform');
    new OlmInstallation(chart, 'olm');
    const largest = Math.max(...(Testing.synth(chart) as object[]).map(object => JSON.stringify(object).length));

    expect(README).toContain(`No object is larger than ${Math.ceil(largest / 1000)} KB as JSON`);
  });
});
