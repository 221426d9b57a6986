import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import ts from 'typescript';
import type { Bundle } from '../../../lib/bundle';
import { Catalog } from '../../../lib/catalog';
import { bundleDigest } from '../../../lib/resolve/lock/lock-content';
import { projectOptions, sharedHost } from '../../../scripts/typescript/shared-host';
import { bundleOf, crdOf } from '../../builders/bundle-of';
import { type CommandLineResult, runCommandLine } from '../../builders/command-line';

const ROOT = resolve(__dirname, '../../..');

// Each import runs cdk8s-cli, and TypeScript reads the types of cdk8s.
jest.setTimeout(120_000);

const FILE = 'imports/shop/example.test.ts';

/** The operator of a shop, in two versions: the second one drops a field. */
function shop(version: string, fields: object, replaces?: string): Bundle {
  return bundleOf({
    package: 'shop',
    version,
    ...(replaces === undefined ? {} : { replaces }),
    spec: { customresourcedefinitions: { owned: [{ name: 'orders.example.test', version: 'v1', kind: 'Order' }] } },
    files: { 'manifests/orders.yaml': crdOf('Order', { type: 'object', properties: { spec: { type: 'object', properties: fields } } }) },
  });
}

const STRING = { type: 'string' };
const FIRST = shop('1.0.0', { item: STRING, color: STRING, due: { type: 'string', format: 'date-time' }, size: { 'x-kubernetes-int-or-string': true } });
const SECOND = shop('2.0.0', { item: STRING, due: STRING }, 'shop.v1.0.0');
const CATALOG = Catalog.fromBundles([FIRST, SECOND]);

function lockFile(version: string, digest = bundleDigest(CATALOG.findPackage('shop').bundles.find((bundle) => bundle.version === version)!)): string {
  return `lockVersion: 1
catalogs:
  - name: catalog
    namespace: olm
operators:
  - namespace: shop
    package: shop
    version: ${version}
    csv: shop.v${version}
    channel: stable
    catalog: catalog
    catalogNamespace: olm
    bundle: ${digest}
    subscription: shop
`;
}

const APP = `
import { App, Chart } from 'cdk8s';
import { Order, OrderSpecSize } from './imports/shop/example.test';

const chart = new Chart(new App(), 'shop');
export const order = new Order(chart, 'order', { spec: { item: 'hat', color: 'red', due: '2026-01-01T00:00:00Z', size: OrderSpecSize.fromNumber(3) } });
`;

const before = process.cwd();
let folder: string;
function enterFolder(): void {
  folder = mkdtempSync(join(tmpdir(), 'olm-import-command-'));
  process.chdir(folder);
  symlinkSync(join(ROOT, 'node_modules'), 'node_modules');
  CATALOG.writeDirectory('catalog');
  writeFileSync('olm.lock.yaml', lockFile('1.0.0'));
}

const run = (...args: string[]): Promise<CommandLineResult> => runCommandLine(['import', ...args], { env: { PATH: process.env['PATH'] } });
const importLocked = (...args: string[]): Promise<CommandLineResult> => run('--lock', 'olm.lock.yaml', '--catalog', 'catalog', ...args);

/** The classes of the locked version, which several tests need. */
let first: { readonly result: CommandLineResult; readonly folder: string };
beforeAll(async () => {
  enterFolder();
  first = { result: await importLocked('shop'), folder };
});
afterAll(() => rmSync(first.folder, { recursive: true }));

beforeEach(enterFolder);
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

const useFirst = (): void => cpSync(join(first.folder, 'imports'), 'imports', { recursive: true });

/** Returns the errors of the compiler. */
function compile(): string[] {
  const options = { ...projectOptions(ROOT), types: [] };
  // TypeScript uses the working directory of its first call for all calls.
  const program = ts.createProgram([join(folder, 'app.ts')], options, sharedHost(options, (path) => path.startsWith(folder)));
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => `${basename(file?.fileName ?? '')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}

describe('olm-constructs import', () => {
  it('writes classes of the locked version, whose objects cdk8s synthesizes, and an upgrade that drops a field does not compile', async () => {
    expect(first.result).toEqual({ exitCode: 0, stderr: '', stdout: `shop.v1.0.0\n  ${FILE}: Order\n1 file written\n` });
    useFirst();
    writeFileSync('app.ts', APP);
    expect(compile()).toEqual([]);
    const { order } = await import(join(folder, 'app.ts')) as { readonly order: { toJson(): object } };
    expect(order.toJson()).toMatchObject({
      apiVersion: 'example.test/v1', kind: 'Order', spec: { item: 'hat', color: 'red', due: '2026-01-01T00:00:00Z', size: 3 },
    });

    writeFileSync('olm.lock.yaml', lockFile('2.0.0'));
    expect(await run('--check')).toEqual({
      exitCode: 1, stderr: '',
      stdout: `${FILE} belongs to shop.v1.0.0, version 1.0.0, instead of shop.v2.0.0, version 2.0.0\nrun the command without --check, and commit the files\n`,
    });
    expect(await importLocked()).toMatchObject({ exitCode: 0 });
    expect(await run('--check')).toEqual({ exitCode: 0, stdout: 'imports belongs to the bundles\n', stderr: '' });
    writeFileSync('app.ts', APP.replace(/, OrderSpecSize|, size: .*?\)/g, ''));
    expect(compile()).toEqual(["app.ts: Object literal may only specify known properties, and 'color' does not exist in type 'OrderSpec'."]);
  });

  it('names the bundle in the files, whose bytes are always the same', async () => {
    useFirst();
    const content = readFileSync(FILE, 'utf8');
    expect(content).toMatch(new RegExp(`^// generated by olm-constructs import: do not edit
// package: shop
// version: 1\\.0\\.0
// csv: shop\\.v1\\.0\\.0
// digest: ${bundleDigest(CATALOG.findPackage('shop').bundles[0]!)}
// generator: cdk8s-cli \\d+\\.\\d+\\.\\d+
// content: sha256:[0-9a-f]{64}
import .*cdk8s`));
    const { stdout } = await run('shop@1.0.0', '--catalog', 'catalog', '--out', 'other', '-o', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      bundles: [{ package: 'shop', version: '1.0.0', files: [{ path: 'other/shop/example.test.ts', classes: ['Order'] }], refused: [], notes: [] }], deleted: [],
    });
    expect(readFileSync('other/shop/example.test.ts', 'utf8')).toBe(content);
  });

  it('writes what it can, and reports what it cannot', async () => {
    Catalog.fromBundles([bundleOf({
      package: 'shop',
      spec: { customresourcedefinitions: { owned: ['Order', 'OrderProps'].map((kind) => ({ name: `${kind.toLowerCase()}s.example.test`, version: 'v1', kind })) } },
      files: Object.fromEntries(['Order', 'OrderProps'].map((kind) => [`manifests/${kind}.yaml`, crdOf(kind, {
        type: 'object', properties: { spec: { type: 'object', properties: { full_name: STRING, fullName: STRING } } },
      })])),
    })]).writeDirectory('partial');
    expect(await run('shop', '--catalog', 'partial')).toEqual({
      exitCode: 1, stderr: '',
      stdout: `shop.v1.0.0
  ${FILE}: Order
  no class for orderpropss.example.test: a class OrderProps would have the same name as something else in the module of example.test
  Order v1 spec.full_name: left out: 'fullName' has the same name in TypeScript
1 file written
`,
    });
  });

  test.each<[string, string[], number, string]>([
    ['a package that the lock does not have', ['shopp', '--lock', 'olm.lock.yaml'], 4, "olm.lock.yaml does not lock package 'shopp'; packages: 'shop'"],
    ['a lock without the image of the catalog', ['--lock', 'olm.lock.yaml'], 4,
      "olm.lock.yaml has no image of the catalog 'olm/catalog', from which package 'shop' comes; add --catalog with the folder of the catalog, or import the bundle "
      + 'itself: `olm-constructs import BUNDLE`'],
    ['a version that the catalog does not have', ['shop@3.0.0', '--catalog', 'catalog'], 4, "package 'shop' has no version 3.0.0; versions: 1.0.0, 2.0.0"],
    ['a package that no catalog has', ['other', '--catalog', 'catalog'], 4, "no catalog has package 'other'; packages: 'shop'"],
    ['a catalog without a package', ['--catalog', 'catalog'], 2, '--catalog needs packages to import; name them, or add --lock'],
    ['two versions of a package', ['shop@1.0.0', 'shop@2.0.0', '--catalog', 'catalog'], 2,
      "there are two bundles of package 'shop'; import each into a separate folder, with --out"],
  ])('reports %s, and writes nothing', async (_, args, exitCode, message) => {
    expect(await run(...args)).toEqual({ exitCode, stdout: '', stderr: `error: ${message}\n` });
    expect(existsSync('imports')).toBe(false);
  });

  it('reports a catalog with another bundle than the locked one', async () => {
    writeFileSync('olm.lock.yaml', lockFile('1.0.0', `sha256:${'0'.repeat(64)}`));
    expect(await importLocked()).toMatchObject({
      exitCode: 4, stderr: expect.stringMatching(/shop\.v1\.0\.0 in the catalog is not the bundle to which olm\.lock\.yaml locks package 'shop': its digest is sha256:/) as string,
    });
  });

  it('fails the check of a package that was not imported', async () => {
    expect(await run('shop', '--lock', 'olm.lock.yaml', '--check')).toMatchObject({
      exitCode: 1, stdout: 'imports/shop has no files of package shop\nrun the command without --check, and commit the files\n',
    });
  });
});
