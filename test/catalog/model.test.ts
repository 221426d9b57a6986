import { bundleOf, crdOf } from '../builders/bundle-of';
import { bundleBlob, validBlobs, jsonOf } from './sample-catalog';
import { Catalog } from '../../lib/catalog/catalog';
import { InstallModeType } from '../../lib/bundle/model/cluster-service-version-spec';

const METADATA = {
  displayName: 'Demo Operator',
  installModes: [{ type: 'AllNamespaces', supported: true }, { type: 'OwnNamespace', supported: true }, { type: 'SingleNamespace', supported: false }],
};

function withEverything(): Catalog {
  const blobs = validBlobs();
  blobs[0]!['icon'] = { base64data: 'aWNvbg==', mediatype: 'image/png' };
  (blobs[5]!['properties'] as object[]).push(
    { type: 'olm.gvk', value: { group: 'g', kind: 'K', version: 'v1' } },
    { type: 'olm.gvk.required', value: { group: 'h', kind: 'L', version: 'v2' } },
    { type: 'olm.package.required', value: { packageName: 'other', versionRange: '>=1.0.0' } },
    { type: 'olm.csv.metadata', value: METADATA },
  );
  blobs[5]!['relatedImages'] = [{ name: 'main', image: 'example.test/main:1' }];
  return Catalog.fromString(jsonOf([...blobs, {
    schema: 'olm.deprecations',
    package: 'demo',
    entries: [
      { reference: { schema: 'olm.package' }, message: 'use other' },
      { reference: { schema: 'olm.channel', name: 'old' }, message: 'use stable' },
      { reference: { schema: 'olm.bundle', name: 'demo.v1.0.0' }, message: 'use 1.2.0' },
    ],
  }]));
}

describe('a package of a catalog', () => {
  const demo = withEverything().findPackage('demo');

  it('has a name, description, icon and deprecation', () => {
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
    const catalog = Catalog.fromString(jsonOf([
      { schema: 'olm.package', name: 'demo', defaultChannel: 'c' },
      { schema: 'olm.channel', name: 'c', package: 'demo', entries: versions.map((version, index) => (
        index === 0 ? { name: `demo.v${version}`, skips: versions.slice(1).map((skipped) => `demo.v${skipped}`) } : { name: `demo.v${version}` })) },
      ...versions.map((version) => bundleBlob(version)),
    ]));
    expect(catalog.bundleNames).toEqual(['demo.v1.9.0-1', 'demo.v1.9.0-rc.1', 'demo.v1.9.0', 'demo.v1.10.0']);
  });
});

describe('a channel of a catalog', () => {
  const stable = withEverything().findPackage('demo').findChannel('stable');

  it('has entries, bundles and a head', () => {
    expect(stable).toMatchObject({ name: 'stable', packageName: 'demo' });
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
    ['a version in the skipRange', '1.0.0', ['1.2.0']],
    ['a skipped bundle that was removed', 'demo.v1.1.1', ['1.2.0']],
    ['a removed version', '0.5.0', ['1.2.0']],
    ['the head', '1.2.0', []],
  ])('has the path to the head from %s', (_what, from, expected) => {
    expect(stable.pathToHead(from).map(({ version }) => version)).toEqual(expected);
  });

  it('upgrades step by step if there is no shorter path', () => {
    const bundles = [
      { version: '1.0.0' }, { version: '2.0.0', replaces: 'demo.v1.0.0' }, { version: '2.5.0' },
      { version: '3.0.0', replaces: 'demo.v2.0.0', skips: ['demo.v2.5.0'] },
    ].map(bundleOf);
    const { defaultChannel } = Catalog.fromBundles(bundles).findPackage('demo');
    expect(defaultChannel.pathToHead('1.0.0').map(({ version }) => version)).toEqual(['2.0.0', '3.0.0']);
    expect(defaultChannel.pathToHead('2.5.0').map(({ version }) => version)).toEqual(['3.0.0']);
  });

  it('has no path from a bundle without an upgrade', () => {
    expect(() => stable.pathToHead('demo.v9.0.0'))
      .toThrow('channel "stable" of package "demo" has no bundle "demo.v9.0.0", and no upgrade from it; it has "demo.v1.0.0", "demo.v1.1.0", "demo.v1.2.0"');
  });
});

describe('a bundle of a catalog', () => {
  const [first, , last] = withEverything().bundles;

  it('with an image has the properties of its blob', () => {
    expect(last).toMatchObject({
      name: 'demo.v1.2.0', packageName: 'demo', version: '1.2.0', image: 'example.test/demo:v1.2.0', channels: ['stable'],
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

  it('has channels and a deprecation', () => {
    expect(first).toMatchObject({ name: 'demo.v1.0.0', channels: ['old', 'stable'], deprecation: 'use 1.2.0' });
  });

  it('has undefined properties if the catalog does not contain them', () => {
    expect([first!.displayName, first!.installModes, first!.release]).toEqual([undefined, undefined, undefined]);
    expect(first!.supportsInstallMode(InstallModeType.SINGLE_NAMESPACE)).toBe(true);
  });

  it('with inline manifests is the bundle that it was rendered from', () => {
    const bundle = bundleOf();
    const [rendered] = Catalog.fromBundles([bundle]).bundles;
    expect(rendered!.content).toBe(bundle);
    expect(rendered!.image).toBeUndefined();
  });

  it('with inline manifests is a bundle again when the catalog is read', () => {
    const bundle = bundleOf({
      files: {
        'manifests/x.yaml': crdOf('X'),
        'metadata/dependencies.yaml': { dependencies: [{ type: 'olm.package', value: { packageName: 'other', version: '>=1.0.0' } }] },
        'metadata/properties.yaml': { properties: [{ type: 'custom', value: { a: 1 } }] },
      },
      spec: { description: '2^63 = 9223372036854775808', number: 1 },
    });
    const catalog = Catalog.fromBundles([bundle]);
    const [read] = Catalog.fromString(catalog.toYaml()).bundles;
    expect(read!.content!.csv.manifest.toJson()).toBe(bundle.csv.manifest.toJson());
    expect(Catalog.fromBundles([read!.content!]).toJsonLines()).toBe(catalog.toJsonLines());
    expect(read!.content!.size.installPlan).toBe(bundle.size.installPlan);
    expect(read!.displayName).toBe('Demo');
    expect(read!.installModes).toEqual(['AllNamespaces']);
  });

  it.each([
    ['no CSV', { kind: 'Service' }],
    ['a CSV without a spec', { kind: 'ClusterServiceVersion', metadata: { name: 'demo.v1.2.0' } }],
    ['something that is not an object', ['x']],
  ])('has no content if its manifests have %s', (_what, manifest) => {
    const data = Buffer.from(JSON.stringify(manifest)).toString('base64');
    const blob = bundleBlob('1.2.0', { image: '' });
    (blob['properties'] as object[]).push({ type: 'olm.bundle.object', value: { data } });
    const catalog = Catalog.fromString(jsonOf([...validBlobs().slice(0, 5), blob]));
    expect(catalog.bundles[2]!.content).toBeUndefined();
  });
});

describe('a catalog', () => {
  it('that is empty has no packages', () => {
    expect(Catalog.fromString('').packages).toEqual([]);
    expect(() => Catalog.fromString('').findPackage('demo')).toThrow('the catalog has no package "demo"; it has none');
  });

  it('keeps schemas and fields that opm does not know', () => {
    const yaml = '---\nschema: olm.package\nname: demo\ndefaultChannel: old\nowner: me\n---\nschema: olm.channel\nname: old\npackage: demo\nentries:\n'
      + '  - name: demo.v1.0.0\n    note: first\n';
    const blobs = [bundleBlob('1.0.0', { sha: 1 }), { schema: 'my.own', package: 'demo', z: { b: '<', a: null } }, { schema: 'my.own', name: 'all' }];
    const catalog = Catalog.fromString(`${yaml}---\n${blobs.map((blob) => JSON.stringify(blob)).join('\n---\n')}`);
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

  it('has a file for each package and one for blobs outside packages', () => {
    const others = [{ schema: 'my.own', package: 'demo' }, { schema: 'my.own' }, { schema: 'my.own', package: '../../etc' }];
    const catalog = Catalog.fromString(jsonOf([...validBlobs(), ...others]));
    const files = catalog.toFiles();
    expect(Object.keys(files)).toEqual(['catalog.yaml', 'demo/catalog.yaml']);
    expect(Catalog.fromString(Object.values(files).join('')).toYaml()).toBe(catalog.toYaml());
  });
});
