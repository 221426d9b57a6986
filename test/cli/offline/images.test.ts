import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Catalog } from 'olm-constructs/catalog';
import { enterCommandFolder } from '../../builders/command-folder';
import { runCommandLine } from '../../builders/command-line';
import { compileProgram } from '../../builders/compiled-program';

let leave: () => void;
beforeEach(() => leave = enterCommandFolder());
afterEach(() => leave());

describe('images', () => {
  test('lists those of bundles, catalogs and manifests, each once', async () => {
    expect(await runCommandLine(['images', 'bundle', 'catalog-next', 'manifests/pod.yaml'])).toEqual({
      exitCode: 0, stdout: 'docker.io/library/node:22.19.0-alpine3.22\ndocker.io/library/node:22.20.0-alpine3.22\nquay.io/example/web:1.0\n', stderr: '',
    });
  });

  test('finds those of an operator in the manifests that install it from ConfigMaps', async () => {
    await runCommandLine(['synth', 'bundle', '--olm', 'existing', '--out', 'out']);
    const { stdout } = await runCommandLine(['images', 'out', '-o', 'json']);
    expect(JSON.parse(stdout)).toEqual({
      apiVersion: 'olm-constructs/v1', kind: 'ImageList', images: [
        { image: 'docker.io/library/node:22.19.0-alpine3.22', hasDigest: false, usedBy: ['hello-operator.v0.1.0'] },
        { image: expect.stringMatching(/^quay\.io\/operator-framework\/opm@/) as string, hasDigest: true, usedBy: ['Deployment/hello-operator-catalog'] },
      ],
      unknown: [], refused: [], notes: [],
    });
  });

  test('reads manifests and catalogs from standard input', async () => {
    const pod = 'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: web}\n  spec: {containers: [{image: nginx}]}\n';
    expect((await runCommandLine(['images', '-'], { stdin: pod })).stdout).toBe('nginx\n');
    const { stdout: catalog } = await runCommandLine(['catalog', 'render', 'bundle', '-o', 'json']);
    expect((await runCommandLine(['images', '-'], { stdin: catalog })).stdout).toBe('docker.io/library/node:22.19.0-alpine3.22\n');
  });

  test('reads the layout of a catalog image, too', async () => {
    await runCommandLine(['catalog', 'render', 'bundle', '--out', 'rendered']);
    Catalog.fromDirectory('rendered').toImageLayout({ bundleRepository: 'quay.io/example/bundles' }).write('layout');
    expect(await runCommandLine(['images', 'layout'])).toEqual({
      exitCode: 0, stdout: expect.stringMatching(/^docker\.io\/library\/node:22\.19\.0-alpine3\.22\nquay\.io\/example\/bundles\S+\n$/) as string, stderr: '',
    });
  });

  test.each(['idms', 'itms', 'icsp', 'mapping'])('prints %s for a mirror', async (format) => {
    writeFileSync('manifests/other.yaml', 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers: '
      + `[{image: "quay.io/example/app@sha256:${'a'.repeat(64)}"}]\n`);
    expect((await runCommandLine(['images', 'manifests', '-o', format, '--mirror', 'mirror.example.com/olm/'])).stdout).toMatchSnapshot();
  });

  describe('says what is not known', () => {
    const SUBSCRIPTION = 'apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: hello, namespace: shop}\n'
      + 'spec: {name: hello-operator, source: community, sourceNamespace: olm}\n---\napiVersion: operators.coreos.com/v1alpha1\nkind: CatalogSource\n'
      + 'metadata: {name: community, namespace: olm}\nspec: {sourceType: grpc, image: "quay.io/example/catalog:v1"}\n';
    const UNKNOWN = 'operators of catalog olm/community: not known, give its content (Subscription shop/hello installs package hello-operator)';
    beforeEach(() => {
      writeFileSync('subscription.yaml', SUBSCRIPTION);
    });

    test.each([[[], 0], [['--complete'], 1]])('of operators from a catalog, with %j and exit code %d', async (args, exitCode) => {
      expect(await runCommandLine(['images', 'subscription.yaml', ...args])).toEqual({ exitCode, stdout: `quay.io/example/catalog:v1\n# ${UNKNOWN}\n`, stderr: '' });
    });

    test.each(['json', 'cyclonedx', 'idms', 'mapping'])('in the format %s, and on standard error', async (format) => {
      const mirror = format === 'idms' || format === 'mapping' ? ['--mirror', 'mirror.example.com'] : [];
      const { stdout, stderr } = await runCommandLine(['images', 'subscription.yaml', '-o', format, ...mirror]);
      expect(stderr).toBe(`warning: ${UNKNOWN}\n`);
      expect(stdout.includes(UNKNOWN)).toBe(format !== 'mapping');
    });

    test('unless the content of the catalog is given', async () => {
      expect(await runCommandLine(['images', 'subscription.yaml', '--complete', '--content', 'olm/community=catalog-next'])).toEqual({
        exitCode: 0, stdout: 'docker.io/library/node:22.20.0-alpine3.22\nquay.io/example/catalog:v1\n', stderr: '',
      });
    });

    test('of locked operators', async () => {
      const { exitCode, stdout } = await runCommandLine(['images', 'olm.lock.yaml', '--complete']);
      expect({ exitCode, stdout }).toEqual({
        exitCode: 1, stdout: '# images of operator hello/hello-operator 0.1.0 (hello-operator.v0.1.0) of catalog olm/registry: not known, give the content of the catalog\n',
      });
      await runCommandLine(['catalog', 'render', 'bundle', '-o', 'json']).then(({ stdout: catalog }) => writeFileSync('registry.json', catalog));
      expect(await runCommandLine(['images', 'olm.lock.yaml', '--complete', '--content', 'olm/registry=registry.json'])).toEqual({
        exitCode: 0, stdout: 'docker.io/library/node:22.19.0-alpine3.22\n', stderr: '',
      });
    });
  });

  test('skips and counts what is no Kubernetes object in a folder, and names the tools that a folder is for', async () => {
    mkdirSync('site/templates', { recursive: true });
    writeFileSync('site/mkdocs.yml', 'site_name: docs\n');
    writeFileSync('site/pod.yaml', 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{image: nginx}]}\n');
    writeFileSync('site/values.yaml', 'image: other\n---\na: 1\n');
    writeFileSync('site/kustomization.yaml', 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nimages: [{name: nginx, newTag: v2}]\n');
    writeFileSync('site/templates/deployment.yaml', 'kind: {{ .Values.kind }}\n{{ end }}\n');
    const { exitCode, stdout, stderr } = await runCommandLine(['images', 'site', '--complete']);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1, stderr: 'warning: site: skipped 3 documents that are not Kubernetes objects: site/mkdocs.yml:1, site/values.yaml:1, site/values.yaml:3\n',
    });
    const { notes } = JSON.parse((await runCommandLine(['images', 'site', '-o', 'json'])).stdout) as { readonly notes: readonly string[] };
    expect(notes).toEqual([stderr.replace(/^warning: |\n$/g, '')]);
    expect(stdout.split('\n')).toEqual([
      'nginx',
      expect.stringMatching(/^# images of a file that cannot be read: site\/templates\/deployment\.yaml:\d+:\d+: .*`helm template`/) as string,
      '# images of a folder that a tool renders: site is a kustomization, whose files are not what is applied; run `kustomize build site | olm-constructs images -`',
      '',
    ]);
  });

  test('refuses what is no reference, with its place, and never prints it raw', async () => {
    writeFileSync('bad.json', JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { containers: [
      { image: 'good:1' }, { image: 'x=y\n\u001b[31mevil:1' }, { image: 'quay.io/a/b:v1\nquay.io/evil:1=there' },
    ] } }));
    const { exitCode, stdout, stderr } = await runCommandLine(['images', 'bad.json']);
    const place = (index: number): string => `error: Pod/a: spec.containers[${index}].image: `;
    const remedy = 'is not an image reference; write it as registry/repository:tag or registry/repository@sha256:<64 hex digits>';
    expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: 'good:1\n' });
    expect(stderr).toBe(`${place(1)}"x=y\\n\\u001b[31mevil:1" ${remedy}\n${place(2)}"quay.io/a/b:v1\\nquay.io/evil:1=there" ${remedy}\n`);
  });

  describe('of an app', () => {
    let program: string;
    let compiled: string;
    beforeAll(() => {
      compiled = mkdtempSync(join(tmpdir(), 'olm-images-app-'));
      program = compileProgram('test/cli/offline/images-app.ts', compiled);
    });
    afterAll(() => rmSync(compiled, { recursive: true }));

    const OPM = /quay\.io\/operator-framework\/(opm@sha256:[0-9a-f]{64})/;
    test('knows the contents of catalogs', async () => {
      const { exitCode, stdout, stderr } = await runCommandLine(['images', '--complete', '--app', `node ${program}`]);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout.replace(OPM, 'OPM')).toBe('docker.io/library/node:22.19.0-alpine3.22\ndocker.io/library/node:22.20.0-alpine3.22\nquay.io/example/catalog:v1\nOPM\n');
    });

    test('maps originals to the mirrors that the app sets', async () => {
      writeFileSync('cdk8s.yaml', `app: >-\n  MIRRORS='{"registryMirror":"mirror.example.com/olm"}' node ${program}\n`);
      const { exitCode, stdout, stderr } = await runCommandLine(['images', '-o', 'mapping', '--mirror', 'mirror.example.com/olm']);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout.replace(OPM, 'OPM')).toBe('docker.io/library/node:22.20.0-alpine3.22=mirror.example.com/olm/library/node:22.20.0-alpine3.22\n'
        + 'quay.io/example/catalog:v1=mirror.example.com/olm/example/catalog:v1\n'
        + 'docker.io/library/node:22.19.0-alpine3.22=mirror.example.com/olm/library/node:22.19.0-alpine3.22\nOPM=mirror.example.com/olm/operator-framework/opm\n');
    });

    test.each([
      ["echo 'nothing'", "the app 'echo 'nothing'' wrote no manifests; call app.synth(), "],
      ['exit 3', "the app 'exit 3' failed with exit code 3:"],
    ])('fails for the app %j', async (command, message) => {
      const { exitCode, stderr } = await runCommandLine(['images', '--app', command]);
      expect({ exitCode, stderr: stderr.slice(0, 7 + message.length) }).toEqual({ exitCode: 4, stderr: `error: ${message}` });
    });
  });

  test.each([
    [['manifests', '-o', 'idms'], 2, '-o idms needs --mirror with the registry of the mirror'],
    [['manifests', '--mirror', 'm.example'], 2, '--mirror is for the formats idms, itms, icsp and mapping, and the format is text; omit it'],
    [['manifests', '--content', 'olm/community'], 2, "--content must have the form NAME=VALUE, and is 'olm/community'"],
    [['manifests', '--content', 'a=catalog', '--content', 'a=catalog-next'], 2, '--content has two contents for a; give one'],
    [['manifests', '-o', 'mapping', '--mirror', 'a=b'], 4, 'the mirror must be a registry with an optional path: got "a=b"'],
    [[], 4, `the app '"${process.execPath}" app.cjs' failed with exit code 1:`],
    [['missing'], 4, 'missing: file or folder not found'],
    [['note.yaml'], 4, 'note.yaml:1: this is not a Kubernetes object: it must have apiVersion and kind'],
    [['broken.yaml'], 4, 'broken.yaml:2:1: this is not YAML'],
    [['empty.yaml', 'manifests/pod.yaml'], 0, ''],
  ])('of %j has exit code %d', async (args, expected, message) => {
    writeFileSync('note.yaml', 'note: text\n');
    writeFileSync('broken.yaml', 'kind: [\n');
    writeFileSync('empty.yaml', '');
    const { exitCode, stderr } = await runCommandLine(['images', ...args]);
    expect({ exitCode, stderr: stderr.slice(0, 7 + message.length) }).toEqual({ exitCode: expected, stderr: message === '' ? '' : `error: ${message}` });
  });
});
