import * as fc from 'fast-check';
import { Catalog } from '../../../lib/catalog/catalog';
import { ChannelPlan } from '../../../lib/catalog/render/channel-plan';
import { type BundleFacts, bundleOf } from '../../builders/bundle-of';

function catalogOf(...facts: BundleFacts[]): Catalog {
  return Catalog.fromBundles(facts.map(bundleOf), { channels: ChannelPlan.inOrder() });
}

function edges(catalog: Catalog, channel = 'stable'): { [version: string]: string | undefined } {
  const { entries } = catalog.findPackage('demo').tryFindChannel(channel)!;
  return Object.fromEntries(entries.map(({ bundle, replaces }) => [bundle.version, replaces]));
}

describe('channels in order', () => {
  it('let each bundle replace the next older version, for any order of the bundles', () => {
    expect(edges(catalogOf({ version: '1.10.0' }, { version: '1.9.0' }, { version: '1.2.0-rc.1' }))).toEqual({
      '1.2.0-rc.1': undefined, '1.9.0': 'demo.v1.2.0-rc.1', '1.10.0': 'demo.v1.9.0',
    });
  });

  it('ignore spec.replaces of CSVs, except of the oldest', () => {
    expect(edges(catalogOf({ version: '1.0.0', replaces: 'demo.v0.1.0' }, { version: '1.1.0', replaces: 'demo.v1.0.5' }))).toEqual({
      '1.0.0': 'demo.v0.1.0', '1.1.0': 'demo.v1.0.0',
    });
  });

  it('keep channels separate', () => {
    const catalog = catalogOf({ version: '1.0.0' }, { version: '1.1.0', channels: 'fast' }, { version: '1.2.0', channels: 'stable,fast' });
    expect(edges(catalog)).toEqual({ '1.0.0': undefined, '1.2.0': 'demo.v1.0.0' });
    expect(edges(catalog, 'fast')).toEqual({ '1.1.0': undefined, '1.2.0': 'demo.v1.1.0' });
  });

  it('pass over skipped bundles', () => {
    const catalog = catalogOf({ version: '1.0.0' }, { version: '1.1.0' }, { version: '1.2.0', skips: ['demo.v1.1.0'] });
    expect(edges(catalog)).toEqual({ '1.0.0': undefined, '1.1.0': 'demo.v1.0.0', '1.2.0': 'demo.v1.0.0' });
    expect(catalog.findPackage('demo').defaultChannel.pathToHead('1.0.0').map(({ version }) => version)).toEqual(['1.2.0']);
  });

  it('keep the edges of a bundle that skips all older ones', () => {
    expect(edges(catalogOf({ version: '1.0.0' }, { version: '1.1.0', replaces: 'demo.v0.9.0', skips: ['demo.v1.0.0'] }))).toEqual({
      '1.0.0': undefined, '1.1.0': 'demo.v0.9.0',
    });
  });

  it('skip the bundles that skipped bundles skip', () => {
    const catalog = catalogOf({ version: '1.0.0' }, { version: '1.1.0', skips: ['demo.v1.0.0'] }, { version: '1.2.0', skips: ['demo.v1.1.0'] });
    expect(catalog.findPackage('demo').defaultChannel.entries.at(-1)?.skips).toEqual(['demo.v1.1.0', 'demo.v1.0.0']);
  });

  it('have upgrades from every bundle to the newest, for any skipped bundles', () => {
    const name = (minor: number): string => `demo.v1.${minor}.0`;
    const factsOf = (minors: number[]): fc.Arbitrary<BundleFacts[]> => fc.tuple(...minors.map((minor, index) => (
      fc.subarray(minors.slice(0, index)).map((skipped): BundleFacts => ({ version: `1.${minor}.0`, skips: skipped.map(name) }))
    )));
    const minorsInOrder = fc.uniqueArray(fc.nat(8), { minLength: 1, maxLength: 5 }).map((minors) => minors.sort((left, right) => left - right));
    fc.assert(fc.property(minorsInOrder.chain(factsOf), (facts) => {
      const channel = catalogOf(...facts).findPackage('demo').defaultChannel;
      expect(channel.head.version).toBe(facts.at(-1)!.version);
      for (const bundle of channel.bundles) {
        expect(channel.pathToHead(bundle.name).at(-1)?.name ?? bundle.name).toBe(channel.head.name);
      }
    }), { numRuns: 25 });
  });
});
