import * as fc from 'fast-check';
import { ChannelGraph } from '../../lib/catalog/declcfg/channel-graph';
import { strandedRemedy } from '../../lib/catalog/declcfg/stranded-entries';
import type { ChannelEntry } from '../../lib/catalog/declcfg/declcfg';

const NAMES = ['a', 'b', 'c', 'd', 'e'];

const entry = (name: string): fc.Arbitrary<ChannelEntry> => fc.record(
  { name: fc.constant(name), replaces: fc.constantFrom(...NAMES), skips: fc.subarray(NAMES, { maxLength: 2 }) }, { requiredKeys: ['name'] },
);

test('the remedy for entries off the upgrade path never proposes an edge that exists', () => {
  let proposed = 0;
  fc.assert(fc.property(fc.tuple(...NAMES.map(entry)), (entries) => {
    const graph = new ChannelGraph(entries);
    const [head] = graph.heads;
    const stranded = head === undefined || graph.heads.length > 1 ? [] : graph.strandedFrom(head);
    if (stranded.length === 0) {
      return;
    }
    const remedy = strandedRemedy(graph, stranded, { replaces: 'REPLACES', skips: 'SKIPS', of: 'entry' });
    for (const [, names] of remedy.matchAll(/name ((?:"\w"(?:, )?)+) in REPLACES/g)) {
      for (const [, name] of names!.matchAll(/"(\w)"/g)) {
        expect(entries.filter(({ replaces }) => replaces === name)).toEqual([]);
      }
    }
    for (const [, name, of] of remedy.matchAll(/name "(\w)" in SKIPS of "(\w)"/g)) {
      proposed++;
      const fixed = new ChannelGraph(entries.map((found) => (found.name === of ? { ...found, skips: [...found.skips ?? [], name!] } : found)));
      expect(fixed.strandedFrom(fixed.heads[0]!).map((found) => found.name)).not.toContain(name);
    }
  }), { numRuns: 2_000 });
  expect(proposed).toBeGreaterThan(10);
});
