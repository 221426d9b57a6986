import { mergeDocuments } from '../../../../lib/bundle/catalog/merge/merge-documents';
import { SamePackage } from '../../../../lib/bundle/catalog/merge/same-package';
import { inOrder } from '../../../../lib/bundle/catalog/document-order';
import type { CatalogDocument } from '../../../../lib/bundle/catalog/wire';
import { catalogFaults } from '../selection/catalog-faults';
import { bundleDocument, chain, channelDocument, deprecationsDocument, packageDocument, packageOf } from '../selection/sample-catalog';

const note = (text: string): CatalogDocument => ({ schema: undefined, otherSchema: 'com.example.note', content: { schema: 'com.example.note', text } });
const deprecated = (message: string, name = 'p.v1.0.0'): CatalogDocument => (
  deprecationsDocument('p', [{ reference: { schema: 'olm.bundle', name }, message }])
);

describe('mergeDocuments', () => {
  it.each(Object.values(SamePackage))('puts different packages beside each other, in whatever order they come (%s)', (samePackage) => {
    const [left, right] = [[...packageOf('b', { c: ['1.0.0'] }), note('x')], [...packageOf('a', { c: ['1.0.0'] }), note('x'), note('y')]];
    const merged = mergeDocuments([left, right], samePackage);
    expect(merged).toEqual(inOrder([...right.slice(0, -2), ...left.slice(0, -1), note('x'), note('y')]));
    expect(mergeDocuments([right, left], samePackage)).toEqual(merged);
  });

  it('refuses a package that two catalogs have, all of them at once', () => {
    const both = [...packageOf('p', { c: ['1.0.0'] }), ...packageOf('q', { c: ['1.0.0'] })];
    expect(() => mergeDocuments([both, packageOf('r', { c: ['1.0.0'] }), both], SamePackage.REFUSE))
      .toThrow(/package "p" is in catalogs 1 and 3; leave it out[^]*package "q" is in catalogs 1 and 3/);
  });

  it('unites channels, entries, bundles and deprecations on request', () => {
    const merged = mergeDocuments([
      [...packageOf('p', { stable: ['1.1.0', '1.0.0'] }), deprecated('old')],
      [
        packageDocument('p', 'fast'), channelDocument('p', 'fast', chain('p', '2.0.0')),
        channelDocument('p', 'stable', [{ name: 'p.v1.2.0', replaces: 'p.v1.1.0' }, { name: 'p.v1.1.0', skips: ['p.v1.0.1'], skipRange: '<1.1.0' }]),
        ...['2.0.0', '1.2.0', '1.1.0'].map((version) => bundleDocument('p', version)), deprecated('also old', 'p.v1.1.0'),
      ],
    ], SamePackage.UNION);
    expect(merged).toEqual([
      packageDocument('p', 'stable'),
      channelDocument('p', 'fast', chain('p', '2.0.0')),
      channelDocument('p', 'stable', [
        { name: 'p.v1.1.0', replaces: 'p.v1.0.0', skips: ['p.v1.0.1'], skipRange: '<1.1.0' }, { name: 'p.v1.0.0' }, { name: 'p.v1.2.0', replaces: 'p.v1.1.0' },
      ]),
      ...['1.0.0', '1.1.0', '1.2.0', '2.0.0'].map((version) => bundleDocument('p', version)),
      deprecationsDocument('p', [
        { reference: { schema: 'olm.bundle', name: 'p.v1.0.0' }, message: 'old' }, { reference: { schema: 'olm.bundle', name: 'p.v1.1.0' }, message: 'also old' },
      ]),
    ]);
    expect(catalogFaults(merged)).toEqual([]);
  });

  it.each<[string, CatalogDocument[], CatalogDocument[], RegExp]>([
    ['bundles of one name', [bundleDocument('p', '1.0.0')], [{ ...bundleDocument('p', '1.0.0'), image: 'example.com/other:1' }],
      /bundle "p.v1.0.0" of package "p" differs between catalogs 1 and 2/],
    ['replaces', [channelDocument('p', 'c', [{ name: 'a', replaces: 'b' }])], [channelDocument('p', 'c', [{ name: 'a', replaces: 'c' }])],
      /the replaces of "a" in channel "c" of package "p" differs between catalogs 1 and 2: "b" and "c"/],
    ['skip ranges', [channelDocument('p', 'c', [{ name: 'a', skipRange: '<1.0.0' }])], [channelDocument('p', 'c', [{ name: 'a', skipRange: '<2.0.0' }])],
      /the skipRange of "a"/],
    ['deprecations', [deprecated('old')], [deprecated('very old')], /the deprecation of "p.v1.0.0" in package "p" differs between catalogs 1 and 2/],
  ])('refuses to unite contradicting %s', (_, left, right, message) => {
    expect(() => mergeDocuments([left, right], SamePackage.UNION)).toThrow(message);
  });
});
