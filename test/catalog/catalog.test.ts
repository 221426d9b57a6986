import { Catalog } from '../../lib/catalog/catalog';
import type { CatalogOptions } from '../../lib/catalog/catalog-options';
import { CatalogError } from '../../lib/catalog/declcfg/catalog-error';
import { ChannelPlan } from '../../lib/catalog/render/channel-plan';
import { readYaml } from '../../lib/formats/yaml/read-yaml';
import { type BundleFacts, bundleOf, crdOf, podOf } from '../builders/bundle-of';

interface SampleBlob {
  readonly schema: string;
  readonly name: string;
  readonly [key: string]: unknown;
}

function blobsOf(facts: readonly BundleFacts[], options?: CatalogOptions): SampleBlob[] {
  return Catalog.fromBundles(facts.map(bundleOf), options).toJsonLines().trim().split('\n').map((line) => JSON.parse(line) as SampleBlob);
}

function blobOf(schema: string, facts: readonly BundleFacts[], options?: CatalogOptions): SampleBlob {
  return blobsOf(facts, options).find((blob) => blob.schema === schema)!;
}

function propertiesOf(facts: BundleFacts): unknown[] {
  const properties = blobOf('olm.bundle', [facts])['properties'] as { type: string; value: unknown }[];
  return properties.filter(({ type }) => type !== 'olm.bundle.object').map(({ type, value }) => ({ [type]: value }));
}

describe('a catalog', () => {
  const UPGRADES: readonly BundleFacts[] = [
    { version: '1.0.0', channels: 'stable' },
    { version: '1.10.0', channels: 'stable,fast', replaces: 'demo.v1.9.0', skips: ['demo.v1.8.0'], skipRange: '<1.10.0' },
    { version: '1.9.0', channels: 'stable', replaces: 'demo.v1.0.0' },
  ];

  it('lists its packages, and its bundles from the oldest to the newest', () => {
    const catalog = Catalog.fromBundles([...UPGRADES, { package: 'another' }].map(bundleOf));
    expect(catalog.packageNames).toEqual(['another', 'demo']);
    expect(catalog.packages.map(({ name }) => name)).toEqual(catalog.packageNames);
    expect(catalog.bundleNames).toEqual(['another.v1.0.0', 'demo.v1.0.0', 'demo.v1.9.0', 'demo.v1.10.0']);
    expect(catalog.bundles.map(({ name }) => name)).toEqual(catalog.bundleNames);
  });

  it('lists for each package its blob, then its channels, then its bundles, sorted by name', () => {
    expect(blobsOf([...UPGRADES, { package: 'another' }]).map(({ schema, name }) => `${schema} ${name}`)).toEqual([
      'olm.package another', 'olm.channel stable', 'olm.bundle another.v1.0.0',
      'olm.package demo', 'olm.channel fast', 'olm.channel stable', 'olm.bundle demo.v1.0.0', 'olm.bundle demo.v1.10.0', 'olm.bundle demo.v1.9.0',
    ]);
  });

  it('writes the fields of a blob in opm\'s order', () => {
    const lines = Catalog.fromBundles(UPGRADES.map(bundleOf)).toJsonLines().split('\n');
    expect(lines[0]).toBe('{"schema":"olm.package","name":"demo","defaultChannel":"stable"}');
    expect(lines[2]).toBe('{"schema":"olm.channel","name":"stable","package":"demo","entries":[{"name":"demo.v1.0.0"},'
      + '{"name":"demo.v1.10.0","replaces":"demo.v1.9.0","skips":["demo.v1.8.0"],"skipRange":"<1.10.0"},{"name":"demo.v1.9.0","replaces":"demo.v1.0.0"}]}');
    expect(lines[3]).toMatch(/^\{"schema":"olm\.bundle","name":"demo\.v1\.0\.0","package":"demo","image":"","properties":\[.*\],"relatedImages":\[.*\]\}$/);
  });

  it('does not depend on the order of the bundles', () => {
    const bundles = UPGRADES.map(bundleOf);
    expect(Catalog.fromBundles([...bundles].reverse()).toJsonLines()).toBe(Catalog.fromBundles(bundles).toJsonLines());
  });

  it('has a hash that changes only with the content', () => {
    const hashOf = (facts: BundleFacts): string => Catalog.fromBundles([bundleOf(facts)]).contentHash;
    expect(hashOf({})).toMatch(/^[0-9a-f]{64}$/);
    expect(hashOf({})).toBe(hashOf({}));
    expect(hashOf({ annotations: { a: 'b' } })).not.toBe(hashOf({}));
  });

  it('writes YAML that Go reads as the same blobs', () => {
    const ambiguous = { y: 'no', '1:30': '012', nothing: null, large: 1e21, small: 1e-7, text: 'a: b # c\n  d\n', list: [[], {}, '~', '1_0', '2001-01-01'] };
    const catalog = Catalog.fromBundles([bundleOf({
      channels: '1.0,y', files: { 'metadata/properties.yaml': { properties: [{ type: 'ambiguous', value: ambiguous }] } }, spec: { description: '| \ttext' },
    })]);
    const blobs = catalog.toYaml().split(/^---\n/m).slice(1).map((document) => readYaml(document, { target: 'any', maxDepth: 100, maxNodes: 10_000 }).value);
    expect(blobs).toEqual(catalog.toJsonLines().trim().split('\n').map((line) => JSON.parse(line) as unknown));
  });
});

describe('the blob of a package', () => {
  const ICON = 'aWNvbg==';

  it('takes icon and description from the newest bundle', () => {
    const facts = (version: string): BundleFacts => ({
      version, channels: `c${version}`, spec: { description: `of ${version}`, icon: [{ base64data: ICON, mediatype: `image/${version}` }] },
    });
    expect(blobOf('olm.package', [facts('1.9.0'), facts('1.10.0'), facts('1.10.0-rc.1')])).toEqual({
      schema: 'olm.package',
      name: 'demo',
      defaultChannel: 'c1.10.0',
      icon: { base64data: ICON, mediatype: 'image/1.10.0' },
      description: 'of 1.10.0',
    });
  });

  it('removes line breaks in icons, which some CSVs have', () => {
    expect(blobOf('olm.package', [{ spec: { icon: [{ base64data: 'aWNv\nbg==\n', mediatype: 'image/png' }] } }])['icon'])
      .toEqual({ base64data: ICON, mediatype: 'image/png' });
  });

  it.each([['not base64', '<svg/>'], ['empty', ''], ['incomplete', 'aWNvb']])('has no icon if its data is %s, which opm could not read', (_what, base64data) => {
    expect(blobOf('olm.package', [{ spec: { icon: [{ base64data, mediatype: 'image/svg+xml' }] } }])).not.toHaveProperty('icon');
  });

  it.each<[string, readonly BundleFacts[], CatalogOptions | undefined, string]>([
    ['the one in the options', [{ channels: 'a,b', defaultChannel: 'a' }], { defaultChannels: { demo: 'b' } }, 'b'],
    ['the one in the annotations', [{ channels: 'a,b', defaultChannel: 'b' }], undefined, 'b'],
    ['the only channel', [{ channels: 'b' }], undefined, 'b'],
    ['the first by name if none is named', [{ channels: 'b,a' }], undefined, 'a'],
    ['the one that the newest bundle names', [
      { version: '2.0.0', channels: 'a,b', defaultChannel: 'b', replaces: 'demo.v1.0.0' }, { version: '1.0.0', channels: 'a,b', defaultChannel: 'a' },
    ], undefined, 'b'],
    ['the one that an older bundle names if the newest names none', [
      { version: '2.0.0', channels: 'a,b', replaces: 'demo.v1.0.0' }, { version: '1.0.0', channels: 'a,b', defaultChannel: 'b' },
    ], undefined, 'b'],
    ['a channel with bundles rather than the one that the annotations name', [{ channels: 'a', defaultChannel: 'elsewhere' }], undefined, 'a'],
  ])('has as default channel %s', (_what, facts, options, expected) => {
    expect(blobOf('olm.package', facts, options)['defaultChannel']).toBe(expected);
  });
});

describe('the properties of a bundle', () => {
  it('contain package and version', () => {
    expect(propertiesOf({})).toEqual([{ 'olm.package': { packageName: 'demo', version: '1.0.0' } }]);
    expect(propertiesOf({ release: '2', name: 'demo-v1.0.0-2' })).toEqual([{ 'olm.package': { packageName: 'demo', version: '1.0.0', release: '2' } }]);
  });

  it('list each version of each CRD once, sorted, and owned API services', () => {
    expect(propertiesOf({
      files: { 'manifests/b.yaml': crdOf('Beta', undefined, ['v1', 'v1alpha1']), 'manifests/a.yaml': crdOf('Alpha') },
      spec: {
        customresourcedefinitions: { owned: [{ name: 'alphas.example.test', version: 'v1', kind: 'Alpha' }] },
        apiservicedefinitions: { owned: [{ name: 'gammas', group: 'api.test', version: 'v2', kind: 'Gamma' }] },
      },
    })).toEqual([
      { 'olm.gvk': { group: 'api.test', kind: 'Gamma', version: 'v2' } },
      { 'olm.gvk': { group: 'example.test', kind: 'Alpha', version: 'v1' } },
      { 'olm.gvk': { group: 'example.test', kind: 'Beta', version: 'v1' } },
      { 'olm.gvk': { group: 'example.test', kind: 'Beta', version: 'v1alpha1' } },
      { 'olm.package': { packageName: 'demo', version: '1.0.0' } },
    ]);
  });

  it('list what the CSV and the dependencies require', () => {
    expect(propertiesOf({
      files: {
        'metadata/dependencies.yaml': {
          dependencies: [
            { type: 'olm.gvk', value: { group: 'dep.test', kind: 'Dep', version: 'v1' } },
            { type: 'olm.package', value: { packageName: 'other', version: '>=1.0.0' } },
            { type: 'olm.constraint', value: { failureMessage: 'needs <x>', cel: { rule: 'true' } } },
          ],
        },
        'metadata/properties.yaml': { properties: [{ type: 'custom', value: { b: 1, a: [true, null] } }] },
      },
      annotations: { 'olm.properties': '[{"type":"olm.maxOpenShiftVersion","value":"4.17"},{"type":"custom","value":{"a":[true,null],"b":1}}]' },
      spec: {
        customresourcedefinitions: { required: [{ name: 'deps.dep.test', version: 'v1', kind: 'Dep' }] },
        apiservicedefinitions: { required: [{ name: 'gammas', group: 'api.test', version: 'v2', kind: 'Gamma' }] },
      },
    })).toEqual([
      { custom: { a: [true, null], b: 1 } },
      { 'olm.constraint': { cel: { rule: 'true' }, failureMessage: 'needs <x>' } },
      { 'olm.gvk.required': { group: 'api.test', kind: 'Gamma', version: 'v2' } },
      { 'olm.gvk.required': { group: 'dep.test', kind: 'Dep', version: 'v1' } },
      { 'olm.maxOpenShiftVersion': '4.17' },
      { 'olm.package': { packageName: 'demo', version: '1.0.0' } },
      { 'olm.package.required': { packageName: 'other', versionRange: '>=1.0.0' } },
    ]);
  });

  it('end with the manifests, sorted by their base64', () => {
    const properties = blobOf('olm.bundle', [{ files: { 'manifests/x.yaml': crdOf('X') } }])['properties'] as { type: string; value: { data: string } }[];
    expect(properties.map(({ type }) => type)).toEqual(['olm.gvk', 'olm.package', 'olm.bundle.object', 'olm.bundle.object']);
    const data = properties.slice(2).map(({ value }) => value.data);
    expect(data).toEqual([...data].sort());
    expect(Buffer.from(data[0]!, 'base64').toString()).toMatch(/^\{"apiVersion":"apiextensions\.k8s\.io\/v1","kind":"CustomResourceDefinition",/);
  });
});

describe('the related images of a bundle', () => {
  it('are those of the CSV with their names, and those of its Deployments without, sorted by image', () => {
    expect(blobOf('olm.bundle', [{
      spec: {
        relatedImages: [{ name: 'sidecar', image: 'example.test/z:1' }, { name: 'main', image: 'example.test/m:1' }],
        install: { strategy: 'deployment', spec: { deployments: [{ name: 'd', spec: podOf('example.test/m:1') }, { name: 'e', spec: podOf('example.test/a:1') }] } },
      },
    }])['relatedImages']).toEqual([
      { name: '', image: 'example.test/a:1' }, { name: 'main', image: 'example.test/m:1' }, { name: 'sidecar', image: 'example.test/z:1' },
    ]);
  });
});

it('Catalog.fromBundles accepts an empty release, which counts as none', () => {
  expect(Catalog.fromBundles([bundleOf({ spec: { release: '' } })]).bundles.map(({ release }) => release)).toEqual([undefined]);
});

describe('Catalog.fromBundles refuses', () => {
  it.each<[string, readonly BundleFacts[], CatalogOptions | undefined, string, string]>([
    ['no bundles', [], undefined, 'no-bundles', 'a catalog needs at least one bundle, got none'],
    ['a package name with a dot', [{ package: 'demo.test', name: 'demo.v1' }], undefined, 'package-name',
      'package name "demo.test" must have at most 63 lowercase letters, digits and dashes, and neither start nor end with a dash; '
      + 'change operators.operatorframework.io.bundle.package.v1 in metadata/annotations.yaml'],
    ['a package name of 64 characters', [{ package: 'p'.repeat(64), name: 'demo.v1' }], undefined, 'package-name', `package name "${'p'.repeat(64)}" must have`],
    ['a channel without a name', [{ channels: 'a,' }], undefined, 'channel-name',
      'bundle "demo.v1.0.0" names a channel with an empty name; remove the extra comma from '
      + 'operators.operatorframework.io.bundle.channels.v1 in metadata/annotations.yaml'],
    ['an unknown default channel', [{ channels: 'a,b' }], { defaultChannels: { demo: 'c' } }, 'default-channel',
      'package "demo" cannot have the default channel "c": its bundles are in "a", "b"; name one of these in \'defaultChannels\', or add a '
      + 'bundle of that channel'],
    ['a default channel of an unknown package', [{}], { defaultChannels: { dmo: 'a' } }, 'package-name',
      '\'defaultChannels\' names the package "dmo", but the bundles belong to "demo"; correct the name, or remove it'],
    ['two bundles of the same version', [{}, { name: 'demo.v1' }], undefined, 'duplicate-version',
      'package "demo" has 2 bundles of version 1.0.0: "demo.v1", "demo.v1.0.0"; remove one, or give its CSV another spec.version'],
    ['an empty entry of skips', [{ skips: ['demo.v0.9.0', ''] }], undefined, 'skips',
      'bundle "demo.v1.0.0" has an empty entry in spec.skips of its CSV; remove it'],
    ['a release that the name does not contain', [{ release: '2' }], undefined, 'bundle-name',
      'bundle "demo.v1.0.0" has a release, so its CSV must be named "demo-v1.0.0-2"; change metadata.name or remove spec.release'],
    ['an invalid release', [{ release: '01' }], undefined, 'version', 'bundle "demo.v1.0.0" has the release "01", which is invalid; set spec.release'],
    ['a release and build metadata', [{ release: '1', version: '1.0.0+b', name: 'x' }], undefined, 'version',
      'bundle "x" has the version "1.0.0+b" and the release "1"; remove the build metadata from spec.version, which cannot be combined with a release'],
    ['bundles that replace each other in a cycle', [
      { version: '1.0.0', replaces: 'demo.v2.0.0' }, { version: '2.0.0', replaces: 'demo.v1.0.0' }, { version: '3.0.0', replaces: 'demo.v2.0.0' },
    ], undefined, 'replaces-cycle',
      'channel "stable" of package "demo" has a cycle: demo.v2.0.0 -> demo.v1.0.0 -> demo.v2.0.0; remove one of these spec.replaces'],
    ['a cycle without a head', [{ version: '1.0.0', replaces: 'demo.v2.0.0' }, { version: '2.0.0', replaces: 'demo.v1.0.0' }], undefined, 'replaces-cycle',
      'channel "stable" of package "demo" has a cycle: demo.v1.0.0 -> demo.v2.0.0 -> demo.v1.0.0; remove one of these spec.replaces'],
    ['bundles that skip each other', [{ version: '1.0.0', skips: ['demo.v2.0.0'] }, { version: '2.0.0', skips: ['demo.v1.0.0'] }], undefined, 'no-head',
      'channel "stable" of package "demo" has no head: each of "demo.v1.0.0", "demo.v2.0.0" is replaced or skipped by another; remove the '
      + 'newest from spec.replaces and spec.skips of the others'],
    ['a channel with two heads', [{ version: '1.0.0' }, { version: '2.0.0' }], undefined, 'several-heads',
      'channel "stable" of package "demo" has several heads: "demo.v1.0.0", "demo.v2.0.0"; in each CSV but the oldest, name the bundle '
      + 'before it in spec.replaces or spec.skips (olm.skipRange is not enough), order the bundles by version with ChannelPlan.inOrder(), read '
      + 'the folder of a community repository with Catalog.fromCommunityFolder(), or put them into different channels'],
    ['a bundle that no upgrade reaches', [
      { version: '1.0.0' }, { version: '2.0.0', replaces: 'demo.v1.0.0' }, { version: '3.0.0', skips: ['demo.v2.0.0'] },
    ], undefined, 'stranded-bundle',
      'channel "stable" of package "demo" has bundles that are not on the upgrade path to "demo.v3.0.0": "demo.v1.0.0"; name '
      + '"demo.v1.0.0" in spec.skips of "demo.v3.0.0", too: "demo.v2.0.0", which replaces it, is skipped, so the path ends before it'],
  ])('%s', (_what, facts, options, code, message) => {
    const bundles = facts.map(bundleOf);
    const make = (): Catalog => Catalog.fromBundles(bundles, options);
    expect(make).toThrow(CatalogError);
    expect(make).toThrow(expect.objectContaining({ code, message: expect.stringContaining(message) as string }) as Error);
  });

  it('the same bundle twice', () => {
    const [left, right] = [bundleOf({}), bundleOf({})];
    expect(() => Catalog.fromBundles([left, right])).toThrow(
      `package "demo" has 2 bundles named "demo.v1.0.0", from ${left.source} and ${right.source}; both have version 1.0.0: leave out the one that is not to be released`,
    );
  });

  it('two releases with one name, of which none may be lost', () => {
    const [left, right] = ['1.0.0', '1.1.0'].map((version) => bundleOf({ version, name: 'demo' }));
    expect(() => Catalog.fromBundles([left!, right!])).toThrow('they have the versions 1.0.0 and 1.1.0: set metadata.name of each CSV by its version, such as name.v1.1.0');
  });

  it('several problems, and reports all of them', () => {
    const bundles = [{ channels: 'stable,' }, { version: '2.0.0', skips: [''] }].map(bundleOf);
    expect(() => Catalog.fromBundles(bundles)).toThrow(expect.objectContaining({
      message: '2 problems in the catalog\n'
        + '└── package "demo"\n'
        + '    ├── bundle "demo.v1.0.0"\n'
        + '    │   └── bundle "demo.v1.0.0" names a channel with an empty name; remove the extra comma from '
        + 'operators.operatorframework.io.bundle.channels.v1 in metadata/annotations.yaml\n'
        + '    └── bundle "demo.v2.0.0"\n'
        + '        └── bundle "demo.v2.0.0" has an empty entry in spec.skips of its CSV; remove it',
    }) as Error);
  });
});

describe('the channels of a package', () => {
  const catalog = (): Catalog => Catalog.fromBundles([
    { version: '1.0.0', channels: 'stable' }, { version: '2.0.0', channels: 'stable,fast', defaultChannel: 'stable', replaces: 'demo.v1.0.0' },
  ].map(bundleOf));

  it('have bundles, oldest first, and a head', () => {
    expect(catalog().findPackage('demo').channels.map(({ name, bundles, head }) => ({ name, bundles: bundles.map((bundle) => bundle.version), head: head.version })))
      .toEqual([{ name: 'fast', bundles: ['2.0.0'], head: '2.0.0' }, { name: 'stable', bundles: ['1.0.0', '2.0.0'], head: '2.0.0' }]);
    expect(catalog().findPackage('demo').defaultChannel.name).toBe('stable');
  });

  it('cannot be found for an unknown package', () => {
    expect(() => catalog().findPackage('dmo')).toThrow('the catalog has no package "dmo"; it has "demo"');
  });
});

describe('a bundle whose olm.skipRange is not a version range', () => {
  const NEXT: BundleFacts = { version: '2.0.0', replaces: 'demo.v1.0.0', skipRange: '<v2.0.0' };

  it.each([['its CSV sets', ChannelPlan.byBundles()], ['the order of versions determines', ChannelPlan.inOrder()]])('keeps the upgrade edges that %s', (_what, channels) => {
    const { entries } = blobOf('olm.channel', [{}, NEXT], { channels });
    expect(entries).toEqual([{ name: 'demo.v1.0.0' }, { name: 'demo.v2.0.0', replaces: 'demo.v1.0.0' }]);
  });

  it('forms a catalog that opm accepts', () => {
    const catalog = Catalog.fromBundles([{}, NEXT].map(bundleOf));
    expect(Catalog.fromString(catalog.toJsonLines()).toJsonLines()).toBe(catalog.toJsonLines());
  });

  it('keeps the annotation in its CSV', () => {
    expect(Catalog.fromBundles([{}, NEXT].map(bundleOf)).bundles[1]!.content!.csv.skipRange).toBe('<v2.0.0');
  });

  it('has only its other upgrade edges', () => {
    const catalog = Catalog.fromBundles([{ version: '1.5.0' }, { ...NEXT, replaces: 'demo.v1.5.0' }].map(bundleOf));
    const path = (from: string): string[] => catalog.findPackage('demo').defaultChannel.pathToHead(from).map(({ name }) => name);
    expect(path('demo.v1.5.0')).toEqual(['demo.v2.0.0']);
    expect(() => path('1.0.0')).toThrow('has no bundle "1.0.0", and no upgrade from it');
  });
});

describe('a channel is accepted', () => {
  it.each<[string, readonly BundleFacts[]]>([
    ['with one bundle', [{}]],
    ['with a chain of replacements', [{ version: '1.0.0' }, { version: '2.0.0', replaces: 'demo.v1.0.0' }]],
    ['whose tail replaces an unknown bundle', [{ replaces: 'demo.v0.9.0' }]],
    ['with a head that skips all others', [{ version: '1.0.0' }, { version: '2.0.0' }, { version: '3.0.0', skips: ['demo.v1.0.0', 'demo.v2.0.0'] }]],
    ['whose chain passes over a skipped bundle', [
      { version: '1.0.0' }, { version: '2.0.0', replaces: 'demo.v1.0.0' },
      { version: '3.0.0', replaces: 'demo.v1.0.0', skips: ['demo.v2.0.0'] },
    ]],
  ])('%s', (_what, facts) => {
    expect(Catalog.fromBundles(facts.map(bundleOf)).bundleNames).toHaveLength(facts.length);
  });
});
