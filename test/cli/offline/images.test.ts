import { writeFileSync } from 'node:fs';
import { enterCommandFolder } from '../../builders/command-folder';
import { runCommandLine } from '../../builders/command-line';

let leave: () => void;
beforeEach(() => leave = enterCommandFolder());
afterEach(() => leave());

describe('images', () => {
  test('lists those of bundles, catalogs and manifests, each once', async () => {
    expect(await runCommandLine(['images', 'bundle', 'catalog-next', 'manifests/pod.yaml'])).toEqual({
      exitCode: 0, stdout: 'quay.io/example/web:1.0\nregistry.k8s.io/pause:3.10\nregistry.k8s.io/pause:3.10.1\n', stderr: '',
    });
  });

  test('finds those of an operator in the manifests that install it from ConfigMaps', async () => {
    await runCommandLine(['synth', 'bundle', '--olm', 'existing', '--out', 'out']);
    const { stdout } = await runCommandLine(['images', 'out', '--format', 'json']);
    expect(JSON.parse(stdout)).toEqual({
      images: [
        { image: expect.stringMatching(/^quay\.io\/operator-framework\/opm@/) as string, hasDigest: true, usedBy: ['Deployment/hello-operator-catalog'] },
        { image: 'registry.k8s.io/pause:3.10', hasDigest: false, usedBy: ['hello-operator.v0.1.0'] },
      ],
      unknown: [], refused: [],
    });
  });

  test('reads manifests and catalogs from standard input', async () => {
    const pod = 'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: web}\n  spec: {containers: [{image: nginx}]}\n';
    expect((await runCommandLine(['images', '-'], { stdin: pod })).stdout).toBe('nginx\n');
    const { stdout: catalog } = await runCommandLine(['catalog', 'render', 'bundle', '--format', 'json']);
    expect((await runCommandLine(['images', '-'], { stdin: catalog })).stdout).toBe('registry.k8s.io/pause:3.10\n');
  });

  test.each(['idms', 'itms', 'mapping'])('prints %s for a mirror', async (format) => {
    writeFileSync('manifests/other.yaml', 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers: '
      + `[{image: "quay.io/example/app@sha256:${'a'.repeat(64)}"}]\n`);
    expect((await runCommandLine(['images', 'manifests', '--format', format, '--mirror', 'mirror.example.com/olm/'])).stdout).toMatchSnapshot();
  });

  test.each([
    [['manifests', '--format', 'idms'], 2, '--format idms needs --mirror with the registry of the mirror'],
    [['manifests', '--mirror', 'm.example'], 2, '--mirror is for the formats idms, itms and mapping, and the format is text; omit it'],
    [['missing'], 4, 'missing: file or folder not found'],
    [['note.yaml'], 4, 'note.yaml:1: this is not a Kubernetes object: it must have apiVersion and kind'],
    [['broken.yaml'], 4, 'broken.yaml: '],
    [['empty.yaml', 'manifests/pod.yaml'], 0, ''],
  ])('of %j has exit code %d', async (args, expected, message) => {
    writeFileSync('note.yaml', 'note: text\n');
    writeFileSync('broken.yaml', 'kind: [\n');
    writeFileSync('empty.yaml', '');
    const { exitCode, stderr } = await runCommandLine(['images', ...args]);
    expect({ exitCode, stderr: stderr.slice(0, 7 + message.length) }).toEqual({ exitCode: expected, stderr: message === '' ? '' : `error: ${message}` });
  });
});
