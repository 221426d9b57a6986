import fc from 'fast-check';
import { channelProblems } from './catalog-problems';
import { randomChannel } from './random-channel';
import { KeptChannel } from '../../../lib/catalog/filter/kept-channel';
import { repairChannel } from '../../../lib/catalog/filter/repair-channel';
import type { ChannelBlob, ChannelEntry } from '../../../lib/catalog/declcfg/declcfg';

function channel(entries: ChannelEntry[]): ChannelBlob {
  return { schema: 'olm.channel', name: 'stable', package: 'p', entries };
}

/** Entries in these tests are named by letters, the newest first. */
function repair(entries: ChannelEntry[], keep: string[]): { entries: readonly ChannelEntry[]; bridges: readonly object[] } {
  const blob = channel(entries);
  expect(channelProblems(blob)).toEqual([]);
  const repaired = repairChannel(blob, new Set(keep), entries.map(({ name }) => name).sort());
  expect(channelProblems(repaired.channel)).toEqual([]);
  return { entries: repaired.channel.entries, bridges: repaired.bridges };
}

describe('repairChannel', () => {
  it('returns the same channel if nothing is removed', () => {
    const blob = channel([{ name: 'a', replaces: 'b' }, { name: 'b' }]);
    expect(repairChannel(blob, new Set(['a', 'b']), ['a', 'b'])).toEqual({ channel: blob, bridges: [] });
  });

  it('keeps the edges of a single remaining head, for clusters that run a bundle that it replaces', () => {
    const head = { name: 'a', replaces: 'b', skips: ['c', 'x'], skipRange: '<1.0.0' };
    expect(repair([head, { name: 'b' }, { name: 'c' }], ['a'])).toEqual({ entries: [head], bridges: [] });
  });

  it('makes the next lower entry the head if the head is removed', () => {
    expect(repair([{ name: 'a', replaces: 'b' }, { name: 'b', replaces: 'c' }, { name: 'c' }], ['b', 'c']))
      .toEqual({ entries: [{ name: 'b', replaces: 'c' }, { name: 'c' }], bridges: [] });
  });

  it('bridges a gap in the path, and keeps the edge to the removed entry', () => {
    expect(repair([{ name: 'a', replaces: 'b' }, { name: 'b', replaces: 'c' }, { name: 'c' }], ['a', 'c'])).toEqual({
      entries: [{ name: 'a', replaces: 'c', skips: ['b'] }, { name: 'c' }],
      bridges: [{ from: 'c', to: 'a', wasReachable: true }],
    });
  });

  it('adds no bridge if a skip already spans the gap', () => {
    const a = { name: 'a', replaces: 'b', skips: ['c'] };
    expect(repair([a, { name: 'b', replaces: 'c' }, { name: 'c' }], ['a', 'c'])).toEqual({ entries: [a, { name: 'c' }], bridges: [] });
  });

  it('attaches the entries that a removed one skipped to the entry above it', () => {
    expect(repair([{ name: 'a', replaces: 'b' }, { name: 'b', skips: ['c'] }, { name: 'c' }], ['a', 'c'])).toEqual({
      entries: [{ name: 'a', replaces: 'b', skips: ['c'] }, { name: 'c' }],
      bridges: [{ from: 'c', to: 'a', wasReachable: true }],
    });
  });

  it('reports that entries skipped only by a removed one were not connected', () => {
    expect(repair([{ name: 'a', skips: ['b', 'c'] }, { name: 'b' }, { name: 'c' }], ['b', 'c'])).toEqual({
      entries: [{ name: 'b', skips: ['c'] }, { name: 'c' }],
      bridges: [{ from: 'c', to: 'b', wasReachable: false }],
    });
  });

  it('reaches an entry that only a removed one skipped, behind a skipped entry', () => {
    expect(repair([
      { name: 'a', replaces: 'b', skips: ['d'] }, { name: 'b', replaces: 'c', skips: ['c'] }, { name: 'c', replaces: 'd' }, { name: 'd' },
    ], ['b', 'c', 'd'])).toEqual({
      entries: [{ name: 'b', replaces: 'c', skips: ['c', 'd'] }, { name: 'c', replaces: 'd' }, { name: 'd' }],
      bridges: [{ from: 'd', to: 'b', wasReachable: true }],
    });
  });

  it('opens a cycle of skipped entries that becomes the path', () => {
    expect(repair([{ name: 'a', skips: ['b', 'c'] }, { name: 'b', replaces: 'c' }, { name: 'c', replaces: 'b' }], ['b', 'c']).entries)
      .toEqual([{ name: 'b', replaces: 'c' }, { name: 'c' }]);
  });

  it('returns a channel that opm accepts, for any removed entries', () => {
    fc.assert(fc.property(randomChannel(), fc.infiniteStream(fc.boolean()), (blob, keeps) => {
      const names = blob.entries.map(({ name }) => name);
      const keep = new Set(names.filter(() => keeps.next().value));
      fc.pre(keep.size > 0);
      const repaired = repairChannel(blob, keep, names);
      expect(repaired.channel.entries.map(({ name }) => name)).toEqual(names.filter((name) => keep.has(name)));
      expect(channelProblems(repaired.channel)).toEqual([]);
    }), { numRuns: 150 });
  });

  it('loses no upgrade to a kept entry, except from the head and along a cycle', () => {
    fc.assert(fc.property(randomChannel(), fc.infiniteStream(fc.boolean()), (blob, keeps) => {
      const names = blob.entries.map(({ name }) => name);
      const keep = new Set(names.filter(() => keeps.next().value));
      fc.pre(keep.size > 0);
      const { channel: repaired } = repairChannel(blob, keep, names);
      const followed = new Set(repaired.entries.flatMap(edges).map(([, from]) => from));
      const head = repaired.entries.find(({ name }) => !followed.has(name))!.name;
      const after = new Set(repaired.entries.flatMap(edges).map(String));
      const before = blob.entries.filter(({ name }) => keep.has(name)).flatMap(edges).filter(([, from]) => from !== head);
      expect(before.filter((edge) => !after.has(String(edge)))).toEqual([]);
    }), { numRuns: 150 });
  });
});

/** Returns pairs of an entry and one that it follows. */
function edges({ name, replaces, skips }: ChannelEntry): [string, string][] {
  return [...(replaces === undefined ? [] : [replaces]), ...(skips ?? [])].map((from) => [name, from]);
}

describe('a channel whose gaps are filled', () => {
  const chain = [
    { name: 'e', replaces: 'd', skips: ['x'] }, { name: 'x', replaces: 'c' }, { name: 'd', replaces: 'c' }, { name: 'c', replaces: 'b', skips: ['y'] },
    { name: 'y' }, { name: 'b', replaces: 'a' }, { name: 'a' },
  ];

  it.each([
    ['only the head', ['e'], ['e']],
    ['entries between two', ['d', 'b'], ['b', 'c', 'd']],
    ['the end of the path', ['b', 'a'], ['a', 'b']],
    ['a skipped entry with the one that skips it', ['y', 'b'], ['b', 'c', 'y']],
    ['the head for an entry that only it skips', ['x'], ['e', 'x']],
    ['nothing if no entry matches', [], []],
  ])('keeps %s', (_, matched, kept) => {
    const found = new KeptChannel(channel(chain), true);
    const names = matched.flatMap((name) => found.match(name));
    expect([...found.kept].sort()).toEqual(kept);
    expect([...new Set(names)].sort()).toEqual(kept);
  });
});
