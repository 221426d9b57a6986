import fc from 'fast-check';
import { channelFaults } from './catalog-faults';
import { randomChannel } from './random-channel';
import { coverWanted } from '../../../../lib/bundle/catalog/selection/cover';
import { mendChannel } from '../../../../lib/bundle/catalog/selection/mend';
import type { ChannelDocument, ChannelEntry } from '../../../../lib/bundle/catalog/wire';

function channel(entries: ChannelEntry[]): ChannelDocument {
  return { schema: 'olm.channel', name: 'stable', package: 'p', entries };
}

/** Entries in the tests are named by letters, the newest first. */
function mend(entries: ChannelEntry[], keep: string[]): { entries: readonly ChannelEntry[]; bridges: readonly object[] } {
  const document = channel(entries);
  expect(channelFaults(document)).toEqual([]);
  const mended = mendChannel(document, new Set(keep), entries.map(({ name }) => name).sort());
  expect(channelFaults(mended.channel)).toEqual([]);
  return { entries: mended.channel.entries, bridges: mended.bridges };
}

describe('mendChannel', () => {
  it('returns the very channel when nothing goes', () => {
    const document = channel([{ name: 'a', replaces: 'b' }, { name: 'b' }]);
    expect(mendChannel(document, new Set(['a', 'b']), ['a', 'b'])).toEqual({ channel: document, bridges: [] });
  });

  it('keeps the edges of a head that is left alone, for clusters that run what it replaces', () => {
    const head = { name: 'a', replaces: 'b', skips: ['c', 'x'], skipRange: '<1.0.0' };
    expect(mend([head, { name: 'b' }, { name: 'c' }], ['a'])).toEqual({ entries: [head], bridges: [] });
  });

  it('makes the next lower entry the head when the head goes', () => {
    expect(mend([{ name: 'a', replaces: 'b' }, { name: 'b', replaces: 'c' }, { name: 'c' }], ['b', 'c']))
      .toEqual({ entries: [{ name: 'b', replaces: 'c' }, { name: 'c' }], bridges: [] });
  });

  it('bridges a gap in the path, and still follows what was replaced', () => {
    expect(mend([{ name: 'a', replaces: 'b' }, { name: 'b', replaces: 'c' }, { name: 'c' }], ['a', 'c'])).toEqual({
      entries: [{ name: 'a', replaces: 'c', skips: ['b'] }, { name: 'c' }],
      bridges: [{ from: 'c', to: 'a', ledBefore: true }],
    });
  });

  it('adds no bridge where a skip leads on already', () => {
    const a = { name: 'a', replaces: 'b', skips: ['c'] };
    expect(mend([a, { name: 'b', replaces: 'c' }, { name: 'c' }], ['a', 'c'])).toEqual({ entries: [a, { name: 'c' }], bridges: [] });
  });

  it('puts what a removed entry skipped below the entry above it', () => {
    expect(mend([{ name: 'a', replaces: 'b' }, { name: 'b', skips: ['c'] }, { name: 'c' }], ['a', 'c'])).toEqual({
      entries: [{ name: 'a', replaces: 'b', skips: ['c'] }, { name: 'c' }],
      bridges: [{ from: 'c', to: 'a', ledBefore: true }],
    });
  });

  it('says that no upgrade led from one to the other where two were only skipped by what goes', () => {
    expect(mend([{ name: 'a', skips: ['b', 'c'] }, { name: 'b' }, { name: 'c' }], ['b', 'c'])).toEqual({
      entries: [{ name: 'b', skips: ['c'] }, { name: 'c' }],
      bridges: [{ from: 'c', to: 'b', ledBefore: false }],
    });
  });

  it('reaches an entry that only a removed one skipped, behind an entry that is skipped', () => {
    expect(mend([
      { name: 'a', replaces: 'b', skips: ['d'] }, { name: 'b', replaces: 'c', skips: ['c'] }, { name: 'c', replaces: 'd' }, { name: 'd' },
    ], ['b', 'c', 'd'])).toEqual({
      entries: [{ name: 'b', replaces: 'c', skips: ['c', 'd'] }, { name: 'c', replaces: 'd' }, { name: 'd' }],
      bridges: [{ from: 'd', to: 'b', ledBefore: true }],
    });
  });

  it('opens a circle of skipped entries that becomes the path', () => {
    expect(mend([{ name: 'a', skips: ['b', 'c'] }, { name: 'b', replaces: 'c' }, { name: 'c', replaces: 'b' }], ['b', 'c']).entries)
      .toEqual([{ name: 'b', replaces: 'c' }, { name: 'c' }]);
  });

  it('gives a channel that opm accepts, whatever goes', () => {
    fc.assert(fc.property(randomChannel(), fc.infiniteStream(fc.boolean()), (document, keeps) => {
      const names = document.entries.map(({ name }) => name);
      const keep = new Set(names.filter(() => keeps.next().value));
      fc.pre(keep.size > 0);
      const mended = mendChannel(document, keep, names);
      expect(mended.channel.entries.map(({ name }) => name)).toEqual(names.filter((name) => keep.has(name)));
      expect(channelFaults(mended.channel)).toEqual([]);
    }), { numRuns: 400 });
  });

  it('loses no upgrade into an entry that stays, but those from the head and along a circle', () => {
    fc.assert(fc.property(randomChannel(), fc.infiniteStream(fc.boolean()), (document, keeps) => {
      const names = document.entries.map(({ name }) => name);
      const keep = new Set(names.filter(() => keeps.next().value));
      fc.pre(keep.size > 0);
      const { channel: mended } = mendChannel(document, keep, names);
      const followed = new Set(mended.entries.flatMap(edges).map(([, from]) => from));
      const head = mended.entries.find(({ name }) => !followed.has(name))!.name;
      const after = new Set(mended.entries.flatMap(edges).map(String));
      const before = document.entries.filter(({ name }) => keep.has(name)).flatMap(edges).filter(([, from]) => from !== head);
      expect(before.filter((edge) => !after.has(String(edge)))).toEqual([]);
    }), { numRuns: 400 });
  });
});

/** Pairs of an entry and one that it follows. */
function edges({ name, replaces, skips }: ChannelEntry): [string, string][] {
  return [...(replaces === undefined ? [] : [replaces]), ...(skips ?? [])].map((from) => [name, from]);
}

describe('coverWanted', () => {
  const chain = [
    { name: 'e', replaces: 'd', skips: ['x'] }, { name: 'x', replaces: 'c' }, { name: 'd', replaces: 'c' }, { name: 'c', replaces: 'b', skips: ['y'] },
    { name: 'y' }, { name: 'b', replaces: 'a' }, { name: 'a' },
  ];

  it.each([
    ['the head alone', ['e'], ['e']],
    ['what lies between two', ['d', 'b'], ['b', 'c', 'd']],
    ['the end of the path', ['b', 'a'], ['a', 'b']],
    ['a skipped entry with the one that skips it', ['y', 'b'], ['b', 'c', 'y']],
    ['the head for an entry that only it skips', ['x'], ['e', 'x']],
    ['nothing for nothing', [], []],
  ])('keeps %s', (_, wanted, kept) => {
    expect([...coverWanted(channel(chain), new Set(wanted))].sort()).toEqual(kept);
  });
});
