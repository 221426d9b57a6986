import fc from 'fast-check';
import type { CatalogBlob } from '../../../lib/catalog/declcfg/declcfg';
import { type CatalogFilter, ChannelGaps, type PackageFilter } from '../../../lib/catalog/filter/catalog-filter';
import { filterBlobs } from '../../../lib/catalog/filter/filter';
import { catalogProblems } from './catalog-problems';
import { randomChannel } from './random-channel';
import { bundleBlob, chain, channelBlob, deprecationsBlob, packageBlob, packageOf, property } from './sample-catalog';

const CATALOG: CatalogBlob[] = [
  ...packageOf('etcd', { stable: ['2.1.0', '2.0.0', '1.2.0', '1.1.0', '1.0.0'], alpha: ['3.0.0-rc.1', '2.1.0'] }),
  deprecationsBlob('etcd', [
    { reference: { schema: 'olm.package' }, message: 'use another' },
    { reference: { schema: 'olm.channel', name: 'alpha' }, message: 'unstable' },
    { reference: { schema: 'olm.bundle', name: 'etcd.v1.0.0' }, message: 'old' },
  ]),
  { schema: undefined, otherSchema: 'com.example.note', package: 'etcd', content: { schema: 'com.example.note', package: 'etcd', text: 'a' } },
  ...packageOf('other', { only: ['1.0.0'] }),
  { schema: undefined, otherSchema: 'com.example.note', content: { schema: 'com.example.note', text: 'of all' } },
];

interface Kept {
  readonly channels: { readonly [channel: string]: string[] };
  readonly bundles: string[];
  readonly defaultChannels: string[];
  readonly notes: readonly string[];
}

function filtered(filter: CatalogFilter, blobs = CATALOG): Kept {
  const selected = filterBlobs(blobs, filter);
  expect(catalogProblems(selected.blobs)).toEqual([]);
  return {
    channels: Object.fromEntries(selected.blobs.filter((blob) => blob.schema === 'olm.channel')
      .map(({ package: packageName, name, entries }) => [`${packageName} ${name}`, entries.map((entry) => entry.name)])),
    bundles: selected.blobs.filter((blob) => blob.schema === 'olm.bundle').map(({ name }) => name),
    defaultChannels: selected.blobs.filter((blob) => blob.schema === 'olm.package').map(({ defaultChannel }) => defaultChannel),
    notes: selected.notes,
  };
}

const ofEtcd = (filter: Omit<PackageFilter, 'name'>): CatalogFilter => ({ packages: [{ name: 'etcd', ...filter }] });

describe('filterBlobs', () => {
  it('keeps everything with an empty filter', () => {
    expect(filterBlobs(CATALOG, {})).toEqual({ blobs: CATALOG, notes: [] });
  });

  it('keeps a package with all its blobs, and blobs of the whole catalog', () => {
    const { blobs } = filterBlobs(CATALOG, { packages: [{ name: 'other' }] });
    expect(blobs).toEqual(CATALOG.slice(-4));
  });

  it('keeps the heads', () => {
    expect(filtered({ headsOnly: true })).toEqual({
      channels: { 'etcd stable': ['etcd.v2.1.0'], 'etcd alpha': ['etcd.v3.0.0-rc.1'], 'other only': ['other.v1.0.0'] },
      bundles: ['etcd.v2.1.0', 'etcd.v3.0.0-rc.1', 'other.v1.0.0'],
      defaultChannels: ['stable', 'only'],
      notes: [],
    });
  });

  it.each<[string, Omit<PackageFilter, 'name'>, Kept['channels']]>([
    ['a range', { versionRange: '>=1.1.0 <2.0.0' }, { 'etcd stable': ['etcd.v1.2.0', 'etcd.v1.1.0'] }],
    ['a lowest version', { minVersion: '2.0.0' }, { 'etcd stable': ['etcd.v2.1.0', 'etcd.v2.0.0'], 'etcd alpha': ['etcd.v3.0.0-rc.1', 'etcd.v2.1.0'] }],
    ['a highest version', { maxVersion: '1.1.0' }, { 'etcd stable': ['etcd.v1.1.0', 'etcd.v1.0.0'] }],
    ['both', { minVersion: '1.1.0', maxVersion: '2.0.0' }, { 'etcd stable': ['etcd.v2.0.0', 'etcd.v1.2.0', 'etcd.v1.1.0'] }],
    ['a range of a channel', { channels: [{ name: 'stable', versionRange: '2.x' }, { name: 'alpha', headsOnly: true }] },
      { 'etcd stable': ['etcd.v2.1.0', 'etcd.v2.0.0'], 'etcd alpha': ['etcd.v3.0.0-rc.1'] }],
    ['bundles', { bundles: ['etcd.v2.1.0', 'etcd.v1.0.0'] }, { 'etcd stable': ['etcd.v2.1.0', 'etcd.v1.0.0'], 'etcd alpha': ['etcd.v2.1.0'] }],
    ['bundles and those between them', { bundles: ['etcd.v2.1.0', 'etcd.v1.2.0'], gaps: ChannelGaps.FILL },
      { 'etcd stable': ['etcd.v2.1.0', 'etcd.v2.0.0', 'etcd.v1.2.0'], 'etcd alpha': ['etcd.v2.1.0'] }],
    ['a range with a gap', { versionRange: '1.0.0 || 1.2.0', channels: [{ name: 'stable' }] }, { 'etcd stable': ['etcd.v1.2.0', 'etcd.v1.1.0', 'etcd.v1.0.0'] }],
    ['a range with a gap, bridged', { versionRange: '1.0.0 || 1.2.0', gaps: ChannelGaps.BRIDGE }, { 'etcd stable': ['etcd.v1.2.0', 'etcd.v1.0.0'] }],
  ])('keeps %s', (_, filter, channels) => {
    expect(filtered(ofEtcd(filter)).channels).toEqual(channels);
  });

  it('notes what it changed', () => {
    expect(filtered(ofEtcd({ channels: [{ name: 'alpha' }] })).notes).toEqual([
      'package "etcd" loses channel "stable"',
      'package "etcd" becomes the default channel "alpha", which has the highest version, because "stable" is removed; set \'defaultChannel\' to choose another',
    ]);
    expect(filtered(ofEtcd({ versionRange: '1.0.0 || 1.2.0' })).notes).toEqual([
      'channel "stable" of package "etcd" also keeps "etcd.v1.1.0": upgrades between matched bundles pass through it',
      'package "etcd" loses channel "alpha"',
    ]);
    expect(filtered(ofEtcd({ bundles: ['etcd.v1.2.0', 'etcd.v1.0.0'] })).notes).toContain(
      'channel "stable" of package "etcd" upgrades "etcd.v1.0.0" directly to "etcd.v1.2.0", because the bundles between them are removed',
    );
  });

  it('replaces a removed default channel with the requested one, or the one with the highest version', () => {
    expect(filtered(ofEtcd({ channels: [{ name: 'alpha' }] })).defaultChannels).toEqual(['alpha']);
    expect(filtered(ofEtcd({ defaultChannel: 'alpha' })).defaultChannels).toEqual(['alpha']);
  });

  it('drops deprecations of removed bundles and channels, and the blob if none is left', () => {
    const deprecations = (filter: CatalogFilter): unknown => (
      filterBlobs(CATALOG, filter).blobs.find(({ schema }) => schema === 'olm.deprecations')
    );
    expect(deprecations(ofEtcd({ channels: [{ name: 'stable', minVersion: '1.1.0' }] })))
      .toEqual(deprecationsBlob('etcd', [{ reference: { schema: 'olm.package' }, message: 'use another' }]));
    expect(deprecations({ packages: [{ name: 'other' }] })).toBeUndefined();
  });

  it.each<[string, CatalogFilter, RegExp]>([
    ['a package that does not exist', { packages: [{ name: 'etc' }] }, /no package "etc"; it has "etcd", "other"/],
    ['an empty list of packages', { packages: [] }, /empty list of packages/],
    ['a package twice', { packages: [{ name: 'etcd' }, { name: 'etcd' }] }, /in the filter twice/],
    ['a channel that does not exist', ofEtcd({ channels: [{ name: 'beta' }] }), /no channel "beta"; it has "stable", "alpha"/],
    ['an empty list of channels', ofEtcd({ channels: [] }), /empty list of channels/],
    ['a bundle that does not exist', ofEtcd({ bundles: ['etcd.v9.0.0'] }), /no bundle "etcd.v9.0.0"; the versions are "3.0.0-rc.1", "2.1.0"/],
    ['a bundle of another channel', ofEtcd({ channels: [{ name: 'alpha' }], bundles: ['etcd.v1.0.0'] }), /no bundle "etcd.v1.0.0" in "alpha"; it is in "stable"/],
    ['a range without versions', ofEtcd({ versionRange: '>9.0.0' }), /package "etcd" keeps nothing: the versions are "3.0.0-rc.1", "2.1.0"/],
    ['a range without versions in a channel', ofEtcd({ channels: [{ name: 'alpha', versionRange: '1.x' }] }), /channel "alpha" of package "etcd" has no version in 1.x/],
    ['a range that OLM cannot parse', ofEtcd({ versionRange: '^1.0.0' }), /versionRange "\^1.0.0", which OLM cannot parse/],
    ['an invalid version', ofEtcd({ minVersion: '1.0' }), /minVersion "1.0", which is not a semantic version; write three numbers/],
    ['both versions and bundles', ofEtcd({ bundles: ['etcd.v1.0.0'], minVersion: '1.0.0' }), /both versions and 'bundles'; set only one/],
    ['both bundles and heads', ofEtcd({ bundles: ['etcd.v1.0.0'], headsOnly: true }), /both 'bundles' and 'headsOnly'; set only one/],
    ['versions, bundles and heads', ofEtcd({ bundles: ['etcd.v1.0.0'], maxVersion: '1.0.0', headsOnly: true }), /both versions and 'bundles' and 'headsOnly'/],
    ['heads of both the package and a channel', ofEtcd({ headsOnly: true, channels: [{ name: 'stable', headsOnly: false }] }),
      /sets 'headsOnly' for all its channels, but channel "stable" has its own/],
    ['versions of both the package and the channel', ofEtcd({ minVersion: '1.0.0', channels: [{ name: 'stable', maxVersion: '2.0.0' }] }), /versions for all its channels, but/],
    ['a range and a lowest version', ofEtcd({ minVersion: '1.0.0', versionRange: '1.x' }), /both 'versionRange' and 'minVersion'/],
    ['a default channel that is removed', ofEtcd({ defaultChannel: 'stable', channels: [{ name: 'alpha' }] }), /cannot have the default channel "stable"/],
    ['a gap with ChannelGaps.REFUSE', ofEtcd({ bundles: ['etcd.v2.1.0', 'etcd.v1.0.0'], gaps: ChannelGaps.REFUSE }), /"etcd.v1.0.0" to "etcd.v2.1.0"; include the bundles/],
  ])('refuses %s', (_, filter, message) => {
    expect(() => filterBlobs(CATALOG, filter)).toThrow(message);
  });

  it('keeps the same entries as oc-mirror in a channel with skips', () => {
    const blobs = [
      packageBlob('p', 'c'),
      channelBlob('p', 'c', [
        { name: 'p.v1.3.0', replaces: 'p.v1.2.2', skips: ['p.v1.2.3'] }, { name: 'p.v1.2.3', replaces: 'p.v1.1.0' },
        { name: 'p.v1.2.2', replaces: 'p.v1.1.0', skips: ['p.v1.2.0', 'p.v1.2.1'] }, { name: 'p.v1.2.1' }, { name: 'p.v1.2.0' },
        ...chain('p', '1.1.0', '1.0.0'),
      ]),
      ...['1.3.0', '1.2.3', '1.2.2', '1.2.1', '1.2.0', '1.1.0', '1.0.0'].map((version) => bundleBlob('p', version)),
    ];
    const range = (versionRange: string): unknown => filtered({ packages: [{ name: 'p', versionRange }] }, blobs).channels['p c'];
    expect(range('>=1.2.0 <1.2.3')).toEqual(['p.v1.2.2', 'p.v1.2.1', 'p.v1.2.0']);
    expect(range('>=1.2.1')).toEqual(['p.v1.3.0', 'p.v1.2.3', 'p.v1.2.2', 'p.v1.2.1']);
    expect(range('1.2.3')).toEqual(['p.v1.3.0', 'p.v1.2.3']);
  });
});

describe('dependencies of a filter', () => {
  const api = { group: 'g', version: 'v1', kind: 'K' };
  const blobs = [
    packageBlob('app', 'c'), channelBlob('app', 'c', chain('app', '1.0.0')),
    bundleBlob('app', '1.0.0', [
      property('olm.package.required', { packageName: 'lib', versionRange: '>=1.0.0 <2.0.0' }), property('olm.gvk.required', api),
      property('olm.package.required', { packageName: 'elsewhere', versionRange: '>=1.0.0' }),
    ]),
    ...packageOf('lib', { fast: ['2.0.0', '1.1.0', '1.0.0'] }, [property('olm.gvk.required', { ...api, kind: 'Deep' })]),
    ...packageOf('provider', { a: ['1.0.0'], b: ['2.0.0', '1.0.0'] }, [property('olm.gvk', api)]),
    ...packageOf('deep', { a: ['1.0.0'] }, [property('olm.gvk', { ...api, kind: 'Deep' })]),
    ...packageOf('unrelated', { a: ['1.0.0'] }),
  ];

  it('are kept on request, with their own dependencies', () => {
    const { bundles, notes } = filtered({ packages: [{ name: 'app' }], dependencies: true }, blobs);
    expect(bundles).toEqual(['app.v1.0.0', 'lib.v1.1.0', 'provider.v1.0.0', 'deep.v1.0.0']);
    expect(notes).toEqual([
      'bundle "provider.v1.0.0" is kept because "app.v1.0.0" requires the API g/v1/K',
      'bundle "lib.v1.1.0" is kept because "app.v1.0.0" requires package "lib" >=1.0.0 <2.0.0',
      'bundle "app.v1.0.0" requires package "elsewhere" >=1.0.0, which no bundle of the catalog and the filter provides',
      'bundle "deep.v1.0.0" is kept because "lib.v1.1.0" requires the API g/v1/Deep',
      'package "provider" loses channel "b"',
    ]);
  });

  it('are not kept by default', () => {
    expect(filtered({ packages: [{ name: 'app' }] }, blobs).bundles).toEqual(['app.v1.0.0']);
  });

  it('extend a filtered package within the channels of the filter', () => {
    const packages = [{ name: 'app' }, { name: 'lib', minVersion: '2.0.0' }];
    expect(filtered({ packages, dependencies: true }, blobs).channels['lib fast']).toEqual(['lib.v2.0.0', 'lib.v1.1.0']);
  });
});

describe('the bundle that is kept for a requirement', () => {
  const api = property('olm.gvk', { group: 'g', version: 'v1', kind: 'K' });
  const app = [
    packageBlob('app', 'c'), channelBlob('app', 'c', chain('app', '1.0.0')),
    bundleBlob('app', '1.0.0', [property('olm.gvk.required', { group: 'g', version: 'v1', kind: 'K' })]),
  ];
  const keptOf = (blobs: CatalogBlob[], more: readonly PackageFilter[] = []): string[] => (
    filtered({ packages: [{ name: 'app' }, ...more], dependencies: true }, [...app, ...blobs]).bundles.filter((name) => !name.startsWith('app.'))
  );

  it('is of a package that is kept already rather than of another', () => {
    const providers = [...packageOf('first', { c: ['1.0.0'] }, [api]), ...packageOf('second', { c: ['2.0.0', '1.0.0'] })]
      .map((blob) => (blob.schema === 'olm.bundle' && blob.name === 'second.v1.0.0' ? bundleBlob('second', '1.0.0', [api]) : blob));
    expect(keptOf(providers)).toEqual(['first.v1.0.0']);
    expect(keptOf(providers, [{ name: 'second', minVersion: '2.0.0' }]).sort()).toEqual(['second.v1.0.0', 'second.v2.0.0']);
  });

  it('is in the default channel rather than in another, and nearest to its head', () => {
    const provider = packageOf('provider', { old: ['1.0.0'], stable: ['3.0.0', '2.0.0', '1.0.0'] }, [api]);
    const withDefault = (channel: string): CatalogBlob[] => [packageBlob('provider', channel), ...provider.slice(1)];
    expect(keptOf(withDefault('old'))).toEqual(['provider.v1.0.0']);
    expect(keptOf(withDefault('stable'))).toEqual(['provider.v3.0.0']);
  });

  it('is in a channel that is kept already rather than in the default channel', () => {
    const blobs = packageOf('provider', { stable: ['3.0.0'], old: ['2.0.0', '1.0.0'] })
      .map((blob) => (blob.schema === 'olm.bundle' && !blob.name.endsWith('2.0.0') ? bundleBlob('provider', blob.name.slice('provider.v'.length), [api]) : blob));
    expect(keptOf(blobs, [{ name: 'provider', bundles: ['provider.v2.0.0'] }]).sort()).toEqual(['provider.v1.0.0', 'provider.v2.0.0']);
  });

  it('is a skipped bundle only if no other provides the API', () => {
    const blobs = (offered: boolean): CatalogBlob[] => [
      packageBlob('provider', 'c'),
      channelBlob('provider', 'c', [{ name: 'provider.v3.0.0', replaces: 'provider.v1.0.0', skips: ['provider.v2.0.0'] }, { name: 'provider.v2.0.0' }, { name: 'provider.v1.0.0' }]),
      bundleBlob('provider', '3.0.0'), bundleBlob('provider', '2.0.0', [api]), bundleBlob('provider', '1.0.0', offered ? [api] : []),
    ];
    expect(keptOf(blobs(true))).toEqual(['provider.v1.0.0']);
    // Its successor is kept too, which is the head of the channel.
    expect(keptOf(blobs(false))).toEqual(['provider.v3.0.0', 'provider.v2.0.0']);
  });
});

describe('a filtered random catalog', () => {
  const names = ['p', 'q'];
  const catalogs = fc.tuple(...names.map((name) => fc.array(randomChannel(name, 8), { minLength: 1, maxLength: 3 }))).map((packages) => (
    packages.flatMap((channels, index): CatalogBlob[] => {
      const name = names[index]!;
      const entries = [...new Set(channels.flatMap((channel) => channel.entries.map((entry) => entry.name)))];
      return [
        packageBlob(name, 'c0'),
        ...channels.map((channel, number) => ({ ...channel, name: `c${number}` })),
        ...entries.map((entry) => bundleBlob(name, entry.slice(name.length + 2))),
        deprecationsBlob(name, entries.map((entry) => ({ reference: { schema: 'olm.bundle', name: entry }, message: 'm' }))),
      ];
    })
  ));
  const selections = fc.record({
    headsOnly: fc.boolean(), from: fc.nat(8), span: fc.nat(4), gaps: fc.constantFrom(ChannelGaps.FILL, ChannelGaps.BRIDGE), byName: fc.boolean(),
  });

  it('is a catalog that opm accepts', () => {
    fc.assert(fc.property(catalogs, selections, (blobs, { headsOnly, from, span, gaps, byName }) => {
      expect(catalogProblems(blobs)).toEqual([]);
      const bundles = blobs.filter((blob) => blob.schema === 'olm.bundle').map(({ name }) => name).filter((name) => name.startsWith('p'));
      const chosen: PackageFilter = byName
        ? { name: 'p', bundles: bundles.filter((_, index) => index % (span + 1) === 0), gaps }
        : { name: 'p', versionRange: `>=1.${from}.0 <1.${from + span}.0 || 1.1.0`, gaps };
      expect(catalogProblems(filterBlobs(blobs, { packages: [chosen, { name: 'q' }], headsOnly }).blobs)).toEqual([]);
    }));
  });
});
