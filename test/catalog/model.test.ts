import { bundleOf, crdOf } from '../builders/bundle-of';
import { bundleDocument, soundDocuments, textOf } from './catalog-text';
import { Catalog } from '../../../lib/bundle/catalog/catalog';
import { InstallModeType } from '../../../lib/bundle/install-mode';

const METADATA = {
  displayName: 'Demo Operator',
  installModes: [{ type: 'AllNamespaces', supported: true }, { type: 'OwnNamespace', supported: true }, { type: 'SingleNamespace', supported: false }],
};

function withEverything(): Catalog {
  const documents = soundDocuments();
  documents[0]!['icon'] = { base64data: 'aWNvbg==', mediatype: 'image/png' };
  (documents[5]!['properties'] as object[]).push(
    { type: 'olm.gvk', value: { group: 'g', kind: 'K', version: 'v1' } },
    { type: 'olm.gvk.required', value: { group: 'h', kind: 'L', version: 'v2' } },
    { type: 'olm.package.required', value: { packageName: 'other', versionRange: '>=1.0.0' } },
    { type: 'olm.csv.metadata', value: METADATA },
  );
  documents[5]!['relatedImages'] = [{ name: 'main', image: 'example.test/main:1' }];
  return Catalog.fromText(textOf([...documents, {
    schema: 'olm.deprecations',
    package: 'demo',
    entries: [
      { reference: { schema: 'olm.package' }, message: 'use other' },
      { reference: { schema: 'olm.channel', name: 'old' }, message: 'use stable' },
      { reference: { schema: 'olm.bundle', name: 'demo.v1.0.0' }, message: 'use 1.2.0' },
    ],
  }]));
}

describe('a package of a catalog that was read', () => {
  const demo = withEverything().findPackage('demo');

  it('tells its name, description, picture and deprecation', () => {
    expect(demo).toMatchObject({
      name: 'demo', description: 'Shows things', icon: { base64data: 'aWNvbg==', mediaType: 'image/png' }, deprecation: 'use other',
    });
  });

  it('has channels by name, one of which is the default', () => {
    expect(demo.channels.map(({ name }) => name)).toEqual(['old', 'stable']);
    expect(demo.defaultChannel.name).toBe('stable');
    expect(demo.findChannel('old')).toBe(demo.channels[0]);
    expect(demo.tryFindChannel('fast')).toBeUndefined();
    expect(() => demo.findChannel('fast')).toThrow('package "demo" has no channel "fast"; it has "old", "stable"');
  });

  it('has bundles, oldest first', () => {
    const versions = ['1.10.0', '1.9.0', '1.9.0-rc.1', '1.9.0-1'];
    const catalog = Catalog.fromText(textOf([
      { schema: 'olm.package', name: 'demo', defaultChannel: 'c' },
      { schema: 'olm.channel', name: 'c', package: 'demo', entries: versions.map((version, index) => (
        index === 0 ? { name: `demo.v${version}`, skips: versions.slice(1).map((skipped) => `demo.v${skipped}`) } : { name: `demo.v${version}` })) },
      ...versions.map((version) => bundleDocument(version)),
    ]));
    expect(catalog.bundleNames).toEqual(['demo.v1.9.0-1', 'demo.v1.9.0-rc.1', 'demo.v1.9.0', 'demo.v1.10.0']);
  });
});

describe('a channel of a catalog', () => {
  const stable = withEverything().findPackage('demo').findChannel('stable');

  it('tells its entries, its bundles and its head', () => {
    expect(stable).toMatchObject({ name: 'stable', package: 'demo' });
    expect(stable.entries.map(({ bundle, ...entry }) => [bundle.version, entry])).toEqual([
      ['1.0.0', { skips: [] }],
      ['1.1.0', { replaces: 'demo.v1.0.0', skips: [] }],
      ['1.2.0', { replaces: 'demo.v1.1.0', skips: ['demo.v1.1.1'], skipRange: '<1.2.0' }],
    ]);
    expect(stable.bundles.map(({ version }) => version)).toEqual(['1.0.0', '1.1.0', '1.2.0']);
    expect(stable.head).toBe(stable.bundles[2]);
    expect(withEverything().findPackage('demo').findChannel('old').deprecation).toBe('use stable');
    expect(stable.deprecation).toBeUndefined();
  });

  it.each([
    ['the name of a bundle', 'demo.v1.1.0', ['1.2.0']],
    ['a version', '1.1.0', ['1.2.0']],
    ['a version that skipRange jumps from', '1.0.0', ['1.2.0']],
    ['a bundle that is skipped and gone', 'demo.v1.1.1', ['1.2.0']],
    ['a version that is gone', '0.5.0', ['1.2.0']],
    ['the head', '1.2.0', []],
  ])('tells the way to the head from %s', (_what, from, expected) => {
    expect(stable.pathToHead(from).map(({ version }) => version)).toEqual(expected);
  });

  it('goes step by step where there is no shorter way', () => {
    const bundles = [
      { version: '1.0.0' }, { version: '2.0.0', replaces: 'demo.v1.0.0' }, { version: '2.5.0' },
      { version: '3.0.0', replaces: 'demo.v2.0.0', skips: ['demo.v2.5.0'] },
    ].map(bundleOf);
    const { defaultChannel } = Catalog.fromBundles(bundles).findPackage('demo');
    expect(defaultChannel.pathToHead('1.0.0').map(({ version }) => version)).toEqual(['2.0.0', '3.0.0']);
    expect(defaultChannel.pathToHead('2.5.0').map(({ version }) => version)).toEqual(['3.0.0']);
  });

  it('has no way from a bundle that nothing can follow', () => {
    expect(() => stable.pathToHead('demo.v9.0.0'))
      .toThrow('channel "stable" of package "demo" has no bundle "demo.v9.0.0", and none that can follow it; it has "demo.v1.0.0", "demo.v1.1.0", "demo.v1.2.0"');
  });
});

describe('a bundle of a catalog', () => {
  const [first, , last] = withEverything().bundles;

  it('that is an image tells what its document says', () => {
    expect(last).toMatchObject({
      name: 'demo.v1.2.0', package: 'demo', version: '1.2.0', image: 'example.test/demo:v1.2.0', channels: ['stable'],
      providedApis: [{ group: 'g', kind: 'K', version: 'v1', fromApiService: false }],
      requiredApis: [{ group: 'h', kind: 'L', version: 'v2', fromApiService: false }],
      requiredPackages: [{ name: 'other', versionRange: '>=1.0.0' }],
      relatedImages: [{ name: 'main', image: 'example.test/main:1' }],
      displayName: 'Demo Operator', installModes: ['OwnNamespace', 'AllNamespaces'],
    });
    expect(last!.content).toBeUndefined();
    expect(last!.supportsInstallMode(InstallModeType.SINGLE_NAMESPACE)).toBe(false);
    expect(last!.properties.map(({ type }) => type)).toEqual(['olm.package', 'olm.gvk', 'olm.gvk.required', 'olm.package.required', 'olm.csv.metadata']);
  });

  it('tells its channels and its deprecation', () => {
    expect(first).toMatchObject({ name: 'demo.v1.0.0', channels: ['old', 'stable'], deprecation: 'use 1.2.0' });
  });

  it('leaves open what the catalog does not say', () => {
    expect([first!.displayName, first!.installModes, first!.release]).toEqual([undefined, undefined, undefined]);
    expect(first!.supportsInstallMode(InstallModeType.SINGLE_NAMESPACE)).toBe(true);
  });

  it('that the catalog carries itself is the bundle that it was made of', () => {
    const bundle = bundleOf();
    const [made] = Catalog.fromBundles([bundle]).bundles;
    expect(made!.content).toBe(bundle);
    expect(made!.image).toBeUndefined();
  });

  it('that the catalog carries itself is a bundle again when the catalog is read', () => {
    const bundle = bundleOf({
      files: {
        'manifests/x.yaml': crdOf('X'),
        'metadata/dependencies.yaml': { dependencies: [{ type: 'olm.package', value: { packageName: 'other', version: '>=1.0.0' } }] },
        'metadata/properties.yaml': { properties: [{ type: 'custom', value: { a: 1 } }] },
      },
      spec: { description: '2^63 = 9223372036854775808', number: 1 },
    });
    const catalog = Catalog.fromBundles([bundle]);
    const [read] = Catalog.fromText(catalog.toYaml()).bundles;
    expect(read!.content!.csv.manifest.toJson()).toBe(bundle.csv.manifest.toJson());
    expect(Catalog.fromBundles([read!.content!]).toJsonLines()).toBe(catalog.toJsonLines());
    expect(read!.content!.size.installPlan).toBe(bundle.size.installPlan);
    expect(read!.displayName).toBe('Demo');
    expect(read!.installModes).toEqual(['AllNamespaces']);
  });

  it.each([
    ['no ClusterServiceVersion', { kind: 'Service' }],
    ['a ClusterServiceVersion without a spec', { kind: 'ClusterServiceVersion', metadata: { name: 'demo.v1.2.0' } }],
    ['something that is no object', ['x']],
  ])('has no content when it carries %s', (_what, manifest) => {
    const data = Buffer.from(JSON.stringify(manifest)).toString('base64');
    const document = bundleDocument('1.2.0', { image: '' });
    (document['properties'] as object[]).push({ type: 'olm.bundle.object', value: { data } });
    const catalog = Catalog.fromText(textOf([...soundDocuments().slice(0, 5), document]));
    expect(catalog.bundles[2]!.content).toBeUndefined();
  });
});

describe('a catalog', () => {
  it('that is empty has no package', () => {
    expect(Catalog.fromText('').packages).toEqual([]);
    expect(() => Catalog.fromText('').findPackage('demo')).toThrow('the catalog has no package "demo"; it has none');
  });

  it('keeps schemas and fields that opm does not know', () => {
    const text = '---\nschema: olm.package\nname: demo\ndefaultChannel: old\nowner: me\n---\nschema: olm.channel\nname: old\npackage: demo\nentries:\n'
      + '  - name: demo.v1.0.0\n    note: first\n';
    const documents = [bundleDocument('1.0.0', { sha: 1 }), { schema: 'my.own', package: 'demo', z: { b: '<', a: null } }, { schema: 'my.own', name: 'all' }];
    const catalog = Catalog.fromText(`${text}---\n${documents.map((document) => JSON.stringify(document)).join('\n---\n')}`);
    expect(catalog.toJsonLines().split('\n')).toEqual([
      '{"schema":"olm.package","name":"demo","defaultChannel":"old","owner":"me"}',
      '{"schema":"olm.channel","name":"old","package":"demo","entries":[{"name":"demo.v1.0.0","note":"first"}]}',
      '{"schema":"olm.bundle","name":"demo.v1.0.0","package":"demo","image":"example.test/demo:v1.0.0",'
        + '"properties":[{"type":"olm.package","value":{"packageName":"demo","version":"1.0.0"}}],"sha":1}',
      '{"package":"demo","schema":"my.own","z":{"a":null,"b":"<"}}',
      '{"name":"all","schema":"my.own"}',
      '',
    ]);
  });

  it('is files of a folder, one for each package and one for what belongs to none', () => {
    const others = [{ schema: 'my.own', package: 'demo' }, { schema: 'my.own' }, { schema: 'my.own', package: '../../etc' }];
    const catalog = Catalog.fromText(textOf([...soundDocuments(), ...others]));
    const files = catalog.toFiles();
    expect(Object.keys(files)).toEqual(['catalog.yaml', 'demo/catalog.yaml']);
    expect(Catalog.fromText(Object.values(files).join('')).toYaml()).toBe(catalog.toYaml());
  });
});
