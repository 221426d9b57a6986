import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { OperatorLockFile } from 'olm-constructs/resolve';
import { bundleOf, crdOf } from '../test/builders/bundle-of';
import { compileProgram } from '../test/builders/compiled-program';
import { describeWith } from '../test/needed';
import { type Ended, ProgramProcess } from './command-line/program-process';
import { ImageRegistry } from './image-registry/image-registry';
import { pushCatalog } from './image-registry/operator-images';
import { TlsFront } from './image-registry/tls-front';
import { ServingCertificate } from './olm-v1/serving-certificate';
import { neededProgram } from './programs/found-program';

/** The commands `lock` and `import` for operators in a real image registry: a catalog image, which refers to its bundles by image. */

const STRING = { type: 'string' };

/** The operator of a shop, whose second version drops a field and requires an operator for payments. */
function shop(version: string, fields: object, more: { readonly replaces?: string; readonly requires?: string } = {}): Bundle {
  return bundleOf({
    package: 'shop', version, ...(more.replaces === undefined ? {} : { replaces: more.replaces }),
    spec: { customresourcedefinitions: { owned: [{ name: 'orders.example.test', version: 'v1', kind: 'Order' }] } },
    files: {
      'manifests/orders.yaml': crdOf('Order', { type: 'object', properties: { spec: { type: 'object', properties: fields } } }),
      ...(more.requires === undefined ? {} : {
        'metadata/dependencies.yaml': { dependencies: [{ type: 'olm.package', value: { packageName: more.requires, version: '>=1.0.0' } }] },
      }),
    },
  });
}

const payments = bundleOf({
  package: 'payments', spec: { customresourcedefinitions: { owned: [{ name: 'payments.example.test', version: 'v1', kind: 'Payment' }] } },
  files: { 'manifests/payments.yaml': crdOf('Payment', { type: 'object', properties: { spec: { type: 'object', properties: { sum: STRING } } } }) },
});

const CATALOG = Catalog.fromBundles([
  shop('1.0.0', { item: STRING, color: STRING }), shop('2.0.0', { item: STRING }, { replaces: 'shop.v1.0.0', requires: 'payments' }), payments,
]);

const openssl = neededProgram('openssl');

describeWith(openssl)('operators in an image registry', () => {
  let folder: string;
  let registry: ImageRegistry;
  let front: TlsFront;
  let image: string;
  let environment: NodeJS.ProcessEnv;
  let app: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lock-images-'));
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    registry = await ImageRegistry.start();
    const certificate = new ServingCertificate(openssl.value, folder, []);
    front = await TlsFront.before(registry.host, certificate);
    image = await pushCatalog(registry, front.host, 'shop', CATALOG);
    app = `"${process.execPath}" "${compileProgram('e2e/image-registry/locked-app.ts', folder)}"`;
    environment = {
      NODE_EXTRA_CA_CERTS: certificate.certificate, HOME: folder, CATALOG_IMAGE: image, LOCK_FILE: join(folder, 'olm.lock.yaml'),
    };
  }, 10 * 60_000);
  afterAll(async () => {
    await front.close();
    await registry.stop();
    rmSync(folder, { recursive: true });
  });

  const run = async (args: readonly string[], versionRange = '^1.0'): Promise<Ended> => new ProgramProcess(args, { ...environment, VERSION_RANGE: versionRange }).end();
  /** Runs a command that has to succeed. */
  const succeeded = async (args: readonly string[], versionRange?: string): Promise<Ended> => {
    const ended = await run(args, versionRange);
    expect(ended.exitCode === 0 ? '' : ended.stdout + ended.stderr).toBe('');
    return ended;
  };
  const lockFile = (): OperatorLockFile => OperatorLockFile.fromFile(join(folder, 'olm.lock.yaml'));
  const imports = ['--lock', '', '--out', ''];
  beforeAll(() => {
    imports[1] = join(folder, 'olm.lock.yaml');
    imports[3] = join(folder, 'imports');
  });

  it('are locked with the image of the catalog and the digests of the images of bundles', async () => {
    await succeeded(['lock', '--app', app]);
    const { catalogs, operators } = lockFile();
    expect(catalogs).toEqual([{ name: 'hub', namespace: 'olm', image, digest: expect.stringMatching(/^sha256:/) as string }]);
    const layout = CATALOG.toImageLayout({ bundleRepository: `${front.host}/shop/bundles` });
    expect(operators.map(({ csv, bundle }) => [csv, bundle])).toEqual([['shop.v1.0.0', layout.bundles.find(({ name }) => name === 'shop.v1.0.0')?.digest]]);
    await succeeded(['lock', '--check', '--app', app]);
  });

  it('have classes generated for the locked version, from the images that the lock names', async () => {
    const { stdout, stderr } = await succeeded(['import', ...imports]);
    expect(stderr).toBe('');
    expect(stdout).toContain('/shop/example.test.ts: Order');
    expect(readFileSync(join(folder, 'imports/shop/example.test.ts'), 'utf8')).toMatch(/readonly color\?: string;/);
    await succeeded(['import', ...imports, '--check']);
  });

  it('are upgraded with what the new version requires, and classes follow', async () => {
    const { stdout, stderr } = await succeeded(['lock', '--update', 'shop', '--app', app], '^2.0');
    expect(stdout.split('\n').slice(1, -1)).toEqual([expect.stringContaining('+ operator'), expect.stringContaining('version 1.0.0 -> 2.0.0')]);
    expect(stderr).toContain("CRDs and rights of shop.v1.0.0, shop.v2.0.0 are not checked for operator 'shop/shop'");
    expect(lockFile().operators.map(({ csv, requiredBy }) => [csv, requiredBy])).toEqual([['payments.v1.0.0', ['shop.v2.0.0']], ['shop.v2.0.0', []]]);
    expect(await run(['import', ...imports, '--check'])).toMatchObject({ exitCode: 1 });
    await succeeded(['import', ...imports]);
    expect(readFileSync(join(folder, 'imports/shop/example.test.ts'), 'utf8')).not.toContain('color');
    expect(readFileSync(join(folder, 'imports/payments/example.test.ts'), 'utf8')).toContain('export class Payment ');
  });

  it('are refused with the place of the image if the registry no longer has it', async () => {
    const gone = image.replace('/shop/', '/gone/');
    const { exitCode, stderr } = await new ProgramProcess(['lock', '--app', app], { ...environment, VERSION_RANGE: '^2.0', CATALOG_IMAGE: gone }).end();
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain(gone);
    expect(stderr).toContain('responded with status 404');
  });
});
