import { readFileSync, writeFileSync } from 'node:fs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { enterCommandFolder } from '../../builders/command-folder';
import { runCommandLine } from '../../builders/command-line';

let leave: () => void;
beforeEach(() => leave = enterCommandFolder());
afterEach(() => leave());

const both = (): Catalog => Catalog.fromBundles([Bundle.fromPath('bundle'), Bundle.fromPath('bundle-next')]);

describe('catalog render', () => {
  test('prints the catalog of the library', async () => {
    expect((await runCommandLine(['catalog', 'render', 'bundle', 'bundle-next'])).stdout).toBe(both().toYaml());
    expect((await runCommandLine(['catalog', 'render', 'bundle', 'bundle-next', '-o', 'json'])).stdout).toBe(both().toJsonLines());
  });

  test('writes a folder, and prints its files', async () => {
    expect((await runCommandLine(['catalog', 'render', 'bundle', '--out', 'made/'])).stdout).toBe('made/hello-operator/catalog.yaml\n');
    expect(Catalog.fromDirectory('made').bundleNames).toEqual(['hello-operator.v0.1.0']);
  });

  test('refers to the images of bundles', async () => {
    const { stdout } = await runCommandLine(['catalog', 'render', 'bundle', '--image', 'hello-operator.v0.1.0=quay.io/example/hello:v1']);
    expect(Catalog.fromString(stdout).bundles[0]!.image).toBe('quay.io/example/hello:v1');
    expect((await runCommandLine(['catalog', 'render', 'bundle', '--image', 'hello'])).stderr).toBe("error: --image must have the form NAME=VALUE, and is 'hello'\n");
  });
});

describe('catalog validate', () => {
  test('reports every catalog', async () => {
    writeFileSync('broken.yaml', 'schema: olm.package\nname: demo\ndefaultChannel: stable\n');
    const { exitCode, stdout, stderr } = await runCommandLine(['catalog', 'validate', 'catalog', 'broken.yaml', 'missing']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 4, stderr: expect.stringMatching(/^error: missing: /) as string });
    expect(stdout).toMatch(/^broken\.yaml:\nbroken\.yaml:1: /);
    expect(stdout).toMatch(/INPUT {8}PACKAGES {2}BUNDLES {2}RESULT\ncatalog {6}1 {9}1 {8}passed\nbroken\.yaml {2}0 {9}0 {8}\d problems?\n$/);
  });

  test('has exit code 1 for problems, and JSON for programs', async () => {
    const { exitCode, stdout } = await runCommandLine(['catalog', 'validate', '-', '-o', 'json'], { stdin: 'schema: olm.package\nname: demo\n' });
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ items: [{ source: '-', passed: false, problems: [{ packageName: 'demo' }] }] });
  });
});

describe('catalog filter', () => {
  test('keeps versions, and notes what it repaired', async () => {
    const { exitCode, stdout } = await runCommandLine(['catalog', 'filter', 'catalog-next', '--versions', 'hello-operator=>=0.2.0']);
    expect(exitCode).toBe(0);
    expect(Catalog.fromString(stdout).bundleNames).toEqual(['hello-operator.v0.2.0']);
  });

  test('reads standard input', async () => {
    const { stdout } = await runCommandLine(['catalog', 'filter', '-', '--heads-only'], { stdin: both().toYaml() });
    expect(stdout).toBe(both().filter({ headsOnly: true }).catalog.toYaml());
  });

  test('refuses contradictory options, and packages that do not exist', async () => {
    const args = ['catalog', 'filter', 'catalog', '--versions', 'a=1.0.0', '--versions', 'a=2.0.0'];
    expect(await runCommandLine(args)).toMatchObject({ exitCode: 2, stderr: 'error: --versions is set 2 times for package a; set it once\n' });
    expect(await runCommandLine(['catalog', 'filter', 'catalog', '--package', 'helo'])).toMatchObject({
      exitCode: 4, stderr: expect.stringContaining('hello-operator') as string,
    });
  });
});

test('catalog merge unites packages on request', async () => {
  expect(await runCommandLine(['catalog', 'merge', 'catalog', 'catalog-next'])).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(/^error: /) as string });
  const { stdout } = await runCommandLine(['catalog', 'merge', 'catalog', 'catalog-next', '--union']);
  expect(Catalog.fromString(stdout).bundleNames).toEqual(both().bundleNames);
});

test('catalog diff has exit code 1 for differences', async () => {
  expect(await runCommandLine(['catalog', 'diff', 'catalog', 'catalog'])).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  const { exitCode, stdout } = await runCommandLine(['catalog', 'diff', 'catalog', 'catalog-next']);
  expect(exitCode).toBe(1);
  expect(stdout).toContain('hello-operator.v0.2.0');
});

describe('catalog graph', () => {
  test('draws the only package, as Mermaid or SVG', async () => {
    expect((await runCommandLine(['catalog', 'graph', 'catalog-next', '--from', '0.1.0'])).stdout).toMatch(/^flowchart BT\n/);
    expect((await runCommandLine(['catalog', 'graph', 'catalog-next', '-o', 'svg'])).stdout).toMatch(/^<svg /);
  });

  test('names the packages to choose from', async () => {
    writeFileSync('two.yaml', both().toYaml() + both().toYaml().replaceAll('hello-operator', 'other-operator'));
    expect(await runCommandLine(['catalog', 'graph', 'two.yaml'])).toMatchObject({
      exitCode: 2, stderr: 'error: the catalog has 2 packages; add the name of one: hello-operator, other-operator\n',
    });
  });
});

test('catalog template renders with local bundles, and names those that are missing', async () => {
  const image = 'quay.io/example/hello-bundle:v0.1.0';
  const { stdout } = await runCommandLine(['catalog', 'template', '-', '--bundle', `${image}=bundle`], { stdin: readFileSync('template.yaml') });
  expect(Catalog.fromString(stdout).bundles.map((bundle) => bundle.image)).toEqual([image]);
});
