import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Chart, Testing, Yaml } from 'cdk8s';
import { Bundle, DefaultCatalog, InstallMode, OlmInstallation, OperatorRegistry, OperatorSubscription } from 'olm-constructs';
import { enterCommandFolder } from '../builders/command-folder';
import { runCommandLine } from '../builders/command-line';

const ROOT = join(__dirname, '..', '..');
const [README, QUICKSTART, PERFORMANCE] = ['README.md', 'docs/guides/quickstart.md', 'docs/performance.md'].map((path) => readFileSync(join(ROOT, path), 'utf8')) as [string, string, string];
const bundle = Bundle.fromDirectory(join(ROOT, 'examples', 'quickstart', 'bundle'));

/** The first program of a document. */
function firstProgram(document: string): string | undefined {
  return /```ts\n[^]*?```/.exec(document)?.[0];
}

describe('the quick start', () => {
  test('shows what `npm start` prints', async () => {
    const leave = enterCommandFolder();
    try {
      expect(QUICKSTART).toContain(`\`\`\`text\n${(await runCommandLine(['synth', 'bundle'], { columns: 120, env: { NO_COLOR: '1' } })).stdout}\`\`\``);
    } finally {
      leave();
    }
  });

  test('has the program of the README', () => {
    expect(firstProgram(QUICKSTART)).toBe(firstProgram(README));
  });
});

describe('the README', () => {
  test('is read in one go', () => {
    expect(README.split('\n').length).toBeLessThanOrEqual(150);
  });

  test.each([['README', README], ['quick start', QUICKSTART]])('shows the objects of its program, in the %s', (_name, document) => {
    const chart = new Chart(new App(), 'platform');
    new OlmInstallation(chart, 'olm', { defaultCatalog: DefaultCatalog.none() });
    const registry = new OperatorRegistry(chart, 'registry', { bundles: [bundle] });
    new OperatorSubscription(chart, 'hello', {
      catalog: registry, version: '0.1.0', installMode: InstallMode.ownNamespace(), config: { nodeSelector: { 'kubernetes.io/arch': 'amd64' } },
    });
    const objects = Testing.synth(chart) as object[];

    expect(document).toContain(`contains ${objects.length} objects`);
    expect(document).toContain(`\`\`\`yaml\n${Yaml.stringify(objects.at(-1))}\`\`\``);
  });
});

describe('the page on performance', () => {
  test('states the size of the largest object', () => {
    const chart = new Chart(new App(), 'platform');
    new OlmInstallation(chart, 'olm');
    const largest = Math.max(...(Testing.synth(chart) as object[]).map(object => JSON.stringify(object).length));

    expect(PERFORMANCE).toContain(`No object is larger than ${Math.ceil(largest / 1000)} KB as JSON`);
  });
});
