import fc from 'fast-check';
import { catalogFaults } from './catalog-faults';
import { randomChannel } from './random-channel';
import { bundleDocument, chain, channelDocument, deprecationsDocument, packageDocument, packageOf, property } from './sample-catalog';
import type { CatalogSelection, PackageSelection } from '../../../../lib/bundle/catalog/selection/catalog-selection';
import { SelectionGaps } from '../../../../lib/bundle/catalog/selection/catalog-selection';
import { selectDocuments } from '../../../../lib/bundle/catalog/selection/select';
import type { CatalogDocument } from '../../../../lib/bundle/catalog/wire';

const CATALOG: CatalogDocument[] = [
  ...packageOf('etcd', { stable: ['2.1.0', '2.0.0', '1.2.0', '1.1.0', '1.0.0'], alpha: ['3.0.0-rc.1', '2.1.0'] }),
  deprecationsDocument('etcd', [
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

function select(selection: CatalogSelection, documents = CATALOG): Kept {
  const selected = selectDocuments(documents, selection);
  expect(catalogFaults(selected.documents)).toEqual([]);
  return {
    channels: Object.fromEntries(selected.documents.filter((document) => document.schema === 'olm.channel')
      .map(({ package: packageName, name, entries }) => [`${packageName} ${name}`, entries.map((entry) => entry.name)])),
    bundles: selected.documents.filter((document) => document.schema === 'olm.bundle').map(({ name }) => name),
    defaultChannels: selected.documents.filter((document) => document.schema === 'olm.package').map(({ defaultChannel }) => defaultChannel),
    notes: selected.notes,
  };
}

const ofEtcd = (selection: Omit<PackageSelection, 'name'>): CatalogSelection => ({ packages: [{ name: 'etcd', ...selection }] });

describe('selectDocuments', () => {
  it('keeps everything when nothing is said', () => {
    expect(selectDocuments(CATALOG, {})).toEqual({ documents: CATALOG, notes: [] });
  });

  it('keeps a package with all that belongs to it, and what belongs to the whole catalog', () => {
    const { documents } = selectDocuments(CATALOG, { packages: [{ name: 'other' }] });
    expect(documents).toEqual(CATALOG.slice(-4));
  });

  it('keeps the heads', () => {
    expect(select({ headsOnly: true })).toEqual({
      channels: { 'etcd stable': ['etcd.v2.1.0'], 'etcd alpha': ['etcd.v3.0.0-rc.1'], 'other only': ['other.v1.0.0'] },
      bundles: ['etcd.v2.1.0', 'etcd.v3.0.0-rc.1', 'other.v1.0.0'],
      defaultChannels: ['stable', 'only'],
      notes: [],
    });
  });

  it.each<[string, Omit<PackageSelection, 'name'>, Kept['channels']]>([
    ['a range', { versionRange: '>=1.1.0 <2.0.0' }, { 'etcd stable': ['etcd.v1.2.0', 'etcd.v1.1.0'] }],
    ['a lowest version', { minVersion: '2.0.0' }, { 'etcd stable': ['etcd.v2.1.0', 'etcd.v2.0.0'], 'etcd alpha': ['etcd.v3.0.0-rc.1', 'etcd.v2.1.0'] }],
    ['a highest version', { maxVersion: '1.1.0' }, { 'etcd stable': ['etcd.v1.1.0', 'etcd.v1.0.0'] }],
    ['both', { minVersion: '1.1.0', maxVersion: '2.0.0' }, { 'etcd stable': ['etcd.v2.0.0', 'etcd.v1.2.0', 'etcd.v1.1.0'] }],
    ['a range of a channel', { channels: [{ name: 'stable', versionRange: '2.x' }, { name: 'alpha', headsOnly: true }] },
      { 'etcd stable': ['etcd.v2.1.0', 'etcd.v2.0.0'], 'etcd alpha': ['etcd.v3.0.0-rc.1'] }],
    ['bundles', { bundles: ['etcd.v2.1.0', 'etcd.v1.0.0'] }, { 'etcd stable': ['etcd.v2.1.0', 'etcd.v1.0.0'], 'etcd alpha': ['etcd.v2.1.0'] }],
    ['bundles and what lies between', { bundles: ['etcd.v2.1.0', 'etcd.v1.2.0'], gaps: SelectionGaps.FILL },
      { 'etcd stable': ['etcd.v2.1.0', 'etcd.v2.0.0', 'etcd.v1.2.0'], 'etcd alpha': ['etcd.v2.1.0'] }],
    ['a range with a hole', { versionRange: '1.0.0 || 1.2.0', channels: [{ name: 'stable' }] }, { 'etcd stable': ['etcd.v1.2.0', 'etcd.v1.1.0', 'etcd.v1.0.0'] }],
    ['a range with a hole, bridged', { versionRange: '1.0.0 || 1.2.0', gaps: SelectionGaps.BRIDGE }, { 'etcd stable': ['etcd.v1.2.0', 'etcd.v1.0.0'] }],
  ])('keeps %s', (_, selection, channels) => {
    expect(select(ofEtcd(selection)).channels).toEqual(channels);
  });

  it('tells what it had to do', () => {
    expect(select(ofEtcd({ channels: [{ name: 'alpha' }] })).notes).toEqual([
      'package "etcd" loses channel "stable"',
      'package "etcd" gets the default channel "alpha", which has the highest version, as "stable" goes; give \'defaultChannel\' for another',
    ]);
    expect(select(ofEtcd({ versionRange: '1.0.0 || 1.2.0' })).notes).toEqual([
      'channel "stable" of package "etcd" also keeps "etcd.v1.1.0": upgrades between what is selected lead over it',
      'package "etcd" loses channel "alpha"',
    ]);
    expect(select(ofEtcd({ bundles: ['etcd.v1.2.0', 'etcd.v1.0.0'] })).notes).toContain(
      'channel "stable" of package "etcd" upgrades "etcd.v1.0.0" straight to "etcd.v1.2.0", as what lay between goes',
    );
  });

  it('changes the default channel when it goes, to the one asked for, or that with the highest version', () => {
    expect(select(ofEtcd({ channels: [{ name: 'alpha' }] })).defaultChannels).toEqual(['alpha']);
    expect(select(ofEtcd({ defaultChannel: 'alpha' })).defaultChannels).toEqual(['alpha']);
  });

  it('leaves out deprecations of what goes, and the document when none is left', () => {
    const deprecations = (selection: CatalogSelection): unknown => (
      selectDocuments(CATALOG, selection).documents.find(({ schema }) => schema === 'olm.deprecations')
    );
    expect(deprecations(ofEtcd({ channels: [{ name: 'stable', minVersion: '1.1.0' }] })))
      .toEqual(deprecationsDocument('etcd', [{ reference: { schema: 'olm.package' }, message: 'use another' }]));
    expect(deprecations({ packages: [{ name: 'other' }] })).toBeUndefined();
  });

  it.each<[string, CatalogSelection, RegExp]>([
    ['a package that is not there', { packages: [{ name: 'etc' }] }, /no package "etc"; it has "etcd", "other"/],
    ['no packages', { packages: [] }, /empty list of packages/],
    ['a package twice', { packages: [{ name: 'etcd' }, { name: 'etcd' }] }, /selected twice/],
    ['a channel that is not there', ofEtcd({ channels: [{ name: 'beta' }] }), /no channel "beta"; it has "stable", "alpha"/],
    ['no channels', ofEtcd({ channels: [] }), /empty list of channels/],
    ['a bundle that is not there', ofEtcd({ bundles: ['etcd.v9.0.0'] }), /no bundle "etcd.v9.0.0"; the versions are "3.0.0-rc.1", "2.1.0"/],
    ['a bundle of another channel', ofEtcd({ channels: [{ name: 'alpha' }], bundles: ['etcd.v1.0.0'] }), /no bundle "etcd.v1.0.0" in "alpha"; it is in "stable"/],
    ['a range of nothing', ofEtcd({ versionRange: '>9.0.0' }), /package "etcd" keeps nothing: the versions are "3.0.0-rc.1", "2.1.0"/],
    ['a range of nothing in a channel', ofEtcd({ channels: [{ name: 'alpha', versionRange: '1.x' }] }), /channel "alpha" of package "etcd" has no version in 1.x/],
    ['a range that OLM cannot read', ofEtcd({ versionRange: '^1.0.0' }), /versionRange "\^1.0.0", which OLM cannot read/],
    ['a version that is none', ofEtcd({ minVersion: '1.0' }), /minVersion "1.0"; give three numbers/],
    ['two ways at once', ofEtcd({ bundles: ['etcd.v1.0.0'], minVersion: '1.0.0' }), /both versions and 'bundles'/],
    ['versions of package and channel', ofEtcd({ minVersion: '1.0.0', channels: [{ name: 'stable', maxVersion: '2.0.0' }] }), /versions for all its channels, and/],
    ['a range and a lowest version', ofEtcd({ minVersion: '1.0.0', versionRange: '1.x' }), /both 'versionRange' and 'minVersion'/],
    ['a default channel that goes', ofEtcd({ defaultChannel: 'stable', channels: [{ name: 'alpha' }] }), /cannot have the default channel "stable"/],
    ['a gap that must not be', ofEtcd({ bundles: ['etcd.v2.1.0', 'etcd.v1.0.0'], gaps: SelectionGaps.REFUSE }), /"etcd.v1.0.0" to "etcd.v2.1.0"; select what/],
  ])('refuses %s', (_, selection, message) => {
    expect(() => selectDocuments(CATALOG, selection)).toThrow(message);
  });

  it('keeps what oc-mirror would keep of a channel with skips', () => {
    const documents = [
      packageDocument('p', 'c'),
      channelDocument('p', 'c', [
        { name: 'p.v1.3.0', replaces: 'p.v1.2.2', skips: ['p.v1.2.3'] }, { name: 'p.v1.2.3', replaces: 'p.v1.1.0' },
        { name: 'p.v1.2.2', replaces: 'p.v1.1.0', skips: ['p.v1.2.0', 'p.v1.2.1'] }, { name: 'p.v1.2.1' }, { name: 'p.v1.2.0' },
        ...chain('p', '1.1.0', '1.0.0'),
      ]),
      ...['1.3.0', '1.2.3', '1.2.2', '1.2.1', '1.2.0', '1.1.0', '1.0.0'].map((version) => bundleDocument('p', version)),
    ];
    const range = (versionRange: string): unknown => select({ packages: [{ name: 'p', versionRange }] }, documents).channels['p c'];
    expect(range('>=1.2.0 <1.2.3')).toEqual(['p.v1.2.2', 'p.v1.2.1', 'p.v1.2.0']);
    expect(range('>=1.2.1')).toEqual(['p.v1.3.0', 'p.v1.2.3', 'p.v1.2.2', 'p.v1.2.1']);
    expect(range('1.2.3')).toEqual(['p.v1.3.0', 'p.v1.2.3']);
  });
});

describe('dependencies of a selection', () => {
  const api = { group: 'g', version: 'v1', kind: 'K' };
  const documents = [
    packageDocument('app', 'c'), channelDocument('app', 'c', chain('app', '1.0.0')),
    bundleDocument('app', '1.0.0', [
      property('olm.package.required', { packageName: 'lib', versionRange: '>=1.0.0 <2.0.0' }), property('olm.gvk.required', api),
      property('olm.package.required', { packageName: 'elsewhere', versionRange: '>=1.0.0' }),
    ]),
    ...packageOf('lib', { fast: ['2.0.0', '1.1.0', '1.0.0'] }, [property('olm.gvk.required', { ...api, kind: 'Deep' })]),
    ...packageOf('provider', { a: ['1.0.0'], b: ['2.0.0', '1.0.0'] }, [property('olm.gvk', api)]),
    ...packageOf('deep', { a: ['1.0.0'] }, [property('olm.gvk', { ...api, kind: 'Deep' })]),
    ...packageOf('unrelated', { a: ['1.0.0'] }),
  ];

  it('are kept on request, with what they require in turn', () => {
    const { bundles, notes } = select({ packages: [{ name: 'app' }], dependencies: true }, documents);
    expect(bundles).toEqual(['app.v1.0.0', 'lib.v1.1.0', 'provider.v1.0.0', 'deep.v1.0.0']);
    expect(notes).toEqual([
      'bundle "provider.v1.0.0" is kept because "app.v1.0.0" requires the API g/v1/K',
      'bundle "lib.v1.1.0" is kept because "app.v1.0.0" requires package "lib" >=1.0.0 <2.0.0',
      'bundle "app.v1.0.0" requires package "elsewhere" >=1.0.0, which nothing that may be kept provides',
      'bundle "deep.v1.0.0" is kept because "lib.v1.1.0" requires the API g/v1/Deep',
      'package "provider" loses channel "b"',
    ]);
  });

  it('are left alone when not asked for', () => {
    expect(select({ packages: [{ name: 'app' }] }, documents).bundles).toEqual(['app.v1.0.0']);
  });

  it('widen a package that is selected, within the channels that are', () => {
    const packages = [{ name: 'app' }, { name: 'lib', minVersion: '2.0.0' }];
    expect(select({ packages, dependencies: true }, documents).channels['lib fast']).toEqual(['lib.v2.0.0', 'lib.v1.1.0']);
  });
});

describe('a selection of a random catalog', () => {
  const names = ['p', 'q'];
  const catalogs = fc.tuple(...names.map((name) => fc.array(randomChannel(name, 8), { minLength: 1, maxLength: 3 }))).map((packages) => (
    packages.flatMap((channels, index): CatalogDocument[] => {
      const name = names[index]!;
      const entries = [...new Set(channels.flatMap((channel) => channel.entries.map((entry) => entry.name)))];
      return [
        packageDocument(name, 'c0'),
        ...channels.map((channel, number) => ({ ...channel, name: `c${number}` })),
        ...entries.map((entry) => bundleDocument(name, entry.slice(name.length + 2))),
        deprecationsDocument(name, entries.map((entry) => ({ reference: { schema: 'olm.bundle', name: entry }, message: 'm' }))),
      ];
    })
  ));
  const selections = fc.record({
    headsOnly: fc.boolean(), from: fc.nat(8), span: fc.nat(4), gaps: fc.constantFrom(SelectionGaps.FILL, SelectionGaps.BRIDGE), byName: fc.boolean(),
  });

  it('is a catalog that opm accepts', () => {
    fc.assert(fc.property(catalogs, selections, (documents, { headsOnly, from, span, gaps, byName }) => {
      expect(catalogFaults(documents)).toEqual([]);
      const bundles = documents.filter((document) => document.schema === 'olm.bundle').map(({ name }) => name).filter((name) => name.startsWith('p'));
      const chosen: PackageSelection = byName
        ? { name: 'p', bundles: bundles.filter((_, index) => index % (span + 1) === 0), gaps }
        : { name: 'p', versionRange: `>=1.${from}.0 <1.${from + span}.0 || 1.1.0`, gaps };
      expect(catalogFaults(selectDocuments(documents, { packages: [chosen, { name: 'q' }], headsOnly }).documents)).toEqual([]);
    }), { numRuns: 200 });
  });
});
