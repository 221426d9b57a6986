import type { ChannelDocument, ChannelEntry } from '../wire';

/** A channel with fewer entries, whose edges make one upgrade path again. */
export interface MendedChannel {
  readonly channel: ChannelDocument;
  /** The upgrades that the channel did not have before, in the order in which they were made. */
  readonly bridges: readonly Bridge[];
}

/** An upgrade that is made in place of what was removed. */
export interface Bridge {
  readonly from: string;
  readonly to: string;
  /** Whether upgrades led from one to the other before, over what is removed now. */
  readonly ledBefore: boolean;
}

/** An entry whose edges are being changed. */
interface Draft {
  readonly entry: ChannelEntry;
  replaces: string | undefined;
  readonly skips: Set<string>;
}

/**
 * Leaves entries of a channel out, and mends what remains so that opm accepts it whatever is left out.
 *
 * Edges between entries that stay are kept, and so are edges to entries that go: a cluster may still run what the catalog no longer has.
 * Edges are added only where the channel would have a second head or an entry that no upgrade reaches; nothing else changes but a circle
 * among skipped entries that becomes the path itself.
 *
 * @param channel a channel that opm accepts
 * @param keep the names of the entries that stay; at least one
 * @param newestFirst the names of the entries from the newest version to the oldest; it decides where edges do not
 */
export function mendChannel(channel: ChannelDocument, keep: ReadonlySet<string>, newestFirst: readonly string[]): MendedChannel {
  const kept = channel.entries.filter(({ name }) => keep.has(name));
  if (kept.length === channel.entries.length) {
    return { channel, bridges: [] };
  }
  const mending = new Mending(channel.entries, kept, newestFirst.filter((name) => keep.has(name)));
  mending.joinHeads();
  mending.openCircle();
  mending.reachStranded();
  return { channel: { ...channel, entries: mending.entries() }, bridges: mending.bridges };
}

class Mending {
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
      return { ...rest, ...(replaces === undefined ? {} : { replaces }), ...(skips.size === 0 ? {} : { skips: [...skips] }) };
    });
  }

  /** Leaves one entry that nothing follows, the newest, and puts the others below what they led to before. */
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

  /** Turns the edge that closes a circle into a skip, which ends the path there. */
  public openCircle(): void {
    const path = this.#path();
    const last = this.#drafts.get(path.at(-1)!)!;
    if (last.replaces !== undefined && path.includes(last.replaces) && !this.#skipped().has(last.replaces)) {
      last.skips.add(last.replaces);
      last.replaces = undefined;
    }
  }

  /** Lets the nearest entry on the path skip what opm finds neither on it nor skipped. */
  public reachStranded(): void {
    const path = this.#path();
    const reached = new Set([...path, ...this.#skipped()]);
    const nearest = labels([...path].reverse(), (name) => this.#next(this.#drafts.get(name)), () => true);
    for (const name of this.#newestFirst.filter((candidate) => !reached.has(candidate))) {
      const above = nearest.get(name);
      this.#skip(name, above ?? this.#head, above !== undefined);
    }
  }

  /** The newest entry from which only removed entries that replace each other lead down to an entry. */
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

  /** The first entry that stays, down along `replaces` of removed ones. Each removed entry is passed once over all calls. */
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

  /** For each entry that stays, one from which removed entries lead down to it, over any edge. */
  #nearestByAnyEdge(): ReadonlyMap<string, string> {
    return labels(this.#newestFirst, (name) => this.#next(this.#all.get(name)), (name) => !this.#drafts.has(name));
  }

  #next(entry: { readonly replaces?: string | undefined; readonly skips?: Iterable<string> } | undefined): string[] {
    const below = entry === undefined ? [] : [...(entry.replaces === undefined ? [] : [entry.replaces]), ...(entry.skips ?? [])];
    return below.filter((name) => this.#all.has(name));
  }

  #replace(from: string, to: string): void {
    const draft = this.#drafts.get(to)!;
    draft.skips.add(draft.replaces!);
    draft.replaces = from;
    this.bridges.push({ from, to, ledBefore: true });
  }

  #skip(from: string, to: string, ledBefore: boolean): void {
    const { replaces, skips } = this.#drafts.get(to)!;
    if (replaces !== from) {
      this.bridges.push({ from, to, ledBefore });
    }
    skips.add(from);
  }

  /** The way that opm walks: from the head along `replaces`, up to an entry that is skipped, is not there, or has been passed. */
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
 * Breadth first from all sources at once: for each name that is met, the source that met it first. A source is never labelled by itself.
 *
 * @param passes whether the search goes on below a name that is no source
 */
function labels(
  sources: readonly string[], below: (name: string) => readonly string[], passes: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const isSource = new Set(sources);
  let front = sources.map((name) => ({ name, source: name }));
  while (front.length > 0) {
    const next: typeof front = [];
    for (const { name, source } of front) {
      for (const met of below(name)) {
        if (met !== source && !found.has(met)) {
          found.set(met, source);
          if (!isSource.has(met) && passes(met)) {
            next.push({ name: met, source });
          }
        }
      }
    }
    front = next;
  }
  return found;
}
