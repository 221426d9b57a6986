import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ApiObject, Testing } from 'cdk8s';
import { GitRef, ProvisionerClass, RukpakBundleDeployment, RukpakBundleDeploymentProps, RukpakSource, RukpakVersion } from 'olm-constructs/rukpak';
import { Manifest, one, synth } from '../../builders/synthesized';

const V1ALPHA1 = { version: RukpakVersion.V0_16_0 };
const IMAGE = 'quay.io/example/bundle:v1';

function deploy(source: RukpakSource, props: Partial<RukpakBundleDeploymentProps> = {}): Manifest[] {
  const chart = Testing.chart();
  new RukpakBundleDeployment(chart, 'app', {
    name: 'app', source, provisionerClass: ProvisionerClass.PLAIN, ...(props.version === undefined ? { installNamespace: 'apps' } : {}), ...props,
  });
  return synth(chart);
}

function sourceOf(source: RukpakSource, props: Partial<RukpakBundleDeploymentProps> = {}): unknown {
  const { spec } = one(deploy(source, props), 'BundleDeployment');
  return spec['source'] ?? (spec as { template: { spec: { source: unknown } } }).template.spec.source;
}

describe('RukpakSource', () => {
  test.each<[string, RukpakSource, Partial<RukpakBundleDeploymentProps>, object]>([
    ['an image', RukpakSource.image(IMAGE), {}, { type: 'image', image: { ref: IMAGE } }],
    [
      'an image with credentials',
      RukpakSource.image(IMAGE, { pullSecret: 'pull', insecureSkipTlsVerify: false, certificateData: '-----BEGIN CERTIFICATE-----\nMIIB\n' }),
      {},
      { type: 'image', image: { ref: IMAGE, pullSecret: 'pull', insecureSkipTLSVerify: false, certificateData: '-----BEGIN CERTIFICATE-----\nMIIB\n' } },
    ],
    [
      'a branch',
      RukpakSource.git('https://git.example.com/repo', { ref: GitRef.branch('main') }),
      {},
      { type: 'git', git: { repository: 'https://git.example.com/repo', ref: { branch: 'main' } } },
    ],
    [
      'a tag, with credentials',
      RukpakSource.git('git@git.example.com:repo', { ref: GitRef.tag('v1'), directory: './deploy', secret: 'git', insecureSkipVerify: true }),
      {},
      { type: 'git', git: { repository: 'git@git.example.com:repo', directory: './deploy', ref: { tag: 'v1' }, auth: { secret: { name: 'git' }, insecureSkipVerify: true } } },
    ],
    [
      'a commit',
      RukpakSource.git('https://git.example.com/repo', { ref: GitRef.commit('0123abcd') }),
      {},
      { type: 'git', git: { repository: 'https://git.example.com/repo', ref: { commit: '0123abcd' } } },
    ],
    [
      'a URL, with credentials',
      RukpakSource.http('https://example.com/bundle.tgz', { secret: 'web' }),
      {},
      { type: 'http', http: { url: 'https://example.com/bundle.tgz', auth: { secret: { name: 'web' } } } },
    ],
    [
      'ConfigMaps',
      RukpakSource.configMaps([{ name: 'one', path: 'manifests' }, { name: 'two' }]),
      {},
      { type: 'configMaps', configMaps: [{ configMap: { name: 'one' }, path: 'manifests' }, { configMap: { name: 'two' } }] },
    ],
    [
      'a single ConfigMap',
      RukpakSource.localConfigMap('files', 'team'),
      { version: RukpakVersion.V0_11_0 },
      { type: 'local', local: { configMap: { name: 'files', namespace: 'team' } } },
    ],
    ['an upload', RukpakSource.upload(), V1ALPHA1, { type: 'upload', upload: {} }],
  ])('describes %s', (_, source, props, expected) => {
    expect(sourceOf(source, props)).toEqual(expected);
  });

  test.each<[string, RukpakSource, Partial<RukpakBundleDeploymentProps>]>([
    ["source 'http' is not supported by RukPak 0.8.0, only by RukPak 0.9.0 and later; set 'version' to such a release, or use another RukpakSource",
      RukpakSource.http('https://example.com/bundle.tgz'), { version: RukpakVersion.V0_8_0 }],
    ["source 'configMaps' is not supported by RukPak 0.11.0, only by RukPak 0.12.0 and later; set 'version' to such a release, or use another RukpakSource",
      RukpakSource.configMaps([{ name: 'one' }]), { version: RukpakVersion.V0_11_0 }],
    ["source 'local' is not supported by RukPak 0.12.0, only by RukPak 0.7.0 to 0.11.0; set 'version' to such a release, or use another RukpakSource",
      RukpakSource.localConfigMap('one', 'team'), { version: RukpakVersion.V0_12_0 }],
    ["source 'upload' is not supported by RukPak 0.24.0, only by RukPak 0.8.0 to 0.16.0; set 'version' to such a release, or use another RukpakSource",
      RukpakSource.upload(), {}],
    ["insecureSkipTlsVerify is not supported by RukPak 0.16.0, only by RukPak 0.21.0 and later; set 'version' to such a release, or omit 'insecureSkipTlsVerify'",
      RukpakSource.image(IMAGE, { insecureSkipTlsVerify: true }), V1ALPHA1],
    ["certificateData is not supported by RukPak 0.16.0, only by RukPak 0.24.0; set 'version' to such a release, or omit 'certificateData'",
      RukpakSource.image(IMAGE, { certificateData: 'x' }), V1ALPHA1],
    ['certificateData contains no certificate in PEM format; set it to the content of a file that starts with -----BEGIN CERTIFICATE-----',
      RukpakSource.image(IMAGE, { certificateData: 'x' }), {}],
    ['image is empty; correct it', RukpakSource.image(''), {}],
    ["pullSecret 'A' must consist of lowercase letters", RukpakSource.image(IMAGE, { pullSecret: 'A' }), {}],
    ["unknown key 'secret' in options of RukpakSource.image; known keys: 'pullSecret'", RukpakSource.image(IMAGE, { secret: 'x' } as object), {}],
    ["repository 'a b' contains a space; correct it", RukpakSource.git('a b', { ref: GitRef.tag('v1') }), {}],
    ['ref in options of RukpakSource.git is required: use GitRef.branch(name), GitRef.tag(name) or GitRef.commit(hash)', RukpakSource.git('https://x.example', {} as { ref: GitRef }), {}],
    ['ref of the Git tag is empty; correct it', RukpakSource.git('https://x.example', { ref: GitRef.tag('') }), {}],
    ["directory 'a/../../b' is outside the repository; set it to a path relative to the root of the repository",
      RukpakSource.git('https://x.example', { ref: GitRef.tag('v1'), directory: 'a/../../b' }), {}],
    ["url 'ftp://example.com' is not a URL of a web server; set it to one that starts with https:// or http://", RukpakSource.http('ftp://example.com'), {}],
    ['the list of RukpakSource.configMaps is empty; add a ConfigMap', RukpakSource.configMaps([]), {}],
    ["configMaps[0].path '..' is outside the bundle; set it to a path relative to the root of the bundle", RukpakSource.configMaps([{ name: 'one', path: '..' }]), {}],
    ["configMaps[0].name 'A' must consist of lowercase letters", RukpakSource.configMaps([{ name: 'A' }]), {}],
  ])('refuses what RukPak refuses: %s', (message, source, props) => {
    expect(() => deploy(source, props)).toThrow(`[test/app] ${message}`);
  });

  test.each([
    [false, "ConfigMap 'files' of 'test/files' is not immutable, so RukPak refuses it as a source; set `immutable` to true"],
    [true, undefined],
  ])('checks that a ConfigMap of the app is immutable: %s', (immutable, problem) => {
    const chart = Testing.chart();
    new ApiObject(chart, 'files', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'files', namespace: 'rukpak-system' }, immutable, data: {} });
    new RukpakBundleDeployment(chart, 'app', {
      source: RukpakSource.configMaps([{ name: 'files' }]), provisionerClass: ProvisionerClass.PLAIN, installNamespace: 'apps',
    });
    if (problem === undefined) {
      expect(synth(chart)).toHaveLength(2);
    } else {
      expect(() => synth(chart)).toThrow(problem);
    }
  });
});

describe('RukpakSource.localFolder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rukpak-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }

  test('creates immutable ConfigMaps in the namespace of RukPak, before the BundleDeployment', () => {
    write('manifests/a.yaml', 'kind: A\n');
    write('manifests/logo.png', new Uint8Array([0x89, 0xff]));
    // Go's YAML readers would change the character U+0085.
    write('manifests/notes.txt', 'a\u0085b');
    write('metadata/annotations.yaml', 'annotations: {}\n');
    const objects = deploy(RukpakSource.localFolder(folder), { provisionerClass: ProvisionerClass.REGISTRY, labels: { team: 'a' } });
    const anyName = expect.stringMatching(/^app-[0-9a-f]{10}$/) as unknown;
    const annotations = { 'olm-constructs/part-of': 'BundleDeployment/app' };
    expect(objects).toEqual([
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: anyName, namespace: 'rukpak-system', labels: { team: 'a' }, annotations },
        immutable: true,
        data: { 'a.yaml': 'kind: A\n' },
        binaryData: { 'logo.png': 'if8=', 'notes.txt': 'YcKFYg==' },
      },
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: anyName, namespace: 'rukpak-system', labels: { team: 'a' }, annotations },
        immutable: true,
        data: { 'annotations.yaml': 'annotations: {}\n' },
      },
      {
        apiVersion: 'core.rukpak.io/v1alpha2',
        kind: 'BundleDeployment',
        metadata: { name: 'app', labels: { team: 'a' }, annotations },
        spec: {
          installNamespace: 'apps',
          provisionerClassName: 'core-rukpak-io-registry',
          source: {
            type: 'configMaps',
            configMaps: [
              { configMap: { name: objects[0]!.metadata.name }, path: 'manifests' },
              { configMap: { name: objects[1]!.metadata.name }, path: 'metadata' },
            ],
          },
        },
      },
    ]);
  });

  test('names each ConfigMap after its own content', () => {
    write('manifests/a.yaml', 'kind: A\n');
    write('values.yaml', 'one');
    const names = (): string[] => deploy(RukpakSource.localFolder(folder)).slice(0, 2).map(({ metadata }) => metadata.name);
    const before = names();
    expect(names()).toEqual(before);
    write('values.yaml', 'two');
    const after = names();
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, false]);
  });

  test('spreads a folder of any size over ConfigMaps, with a separate one for a large file', () => {
    write('manifests/a.yaml', 'a'.repeat(100_000));
    write('manifests/b.yaml', 'b'.repeat(100_000));
    write('manifests/c.yaml', 'c'.repeat(1024 * 1024));
    write('manifests/d.yaml', 'd'.repeat(1000));
    const configMaps = deploy(RukpakSource.localFolder(folder)).filter(({ kind }) => kind === 'ConfigMap');
    expect(configMaps.map(({ data }) => Object.keys(data as object))).toEqual([['a.yaml', 'd.yaml'], ['b.yaml'], ['c.yaml']]);
  });

  test('lets files share a ConfigMap of up to 160 KiB, which client-side apply can handle', () => {
    const sharing = (): unknown => deploy(RukpakSource.localFolder(folder)).filter(({ kind }) => kind === 'ConfigMap').map(({ data }) => Object.keys(data as object));
    write('manifests/a.yaml', 'a'.repeat(100 * 1024));
    write('manifests/b.yaml', 'b'.repeat(60 * 1024));
    expect(sharing()).toEqual([['a.yaml', 'b.yaml']]);
    write('manifests/b.yaml', 'b'.repeat(60 * 1024 + 1));
    expect(sharing()).toEqual([['a.yaml'], ['b.yaml']]);
  });

  test.each<[string, ProvisionerClass, () => void]>([
    ["file 'manifests/a.yaml' has 1048577 bytes, and a ConfigMap holds at most 1048576; make it smaller, or push the bundle to a registry and use RukpakSource.image",
      ProvisionerClass.PLAIN, () => { write('manifests/a.yaml', 'a'.repeat(1024 * 1024 + 1)); }],
    ["file 'manifests/a b.yaml' cannot be stored in a ConfigMap, because the name may contain only letters, digits, \"-\", \"_\" and \".\"; rename it",
      ProvisionerClass.PLAIN, () => { write('manifests/a b.yaml', ''); }],
    ["is not a bundle for the provisioner 'core-rukpak-io-plain': it has no file in manifests/", ProvisionerClass.PLAIN, () => { write('a.yaml', ''); }],
    ["'manifests/sub/a.yaml' is in a folder of manifests/, where only files are allowed", ProvisionerClass.PLAIN, () => { write('manifests/sub/a.yaml', ''); }],
    ['it has no file metadata/annotations.yaml', ProvisionerClass.REGISTRY, () => { write('manifests/a.yaml', ''); }],
    ['it has no file Chart.yaml', ProvisionerClass.HELM, () => { write('templates/a.yaml', ''); }],
    ["'manifests/link' in folder", ProvisionerClass.PLAIN, () => {
      write('manifests/a.yaml', '');
      symlinkSync('a.yaml', join(folder, 'manifests', 'link'));
    }],
  ])('refuses a folder that RukPak cannot install: %s', (message, provisionerClass, prepare) => {
    prepare();
    expect(() => deploy(RukpakSource.localFolder(folder), { provisionerClass })).toThrow(message);
  });

  test.each([['Chart.yaml'], ['mychart/Chart.yaml']])('accepts a chart with %s', path => {
    write(path, 'name: mychart\n');
    expect(deploy(RukpakSource.localFolder(folder), { provisionerClass: ProvisionerClass.HELM })).toHaveLength(2);
  });

  test('accepts any layout for a provisioner of the user', () => {
    write('anything.txt', 'x');
    expect(deploy(RukpakSource.localFolder(folder), { provisionerClass: ProvisionerClass.of('my-provisioner') })).toHaveLength(2);
  });

  test.each([
    ['a folder that does not exist', () => RukpakSource.localFolder(join(folder, 'missing')), 'file or folder not found; check the path'],
    ['a file', () => {
      write('a.yaml', '');
      return RukpakSource.localFolder(join(folder, 'a.yaml'));
    }, 'is a file, not a folder; set the folder that contains the bundle'],
  ])('refuses %s', (_, source, message) => {
    expect(() => deploy(source())).toThrow(message);
  });
});
