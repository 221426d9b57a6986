import { ChannelGraph } from '../channel-graph';
import type { ChannelDocument } from '../wire';

/** The names along `replaces` from the head down to the end, also over entries that are skipped, where opm's walk stops. */
export function replacesPath(channel: ChannelDocument): string[] {
  const graph = new ChannelGraph(channel.entries);
  const path = new Set<string>();
  let current = graph.heads[0];
  while (current !== undefined && !path.has(current.name)) {
    path.add(current.name);
    current = current.replaces === undefined ? undefined : graph.entry(current.replaces);
  }
  return [...path];
}
