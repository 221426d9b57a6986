import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { ExitCode } from '../../../lib/cli/frame/cli-error';
import { registryOptions } from '../../../lib/cli/frame/registry';
import { synthCommand } from '../../../lib/cli/offline/synth';
import { ENGINE_NAMES } from '../../../lib/cli/offline/synth-app';
import { enterCommandFolder } from '../../builders/command-folder';
import { runCommandLine } from '../../builders/command-line';
import { kindsOf, manifestsIn } from '../../builders/synthesized';

let leave: () => void;
beforeEach(() => leave = enterCommandFolder());
afterEach(() => leave());

describe('synth', () => {
  test("writes OLM's CRDs, OLM and the operator as three files, and nothing else", async () => {
    expect(await runCommandLine(['synth', 'bundle', '--out', 'out'])).toMatchObject({ exitCode: 0, stderr: '' });
    expect(manifestsOf('out')).toEqual(['0000-olm-crds.k8s.yaml', '0001-olm.k8s.yaml', '0002-operator.k8s.yaml']);
    expect(readdirSync('.').filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('prints what it wrote, and how to apply it', async () => {
    expect((await runCommandLine(['synth', 'bundle'])).stdout).toMatchSnapshot();
  });

  test.each([
    ['olm-v1', ['Namespace', 'ClusterCatalog', 'ClusterExtension'], ['--repository', 'registry.example.com/hello']],
    ['rukpak', ['Namespace', 'ConfigMap', 'ConfigMap', 'BundleDeployment'], []],
    ['plain', ['CustomResourceDefinition', 'Namespace', 'ServiceAccount', 'Role', 'RoleBinding', 'Deployment'], []],
  ])('installs the same operator with the engine %s', async (engine, kinds, args) => {
    const { stdout } = await runCommandLine(['synth', 'bundle', '--engine', engine, '--out', 'out', ...args]);
    expect(kindsOf(manifestsIn('out/operator.k8s.yaml'))).toEqual(kinds);
    expect(stdout).toMatchSnapshot();
  });

  test('writes the images for OLM v1, by the digests that the manifests have', async () => {
    await runCommandLine(['synth', 'bundle', '--engine', 'olm-v1', '--repository', 'registry.example.com/hello', '--out', 'out']);
    const { digest } = Bundle.fromPath('bundle').toImageLayout();
    expect(Catalog.fromOciLayout('out/images/catalog').bundles.map(({ image }) => image)).toEqual([`registry.example.com/hello/bundle@${digest}`]);
    expect(readFileSync('out/operator.k8s.yaml', 'utf8')).toContain('registry.example.com/hello/catalog@sha256:');
  });

  test('writes the image of a bundle with the name of the catalog beside that of the catalog', async () => {
    const csv = 'bundle-next/manifests/hello-operator.clusterserviceversion.yaml';
    const content = readFileSync(csv, 'utf8');
    writeFileSync(csv, content.replace('name: hello-operator.v0.2.0', 'name: catalog'));
    const args = ['synth', 'bundle', 'bundle-next', '--engine', 'olm-v1', '--repository', 'registry.example.com/hello', '--out', 'out'];
    const { exitCode, stderr, stdout } = await runCommandLine(args);
    writeFileSync(csv, content);
    expect([exitCode, stderr]).toEqual([0, '']);
    const folders = readdirSync('out/images').sort();
    expect(folders).toEqual(['catalog', expect.stringMatching(/^catalog-[0-9a-f]{8}$/), 'hello-operator.v0.1.0']);
    expect(Catalog.fromOciLayout('out/images/catalog').bundleNames).toEqual(['hello-operator.v0.1.0', 'catalog']);
    expect(stdout).toContain(`crane push out/images/${folders[1]!} registry.example.com/hello/bundle:${folders[1]!}\n`);
  });

  test('prints the manifests with --out -', async () => {
    const { stdout } = await runCommandLine(['synth', 'bundle', '--engine', 'plain', '--out', '-']);
    expect(stdout).toContain('kind: Deployment\n');
    expect(stdout).not.toContain('kubectl');
    expect(existsSync('dist')).toBe(false);
  });

  test('treats several bundles of a package as versions of one operator', async () => {
    await runCommandLine(['synth', 'bundle-next', 'bundle', '--olm', 'existing', '--out', 'out']);
    const parts = manifestsIn('out/operator.k8s.yaml').filter(({ kind }) => kind === 'ConfigMap') as readonly { readonly binaryData?: { readonly [key: string]: string } }[];
    const packed = parts.flatMap(({ binaryData }) => Object.values(binaryData ?? {})).map((part) => Buffer.from(part, 'base64'));
    expect(Catalog.fromString(gunzipSync(Buffer.concat(packed)).toString()).bundleNames).toEqual(['hello-operator.v0.1.0', 'hello-operator.v0.2.0']);
  });

  test('sets namespace, channel, install mode, approval and the image of the registry', async () => {
    await runCommandLine(['synth', 'bundle', '--olm', 'openshift', '--out', 'out', '-n', 'team', '--channel', 'candidate-v0', '--install-mode', 'all',
      '--approval', 'manual', '--registry-image', 'mirror.example.com/opm:v1', '--pull-secret', 'mirror']);
    const objects = manifestsIn('out/operator.k8s.yaml');
    const one = (kind: string): object | undefined => objects.find((object) => object.kind === kind);
    expect(one('Subscription')).toMatchObject({ metadata: { namespace: 'team' }, spec: { channel: 'candidate-v0', installPlanApproval: 'Manual' } });
    // `wait --approve` approves nothing but a pinned version.
    expect(one('Subscription')).toMatchObject({ spec: { startingCSV: 'hello-operator.v0.1.0' } });
    expect(JSON.stringify(one('Deployment'))).toContain('"mirror.example.com/opm:v1"');
    expect(JSON.stringify(one('Deployment'))).toContain('"imagePullSecrets":[{"name":"mirror"}]');
  });

  test('uses the OperatorGroup of a namespace that has one', async () => {
    const { exitCode, stdout } = await runCommandLine(['synth', 'bundle', '--olm', 'existing', '-n', 'team', '--operator-group', 'shared', '--out', '-']);
    const kinds = [...stdout.matchAll(/^kind: (\S+)$/gm)].map(([, kind]) => kind);
    expect(exitCode).toBe(0);
    expect(kinds).toContain('Subscription');
    expect(kinds).not.toContain('OperatorGroup');
    expect(stdout).not.toMatch(/^kind: Namespace\nmetadata:\n {2}name: team$/m);
  });

  test('installs another release of OLM, with the catalog of OperatorHub.io', async () => {
    await runCommandLine(['synth', 'bundle', '--olm', '0.28.0', '--operator-hub', '--out', 'out']);
    expect(kindsOf(manifestsIn('out/0001-olm.k8s.yaml'))).toContain('CatalogSource');
    expect(readFileSync('out/0001-olm.k8s.yaml', 'utf8')).toContain('40d0363f4aa684319cd721c2fcf3321785380fdc74de8ef821317cd25a10782a');
  });

  test('keeps other files of the folder, and leaves nothing behind if it fails', async () => {
    await runCommandLine(['synth', 'bundle', '--out', 'manifests', '--engine', 'plain']);
    expect(manifestsOf('manifests')).toEqual(['operator.k8s.yaml', 'pod.yaml']);
    writeFileSync('bundle/metadata/annotations.yaml', 'annotations: {}\n');
    expect(await runCommandLine(['synth', 'bundle', '--out', 'failed'])).toMatchObject({ exitCode: 4, stdout: '' });
    expect(existsSync('failed')).toBe(false);
  });

  test.each([
    [['--engine', 'olm'], "--engine must be one of olm-v0, olm-v1, rukpak, plain, and is 'olm'"],
    [['--engine', 'olm-v1'], 'OLM v1 installs from images only; add --repository with a repository to push them to, such as registry.example.com/hello'],
    [['--engine', 'olm-v1', '--repository', 'r.example/c', '--out', '-'], 'the images for OLM v1 need a folder; set --out to one'],
    [['--repository', 'r.example/c'], '--repository is for the engine olm-v1, and the engine is olm-v0; omit it, or add --engine olm-v1'],
    [['--install-mode', 'a,,b'], "--install-mode has an empty namespace, and is 'a,,b'; set it to own, all, or namespaces"],
    [['--install-mode', 'a,a'], "--install-mode has the namespace 'a' twice; remove one"],
    [['--registry-image', ''], '--registry-image is empty; set it to a value, or omit it'],
    [['--engine', 'olm-v1', '--repository', 'r.example.com/Hello'], '--repository must be a repository with its registry and without tag and digest'],
    [['--engine', 'plain', '--slim'], '--slim is for the engine olm-v0, and the engine is plain; omit it'],
    [['--olm', 'existing', '--operator-hub'], '--operator-hub installs a catalog with OLM, and with --olm existing no OLM is installed; omit it'],
    [['--engine', 'plain', '--operator-group', 'group'], '--operator-group is for the engine olm-v0, and the engine is plain; omit it'],
    [['--operator-group', 'group'], '--operator-group needs --namespace: the namespace that has OperatorGroup group'],
    [['--engine', 'plain', '--olm', 'existing'], '--olm and --operator-hub are for the engine olm-v0, and the engine is plain; omit them'],
    [['--olm', '1.0'], '--olm must be a release, existing or openshift: unknown OLM version "1.0"; nearest known versions: 0.18.3, 0.19.1, 0.20.0'],
  ])('refuses %j', async (args, message) => {
    const { exitCode, stderr } = await runCommandLine(['synth', 'bundle', ...args]);
    expect({ exitCode, stderr: stderr.split('\n')[0] }).toEqual({ exitCode: 2, stderr: expect.stringMatching(/^error: /) as string });
    expect(stderr).toContain(message.slice(0, 60));
  });

  const SAMPLES: { readonly [option: string]: readonly string[] } = {
    'namespace': ['other'], 'install-mode': ['other'], 'channel': ['other'], 'slim': [], 'approval': ['manual'], 'operator-group': ['group'],
    'registry-image': ['r.example.com/opm:v1'], 'pull-secret': ['secret'], 'olm': ['0.28.0'], 'operator-hub': [], 'repository': ['r.example.com/other'],
  };
  const contentOf = (folder: string): string => manifestsOf(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8')).join('');
  const kebab = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const engineOptions = Object.keys(synthCommand.options).filter((key) => !(key in registryOptions) && !['out', 'prune', 'engine'].includes(key)).map(kebab);

  test.each(ENGINE_NAMES.flatMap((engine) => engineOptions.map((option) => ({ engine, option }))))(
    'takes --$option into account with the engine $engine, or refuses it', async ({ engine, option }) => {
      const given = engine === 'olm-v1' && option !== 'repository' ? ['--repository', 'r.example.com/hello'] : [];
      const before = engine === 'olm-v1' ? ['--repository', 'r.example.com/hello'] : [];
      const namespace = option === 'operator-group' ? ['-n', 'hello-operator'] : [];
      const without = await runCommandLine(['synth', 'bundle', '--engine', engine, '--out', 'without', ...before, ...namespace]);
      const { exitCode, stderr } = await runCommandLine(['synth', 'bundle', '--engine', engine, '--out', 'out', ...given, ...namespace, `--${option}`, ...SAMPLES[option]!]);
      expect(without.exitCode).toBe(0);
      if (exitCode !== ExitCode.SUCCESS) {
        expect(stderr.replaceAll(/[ -]/g, '').toLowerCase()).toContain(option.replaceAll('-', ''));
      } else if (option !== 'slim') {
        // The bundle is small, so that nothing is removed from it.
        expect(contentOf('out') === contentOf('without')).toBe(false);
      } else {
        expect(engine).toBe('olm-v0');
      }
    },
  );

  test('requires a bundle or a release of OLM', async () => {
    const { exitCode, stderr } = await runCommandLine(['synth']);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2, stderr: 'error: nothing to write; specify a bundle, or set --olm to a release such as 0.46.0 to write OLM alone\n',
    });
  });

  test('writes OLM alone', async () => {
    const { exitCode, stdout } = await runCommandLine(['synth', '--olm', '0.28.0']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^OLM 0\.28\.0:\n/);
    expect(manifestsOf('dist/olm')).toEqual(['0000-olm-crds.k8s.yaml', '0001-olm.k8s.yaml']);
    await runCommandLine(['synth', 'bundle', '--olm', '0.28.0', '--out', 'both']);
    for (const name of manifestsOf('dist/olm')) {
      expect(readFileSync(`dist/olm/${name}`, 'utf8')).toBe(readFileSync(`both/${name}`, 'utf8'));
    }
  });

  test.each([
    [['--namespace', 'team']], [['--channel', 'stable']], [['--approval', 'manual']], [['--slim']], [['--pull-secret', 'mirror']],
  ])('refuses %j with OLM alone', async (args) => {
    expect(await runCommandLine(['synth', '--olm', '0.28.0', ...args])).toMatchObject({
      exitCode: 2, stderr: 'error: without a bundle, only OLM is written; specify a bundle, or omit the options of operators\n',
    });
  });

  describe('into the folder of an earlier run', () => {
    beforeEach(() => runCommandLine(['synth', 'bundle', '--out', 'out']));
    const again = (...args: readonly string[]): ReturnType<typeof runCommandLine> => runCommandLine(['synth', 'bundle', '--olm', 'existing', '--out', 'out', ...args]);
    const EARLIER = ['0000-olm-crds.k8s.yaml', '0001-olm.k8s.yaml', '0002-operator.k8s.yaml'];

    test('refuses files that it does not write, and writes nothing', async () => {
      const { exitCode, stderr } = await again();
      expect({ exitCode, files: manifestsOf('out') }).toEqual({ exitCode: 4, files: EARLIER });
      expect(stderr).toContain('that this run does not write, and that `kubectl apply -f out` would apply: 0000-olm-crds.k8s.yaml, 0001-olm.k8s.yaml, 0002-operator.k8s.yaml; ');
      expect(stderr).toContain('--prune');
    });

    test('removes them with --prune, and nothing else', async () => {
      writeFileSync('out/mine.yaml', 'kind: ConfigMap\n');
      const { exitCode, stdout } = await again('--prune');
      expect({ exitCode, files: manifestsOf('out') }).toEqual({ exitCode: 0, files: ['mine.yaml', 'operator.k8s.yaml'] });
      expect(stdout).toContain('Removed, because an earlier run wrote them: 0000-olm-crds.k8s.yaml, 0001-olm.k8s.yaml, 0002-operator.k8s.yaml');
    });

    test('never removes one that was changed since', async () => {
      writeFileSync('out/0001-olm.k8s.yaml', 'kind: ConfigMap\n');
      const { exitCode, stderr } = await again('--prune');
      expect({ exitCode, files: manifestsOf('out') }).toEqual({ exitCode: 4, files: EARLIER });
      expect(stderr).toContain('that no earlier run wrote, or that were changed since: 0001-olm.k8s.yaml; nothing was written');
    });

    test.each([
      ['that was changed since', (): void => writeFileSync('out/0001-olm.k8s.yaml', 'kind: ConfigMap\n')],
      ['that no run wrote', (): void => unlinkSync('out/.olm-constructs.sha256')],
    ])('never overwrites a file %s', async (_what, change) => {
      change();
      writeFileSync('out/0001-olm.k8s.yaml', 'kind: ConfigMap\n');
      const { exitCode, stderr } = await runCommandLine(['synth', 'bundle', '--out', 'out']);
      expect({ exitCode, content: readFileSync('out/0001-olm.k8s.yaml', 'utf8') }).toEqual({ exitCode: 4, content: 'kind: ConfigMap\n' });
      expect(stderr).toContain('0001-olm.k8s.yaml; nothing was written: move or delete them');
    });

    test('never removes a file that had the content already', async () => {
      unlinkSync('out/.olm-constructs.sha256');
      expect(await runCommandLine(['synth', 'bundle', '--out', 'out'])).toMatchObject({ exitCode: 0 });
      expect(await again('--prune')).toMatchObject({ exitCode: 0 });
      expect(manifestsOf('out')).toEqual([...EARLIER, 'operator.k8s.yaml']);
    });

    test('takes no file outside the folder for its own', async () => {
      const hash = createHash('sha256').update(readFileSync('bundle/metadata/annotations.yaml')).digest('hex');
      writeFileSync('out/.olm-constructs.sha256', `${hash}  ../bundle/metadata/annotations.yaml\n${hash}  ..\nnonsense\n`);
      expect(await again('--prune')).toMatchObject({ exitCode: 0 });
      expect(existsSync('bundle/metadata/annotations.yaml')).toBe(true);
    });

    test('writes the same files again', async () => {
      expect(await runCommandLine(['synth', 'bundle', '--out', 'out'])).toMatchObject({ exitCode: 0 });
      expect(manifestsOf('out')).toEqual(EARLIER);
    });
  });
});

/** Names of the files of a folder that kubectl applies. */
function manifestsOf(folder: string): string[] {
  return readdirSync(folder).filter((name) => /\.(?:ya?ml|json)$/.test(name));
}
