import fc from 'fast-check';
import { edgeField, type UpgradeEdges } from '../../../lib/catalog/declcfg/channel-graph';
import { UpgradeIndex } from '../../../lib/catalog/declcfg/upgrade-index';
import { parseVersion } from '../../../lib/formats/semver/version';

const name = fc.constantFrom('a', 'b', 'c', 'd');
const entries = fc.array(fc.record({
  name, replaces: name, skips: fc.array(name, { maxLength: 3 }),
  skipRange: fc.constantFrom('<1.0.0', '>=1.0.0 <2.0.0', '1.0.0 || 3.0.0', '!1.0.0', 'none'),
}, { requiredKeys: ['name'] }), { maxLength: 6 });
const version = fc.constantFrom('0.1.0', '1.0.0', '1.5.0', '3.0.0', 'none');

describe('UpgradeIndex', () => {
  it('finds the upgrade to the first entry that allows one, as a look at each does', () => {
    fc.assert(fc.property(entries, name, version, (all, from, at) => {
      const expected = all.map((entry) => ({ entry, field: edgeField(entry, from, parseVersion(at)) })).find(({ field }) => field !== undefined);
      expect(new UpgradeIndex(all).first(from, parseVersion(at))).toEqual(expected);
    }), { numRuns: 2_000 });
  });

  it('returns all entries that allow upgrades from some bundles', () => {
    fc.assert(fc.property(entries, fc.array(fc.tuple(name, version), { maxLength: 4 }), (all, bundles) => {
      const index = new UpgradeIndex(all);
      const taken = new Set(bundles.flatMap(([from, at]) => index.take(from, parseVersion(at))));
      const isAllowed = (entry: UpgradeEdges): boolean => bundles.some(([from, at]) => edgeField(entry, from, parseVersion(at)) !== undefined);
      expect(all.filter((entry) => taken.has(entry))).toEqual(all.filter(isAllowed));
    }), { numRuns: 1_000 });
  });
});
