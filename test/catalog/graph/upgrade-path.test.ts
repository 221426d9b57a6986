import { UpgradeEdgeKind } from '../../../lib/catalog/compare/catalog-changes';
import { UpgradePaths } from '../../../lib/catalog/graph/upgrade-path';
import { bundleFacts } from '../../../lib/catalog/declcfg/bundle-facts';
import type { ChannelEntry } from '../../../lib/catalog/declcfg/declcfg';
import { bundleBlob, chain, channelBlob } from '../filter/sample-catalog';

function path(entries: readonly ChannelEntry[], from: string): string[] {
  const facts = new Map(entries.map(({ name }) => [name, bundleFacts(bundleBlob('p', name.slice(3)))]));
  return new UpgradePaths(channelBlob('p', 'c', entries), facts).from(from).map(({ toBundle: to, kind }) => `${kind} ${to}`);
}

describe('UpgradePaths', () => {
  it('follows replaces up to the head', () => {
    expect(path(chain('p', '1.2.0', '1.1.0', '1.0.0'), 'p.v1.0.0')).toEqual(['Replaces p.v1.1.0', 'Replaces p.v1.2.0']);
  });

  it('takes the entry nearest to the head that allows the upgrade', () => {
    const [head, ...rest] = chain('p', '1.2.0', '1.1.0', '1.0.0');
    expect(path([{ ...head!, skips: ['p.v1.0.0'] }, ...rest], 'p.v1.0.0')).toEqual(['Skips p.v1.2.0']);
    expect(path([{ ...head!, skipRange: '<1.1.0' }, ...rest], 'p.v1.0.0')).toEqual(['SkipRange p.v1.2.0']);
  });

  it('does not upgrade to skipped entries', () => {
    expect(path([{ name: 'p.v1.2.0', replaces: 'p.v1.0.0', skips: ['p.v1.1.0'] }, { name: 'p.v1.1.0', replaces: 'p.v1.0.0' }, { name: 'p.v1.0.0' }], 'p.v1.0.0'))
      .toEqual(['Replaces p.v1.2.0']);
  });

  it('starts from a version, or from a bundle that the channel does not have', () => {
    const [head, ...rest] = chain('p', '1.2.0', '1.1.0');
    const entries = [{ ...head!, skips: ['p.v1.0.9'], skipRange: '>=0.5.0 <0.6.0' }, ...rest];
    expect(path(entries, '1.1.0')).toEqual(['Replaces p.v1.2.0']);
    expect(path(entries, 'p.v1.0.9')).toEqual(['Skips p.v1.2.0']);
    expect(path(entries, '0.5.5')).toEqual([`${UpgradeEdgeKind.SKIP_RANGE} p.v1.2.0`]);
  });

  it('ends at an entry whose range has its own version, although an earlier one would allow an upgrade', () => {
    const [head, first] = chain('p', '1.1.0', '1.0.0');
    expect(path([{ ...head!, skipRange: '<2.0.0' }, { ...first!, skipRange: '<2.0.0' }], 'p.v1.0.0')).toEqual(['Replaces p.v1.1.0']);
  });

  it('is empty at the head, and without an upgrade', () => {
    expect(path(chain('p', '1.1.0', '1.0.0'), 'p.v1.1.0')).toEqual([]);
    expect(path(chain('p', '1.1.0', '1.0.0'), '0.0.1')).toEqual([]);
  });
});
