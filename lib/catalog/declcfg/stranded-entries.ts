import { groupByEach } from '../../text/group-by';
import { quotedList } from '../../text/phrases';
import type { ChannelGraph } from './channel-graph';
import type { ChannelEntry } from './declcfg';

/** Names of the fields with the upgrade edges, as the reader of a message knows them. */
export interface EdgeNames {
  readonly replaces: string;
  readonly skips: string;

  /** What has these fields, such as `entry`. */
  readonly of: string;
}

/**
 * Returns how to put the entries of a channel on the upgrade path that are not on it. Only the first one of each chain is named, because it leads to
 * the others.
 *
 * @param stranded entries that are neither skipped nor reached along `replaces` from the head
 */
export function strandedRemedy(graph: ChannelGraph, stranded: readonly ChannelEntry[], { replaces, skips, of }: EdgeNames): string {
  const replacedByStranded = new Set(stranded.map((entry) => entry.replaces));
  const first = stranded.filter(({ name }) => !replacedByStranded.has(name));
  // From the last entry on, so that the first one that replaces another remains.
  const replacers = new Map([...graph.entries].reverse().map((entry) => [entry.replaces, entry]));
  const skippers = groupByEach(graph.entries, (entry) => entry.skips ?? []);
  const unnamed = first.filter(({ name }) => !replacers.has(name)).map(({ name }) => name);
  const behindSkipped = first.filter(({ name }) => replacers.has(name));
  const remedies = [
    ...(unnamed.length === 0 ? [] : [`name ${quotedList(unnamed)} in ${replaces} of the next newer ${of}, or in ${skips}`]),
    ...behindSkipped.map(({ name }) => {
      const replacer = replacers.get(name)!.name;
      const skipping = (skippers.get(replacer) ?? []).map((entry) => entry.name);
      return `name ${quotedList([name])} in ${skips} of ${quotedList(skipping)}, too: ${quotedList([replacer])}, which replaces it, is skipped, so the path ends before it`;
    }),
  ];
  return remedies.length > 0 ? remedies.join('; ')
    : `they replace one another: remove one of their ${replaces}, and name the newest of them in ${replaces} or ${skips} of an ${of} on the path`;
}
