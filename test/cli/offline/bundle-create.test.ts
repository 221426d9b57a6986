import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Bundle } from '../../../lib/bundle';
import { enterCommandFolder } from '../../builders/command-folder';
import { runCommandLine } from '../../builders/command-line';

let leave: () => void;
beforeEach(() => leave = enterCommandFolder());
afterEach(() => leave());

const CREATE = ['bundle', 'create', 'operator.yaml', '--package', 'hello-operator', '--version', 'v0.3.0', '--out', 'made'];
const HOOK = '\n---\napiVersion: batch/v1\nkind: Job\nmetadata: {name: setup, annotations: {helm.sh/hook: pre-install}}\n';

const json = async (args: readonly string[]): Promise<{ readonly exitCode: number; readonly result: unknown }> => {
  const { exitCode, stdout, stderr } = await runCommandLine([...args, '-o', 'json']);
  expect(stderr).toBe('');
  return { exitCode, result: JSON.parse(stdout) as unknown };
};

describe('bundle create', () => {
  it('writes a bundle that other commands read, and names what it made of the manifests', async () => {
    const { exitCode, stdout } = await runCommandLine([...CREATE, '--channels', 'stable,fast']);
    expect([exitCode, stdout]).toEqual([0, `made/manifests/hello-operator.clusterserviceversion.yaml
made/manifests/hello.example.com_greetings.yaml
made/metadata/annotations.yaml

hello-operator.v0.3.0, package hello-operator, channels stable, fast

Notes:
  proposed install modes: AllNamespaces, because no Deployment reads WATCH_NAMESPACE; set installModes to decide yourself [install-modes]
`]);
    expect((await runCommandLine(['validate', 'made'])).stdout).toContain('valid: 2 warnings');
    expect((await runCommandLine(['diff', 'bundle', 'made'])).exitCode).toBeLessThan(2);
  });

  it('reads standard input, and makes the same bundle of it', async () => {
    await runCommandLine(CREATE);
    const before = Bundle.fromDirectory('made').toImageLayout().digest;
    const { exitCode } = await runCommandLine(CREATE.map((word) => word === 'operator.yaml' ? '-' : word), { stdin: readFileSync('operator.yaml') });
    expect([exitCode, Bundle.fromDirectory('made').toImageLayout().digest]).toEqual([0, before]);
  });

  it('takes every option from the command line', async () => {
    writeFileSync('README.md', 'An operator.\n');
    writeFileSync('icon.svg', '<svg/>');
    const options = [
      '--default-channel', 'stable', '--channels', 'stable', '--display-name', 'Hello', '--description', 'README.md', '--icon', 'icon.svg', '--provider', 'Example=https://example.com',
      '--maintainer', 'Ann=ann@example.com', '--link', 'Home=https://example.com', '--keyword', 'hello', '--category', 'Database', '--capabilities', 'Full Lifecycle', '--maturity', 'stable',
      '--created-at', '2026-01-31T12:00:00Z', '--suggested-namespace', 'hello', '--spec-descriptors', '--replaces', 'hello-operator.v0.2.0', '--skips', 'hello-operator.v0.2.1', '--skip-range', '<0.3.0',
      '--min-kube-version', '1.28.0', '--install-mode', 'OwnNamespace', '--install-mode', 'AllNamespaces', '--architecture', 'arm64', '--related-image', 'db=quay.io/example/db:1',
      '--image', 'quay.io/example/hello-operator:v0.3.0=mirror.example.com/hello:v0.3.0', '--annotation', 'own=a', '--bundle-annotation', 'other=b', '--extra-service-account', 'hand',
      '--keep-permissions', '--accept', 'unbound-role', '--name', 'hello-operator.v0.3.0-1',
    ];
    expect(await runCommandLine([...CREATE, ...options])).toMatchObject({ exitCode: 0, stderr: '' });
    const { csv, defaultChannel, annotations } = Bundle.fromDirectory('made');
    expect([csv.name, defaultChannel, csv.displayName, csv.description, csv.provider, csv.replaces, csv.skips, csv.skipRange, csv.minKubeVersion, annotations['other']]).toEqual([
      'hello-operator.v0.3.0-1', 'stable', 'Hello', 'An operator.\n', { name: 'Example', url: 'https://example.com' }, 'hello-operator.v0.2.0', ['hello-operator.v0.2.1'], '<0.3.0', '1.28.0', 'b',
    ]);
    expect(csv.deployments[0]!.spec).toMatchObject({ template: { spec: { containers: [{ image: 'mirror.example.com/hello:v0.3.0' }] } } });
  });

  it('writes nothing with --strict if a note needs a decision, until it is accepted', async () => {
    writeFileSync('operator.yaml', readFileSync('operator.yaml', 'utf8') + HOOK);
    const refused = await runCommandLine([...CREATE, '--strict']);
    expect([refused.exitCode, existsSync('made')]).toEqual([1, false]);
    expect(refused.stdout).toContain('\nTo decide, or to accept with --accept and the kind in brackets:\n  operator.yaml:34: Job "setup" is a hook of Helm (pre-install), and left out');
    expect(refused.stdout).toContain('\nnothing was written, because of --strict: 1 note needs a decision\n');
    expect(await json([...CREATE, '--strict'])).toMatchObject({ exitCode: 1, result: { files: [], notes: [{ code: 'helm-hook', needsDecision: true, file: 'operator.yaml', line: 34 }, {}] } });
    expect((await runCommandLine([...CREATE, '--strict', '--accept', 'helm-hook'])).exitCode).toBe(0);
    expect((await runCommandLine(CREATE)).exitCode).toBe(0);
  });

  it('deletes other files of the folder only with --prune', async () => {
    mkdirSync('made/manifests', { recursive: true });
    writeFileSync('made/manifests/old.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: old}\n');
    const { exitCode, stderr } = await runCommandLine(CREATE);
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('the folder has manifests/old.yaml, which this bundle does not have')]);
    expect((await runCommandLine([...CREATE, '--prune'])).exitCode).toBe(0);
    expect(existsSync('made/manifests/old.yaml')).toBe(false);
  });

  it.each<[string, readonly string[], number, string]>([
    ['manifests', ['bundle', 'create'], 4, 'packageName is missing; add --package, or set packageName in the file of --config'],
    ['a package', ['bundle', 'create', 'operator.yaml', '--version', '1.0.0'], 4, 'packageName is missing'],
    ['a version', ['bundle', 'create', 'operator.yaml', '--package', 'a'], 4, 'version is missing; add --version'],
    ['a path', ['bundle', 'create', '--package', 'a', '--version', '1.0.0'], 2, 'no manifests specified; add a file or folder, or - for the output of `kustomize build`'],
    ['an install mode', [...CREATE, '--install-mode', 'All'], 2, "--install-mode must be one of OwnNamespace, SingleNamespace, MultiNamespace, AllNamespaces, and is 'All'"],
    ['a kind of notes', [...CREATE, '--accept', 'all'], 2, '--accept must be one of skipped, helm-hook'],
    ['a maintainer', [...CREATE, '--maintainer', 'Ann'], 2, "--maintainer must have the form NAME=VALUE, and is 'Ann'"],
    ['a folder of a chart', ['bundle', 'create', 'chart', '--package', 'a', '--version', '1.0.0'], 4, 'run `helm template chart | olm-constructs bundle create -`'],
  ])('refuses a command line without %s', async (_, args, code, message) => {
    mkdirSync('chart');
    writeFileSync('chart/Chart.yaml', 'name: a\n');
    const { exitCode, stderr } = await runCommandLine(args);
    expect([exitCode, stderr]).toEqual([code, expect.stringContaining(message)]);
  });
});

describe('a BundleConfig', () => {
  const CONFIG = 'apiVersion: olm-constructs/v1\nkind: BundleConfig\n';

  it('has the options, with paths from its folder, and the command line replaces them', async () => {
    mkdirSync('config');
    writeFileSync('config/README.md', 'From the folder.\n');
    writeFileSync('config/bundle.yaml', `${CONFIG}packageName: hello-operator\nchannels: [stable]\nmanifests: ../operator.yaml\ndescriptionFile: README.md\ninstallModes: [AllNamespaces]\n`);
    expect(await runCommandLine(['bundle', 'create', '--config', 'config/bundle.yaml', '--version', '0.3.0', '--out', 'made', '--channels', 'fast'])).toMatchObject({ exitCode: 0, stderr: '' });
    const made = Bundle.fromDirectory('made');
    expect([made.channels, made.csv.description]).toEqual([['fast'], 'From the folder.\n']);
    const program = Bundle.fromConfig('config/bundle.yaml', { version: '0.3.0', channels: ['fast'] });
    expect(program.toImageLayout().digest).toBe(made.toImageLayout().digest);
  });

  it('is written by bundle init, and then found', async () => {
    expect(await runCommandLine(['bundle', 'init', 'operator.yaml', '--package', 'hello-operator'])).toMatchObject({
      exitCode: 0, stderr: '', stdout: 'olm.bundle.yaml\n\nNext:\n\n  olm-constructs bundle create --version VERSION\n',
    });
    expect(readFileSync('olm.bundle.yaml', 'utf8')).toBe(`# Options of \`olm-constructs bundle create --version VERSION\`.
apiVersion: olm-constructs/v1
kind: BundleConfig
packageName: hello-operator
channels:
  - alpha
installModes:
  - AllNamespaces
containerImage: quay.io/example/hello-operator:v0.3.0
manifests: operator.yaml
`);
    expect(await runCommandLine(['bundle', 'create', '--version', '0.3.0', '--out', 'made', '--strict'])).toMatchObject({ exitCode: 0, stderr: '' });
    expect(Bundle.fromDirectory('made').csv.annotations).toMatchObject({ containerImage: 'quay.io/example/hello-operator:v0.3.0' });
    const again = await runCommandLine(['bundle', 'init', '--package', 'hello-operator']);
    expect([again.exitCode, again.stderr]).toEqual([4, expect.stringContaining('olm.bundle.yaml exists; edit it, replace it with --force')]);
  });

  it('has what a kubebuilder project and a chart tell', async () => {
    mkdirSync('project/config/manifests/bases', { recursive: true });
    writeFileSync('project/PROJECT', 'layout: [go.kubebuilder.io/v4]\nprojectName: memcached-operator\n');
    writeFileSync('project/config/manifests/bases/memcached-operator.clusterserviceversion.yaml', '');
    writeFileSync('project/config/manifests/kustomization.yaml', 'resources: [bases/memcached-operator.clusterserviceversion.yaml]\n');
    const ofProject = await runCommandLine(['bundle', 'init', '--project', 'project', '--out', 'project/olm.bundle.yaml']);
    expect(ofProject.stdout).toContain('  kustomize build project/config/manifests | olm-constructs bundle create - --config project/olm.bundle.yaml --version VERSION\n');
    expect(readFileSync('project/olm.bundle.yaml', 'utf8')).toContain('packageName: memcached-operator\nchannels:\n  - alpha\nbase: config/manifests/bases/memcached-operator.clusterserviceversion.yaml\n');
    mkdirSync('chart');
    writeFileSync('chart/Chart.yaml', "name: hello\ndescription: Says hello.\nhome: https://example.com\nkeywords: [hello]\nmaintainers: [{name: Ann, email: ann@example.com}, {name: Bob}]\nkubeVersion: '>=1.28-0'\n"
      + 'annotations: {artifacthub.io/operatorCapabilities: Seamless Upgrades}\n');
    const { stdout } = await runCommandLine(['bundle', 'init', '--project', 'chart', '--out', 'chart.yaml']);
    expect(stdout).toContain('helm template chart | olm-constructs bundle create - --config chart.yaml --version VERSION');
    const chart = readFileSync('chart.yaml', 'utf8');
    expect(chart).toContain('packageName: hello\ndescription: Says hello.\nkeywords:\n  - hello\nmaintainers:\n  - name: Ann\n    email: ann@example.com\nlinks:\n  - name: Home\n    url: https://example.com\nminKubeVersion: 1.28.0\ncapabilities: Seamless Upgrades\n');
  });

  it('is not written without the name of the package', async () => {
    expect(await runCommandLine(['bundle', 'init'])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('the name of the package is unknown') as string });
  });

  it.each([
    ['packageName: a\n', /^bundle\.yaml: apiVersion must be "olm-constructs\/v1", got nothing$/],
    ['- a\n', /^bundle\.yaml: a BundleConfig must be a map, got a list$/],
    ['a: [\n', /^bundle\.yaml:2:1: |^bundle\.yaml: 2:1: /],
    [`${CONFIG}chanels: [a]\n`, /^bundle\.yaml: 3:1: .*'chanels'/],
    [`${CONFIG}channels: a\n`, /channels in the BundleConfig must be a list/],
    [`${CONFIG}installModes: [All]\n`, /installModes\[0\] in the BundleConfig must be/],
    [`${CONFIG}packageName: a\nversion: 1.0.0\n`, /^bundle\.yaml: manifests is missing; set it/],
    [`${CONFIG}manifests: operator.yaml\n`, /^bundle\.yaml: 2 problems\n {2}packageName is missing; set packageName in the file or in the changes\n {2}version is missing/],
  ])('that is %j is refused', (content, message) => {
    writeFileSync('bundle.yaml', content);
    expect(() => Bundle.fromConfig('bundle.yaml')).toThrow(message);
  });
});

describe('a BundleConfig in TypeScript', () => {
  const CREATE_FROM = ['bundle', 'create', '--version', '0.3.0', '--out', 'made', '--config'];
  const PACKAGE_ROOT = resolve(__dirname, '../../..');

  /** Installs packages of the checkout in the current folder. */
  function install(...names: readonly string[]): void {
    names.forEach((name) => symlinkSync(join(PACKAGE_ROOT, 'node_modules', name), join('node_modules', name)));
  }

  it.each([
    ['of an ECMAScript module', 'config/bundle.mts'], ['of a package of CommonJS', 'config/bundle.ts'], ['of a package of ECMAScript modules', 'esm/bundle.ts'],
  ])('%s has the options, with paths from its folder, and the command line replaces them', async (_, file) => {
    install('tsx');
    for (const folder of ['config', 'esm']) {
      mkdirSync(folder);
      writeFileSync(`${folder}/README.md`, 'From the folder.\n');
    }
    writeFileSync('esm/package.json', '{"type":"module"}');
    writeFileSync(file, `const channels: string[] = ['stable', process.env['NAME'] ?? 'slow'];
console.log('printed');
export default { packageName: 'hello-operator', channels, manifests: '../operator.yaml', descriptionFile: 'README.md', defaultChannel: undefined };
`);
    const { exitCode, stderr, stdout } = await runCommandLine([...CREATE_FROM, file, '--display-name', 'Hi'], { env: { NAME: 'fast' } });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).not.toContain('printed');
    const { channels, csv: { description, displayName } } = Bundle.fromDirectory('made');
    expect({ channels, description, displayName }).toEqual({ channels: ['stable', 'fast'], description: 'From the folder.\n', displayName: 'Hi' });
  });

  it('may also be JavaScript, without tsx', async () => {
    writeFileSync('bundle.mjs', "export default Promise.resolve({ packageName: 'hello-operator', manifests: 'operator.yaml' });\n");
    writeFileSync('bundle.cjs', "module.exports = { packageName: 'hello-operator', manifests: 'operator.yaml' };\n");
    expect(await runCommandLine([...CREATE_FROM, 'bundle.mjs'])).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await runCommandLine([...CREATE_FROM, 'bundle.cjs'])).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it.each<[string, string, RegExp]>([
    ['a syntax error', 'export default {', /^error: bundle\.mjs failed with exit code 1:\n[^]*SyntaxError/],
    ['an error', "throw new Error('no tag')", /^error: bundle\.mjs failed with exit code 1:\n[^]*Error: no tag/],
    ['no default export', 'export const config = {}', /^error: bundle\.mjs: the program has no default export; add `export default` before the BundleConfig/],
    ['a list', 'export default []', /^error: bundle\.mjs: the default export must be a BundleConfig, got a list/],
    ['a function', 'export default () => ({})', /Error: the default export is a function, which a BundleConfig does not have/],
    ['a function inside', 'export default { packageName: () => 1 }', /Error: the value of "packageName" is a function, which a BundleConfig does not have/],
    ['an unknown field', 'export default { packageNam: 1 }', /^error: bundle\.mjs: unknown key 'packageNam' in the BundleConfig/],
    ['a value of another type', "export default { channels: 'a' }", /^error: bundle\.mjs: channels in the BundleConfig must be a list/],
    ['an end without an answer', 'process.exit(0)', /^error: bundle\.mjs ended before its default export was known; remove what ends the process/],
  ])('with %s is refused', async (_, program, message) => {
    writeFileSync('bundle.mjs', program);
    const { exitCode, stderr } = await runCommandLine([...CREATE_FROM, 'bundle.mjs']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 4, stderr: expect.stringMatching(message) as string });
    expect(existsSync('made')).toBe(false);
  });

  it('is refused if it is not there, needs tsx, or is read by a program', async () => {
    expect(await runCommandLine([...CREATE_FROM, 'bundle.ts'])).toMatchObject({ exitCode: 4, stderr: 'error: bundle.ts does not exist; check the path of --config\n' });
    writeFileSync('bundle.ts', 'export default {};\n');
    if (!('typescript' in process.features)) {
      expect((await runCommandLine([...CREATE_FROM, 'bundle.ts'])).stderr).toContain('bundle.ts is TypeScript, which needs tsx here, and tsx is neither installed beside it nor in the current folder; run');
    }
    expect(() => Bundle.fromConfig('bundle.ts')).toThrow('a BundleConfig in TypeScript or JavaScript is for `olm-constructs bundle create --config`; a program imports it');
  });

  it('is written by bundle init, and never run unless it is named', async () => {
    expect(await runCommandLine(['bundle', 'init', 'operator.yaml', '--package', 'hello-operator', '--out', 'olm.bundle.ts'])).toMatchObject({
      exitCode: 0, stderr: '', stdout: 'olm.bundle.ts\n\nNext:\n\n  olm-constructs bundle create --config olm.bundle.ts --version VERSION\n',
    });
    expect(readFileSync('olm.bundle.ts', 'utf8')).toBe(`import { type BundleConfig, InstallModeType } from 'olm-constructs/bundle';

/** Options of \`olm-constructs bundle create --version VERSION\`. */
const config: BundleConfig = {
  packageName: "hello-operator",
  channels: [
    "alpha"
  ],
  containerImage: "quay.io/example/hello-operator:v0.3.0",
  manifests: "operator.yaml",
  installModes: [InstallModeType.ALL_NAMESPACES],
};

export default config;
`);
    expect((await runCommandLine(['bundle', 'create', '--version', '0.3.0', '--out', 'made'])).stderr).toContain('packageName is missing');
    install('tsx');
    // The package itself, as an installed one would be found.
    mkdirSync('node_modules/olm-constructs');
    writeFileSync('node_modules/olm-constructs/package.json', '{"name":"olm-constructs","exports":{"./bundle":"./bundle.js"}}');
    writeFileSync('node_modules/olm-constructs/bundle.js', "exports.InstallModeType = { ALL_NAMESPACES: 'AllNamespaces' };\n");
    expect(await runCommandLine([...CREATE_FROM, 'olm.bundle.ts', '--strict'])).toMatchObject({ exitCode: 0, stderr: '' });
    expect(Bundle.fromDirectory('made').installModes).toEqual(['AllNamespaces']);
  });
});
