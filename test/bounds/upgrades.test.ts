import { Catalog } from '../../lib/catalog/catalog';
import { ChannelGraph } from '../../lib/catalog/declcfg/channel-graph';
import { strandedRemedy } from '../../lib/catalog/declcfg/stranded-entries';
import { fittingChannels } from '../../lib/catalog/render/channel-choice';
import { downgradesBetween } from '../../lib/resolve/lock/downgrades';
import { catalogKeyOf, type LockContent } from '../../lib/resolve/lock/lock-content';
import type { LockedOperator } from '../../lib/resolve/lock/locked-operator';
import { bundleBlob } from '../catalog/sample-catalog';
import { expectLinear, expectLinearWithNew, many, manyTimes } from './growth';

interface Entry {
  readonly name: string;
  readonly replaces?: string;
  readonly skips?: string[];
  readonly skipRange?: string;
}

const name = (index: number): string => `demo.v${index}.0.0`;
const chained = (size: number, more: (index: number) => object = () => ({})): Entry[] => (
  many(size, (index) => ({ name: name(index), ...(index === 0 ? {} : { replaces: name(index - 1) }), ...more(index) }))
);

/** Entries of channels along which OLM makes many upgrades. */
const CHANNELS: { readonly [what: string]: (size: number) => Entry[] } = {
  'bundles that replace each other': (size) => chained(size),
  'ranges that allow no upgrade': (size) => chained(size, () => ({ skipRange: '<0.0.1 || '.repeat(8).concat('<0.0.2') })),
  'ranges that contain the bundle before': (size) => chained(size, (index) => ({ skipRange: `>=${Math.max(0, index - 1)}.0.0 <${index}.0.1` })),
  'ranges that contain another version': (size) => chained(size, (index) => ({ skipRange: `!${index}.0.0 <0.0.1` })),
  'skips of bundles that are gone': (size) => chained(size, (index) => ({ skips: [`gone.v${index}`] })),
};

function catalogOf(entries: readonly Entry[]): Catalog {
  return Catalog.fromString([
    { schema: 'olm.package', name: 'demo', defaultChannel: 'stable' },
    { schema: 'olm.channel', name: 'stable', package: 'demo', entries },
    ...entries.map((_, index) => bundleBlob(`${index}.0.0`)),
  ].map((blob) => JSON.stringify(blob)).join('\n'));
}

const operator = (index: number): LockedOperator => ({
  namespace: 'shop', subscription: 'demo', packageName: 'demo', channel: 'stable', catalog: 'c', catalogNamespace: 'olm', csv: name(index), version: `${index}.0.0`,
} as unknown as LockedOperator);

describe.each(Object.entries(CHANNELS))('a channel with many %s', (_what, entries) => {
  it('has paths to the head that are found in linear time', () => {
    expectLinearWithNew((size) => catalogOf(entries(size)).findPackage('demo').findChannel('stable'), (channel) => channel.pathToHead(name(0)), 60);
  });

  it('has the next upgrade of each bundle, found in linear time', () => {
    expectLinearWithNew((size) => catalogOf(entries(size)).findPackage('demo').findChannel('stable'), (channel) => channel.bundles.forEach((bundle) => {
      channel._upgradeOf(bundle);
      channel._isDeprecated(bundle.name);
    }), 60);
  });

  it('shows a downgrade in linear time', () => {
    // Of the same version, so that the channel decides.
    const [before, after] = [{ ...operator(0), csv: 'demo.v0.0.0-b' }, operator(0)];
    const lock = (locked: LockedOperator): LockContent => ({ operators: [locked] } as unknown as LockContent);
    const contents = (size: number) => new Map([[catalogKeyOf(after), catalogOf(entries(size))]]);
    expectLinearWithNew(contents, (known) => downgradesBetween(lock(before), lock(after), known), 60);
  });

  it('is compared with many earlier bundles in linear time', () => {
    const input = (size: number) => ({
      channels: [{ schema: 'olm.channel', package: 'demo', name: 'stable', entries: entries(size) }] as unknown as Parameters<typeof fittingChannels>[2],
      earlier: many(size, (index) => ({ name: `other.v${index}`, version: `${index}.5.0` })),
      head: name(size - 1),
    });
    expectLinearWithNew(input, ({ channels, earlier, head }) => fittingChannels(head, earlier, channels, []), 60);
  });
});

describe('the remedy for many entries that are not on the path', () => {
  it.each<[string, (size: number) => Entry[]]>([
    ['without a bundle that replaces them', (size) => many(size, (index) => ({ name: `s${index}` }))],
    ['behind skipped entries', (size) => [
      { name: 'h', skips: many(size, (index) => `k${index}`) }, ...many(size, (index) => ({ name: `k${index}`, replaces: `s${index}` })), ...many(size, (index) => ({ name: `s${index}` })),
    ]],
    ['in a chain', (size) => [{ name: 'h' }, ...chained(size)]],
    ['in a cycle', (size) => [{ name: 'h' }, ...many(size, (index) => ({ name: `s${index}`, replaces: `s${(index + 1) % size}` }))]],
  ])('%s takes linear time', (_what, entries) => {
    const graphOf = (size: number) => {
      const graph = new ChannelGraph(entries(size));
      return { graph, stranded: graph.strandedFrom(graph.heads[0] ?? graph.entries[0]!) };
    };
    expectLinear(graphOf, manyTimes(({ graph, stranded }) => strandedRemedy(graph, stranded, { replaces: 'replaces', skips: 'skips', of: 'entry' })), 250);
  });
});
