import { upgradePath } from './upgrade-path';
import type { UpgradeEdge } from '../diff/catalog-changes';
import { UpgradeEdgeKind } from '../diff/catalog-changes';
import { ChannelGraph } from '../channel-graph';
import type { PackageDocuments } from '../rules/package-documents';
import type { BundleFacts } from '../selection/bundle-facts';
import { newestFirst } from '../selection/bundle-facts';
import type { ChannelDocument, ChannelEntry } from '../wire';

/** What a picture of a channel shows, however it is drawn. */
export interface ChannelDrawing {
  readonly title: string;
  /** What users are told when the channel is deprecated. */
  readonly deprecation: string | undefined;
  /** From the newest to the oldest; what can follow another stands before it, unless they go in circles. */
  readonly nodes: readonly DrawnNode[];
  /** Between nodes only. */
  readonly edges: readonly DrawnEdge[];
}

/** A bundle in the picture. */
export interface DrawnNode {
  readonly name: string;
  readonly isHead: boolean;
  /** Whether the way from the head along `replaces` reaches it. */
  readonly onChain: boolean;
  readonly isSkipped: boolean;
  readonly isDeprecated: boolean;
  readonly onPath: boolean;
  /** Lines below the name. */
  readonly notes: readonly string[];
}

/** An upgrade in the picture. */
export interface DrawnEdge extends UpgradeEdge {
  readonly onPath: boolean;
}

/**
 * What a picture of a channel shows.
 *
 * @param owner the documents of its package
 * @param facts of its bundles
 * @param from the bundle or version whose way to the head is shown
 */
export function channelDrawing(
  channel: ChannelDocument, owner: PackageDocuments, facts: ReadonlyMap<string, BundleFacts>, from: string | undefined,
): ChannelDrawing {
  const deprecations = new Map(owner.deprecations.flatMap(({ entries }) => entries)
    .map(({ reference: { schema, name = '' }, message }) => [`${schema} ${name}`, message]));
  const path = from === undefined ? [] : upgradePath(channel, from, facts);
  const isDefault = owner.packages[0]?.defaultChannel === channel.name;
  return {
    title: `${channel.package} / ${channel.name}${isDefault ? ' (default channel)' : ''}`,
    deprecation: deprecations.get(`olm.channel ${channel.name}`) ?? deprecations.get('olm.package '),
    nodes: nodes(channel, facts, path, deprecations),
    edges: edges(channel.entries, path),
  };
}

function nodes(
  { entries }: ChannelDocument, facts: ReadonlyMap<string, BundleFacts>, path: readonly UpgradeEdge[], deprecations: ReadonlyMap<string, string>,
): DrawnNode[] {
  const graph = new ChannelGraph(entries);
  const chain = new Set(graph.heads.flatMap((head) => graph.replacesChain(head)).map(({ name }) => name));
  const passed = new Set(path.flatMap(({ from, to }) => [from, to]));
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

/** What an entry says that no line between two bundles shows. */
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
  const stated = entries.flatMap(({ name: to, replaces, skips = [] }): UpgradeEdge[] => [
    ...(replaces === undefined ? [] : [{ from: replaces, to, kind: UpgradeEdgeKind.REPLACES }]),
    ...[...new Set(skips)].filter((from) => from !== replaces).map((from) => ({ from, to, kind: UpgradeEdgeKind.SKIPS })),
  ]);
  const ranges = path.filter(({ kind }) => kind === UpgradeEdgeKind.SKIP_RANGE);
  return [...stated, ...ranges]
    .filter(({ from, to }) => from !== to && names.has(from) && names.has(to))
    .map((edge) => ({ ...edge, onPath: hops.has(keyOf(edge)) }));
}

function keyOf({ from, to, kind }: UpgradeEdge): string {
  return JSON.stringify([kind, from, to]);
}

/** Newer versions first, but never before what follows them. */
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
