import { defined } from '../../formats/json/defined';
import type { ChannelBlob, ChannelEntry } from '../declcfg/declcfg';

/** A channel with fewer entries, with edges repaired to form one upgrade path. */
export interface RepairedChannel {
  readonly channel: ChannelBlob;
  /** The upgrades that were added, in order. */
  readonly bridges: readonly Bridge[];
}

/** An upgrade that replaces removed entries. */
export interface Bridge {
  readonly from: string;
  readonly to: string;
  /** Whether upgrades led from one to the other through entries that are now removed. */
  readonly wasReachable: boolean;
}

/** A kept entry with its changing edges. */
interface Draft {
  readonly entry: ChannelEntry;
  replaces: string | undefined;
  readonly skips: Set<string>;
}

/**
 * Removes entries from a channel, and repairs the rest so that opm accepts it in every case.
 *
 * Edges between kept entries stay, and so do edges to removed entries: a cluster may still run a removed bundle. Edges are added only where the
 * channel would have a second head or an entry that no upgrade reaches. The only other change is to a cycle among skipped entries that
 * would become the path itself.
 *
 * @param channel a channel that opm accepts
 * @param keep names of the entries to keep; at least one
 * @param newestFirst names of the entries from the newest version to the oldest, which decides where edges do not
 */
export function repairChannel(channel: ChannelBlob, keep: ReadonlySet<string>, newestFirst: readonly string[]): RepairedChannel {
  const kept = channel.entries.filter(({ name }) => keep.has(name));
  if (kept.length === channel.entries.length) {
    return { channel, bridges: [] };
  }
  const repair = new ChannelRepair(channel.entries, kept, newestFirst.filter((name) => keep.has(name)));
  repair.joinHeads();
  repair.openCycle();
  repair.reachStranded();
  return { channel: { ...channel, entries: repair.entries() }, bridges: repair.bridges };
}

class ChannelRepair {
  public readonly bridges: Bridge[] = [];
  readonly #all: ReadonlyMap<string, ChannelEntry>;
  readonly #drafts: ReadonlyMap<string, Draft>;
  readonly #newestFirst: readonly string[];
  #head = '';

  public constructor(all: readonly ChannelEntry[], kept: readonly ChannelEntry[], newestFirst: readonly string[]) {
    this.#all = new Map(all.map((entry) => [entry.name, entry]));
    this.#drafts = new Map(kept.map((entry) => [entry.name, { entry, replaces: entry.replaces, skips: new Set(entry.skips ?? []) }]));
    this.#newestFirst = newestFirst;
  }

  public entries(): ChannelEntry[] {
    return [...this.#drafts.values()].map(({ entry, replaces, skips }) => {
      const { replaces: _replaces, skips: _skips, ...rest } = entry;
      return { ...rest, ...defined({ replaces }), ...(skips.size === 0 ? {} : { skips: [...skips] }) };
    });
  }

  /** Keeps the newest entry that nothing follows as the only head, and attaches the other heads to the entries that they led to before. */
  public joinHeads(): void {
    const followed = new Set([...this.#drafts.values()].flatMap(({ replaces, skips }) => [...(replaces === undefined ? [] : [replaces]), ...skips]));
    const heads = this.#newestFirst.filter((name) => !followed.has(name));
    const [byChain, byAnyPath] = [this.#nearestByReplaces(), this.#nearestByAnyEdge()];
    this.#head = heads.find((name) => !byChain.has(name) && !byAnyPath.has(name)) ?? heads[0] ?? this.#newestFirst[0]!;
    for (const name of heads.filter((head) => head !== this.#head)) {
      const next = byChain.get(name);
      if (next === undefined) {
        const before = byAnyPath.get(name);
        this.#skip(name, before ?? this.#head, before !== undefined);
      } else {
        this.#replace(name, next);
      }
    }
    for (const draft of this.#drafts.values()) {
      draft.skips.delete(this.#head);
      draft.replaces = draft.replaces === this.#head ? undefined : draft.replaces;
    }
  }

  /** Turns the edge that closes a cycle into a skip, which ends the path there. */
  public openCycle(): void {
    const path = this.#path();
    const last = this.#drafts.get(path.at(-1)!)!;
    if (last.replaces !== undefined && path.includes(last.replaces) && !this.#skipped().has(last.replaces)) {
      last.skips.add(last.replaces);
      last.replaces = undefined;
    }
  }

  /** Makes the nearest entry on the path skip each entry that is neither on the path nor skipped. */
  public reachStranded(): void {
    const path = this.#path();
    const reached = new Set([...path, ...this.#skipped()]);
    const nearest = nearestSources([...path].reverse(), (name) => this.#next(this.#drafts.get(name)));
    for (const name of this.#newestFirst.filter((candidate) => !reached.has(candidate))) {
      const above = nearest.get(name);
      this.#skip(name, above ?? this.#head, above !== undefined);
    }
  }

  /** Returns, by entry, the newest entry from which only `replaces` of removed entries lead down to it. */
  #nearestByReplaces(): ReadonlyMap<string, string> {
    const nearest = new Map<string, string>();
    const endOf = new Map<string, string | undefined>();
    for (const name of this.#newestFirst) {
      const first = this.#all.get(name)!.replaces;
      if (first !== undefined && !this.#drafts.has(first)) {
        const end = this.#endOfRemoved(first, endOf);
        if (end !== undefined && end !== name && !nearest.has(end) && !this.#drafts.get(name)!.skips.has(end)) {
          nearest.set(end, name);
        }
      }
    }
    return nearest;
  }

  /** Returns the first kept entry down along `replaces` of removed ones. Over all calls, each removed entry is visited once. */
  #endOfRemoved(start: string, known: Map<string, string | undefined>): string | undefined {
    const passed: string[] = [];
    let current: string | undefined = start;
    while (current !== undefined && !this.#drafts.has(current) && !known.has(current)) {
      known.set(current, undefined);
      passed.push(current);
      current = this.#all.get(current)?.replaces;
    }
    const end = current === undefined || this.#drafts.has(current) ? current : known.get(current);
    passed.forEach((name) => known.set(name, end));
    return end;
  }

  /** Returns, by kept entry, an entry from which removed entries lead down to it by any edges. */
  #nearestByAnyEdge(): ReadonlyMap<string, string> {
    return nearestSources(this.#newestFirst, (name) => this.#next(this.#all.get(name)));
  }

  #next(entry: { readonly replaces?: string | undefined; readonly skips?: Iterable<string> } | undefined): string[] {
    const below = entry === undefined ? [] : [...(entry.replaces === undefined ? [] : [entry.replaces]), ...(entry.skips ?? [])];
    return below.filter((name) => this.#all.has(name));
  }

  #replace(from: string, to: string): void {
    const draft = this.#drafts.get(to)!;
    draft.skips.add(draft.replaces!);
    draft.replaces = from;
    this.bridges.push({ from, to, wasReachable: true });
  }

  #skip(from: string, to: string, wasReachable: boolean): void {
    const { replaces, skips } = this.#drafts.get(to)!;
    if (replaces !== from) {
      this.bridges.push({ from, to, wasReachable });
    }
    skips.add(from);
  }

  /** Returns the path that opm follows: from the head along `replaces`, to an entry that is skipped, missing or already passed. */
  #path(): string[] {
    const skipped = this.#skipped();
    const path = new Set<string>();
    let current: string | undefined = this.#head;
    while (current !== undefined && !path.has(current) && this.#drafts.has(current) && (path.size === 0 || !skipped.has(current))) {
      path.add(current);
      current = this.#drafts.get(current)!.replaces;
    }
    return [...path];
  }

  #skipped(): ReadonlySet<string> {
    return new Set([...this.#drafts.values()].flatMap(({ skips }) => [...skips]));
  }
}

/**
 * Searches breadth-first from all sources simultaneously, down to other sources. Returns, by name reached, the source that reached it first; a
 * source does not reach itself.
 */
function nearestSources(sources: readonly string[], below: (name: string) => readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const isSource = new Set(sources);
  let front = sources.map((name) => ({ name, source: name }));
  while (front.length > 0) {
    const next: typeof front = [];
    for (const { name, source } of front) {
      for (const reached of below(name)) {
        if (reached !== source && !found.has(reached)) {
          found.set(reached, source);
          if (!isSource.has(reached)) {
            next.push({ name: reached, source });
          }
        }
      }
    }
    front = next;
  }
  return found;
}
