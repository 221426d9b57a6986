import { type UpgradeEdge, UpgradeEdgeKind } from '../compare/catalog-changes';
import { type BundleFacts, newestFirst } from '../declcfg/bundle-facts';
import { ChannelGraph } from '../declcfg/channel-graph';
import type { ChannelBlob, ChannelEntry, PackageBlobs } from '../declcfg/declcfg';
import { UpgradePaths } from './upgrade-path';

/** Content of the drawing of a channel, in any format. */
export interface ChannelDrawing {
  readonly title: string;
  /** Deprecation message of the channel or its package. */
  readonly deprecation: string | undefined;
  /** From the newest to the oldest. A bundle comes before those that can be upgraded to it, except in cycles. */
  readonly nodes: readonly DrawnNode[];
  /** Edges between nodes. */
  readonly edges: readonly DrawnEdge[];
}

/** A drawn bundle. */
export interface DrawnNode {
  readonly name: string;
  readonly isHead: boolean;
  /** Whether the path from the head along `replaces` reaches it. */
  readonly onChain: boolean;
  readonly isSkipped: boolean;
  readonly isDeprecated: boolean;
  readonly onPath: boolean;
  /** Lines below the name. */
  readonly notes: readonly string[];
}

/** A drawn upgrade. */
export interface DrawnEdge extends UpgradeEdge {
  readonly onPath: boolean;
}

/**
 * Returns the content of the drawing of a channel.
 *
 * @param owner blobs of its package
 * @param facts facts of its bundles
 * @param from bundle or version whose upgrades to the head are highlighted
 */
export function channelDrawing(
  channel: ChannelBlob, owner: PackageBlobs, facts: ReadonlyMap<string, BundleFacts>, from: string | undefined,
): ChannelDrawing {
  const deprecations = new Map(owner.deprecations.flatMap(({ entries }) => entries)
    .map(({ reference: { schema, name = '' }, message }) => [`${schema} ${name}`, message]));
  const path = from === undefined ? [] : new UpgradePaths(channel, facts).from(from);
  const isDefault = owner.packages[0]?.defaultChannel === channel.name;
  return {
    title: `${channel.package} / ${channel.name}${isDefault ? ' (default channel)' : ''}`,
    deprecation: deprecations.get(`olm.channel ${channel.name}`) ?? deprecations.get('olm.package '),
    nodes: nodes(channel, facts, path, deprecations),
    edges: edges(channel.entries, path),
  };
}

function nodes(
  { entries }: ChannelBlob, facts: ReadonlyMap<string, BundleFacts>, path: readonly UpgradeEdge[], deprecations: ReadonlyMap<string, string>,
): DrawnNode[] {
  const graph = new ChannelGraph(entries);
  const chain = new Set(graph.heads.flatMap((head) => graph.replacesChain(head)).map(({ name }) => name));
  const passed = new Set(path.flatMap(({ fromBundle: from, toBundle: to }) => [from, to]));
  return inUpgradeOrder(entries, facts).map((entry) => {
    const deprecation = deprecations.get(`olm.bundle ${entry.name}`);
    return {
      name: entry.name,
      isHead: graph.heads.some(({ name }) => name === entry.name),
      onChain: chain.has(entry.name),
      isSkipped: graph.isSkipped(entry.name),
      isDeprecated: deprecation !== undefined,
      onPath: passed.has(entry.name),
      notes: [...notesOf(entry, graph), ...(deprecation === undefined ? [] : [`deprecated: ${deprecation}`])],
    };
  });
}

/** Returns the edges of an entry that cannot be drawn as a line between two bundles. */
function notesOf({ replaces, skips = [], skipRange }: ChannelEntry, graph: ChannelGraph): string[] {
  const absent = skips.filter((name) => graph.entry(name) === undefined);
  return [
    ...(skipRange === undefined ? [] : [`skipRange ${skipRange}`]),
    ...(replaces === undefined || graph.entry(replaces) !== undefined ? [] : [`replaces ${replaces}, not in this channel`]),
    ...(absent.length === 0 ? [] : [`skips ${absent.length > 2 ? `${absent.length} bundles` : absent.join(', ')}, not in this channel`]),
  ];
}

function edges(entries: readonly ChannelEntry[], path: readonly UpgradeEdge[]): DrawnEdge[] {
  const names = new Set(entries.map(({ name }) => name));
  const hops = new Set(path.map(keyOf));
  const stated = entries.flatMap(({ name: toBundle, replaces, skips = [] }): UpgradeEdge[] => [
    ...(replaces === undefined ? [] : [{ fromBundle: replaces, toBundle, kind: UpgradeEdgeKind.REPLACES }]),
    ...[...new Set(skips)].filter((from) => from !== replaces).map((fromBundle) => ({ fromBundle, toBundle, kind: UpgradeEdgeKind.SKIPS })),
  ]);
  const ranges = path.filter(({ kind }) => kind === UpgradeEdgeKind.SKIP_RANGE);
  return [...stated, ...ranges]
    .filter(({ fromBundle: from, toBundle: to }) => from !== to && names.has(from) && names.has(to))
    .map((edge) => ({ ...edge, onPath: hops.has(keyOf(edge)) }));
}

function keyOf({ fromBundle: from, toBundle: to, kind }: UpgradeEdge): string {
  return JSON.stringify([kind, from, to]);
}

/** Sorts newer versions first, but never before their successors. */
function inUpgradeOrder(entries: readonly ChannelEntry[], facts: ReadonlyMap<string, BundleFacts>): ChannelEntry[] {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const below = (name: string): string[] => {
    const { replaces, skips = [] } = byName.get(name)!;
    return [...new Set([...(replaces === undefined ? [] : [replaces]), ...skips])].filter((lower) => lower !== name && byName.has(lower));
  };
  const above = new Map([...byName.keys()].map((name) => [name, 0]));
  [...byName.keys()].flatMap(below).forEach((name) => above.set(name, above.get(name)! + 1));
  const waiting = new Set(newestFirst([...byName.keys()], facts));
  const ordered: ChannelEntry[] = [];
  while (waiting.size > 0) {
    const next = first(waiting, (name) => above.get(name)! <= 0) ?? first(waiting, () => true)!;
    waiting.delete(next);
    ordered.push(byName.get(next)!);
    below(next).forEach((name) => above.set(name, above.get(name)! - 1));
  }
  return ordered;
}

function first(names: Iterable<string>, test: (name: string) => boolean): string | undefined {
  for (const name of names) {
    if (test(name)) {
      return name;
    }
  }
  return undefined;
}
