import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Chart, Testing, Yaml } from 'cdk8s';
import { BundleDeployment, DefaultCatalog, OlmInstallation } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { enterCommandFolder } from '../builders/command-folder';
import { runCommandLine } from '../builders/command-line';

const ROOT = join(__dirname, '..', '..');
const [README, QUICKSTART, PERFORMANCE] = ['README.md', 'docs/start/quickstart.md', 'docs/reference/performance.md'].map((path) => readFileSync(join(ROOT, path), 'utf8')) as [string, string, string];
const bundle = Bundle.fromDirectory(join(ROOT, 'examples', 'quickstart', 'bundle'));

/** The first program of a document. */
function firstProgram(document: string): string | undefined {
  return /```ts\n[^]*?```/.exec(document)?.[0];
}

describe('the quick start', () => {
  test('shows what `npm start` prints', async () => {
    const leave = enterCommandFolder();
    try {
      expect(QUICKSTART).toContain(`\`\`\`text\n${(await runCommandLine(['synth', 'bundle'], { columns: 84, env: { NO_COLOR: '1' } })).stdout}\`\`\``);
    } finally {
      leave();
    }
  });

  test('has the program of the README', () => {
    expect(firstProgram(QUICKSTART)).toBe(firstProgram(README));
  });

  test('shows the commands of `npm run deploy`, in their order', async () => {
    const leave = enterCommandFolder();
    try {
      await runCommandLine(['init', 'hello']);
      const { scripts } = JSON.parse(readFileSync('hello/package.json', 'utf8')) as { readonly scripts: { readonly deploy: string } };
      const shown = [...QUICKSTART.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block!.replace(/ \\\n\s*/g, ' ').trim().split('\n').join(' && ').replace('npx ', ''));
      expect(shown).toContain(scripts.deploy);
    } finally {
      leave();
    }
  });
});

describe('the README', () => {
  test('is short enough to be read in one go', () => {
    expect(README.split('\n').length).toBeLessThanOrEqual(130);
  });

  test.each([['README', README], ['quick start', QUICKSTART]])('shows the objects of its program, in the %s', (_name, document) => {
    const app = Testing.app();
    const crdScope = new Chart(app, 'olm-crds');
    new OlmInstallation(new Chart(app, 'olm'), 'olm', { crdScope, defaultCatalog: DefaultCatalog.none() });
    new BundleDeployment(new Chart(app, 'operator'), 'hello', { bundle });
    const files = app.charts.map((chart) => Testing.synth(chart) as object[]);
    const objects = files.flat();

    expect(document).toContain(`${objects.length} objects into three files in \`dist\``);
    expect(README).toContain(`OLM's ${files[0]!.length} CRDs, the other ${files[1]!.length} objects of OLM, and ${files[2]!.length} for the operator`);
    expect(document).toContain(`\`\`\`yaml\n${Yaml.stringify(objects.at(-1))}\`\`\``);
  });
});

describe('the README and the guide to constructs', () => {
  const documents = [README, readFileSync(join(ROOT, 'docs/guides/constructs.md'), 'utf8')];

  test('state the number of rules', () => {
    const page = readFileSync(join(ROOT, 'docs/reference/validation-rules.md'), 'utf8');
    const suites = [...page.matchAll(/^## (?!always$)/gm)].length;
    const claim = `[${[...page.matchAll(/^\| <a id=/gm)].length} rules in ${suites} suites]`;

    expect(documents.filter((document) => !document.includes(claim))).toEqual([]);
  });

  test('state the number of bundles with the same verdicts', () => {
    const page = readFileSync(join(ROOT, 'docs/reference/conformance.md'), 'utf8');
    const [, real, equal, , broken, equalBroken] = /^\| load \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|/m.exec(page)!;

    expect([equal, equalBroken]).toEqual([real, broken]);
    expect(documents.filter((document) => !document.includes(`on ${real} real bundles and ${broken} broken ones`))).toEqual([]);
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
