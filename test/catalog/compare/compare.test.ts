import fc from 'fast-check';
import { CatalogChange, UpgradeEdgeKind } from '../../../../lib/bundle/catalog/diff/catalog-changes';
import { diffDocuments } from '../../../../lib/bundle/catalog/diff/diff-documents';
import { diffTable } from '../../../../lib/bundle/catalog/diff/diff-table';
import { inOrder } from '../../../../lib/bundle/catalog/document-order';
import type { BundleDocument, CatalogDocument } from '../../../../lib/bundle/catalog/wire';
import { randomChannel } from '../selection/random-channel';
import { bundleDocument, chain, channelDocument, deprecationsDocument, packageDocument, packageOf, property } from '../selection/sample-catalog';

const BEFORE = packageOf('etcd', { stable: ['1.1.0', '1.0.0'] });

function changed(packageName: string, more: object): object {
  return {
    name: packageName, change: CatalogChange.CHANGED, defaultChannelBefore: 'stable', defaultChannelAfter: 'stable', fields: [], channels: [], bundles: [],
    deprecations: [], ...more,
  };
}

const bundles = (documents: readonly CatalogDocument[], change: (bundle: BundleDocument) => BundleDocument): CatalogDocument[] => (
  documents.map((document) => (document.schema === 'olm.bundle' ? change(document) : document))
);

describe('diffDocuments', () => {
  it('finds nothing in the same documents in another order', () => {
    fc.assert(fc.property(fc.shuffledSubarray(BEFORE, { minLength: BEFORE.length }), (shuffled) => {
      expect(diffDocuments(BEFORE, shuffled)).toEqual([]);
    }));
  });

  it('lists a package that comes or goes with all that it has', () => {
    const [only] = diffDocuments([], BEFORE);
    expect(only).toMatchObject({
      name: 'etcd', change: CatalogChange.ADDED, defaultChannelAfter: 'stable',
      channels: [{ name: 'stable', change: CatalogChange.ADDED, headAfter: 'etcd.v1.1.0', entriesAdded: ['etcd.v1.0.0', 'etcd.v1.1.0'] }],
      bundles: [{ name: 'etcd.v1.0.0', versionAfter: '1.0.0' }, { name: 'etcd.v1.1.0', versionAfter: '1.1.0', imageAfter: 'example.com/etcd:v1.1.0' }],
    });
    expect(diffDocuments(BEFORE, [])[0]).toMatchObject({ change: CatalogChange.REMOVED, defaultChannelBefore: 'stable' });
  });

  it('follows the head, the entries and the edges of a channel', () => {
    const after = [
      packageDocument('etcd', 'stable'),
      channelDocument('etcd', 'stable', [{ name: 'etcd.v1.2.0', replaces: 'etcd.v1.1.0', skips: ['etcd.v1.1.1'], skipRange: '<1.2.0' }, ...chain('etcd', '1.1.0')]),
      bundleDocument('etcd', '1.1.0'), bundleDocument('etcd', '1.2.0'),
    ];
    expect(diffDocuments(BEFORE, after)).toEqual([changed('etcd', {
      channels: [{
        name: 'stable', change: CatalogChange.CHANGED, headBefore: 'etcd.v1.1.0', headAfter: 'etcd.v1.2.0', entriesAdded: ['etcd.v1.2.0'],
        entriesRemoved: ['etcd.v1.0.0'],
        edgesAdded: [
          { from: 'etcd.v1.1.0', to: 'etcd.v1.2.0', kind: UpgradeEdgeKind.REPLACES }, { from: '<1.2.0', to: 'etcd.v1.2.0', kind: UpgradeEdgeKind.SKIP_RANGE },
          { from: 'etcd.v1.1.1', to: 'etcd.v1.2.0', kind: UpgradeEdgeKind.SKIPS },
        ],
        edgesRemoved: [{ from: 'etcd.v1.0.0', to: 'etcd.v1.1.0', kind: UpgradeEdgeKind.REPLACES }],
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

  it('tells a bundle that changed under its name', () => {
    const after = bundles(BEFORE, (bundle) => (bundle.name !== 'etcd.v1.1.0' ? bundle : {
      ...bundle, image: 'example.com/etcd@sha256:1', properties: [...bundle.properties, property('olm.gvk', {})], relatedImages: [{ name: '', image: 'a:1' }],
    }));
    expect(diffDocuments(BEFORE, after)).toEqual([changed('etcd', {
      bundles: [{
        name: 'etcd.v1.1.0', change: CatalogChange.CHANGED, versionBefore: '1.1.0', versionAfter: '1.1.0', imageBefore: 'example.com/etcd:v1.1.0',
        imageAfter: 'example.com/etcd@sha256:1', properties: ['olm.gvk'], relatedImagesAdded: ['a:1'], relatedImagesRemoved: [],
      }],
    })]);
  });

  it('tells another default channel, description and deprecations', () => {
    const before = [...packageOf('etcd', { stable: ['1.0.0'], fast: ['1.0.0'] }), deprecationsDocument('etcd', [
      { reference: { schema: 'olm.bundle', name: 'etcd.v1.0.0' }, message: 'old' }, { reference: { schema: 'olm.channel', name: 'fast' }, message: 'go' },
    ])];
    const after = [
      { ...packageDocument('etcd', 'fast'), description: 'keys and values' }, ...before.slice(1, -1),
      deprecationsDocument('etcd', [
        { reference: { schema: 'olm.bundle', name: 'etcd.v1.0.0' }, message: 'very old' }, { reference: { schema: 'olm.package' }, message: 'all' },
      ]),
    ];
    expect(diffDocuments(before, after)).toEqual([changed('etcd', {
      defaultChannelAfter: 'fast',
      fields: ['description'],
      deprecations: [
        { schema: 'olm.package', change: CatalogChange.ADDED, messageAfter: 'all' },
        { schema: 'olm.channel', name: 'fast', change: CatalogChange.REMOVED, messageBefore: 'go' },
        { schema: 'olm.bundle', name: 'etcd.v1.0.0', change: CatalogChange.CHANGED, messageBefore: 'old', messageAfter: 'very old' },
      ],
    })]);
  });

  it('is its own opposite backwards', () => {
    fc.assert(fc.property(randomChannel('p', 6), randomChannel('p', 6), (left, right) => {
      const [forth] = diffDocuments([left], [right]);
      const [back] = diffDocuments([right], [left]);
      expect(back?.channels.map(({ edgesAdded, entriesAdded, headAfter }) => ({ edgesAdded, entriesAdded, headAfter })))
        .toEqual(forth?.channels.map(({ edgesRemoved, entriesRemoved, headBefore }) => (
          { edgesAdded: edgesRemoved, entriesAdded: entriesRemoved, headAfter: headBefore })));
    }));
  });
});

describe('diffTable', () => {
  it('is empty when nothing changed', () => {
    expect(diffTable([])).toBe('');
  });

  it('has a line for each change', () => {
    const after = inOrder([
      ...packageOf('prometheus', { beta: ['0.1.0'] }), packageDocument('etcd', 'fast'), channelDocument('etcd', 'fast', chain('etcd', '1.2.0')),
      channelDocument('etcd', 'stable', chain('etcd', '1.2.0', '1.1.0')), bundleDocument('etcd', '1.2.0'),
      { ...bundleDocument('etcd', '1.1.0'), image: 'example.com/other:1' },
      deprecationsDocument('etcd', [{ reference: { schema: 'olm.bundle', name: 'etcd.v1.1.0' }, message: 'has a\nleak' }]),
    ]);
    expect(diffTable(diffDocuments(BEFORE, after))).toBe([
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
});
