import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Chart, Testing, Yaml } from 'cdk8s';
import { Bundle, DefaultCatalog, InstallMode, OlmInstallation, OperatorRegistry, OperatorSubscription } from 'olm-constructs';
import { enterCommandFolder } from '../builders/command-folder';
import { runCommandLine } from '../builders/command-line';

const ROOT = join(__dirname, '..', '..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const bundle = Bundle.fromDirectory(join(ROOT, 'examples', 'quickstart', 'bundle'));

describe('the README', () => {
  test('shows what `npm start` prints', async () => {
    const leave = enterCommandFolder();
    try {
      expect(README).toContain(`\`\`\`text\n${(await runCommandLine(['synth', 'bundle'], { columns: 120, env: { NO_COLOR: '1' } })).stdout}\`\`\``);
    } finally {
      leave();
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
