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
  const replacers = (name: string): ChannelEntry[] => graph.entries.filter((entry) => entry.replaces === name);
  const first = stranded.filter(({ name }) => !replacers(name).some((replacer) => stranded.includes(replacer)));
  const unnamed = first.filter(({ name }) => replacers(name).length === 0).map(({ name }) => name);
  const behindSkipped = first.filter(({ name }) => !unnamed.includes(name));
  const remedies = [
    ...(unnamed.length === 0 ? [] : [`name ${quotedList(unnamed)} in ${replaces} of the next newer ${of}, or in ${skips}`]),
    ...behindSkipped.map(({ name }) => {
      const replacer = replacers(name)[0]!.name;
      const skipping = graph.entries.filter((entry) => entry.skips?.includes(replacer) === true).map((entry) => entry.name);
      return `name ${quotedList([name])} in ${skips} of ${quotedList(skipping)}, too: ${quotedList([replacer])}, which replaces it, is skipped, so the path ends before it`;
    }),
  ];
  return remedies.length > 0 ? remedies.join('; ')
    : `they replace one another: remove one of their ${replaces}, and name the newest of them in ${replaces} or ${skips} of an ${of} on the path`;
}
