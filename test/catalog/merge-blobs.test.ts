import { type CatalogBlob, type ChannelEntry, inOpmOrder } from '../../lib/catalog/declcfg/declcfg';
import { mergeBlobs, SamePackage } from '../../lib/catalog/merge-blobs';
import { catalogProblems } from './filter/catalog-problems';
import { bundleBlob, chain, channelBlob, deprecationsBlob, packageBlob, packageOf } from './filter/sample-catalog';

const note = (text: string): CatalogBlob => ({ schema: undefined, otherSchema: 'com.example.note', content: { schema: 'com.example.note', text } });
const deprecated = (message: string, name = 'p.v1.0.0'): CatalogBlob => (
  deprecationsBlob('p', [{ reference: { schema: 'olm.bundle', name }, message }])
);

describe('mergeBlobs', () => {
  it.each(Object.values(SamePackage))('merges different packages in any order (%s)', (samePackage) => {
    const [left, right] = [[...packageOf('b', { c: ['1.0.0'] }), note('x')], [...packageOf('a', { c: ['1.0.0'] }), note('x'), note('y')]];
    const merged = mergeBlobs([left, right], samePackage);
    expect(merged).toEqual(inOpmOrder([...right.slice(0, -2), ...left.slice(0, -1), note('x'), note('y')]));
    expect(mergeBlobs([right, left], samePackage)).toEqual(merged);
  });

  it('refuses packages that two catalogs have, and reports all of them', () => {
    const both = [...packageOf('p', { c: ['1.0.0'] }), ...packageOf('q', { c: ['1.0.0'] })];
    expect(() => mergeBlobs([both, packageOf('r', { c: ['1.0.0'] }), both], SamePackage.REFUSE))
      .toThrow(/package "p" is in catalogs 1 and 3; filter it out of all but one, or set 'samePackage' to SamePackage.UNION[^]*package "q" is in catalogs 1 and 3/);
  });

  it('unites channels, entries, bundles and deprecations on request', () => {
    const merged = mergeBlobs([
      [...packageOf('p', { stable: ['1.1.0', '1.0.0'] }), deprecated('old')],
      [
        packageBlob('p', 'fast'), channelBlob('p', 'fast', chain('p', '2.0.0')),
        channelBlob('p', 'stable', [{ name: 'p.v1.2.0', replaces: 'p.v1.1.0' }, { name: 'p.v1.1.0', skips: ['p.v1.0.1'], skipRange: '<1.1.0' }]),
        ...['2.0.0', '1.2.0', '1.1.0'].map((version) => bundleBlob('p', version)), deprecated('also old', 'p.v1.1.0'),
      ],
    ], SamePackage.UNION);
    expect(merged).toEqual([
      packageBlob('p', 'stable'),
      channelBlob('p', 'fast', chain('p', '2.0.0')),
      channelBlob('p', 'stable', [
        { name: 'p.v1.1.0', replaces: 'p.v1.0.0', skips: ['p.v1.0.1'], skipRange: '<1.1.0' }, { name: 'p.v1.0.0' }, { name: 'p.v1.2.0', replaces: 'p.v1.1.0' },
      ]),
      ...['1.0.0', '1.1.0', '1.2.0', '2.0.0'].map((version) => bundleBlob('p', version)),
      deprecationsBlob('p', [
        { reference: { schema: 'olm.bundle', name: 'p.v1.0.0' }, message: 'old' }, { reference: { schema: 'olm.bundle', name: 'p.v1.1.0' }, message: 'also old' },
      ]),
    ]);
    expect(catalogProblems(merged)).toEqual([]);
  });

  it.each<[string, ChannelEntry, ChannelEntry, ChannelEntry]>([
    ['one entry without skips', { name: 'a' }, { name: 'a' }, { name: 'a' }],
    ['the skips of one entry', { name: 'a', skips: ['b'] }, { name: 'a' }, { name: 'a', skips: ['b'] }],
    ['the skips of both entries, each once', { name: 'a', skips: ['b', 'c'] }, { name: 'a', skips: ['c', 'd'] }, { name: 'a', skips: ['b', 'c', 'd'] }],
    ['one skip instead of an empty list', { name: 'a', skips: [] }, { name: 'a', skips: ['b'] }, { name: 'a', skips: ['b'] }],
  ])('unites entries of the same name to %s', (_, left, right, entry) => {
    expect(mergeBlobs([[channelBlob('p', 'c', [left])], [channelBlob('p', 'c', [right])]], SamePackage.UNION)).toStrictEqual([channelBlob('p', 'c', [entry])]);
  });

  it('keeps a channel apart from a bundle of the same name, and the deprecations of packages apart', () => {
    const blobs = [
      channelBlob('p', 'p.v1.0.0', chain('p', '1.0.0')), bundleBlob('p', '1.0.0'), deprecated('old'),
      deprecationsBlob('q', [{ reference: { schema: 'olm.package' }, message: 'unmaintained' }]),
    ];
    expect(mergeBlobs([blobs, []], SamePackage.UNION)).toEqual(blobs);
  });

  it.each<[string, CatalogBlob[], CatalogBlob[], RegExp]>([
    ['bundles of the same name', [bundleBlob('p', '1.0.0')], [{ ...bundleBlob('p', '1.0.0'), image: 'example.com/other:1' }],
      /bundle "p.v1.0.0" of package "p" differs between catalogs 1 and 2/],
    ['replaces', [channelBlob('p', 'c', [{ name: 'a', replaces: 'b' }])], [channelBlob('p', 'c', [{ name: 'a', replaces: 'c' }])],
      /the replaces of "a" in channel "c" of package "p" differs between catalogs 1 and 2: "b" and "c"/],
    ['skip ranges', [channelBlob('p', 'c', [{ name: 'a', skipRange: '<1.0.0' }])], [channelBlob('p', 'c', [{ name: 'a', skipRange: '<2.0.0' }])],
      /the skipRange of "a"/],
    ['deprecations', [deprecated('old')], [deprecated('very old')], /the deprecation of "p.v1.0.0" in package "p" differs between catalogs 1 and 2/],
  ])('refuses to unite contradicting %s', (_, left, right, message) => {
    expect(() => mergeBlobs([left, right], SamePackage.UNION)).toThrow(message);
  });
});
