import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { App, Chart, Testing, Yaml } from 'cdk8s';
import { BundleDeployment, OlmInstallation } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { create } from 'tar';
import { ENTRIES } from '../scripts/package/entries';
import { packed } from '../scripts/package/packed-file';
import { SBOM, stagePackage } from '../scripts/package/stage-package';
import { PACKAGE_VERSION } from '../test/builders/package-version';
import { itWith } from '../test/needed';
import { ControlPlane } from './control-plane/control-plane';
import { installPackage } from './package/installed-package';
import { FULL_RUN } from './programs/full-run';

const ROOT = resolve(__dirname, '..');
const BUNDLE = join(ROOT, 'examples', 'quickstart', 'bundle');

/** A user's program in JavaScript, with the published package. */
const PROGRAM = `
const { App, Chart } = require('cdk8s');
const { BundleDeployment, OlmInstallation } = require('olm-constructs');
const { Bundle } = require('olm-constructs/bundle');
const app = new App({ outdir: 'out' });
const chart = new Chart(app, 'chart');
new OlmInstallation(chart, 'olm');
new BundleDeployment(chart, 'hello', { bundle: Bundle.fromArchive('bundle.tar.gz') });
app.synth();
`;

/** A program for clusters. */
const CLUSTER = `
import { ClusterConnection, statusOf } from 'olm-constructs/cluster';
export const names = async (): Promise<string[]> => (await statusOf(ClusterConnection.open())).subscriptions.map(({ name }) => name);
`;

/** What tells errors apart, and a type that must not be `any`. */
const ERRORS = `
import { BundleError } from 'olm-constructs/bundle';
import { CatalogError } from 'olm-constructs/catalog';
import { LockError, PlanError, ResolutionError } from 'olm-constructs/resolve';
export const reasons = (error: unknown): readonly object[] => error instanceof ResolutionError ? error.reasons
  : error instanceof BundleError || error instanceof CatalogError || error instanceof LockError || error instanceof PlanError ? error.problems : [];
// @ts-expect-error: errors of bundles have no such field
export const missing = (error: BundleError): unknown => error.reasons;
`;

/** The first program with components. */
const COMPONENTS = `
import { Bundle } from 'olm-constructs/bundle';
import { BundleDeployment, OlmInstallation } from 'olm-constructs/pulumi';
import * as pulumi from '@pulumi/pulumi';
const olm = new OlmInstallation('olm');
export const hello = new BundleDeployment('hello', { bundle: Bundle.fromArchive('bundle.tar.gz'), namespace: pulumi.output('hello') }, { dependsOn: olm });
`;

describe('the published package', () => {
  let folder: string;
  let staged: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'olm-constructs-package-'));
    staged = await installPackage(folder);
    for (const peer of ['cdk8s', 'constructs']) {
      symlinkSync(join(ROOT, 'node_modules', peer), join(folder, 'node_modules', peer));
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Returns the path of the program of the package, or of the single file in `scripts/test-single-file.ts`. */
  const programOfPackage = (): string => process.env['OLM_CONSTRUCTS_PROGRAM'] ?? join(folder, 'node_modules/olm-constructs/build/lib/cli/main.js');

  test('produces the same manifests as the source, in a project with only the package and its peers', () => {
    create({ file: join(folder, 'bundle.tar.gz'), gzip: true, cwd: BUNDLE, sync: true }, readdirSync(BUNDLE));
    writeFileSync(join(folder, 'program.js'), PROGRAM);
    const ran = spawnSync(process.execPath, ['program.js'], { cwd: folder, encoding: 'utf8' });
    expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' });

    const chart = new Chart(new App(), 'chart');
    new OlmInstallation(chart, 'olm');
    new BundleDeployment(chart, 'hello', { bundle: Bundle.fromDirectory(BUNDLE) });
    expect(readFileSync(join(folder, 'out', 'chart.k8s.yaml'), 'utf8')).toBe(Yaml.stringify(...Testing.synth(chart) as object[]));
  });

  test.each([
    ['BundleError', "Bundle.fromDirectory('missing')", 'missing: file or folder not found'],
    ['CatalogError', "Catalog.fromString('{')", 'this is not YAML'],
    ['ConstructError', "new OlmInstallation(new (require('cdk8s').Chart)(new (require('cdk8s').App)(), 'chart'), 'olm', { namespace: 'X Y' })",
      '[chart/olm] namespace must be a valid namespace name'],
  ])('prints an uncaught %s once, with readable code and without fields', (name, expression, message) => {
    writeFileSync(join(folder, 'uncaught.js'), `const { OlmInstallation, bundle: { Bundle }, catalog: { Catalog } } = require('olm-constructs');\n${expression};\n`);
    const { stderr } = spawnSync(process.execPath, ['uncaught.js'], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toContain(`\n${name}: `);
    expect(stderr.split(message)).toHaveLength(2);
    expect(stderr).not.toMatch(/^ {4}at .*\{$/m);
    expect(stderr.split('\n').filter((line) => line.length > 300)).toEqual([]);
  });

  test('has no line longer than 300 characters, and none of its dependencies than 400', () => {
    const files = readdirSync(staged, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
    expect(files.length).toBeGreaterThan(300);
    const limit = (file: string): number => file.startsWith('node_modules') ? 400 : 300;
    expect(files.filter((file) => readFileSync(join(staged, file), 'utf8').split('\n').some((line) => line.length > limit(file)))).toEqual([]);
  });

  test('has the program olm-constructs', () => {
    const program = programOfPackage();
    const run = (...args: string[]): ReturnType<typeof spawnSync> => spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' });
    expect(run('--version')).toMatchObject({ status: 0, stdout: expect.stringMatching(`^olm-constructs ${PACKAGE_VERSION}\n`) as string, stderr: '' });
    expect(run('validate', BUNDLE)).toMatchObject({ status: 0, stdout: expect.stringContaining('valid: nothing found') as string, stderr: '' });
    expect(run('synth', BUNDLE, '--out', 'out-of-program')).toMatchObject({ status: 0, stderr: '' });
  });

  test.each<[string, string[], number, string]>([
    ['status', ['status', '-A'], 1, 'no OLM is installed; install it'],
    // Until it is interrupted, below, after which nothing of its output is read.
    ['status --watch', ['status', '-A', '--watch'], 130, ''],
    ['explain', ['explain', 'olm'], 1, 'no OLM is installed in the cluster'],
    ['uninstall', ['uninstall'], 0, 'OLM v0 is not installed in the cluster'],
  ])('has the command %s, which works on a cluster', async (_, args, exitCode, message) => {
    const controlPlane = await ControlPlane.start();
    try {
      const { status, stdout, stderr } = spawnSync(process.execPath, [programOfPackage(), ...args, '--kubeconfig', controlPlane.kubeconfig], {
        cwd: folder, encoding: 'utf8', timeout: 10_000, killSignal: 'SIGINT',
      });
      expect({ status, output: stdout + stderr }).toEqual({ status: exitCode, output: expect.stringContaining(message) as string });
    } finally {
      await controlPlane.stop();
    }
  }, 10 * 60_000);

  test('maps stack traces to the files and lines of the sources', () => {
    writeFileSync(join(folder, 'uncaught.js'), "require('olm-constructs/bundle').Bundle.fromDirectory('missing');\n");
    const { stderr } = spawnSync(process.execPath, ['--enable-source-maps', 'uncaught.js'], { cwd: folder, encoding: 'utf8' });
    const [, file, line] = /olm-constructs\/(lib\/.+\.ts):(\d+):/.exec(stderr)!;
    expect(readFileSync(join(ROOT, file!), 'utf8').split('\n')[Number(line) - 1]).toContain('new BundleError(');
  });

  test('loads what a program uses, under all names that jsii knows', () => {
    const program = `
      const library = require('olm-constructs');
      const modules = () => Object.keys(require.cache).filter((file) => /olm-constructs.build/.test(file)).length;
      const [imported, used] = [modules(), (library.bundle.Bundle, modules())];
      const { types } = JSON.parse(require('node:zlib').gunzipSync(require('node:fs').readFileSync('node_modules/olm-constructs/.jsii.gz')));
      const names = Object.values(types).filter(({ kind }) => kind !== 'interface').map(({ fqn }) => fqn.split('.').slice(1));
      const missing = names.filter((name) => typeof name.reduce((value, part) => value[part], library) === 'undefined');
      console.log(JSON.stringify({ imported, used, names: names.length, missing, all: modules() }));
    `;
    const ran = spawnSync(process.execPath, ['-e', program], { cwd: folder, encoding: 'utf8' });
    expect(ran.stderr).toBe('');
    const { imported, used, names, missing, all } = JSON.parse(ran.stdout) as { [key in 'imported' | 'used' | 'names' | 'all']: number } & { missing: string[] };
    expect(missing).toEqual([]);
    expect(names).toBeGreaterThan(100);
    expect(imported).toBe(1);
    expect(used).toBeLessThan(20);
    expect(all).toBeGreaterThan(100);
  });

  test('has every name for a program that is an ES module', () => {
    writeFileSync(join(folder, 'names.mjs'), `
      import { createRequire } from 'node:module';
      import * as library from 'olm-constructs';
      import { OlmInstallation, OlmVersion, bundle, olm } from 'olm-constructs';
      import { FindingSeverity } from 'olm-constructs/validation';
      console.log(bundle.Bundle.name, FindingSeverity.ERROR, OlmInstallation.name, OlmVersion.name, olm.Subscription.name);
      const required = createRequire(import.meta.url)('olm-constructs');
      console.log(Object.keys(required).filter((name) => library[name] === undefined || library[name] !== required[name]).join() || 'all');
    `);
    const ran = spawnSync(process.execPath, ['names.mjs'], { cwd: folder, encoding: 'utf8' });
    expect({ stdout: ran.stdout, stderr: ran.stderr }).toEqual({ stdout: 'Bundle error OlmInstallation OlmVersion Subscription\nall\n', stderr: '' });
  });

  test('has the same names under every path for require and import', () => {
    const paths = Object.keys(ENTRIES).filter((name) => !name.startsWith('pulumi')).map((name) => `olm-constructs/${name}`);
    writeFileSync(join(folder, 'paths.mjs'), `
      import { createRequire } from 'node:module';
      const require = createRequire(import.meta.url);
      for (const path of ${JSON.stringify(paths)}) {
        const [imported, required] = [await import(path), require(path)];
        const names = Object.keys(required);
        console.log(path, names.length > 0 && names.every((name) => required[name] !== undefined && imported[name] === required[name]));
      }
      const library = require('olm-constructs');
      console.log(['bundle', 'catalog', 'gitops', 'olm', 'olmv1', 'report', 'resolve', 'rukpak', 'validation'].filter(
        (name) => library[name] !== require('olm-constructs/' + name)).join() || 'the same below the entry');
    `);
    const ran = spawnSync(process.execPath, ['paths.mjs'], { cwd: folder, encoding: 'utf8' });
    expect({ stdout: ran.stdout.trim().split('\n'), stderr: ran.stderr }).toEqual({
      stdout: [...paths.map((path) => `${path} true`), 'the same below the entry'], stderr: '',
    });
  });

  test('names the packages that its components need if they are not installed', () => {
    const ran = spawnSync(process.execPath, ['-e', 'require("olm-constructs/pulumi")'], { cwd: folder, encoding: 'utf8' });
    expect(ran.stderr).toContain('olm-constructs/pulumi needs @pulumi/pulumi and @pulumi/kubernetes, which are not installed: run '
      + '`npm install @pulumi/pulumi @pulumi/kubernetes`');
  });

  interface Compilation {
    readonly module: string;
    readonly moduleResolution: string;
    readonly extensions: readonly string[];
  }

  const compiles = ({ extensions, ...options }: Compilation): void => {
    const packages = ['@pulumi', '@types'];
    packages.forEach((name) => symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name)));
    const all = ['olm-constructs', ...Object.keys(ENTRIES).map((name) => `olm-constructs/${name}`)];
    const programs = {
      program: PROGRAM.replace(/const (\{.*\}) = require\((.*)\);/g, 'import $1 from $2;'),
      components: COMPONENTS,
      cluster: CLUSTER,
      errors: ERRORS,
      all: all.map((path, index) => `import * as entry${index} from '${path}';\nexport const names${index}: string[] = Object.keys(entry${index});\n`).join(''),
    };
    const files = Object.entries(programs).flatMap(([name, content]) => extensions.map((extension) => ({ file: `${name}${extension}`, content })));
    files.forEach(({ file, content }) => writeFileSync(join(folder, file), content));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({
      compilerOptions: { strict: true, noEmit: true, target: 'es2022', types: ['node'], preserveSymlinks: true, ...options },
      files: files.map(({ file }) => file),
    }));
    const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout, stderr } = spawnSync(process.execPath, [compiler, '--pretty', 'false'], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toBe('');
    // Links to packages lack the packages that these need.
    expect(stdout.split('\n').filter((line) => line !== '' && !/^node_modules\/(?!olm-constructs\/)/.test(line))).toEqual([]);
    packages.forEach((name) => rmSync(join(folder, 'node_modules', name)));
  };

  test('has types that compile in strict programs with moduleResolution nodenext, those of libraries included', () => {
    compiles({ module: 'nodenext', moduleResolution: 'nodenext', extensions: ['.mts', '.cts'] });
  });

  itWith(FULL_RUN).each([
    { module: 'commonjs', moduleResolution: 'node10', extensions: ['.ts'], ignoreDeprecations: '6.0' },
    { module: 'esnext', moduleResolution: 'bundler', extensions: ['.ts'] },
  ])('has types that compile in strict programs with moduleResolution $moduleResolution, those of libraries included', compiles);

  test('has functions for clusters, which need no peer', () => {
    const lonely = mkdtempSync(join(tmpdir(), 'olm-constructs-lonely-'));
    cpSync(staged, join(lonely, 'node_modules', 'olm-constructs'), { recursive: true });
    const body = "ClusterConnection.open({ environment: { HOME: '/nowhere' } });";
    for (const load of ["const { ClusterConnection } = require('olm-constructs/cluster');", "import { ClusterConnection } from 'olm-constructs/cluster';"]) {
      const type = load.startsWith('import') ? 'module' : 'commonjs';
      const { stderr } = spawnSync(process.execPath, [`--input-type=${type}`, '-e', `${load} ${body}`], { cwd: lonely, encoding: 'utf8' });
      expect(stderr).toContain('ClientError: no kubeconfig');
    }
    rmSync(lonely, { recursive: true });
  });

  test('has components beside the constructs, for import and require', () => {
    symlinkSync(join(ROOT, 'node_modules', '@pulumi'), join(folder, 'node_modules', '@pulumi'));
    const names = 'OlmInstallation, OperatorRegistry, OperatorSubscription, BundleDeployment';
    for (const load of [`const { ${names} } = require('olm-constructs/pulumi');`, `import { ${names} } from 'olm-constructs/pulumi';`]) {
      const type = load.startsWith('import') ? 'module' : 'commonjs';
      const ran = spawnSync(process.execPath, [`--input-type=${type}`, '-e', `${load} console.log([${names}].map(({ name }) => name).join(', '));`], {
        cwd: folder, encoding: 'utf8',
      });
      expect({ stdout: ran.stdout, stderr: ran.stderr }).toEqual({ stdout: `${names}\n`, stderr: '' });
    }
    rmSync(join(folder, 'node_modules', '@pulumi'));
  });

  test('has the program that Jobs run in a cluster, which a ConfigMap can contain', () => {
    const program = `
      const { InClusterProgram } = require('olm-constructs/gitops');
      const { _files: { data, binaryData } } = InClusterProgram.bundled();
      for (const [name, content] of Object.entries(data)) require('fs').writeFileSync(name, content);
      for (const [name, content] of Object.entries(binaryData)) require('fs').writeFileSync(name, Buffer.from(content, 'base64'));
      console.log(Object.values(binaryData)[0].length);
    `;
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(Number(stdout)).toBeLessThan(1_000_000);
    expect(spawnSync(process.execPath, ['olm-constructs.js', 'report', BUNDLE], { cwd: folder, encoding: 'utf8' })).toMatchObject({
      status: 0, stdout: expect.stringContaining('hello-operator.v0.1.0') as string, stderr: '',
    });
  });

  itWith(FULL_RUN)('is packed to the same bytes again', async () => {
    const bytes = async (name: string): Promise<Buffer> => {
      packed(await stagePackage(ROOT, join(folder, name, 'staged')), join(folder, name, 'packed'));
      const [file] = readdirSync(join(folder, name, 'packed'));
      return readFileSync(join(folder, name, 'packed', file!));
    };
    expect((await bytes('one')).equals(await bytes('another'))).toBe(true);
  });

  test('has no script that npm runs when it is installed, and lists in its bill of materials what it bundles', () => {
    const manifest = JSON.parse(readFileSync(join(staged, 'package.json'), 'utf8')) as { readonly scripts?: object };
    expect(manifest.scripts).toBeUndefined();
    const { components } = JSON.parse(readFileSync(join(staged, SBOM), 'utf8')) as { readonly components: readonly { readonly name: string; readonly hashes: readonly object[] }[] };
    expect(components.map(({ name }) => name)).toEqual(['@marcbachmann/cel-js', 'commander', 'fflate', 'fzstd', 'js-yaml', 'minipass', 'minizlib', 're2js', 'tar']);
    expect(components.filter(({ hashes }) => hashes.length === 0)).toEqual([]);
  });

  test('is smaller than 9 MB and includes the licenses of everything in it', () => {
    expect(sizeOf(staged)).toBeLessThan(9_000_000);
    const { bundledDependencies } = JSON.parse(readFileSync(join(staged, 'package.json'), 'utf8')) as { bundledDependencies: string[] };
    const licenses = bundledDependencies.map(name => readFileSync(join(staged, 'node_modules', name, 'LICENSE'), 'utf8'));
    for (const name of [...bundledDependencies, 'minipass', 'minizlib']) {
      expect(licenses.join('\n')).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'));
    }
  });
});

function sizeOf(path: string): number {
  const stat = statSync(path);
  return stat.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0) : stat.size;
}
