import { downgradesBetween } from '../../../lib/resolve/lock/downgrades';
import { lockOf } from '../plan/sample-locks';
import { sampleCatalog, type SampleEntry } from '../sample-namespace';

/** Returns the CSVs before and after each downgrade. */
function downgrades(before: string[], after: string[], entries: readonly SampleEntry[] = []): [string, string][] {
  const contents = new Map(entries.length === 0 ? [] : [['olm/hub', sampleCatalog({ a: { stable: entries } })]]);
  return downgradesBetween(lockOf(...before), lockOf(...after), contents).map((found) => [found.before.csv, found.after.csv]);
}

const CHAIN: SampleEntry[] = [{ name: 'a.v1.0.0' }, { name: 'a.v2.0.0', replaces: 'a.v1.0.0' }, { name: 'a.v3.0.0', replaces: 'a.v2.0.0' }];

describe('a lock goes back', () => {
  it.each<[string, string, string, SampleEntry[]]>([
    ['to a lower version, whatever the catalog', 'a.v2.0.0', 'a.v1.0.0', []],
    ['from a release to its prerelease', 'a.v2.0.0', 'a.v2.0.0-rc.1', []],
    ['from a later prerelease to an earlier one', 'a.v2.0.0-rc.10', 'a.v2.0.0-rc.9', []],
    ['several steps', 'a.v3.0.0', 'a.v1.0.0', CHAIN],
    ['to a lower version that the catalog offers as an upgrade', 'a.v2.0.0', 'a.v1.0.0', [{ name: 'a.v2.0.0' }, { name: 'a.v1.0.0', replaces: 'a.v2.0.0' }]],
    ['to an ancestor of the same version, with other build metadata', 'a.v1.0.0+2', 'a.v1.0.0+1', [{ name: 'a.v1.0.0+1' }, { name: 'a.v1.0.0+2', replaces: 'a.v1.0.0+1' }]],
    ['to a higher version that the channel replaces by the locked one', 'a.v1.0.0', 'a.v2.0.0', [{ name: 'a.v2.0.0' }, { name: 'a.v1.0.0', skips: ['a.v2.0.0'] }]],
    ['to a version that a range of the locked one includes', 'a.v1.0.0', 'a.v2.0.0', [{ name: 'a.v2.0.0' }, { name: 'a.v1.0.0', replaces: 'a.v2.0.0', skipRange: '>=2.0.0' }]],
  ])('%s', (_, from, to, entries) => {
    expect(downgrades([from], [to], entries)).toEqual([[from, to]]);
  });

  it.each<[string, string[], string[], SampleEntry[]]>([
    ['to a higher version', ['a.v1.0.0'], ['a.v3.0.0'], CHAIN],
    ['by keeping a version', ['a.v1.0.0'], ['a.v1.0.0'], CHAIN],
    ['by removing an operator', ['a.v1.0.0'], [], CHAIN],
    ['by adding one', [], ['a.v1.0.0'], CHAIN],
    ['for another operator', ['b.v2.0.0'], ['a.v1.0.0'], CHAIN],
    ['to other build metadata that nothing orders', ['a.v1.0.0+1'], ['a.v1.0.0+2'], []],
    ['where ranges lead in both directions', ['a.v1.0.0'], ['a.v2.0.0'], [{ name: 'a.v1.0.0', skipRange: '>=2.0.0' }, { name: 'a.v2.0.0', replaces: 'a.v1.0.0' }]],
  ])('not %s', (_, before, after, entries) => {
    expect(downgrades(before, after, entries)).toEqual([]);
  });
});
