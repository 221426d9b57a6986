import { ResolutionFailure } from '../model/resolution-error';
import type { ResolverEntry } from './resolver-entry';

/**
 * Returns the entries of a channel from the head to the tail along `replaces`, without skipped ones.
 *
 * @param entries entries of one channel; not necessarily all of them
 * @throws ResolutionFailure with OLM's message if they do not form a single chain
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/registry/resolver/resolver.go
 */
export function inChannelOrder(entries: readonly ResolverEntry[]): readonly ResolverEntry[] {
  const [first] = entries;
  if (first === undefined) {
    return entries;
  }
  // As Go's `%q` prints names and expressions of printable characters.
  const where = `in channel ${JSON.stringify(first.channel)} of package ${JSON.stringify(first.package)}`;
  const byName = new Map(entries.map((entry) => [entry.csv, entry]));
  const skipped = new Set(entries.flatMap(({ skips }) => skips));
  const followed = new Set(entries.flatMap(({ replaces, skips }) => [replaces, ...skips]).map((name) => byName.get(name ?? '')));
  const heads = entries.filter((entry) => !followed.has(entry));
  if (heads.length === 0) {
    throw new ResolutionFailure(`no channel heads (entries not replaced by another entry) found ${where}`);
  }
  const chains = heads.map((head) => chainFrom(head, byName, where).filter(({ csv }) => !skipped.has(csv)));
  if (chains.length > 1) {
    throw new ResolutionFailure('a unique replacement chain within a channel is required to determine the relative order between channel entries, '
      + `but ${chains.length} replacement chains were found ${where}: ${chains.map(endsOf).join(', ')}`);
  }
  return chains[0]!;
}

function chainFrom(head: ResolverEntry, byName: ReadonlyMap<string, ResolverEntry>, where: string): ResolverEntry[] {
  const chain = new Set<ResolverEntry>();
  for (let current: ResolverEntry | undefined = head; current !== undefined; current = replacedBy(current, byName)) {
    if (chain.has(current)) {
      throw new ResolutionFailure(`a cycle exists in the chain of replacement beginning with ${JSON.stringify(head.csv)} ${where}`);
    }
    chain.add(current);
  }
  return [...chain];
}

function replacedBy({ replaces }: ResolverEntry, byName: ReadonlyMap<string, ResolverEntry>): ResolverEntry | undefined {
  return replaces === undefined || replaces === '' ? undefined : byName.get(replaces);
}

/** Returns a chain as OLM's message shows it. */
function endsOf(chain: readonly ResolverEntry[]): string {
  const [first, last] = [chain[0], chain.at(-1)];
  if (first === undefined || last === undefined) {
    return '[]';
  }
  return first === last ? first.csv : `${first.csv}...${last.csv}`;
}
