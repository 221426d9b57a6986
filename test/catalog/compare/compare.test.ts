import fc from 'fast-check';
import { CatalogChange, UpgradeEdgeKind } from '../../../lib/catalog/compare/catalog-changes';
import { diffBlobs } from '../../../lib/catalog/compare/diff-blobs';
import { diffTable } from '../../../lib/catalog/compare/diff-table';
import { type BundleBlob, type CatalogBlob, inOpmOrder } from '../../../lib/catalog/declcfg/declcfg';
import { randomChannel } from '../filter/random-channel';
import { bundleBlob, chain, channelBlob, deprecationsBlob, packageBlob, packageOf, property } from '../filter/sample-catalog';

const BEFORE = packageOf('etcd', { stable: ['1.1.0', '1.0.0'] });

function changed(packageName: string, more: object): object {
  return {
    name: packageName, change: CatalogChange.CHANGED, defaultChannelBefore: 'stable', defaultChannelAfter: 'stable', fields: [], channels: [], bundles: [],
    deprecations: [], ...more,
  };
}

const bundles = (blobs: readonly CatalogBlob[], change: (bundle: BundleBlob) => BundleBlob): CatalogBlob[] => (
  blobs.map((blob) => (blob.schema === 'olm.bundle' ? change(blob) : blob))
);

describe('diffBlobs', () => {
  it('finds no changes in the same blobs in another order', () => {
    fc.assert(fc.property(fc.shuffledSubarray(BEFORE, { minLength: BEFORE.length }), (shuffled) => {
      expect(diffBlobs(BEFORE, shuffled)).toEqual([]);
    }));
  });

  it('lists an added or removed package with all its content', () => {
    const [only] = diffBlobs([], BEFORE);
    expect(only).toMatchObject({
      name: 'etcd', change: CatalogChange.ADDED, defaultChannelAfter: 'stable',
      channels: [{ name: 'stable', change: CatalogChange.ADDED, headAfter: 'etcd.v1.1.0', entriesAdded: ['etcd.v1.0.0', 'etcd.v1.1.0'] }],
      bundles: [{ name: 'etcd.v1.0.0', versionAfter: '1.0.0' }, { name: 'etcd.v1.1.0', versionAfter: '1.1.0', imageAfter: 'example.com/etcd:v1.1.0' }],
    });
    expect(diffBlobs(BEFORE, [])[0]).toMatchObject({ change: CatalogChange.REMOVED, defaultChannelBefore: 'stable' });
  });

  it('lists changes of the head, the entries and the edges of a channel', () => {
    const after = [
      packageBlob('etcd', 'stable'),
      channelBlob('etcd', 'stable', [{ name: 'etcd.v1.2.0', replaces: 'etcd.v1.1.0', skips: ['etcd.v1.1.1'], skipRange: '<1.2.0' }, ...chain('etcd', '1.1.0')]),
      bundleBlob('etcd', '1.1.0'), bundleBlob('etcd', '1.2.0'),
    ];
    expect(diffBlobs(BEFORE, after)).toEqual([changed('etcd', {
      channels: [{
        name: 'stable', change: CatalogChange.CHANGED, headBefore: 'etcd.v1.1.0', headAfter: 'etcd.v1.2.0', entriesAdded: ['etcd.v1.2.0'],
        entriesRemoved: ['etcd.v1.0.0'],
        edgesAdded: [
          { fromBundle: 'etcd.v1.1.0', toBundle: 'etcd.v1.2.0', kind: UpgradeEdgeKind.REPLACES }, { fromBundle: '<1.2.0', toBundle: 'etcd.v1.2.0', kind: UpgradeEdgeKind.SKIP_RANGE },
          { fromBundle: 'etcd.v1.1.1', toBundle: 'etcd.v1.2.0', kind: UpgradeEdgeKind.SKIPS },
        ],
        edgesRemoved: [{ fromBundle: 'etcd.v1.0.0', toBundle: 'etcd.v1.1.0', kind: UpgradeEdgeKind.REPLACES }],
      }],
      bundles: [
        {
          name: 'etcd.v1.0.0', change: CatalogChange.REMOVED, versionBefore: '1.0.0', imageBefore: 'example.com/etcd:v1.0.0', properties: [],
          relatedImagesAdded: [], relatedImagesRemoved: [],
        },
        {
          name: 'etcd.v1.2.0', change: CatalogChange.ADDED, versionAfter: '1.2.0', imageAfter: 'example.com/etcd:v1.2.0', properties: [], relatedImagesAdded: [],
          relatedImagesRemoved: [],
        },
      ],
    })]);
  });

  it('lists a bundle that changed but kept its name', () => {
    const after = bundles(BEFORE, (bundle) => (bundle.name !== 'etcd.v1.1.0' ? bundle : {
      ...bundle, image: 'example.com/etcd@sha256:1', properties: [...bundle.properties, property('olm.gvk', {})], relatedImages: [{ name: '', image: 'a:1' }],
    }));
    expect(diffBlobs(BEFORE, after)).toEqual([changed('etcd', {
      bundles: [{
        name: 'etcd.v1.1.0', change: CatalogChange.CHANGED, versionBefore: '1.1.0', versionAfter: '1.1.0', imageBefore: 'example.com/etcd:v1.1.0',
        imageAfter: 'example.com/etcd@sha256:1', properties: ['olm.gvk'], relatedImagesAdded: ['a:1'], relatedImagesRemoved: [],
      }],
    })]);
  });

  it('lists changes of the default channel, the description and deprecations', () => {
    const before = [...packageOf('etcd', { stable: ['1.0.0'], fast: ['1.0.0'] }), deprecationsBlob('etcd', [
      { reference: { schema: 'olm.bundle', name: 'etcd.v1.0.0' }, message: 'old' }, { reference: { schema: 'olm.channel', name: 'fast' }, message: 'go' },
    ])];
    const after = [
      { ...packageBlob('etcd', 'fast'), description: 'keys and values' }, ...before.slice(1, -1),
      deprecationsBlob('etcd', [
        { reference: { schema: 'olm.bundle', name: 'etcd.v1.0.0' }, message: 'very old' }, { reference: { schema: 'olm.package' }, message: 'all' },
      ]),
    ];
    expect(diffBlobs(before, after)).toEqual([changed('etcd', {
      defaultChannelAfter: 'fast',
      fields: ['description'],
      deprecations: [
        { schema: 'olm.package', change: CatalogChange.ADDED, messageAfter: 'all' },
        { schema: 'olm.channel', name: 'fast', change: CatalogChange.REMOVED, messageBefore: 'go' },
        { schema: 'olm.bundle', name: 'etcd.v1.0.0', change: CatalogChange.CHANGED, messageBefore: 'old', messageAfter: 'very old' },
      ],
    })]);
  });

  it.each<[string, string, object]>([
    ['its description', 'description', { description: 'keys and values' }],
    ['its icon', 'icon', { icon: { base64data: 'AA==', mediatype: 'image/png' } }],
    ['an integer beyond 2^53 in its icon', 'icon', { icon: { base64data: 'AA==', mediatype: 'image/png', size: 9007199254740993n } }],
    ['its properties', 'properties', { properties: [property('olm.maxOpenShiftVersion', '4.20')] }],
  ])('lists a package in which only %s changed', (_, field, change) => {
    expect(diffBlobs(BEFORE, [{ ...packageBlob('etcd', 'stable'), ...change }, ...BEFORE.slice(1)])).toEqual([changed('etcd', { fields: [field] })]);
  });

  it('does not list a channel in which only the order of the entries changed, or a field that opm ignores', () => {
    const [head, ...others] = chain('etcd', '1.1.0', '1.0.0');
    const reordered = channelBlob('etcd', 'stable', [...others, head!]);
    for (const channel of [reordered, { ...reordered, unknownFields: { note: 'a' } }]) {
      expect(diffBlobs(BEFORE, BEFORE.map((blob) => (blob.schema === 'olm.channel' ? channel : blob)))).toEqual([]);
    }
  });

  it('is symmetric', () => {
    fc.assert(fc.property(randomChannel('p', 6), randomChannel('p', 6), (left, right) => {
      const [forth] = diffBlobs([left], [right]);
      const [back] = diffBlobs([right], [left]);
      expect(back?.channels.map(({ edgesAdded, entriesAdded, headAfter }) => ({ edgesAdded, entriesAdded, headAfter })))
        .toEqual(forth?.channels.map(({ edgesRemoved, entriesRemoved, headBefore }) => (
          { edgesAdded: edgesRemoved, entriesAdded: entriesRemoved, headAfter: headBefore })));
    }));
  });
});

describe('diffTable', () => {
  it('is empty if nothing changed', () => {
    expect(diffTable([])).toBe('');
  });

  it('has a line for each change', () => {
    const after = inOpmOrder([
      ...packageOf('prometheus', { beta: ['0.1.0'] }), packageBlob('etcd', 'fast'), channelBlob('etcd', 'fast', chain('etcd', '1.2.0')),
      channelBlob('etcd', 'stable', chain('etcd', '1.2.0', '1.1.0')), bundleBlob('etcd', '1.2.0'),
      { ...bundleBlob('etcd', '1.1.0'), image: 'example.com/other:1' },
      deprecationsBlob('etcd', [{ reference: { schema: 'olm.bundle', name: 'etcd.v1.1.0' }, message: 'has a\nleak' }]),
    ]);
    expect(diffTable(diffBlobs(BEFORE, after))).toBe([
      'PACKAGE     WHAT                               BEFORE                            AFTER',
      'etcd        default channel                    stable                            fast',
      'etcd        channel fast                       -                                 1 bundle, head etcd.v1.2.0',
      'etcd        head of stable                     etcd.v1.1.0                       etcd.v1.2.0',
      'etcd        in stable                          etcd.v1.0.0                       -',
      'etcd        in stable                          -                                 etcd.v1.2.0',
      'etcd        upgrade in stable                  etcd.v1.1.0 replaces etcd.v1.0.0  -',
      'etcd        upgrade in stable                  -                                 etcd.v1.2.0 replaces etcd.v1.1.0',
      'etcd        bundle etcd.v1.0.0                 1.0.0                             -',
      'etcd        image of etcd.v1.1.0               example.com/etcd:v1.1.0           example.com/other:1',
      'etcd        bundle etcd.v1.2.0                 -                                 1.2.0',
      'etcd        deprecation of bundle etcd.v1.1.0  -                                 has a leak',
      'prometheus  package                            -                                 1 channel, 1 bundle',
      '',
    ].join('\n'));
  });

  it('has a line for each change of a bundle', () => {
    const before: BundleBlob = {
      ...bundleBlob('etcd', '1.1.0', [property('olm.gvk', { kind: 'A' })]), relatedImages: [{ name: '', image: 'a:1' }, { name: '', image: 'b:1' }],
    };
    const after: BundleBlob = {
      ...before, image: '', relatedImages: [{ name: '', image: 'a:2' }, { name: '', image: 'b:1' }],
      properties: [property('olm.package', { packageName: 'etcd', version: '1.1.1' }), property('olm.gvk', { kind: 'B' })],
    };
    const named = { ...before, relatedImages: [{ name: 'a', image: 'a:1' }, { name: '', image: 'b:1' }] };
    const rows = (blob: BundleBlob): string[] => diffTable(diffBlobs([before], [blob])).split('\n').slice(1, -1);
    expect(rows(after)).toEqual([
      'etcd     version of etcd.v1.1.0        1.1.0                    1.1.1',
      'etcd     image of etcd.v1.1.0          example.com/etcd:v1.1.0  -',
      'etcd     olm.gvk of etcd.v1.1.0        differs                  differs',
      'etcd     olm.package of etcd.v1.1.0    differs                  differs',
      'etcd     related image of etcd.v1.1.0  a:1                      -',
      'etcd     related image of etcd.v1.1.0  -                        a:2',
    ]);
    expect(rows(named)).toEqual(['etcd     bundle etcd.v1.1.0  differs  differs']);
    expect(rows(before)).toEqual([]);
  });

  it('has a line for each removed package and channel, and for each kind of upgrade', () => {
    const skipping = [
      packageBlob('etcd', 'stable'), bundleBlob('etcd', '1.1.0'), bundleBlob('etcd', '1.0.0'),
      channelBlob('etcd', 'stable', [{ name: 'etcd.v1.1.0', skips: ['etcd.v1.0.0'], skipRange: '<1.1.0' }, { name: 'etcd.v1.0.0' }]),
    ];
    const rows = (before: readonly CatalogBlob[], after: readonly CatalogBlob[]): string[] => diffTable(diffBlobs(before, after)).split('\n').slice(1, -1);
    expect(rows(packageOf('etcd', { stable: ['1.1.0', '1.0.0'], fast: ['1.1.0'] }), BEFORE)).toEqual([
      'etcd     channel fast  1 bundle, head etcd.v1.1.0  -',
    ]);
    expect(rows(packageOf('etcd', { stable: ['1.1.0', '1.0.0'], fast: ['1.1.0'] }), [])).toEqual(['etcd     package  2 channels, 2 bundles  -']);
    expect(rows(BEFORE, skipping)).toEqual([
      'etcd     upgrade in stable  etcd.v1.1.0 replaces etcd.v1.0.0  -',
      'etcd     upgrade in stable  -                                 etcd.v1.1.0 skipRange <1.1.0',
      'etcd     upgrade in stable  -                                 etcd.v1.1.0 skips etcd.v1.0.0',
    ]);
  });

  it('shortens long cells, and names the fields of a package that changed', () => {
    const before = [{ ...packageBlob('etcd', 'stable'), description: 'a' }, deprecationsBlob('etcd', [{ reference: { schema: 'olm.package' }, message: 'x'.repeat(90) }])];
    expect(diffTable(diffBlobs(before, [packageBlob('etcd', 'stable')]))).toBe([
      `PACKAGE  WHAT                    ${'BEFORE'.padEnd(80)}  AFTER`,
      `etcd     description             ${'differs'.padEnd(80)}  differs`,
      `etcd     deprecation of package  ${'x'.repeat(79)}…  -`,
      '',
    ].join('\n'));
  });
});
