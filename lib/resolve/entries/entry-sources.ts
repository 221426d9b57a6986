import { compareUtf8 } from '../../formats/json/go-json';
import { groupBy } from '../../text/group-by';
import { inChannelOrder } from './channel-order';
import type { EntrySource } from './entry-source';
import { INSTALLED_SOURCE, type ResolverEntry, type SourceKey } from './resolver-entry';

/** All sources of a namespace: its installed operators, and the catalogs that OLM uses there. */
export class EntrySources {
  readonly #sources: readonly EntrySource[];
  readonly #byKey: ReadonlyMap<string, EntrySource>;

  /**
   * @param namespace namespace of the Subscriptions
   * @param sources in any order
   */
  public constructor(public readonly namespace: string, sources: readonly EntrySource[]) {
    this.#sources = [...sources].sort((left, right) => this.#compare(left, right));
    this.#byKey = new Map(sources.map((source) => [keyOf(source.key), source]));
  }

  /** Returns the source with a name, or undefined. */
  public find(key: SourceKey): EntrySource | undefined {
    return this.#byKey.get(keyOf(key));
  }

  /** Returns the source of an entry. */
  public sourceOf(entry: ResolverEntry): EntrySource {
    return this.find(entry.source)!;
  }

  /** The installed operators. */
  public get installed(): readonly ResolverEntry[] {
    return this.#installed?.entries ?? [];
  }

  /** Returns the installed operators with the name of a ClusterServiceVersion. */
  public installedAs(csv: string | undefined): readonly ResolverEntry[] {
    return csv === undefined ? [] : this.#installed?.named(csv) ?? [];
  }

  get #installed(): EntrySource | undefined {
    return this.find({ name: INSTALLED_SOURCE, namespace: this.namespace });
  }

  /** Identifiers of the catalogs, the preferred one first. */
  public get catalogKeys(): readonly SourceKey[] {
    return this.#sources.map(({ key }) => key).filter(({ name }) => name !== INSTALLED_SOURCE);
  }

  /**
   * Returns the sources in the order in which OLM searches them for the requirements of a bundle: installed operators, the catalog of the bundle,
   * then other catalogs by priority, with those of the namespace before global ones, and then by name.
   *
   * @param preferred source of the bundle
   */
  public inOrderFor(preferred: SourceKey): readonly EntrySource[] {
    const rank = ({ key }: EntrySource): number => (key.name === INSTALLED_SOURCE ? 0 : keyOf(key) === keyOf(preferred) ? 1 : 2);
    return [...this.#sources].sort((left, right) => rank(left) - rank(right));
  }

  /**
   * Returns the entries that OLM considers for a requirement, the preferred one first: the matching entries of all channels, in the order of the
   * channels. Skipped entries are not considered.
   *
   * @param preferred source of the bundle that requires something
   * @param matching returns the entries of a source that meet the requirement
   * @throws ResolutionFailure if a channel is not a single chain
   */
  public candidates(preferred: SourceKey, matching: (source: EntrySource) => readonly ResolverEntry[]): ResolverEntry[] {
    return this.inOrderFor(preferred).flatMap((source) => {
      const matches = new Set(matching(source));
      return channelsOf([...matches]).flatMap((channel) => orderOf(channel, source)).filter((entry) => matches.has(entry));
    });
  }

  #compare(left: EntrySource, right: EntrySource): number {
    const rank = ({ key }: EntrySource): number => (key.namespace === this.namespace ? 0 : 1);
    return right.priority - left.priority || rank(left) - rank(right) || compareUtf8(left.key.name, right.key.name)
      || compareUtf8(left.key.namespace, right.key.namespace);
  }
}

/** Groups entries by channel, in OLM's order: default channels first, then by package, then by name of the channel. */
function channelsOf(entries: readonly ResolverEntry[]): (readonly ResolverEntry[])[] {
  const channels = groupBy(entries, (entry) => JSON.stringify([entry.package, entry.channel]));
  return [...channels.values()].sort(([left], [right]) => (
    Number(right!.isDefaultChannel) - Number(left!.isDefaultChannel)
      || compareUtf8(left!.package, right!.package) || compareUtf8(left!.channel, right!.channel)
  ));
}

/** For installed operators, OLM only orders those that match. */
function orderOf(matches: readonly ResolverEntry[], source: EntrySource): readonly ResolverEntry[] {
  const [{ package: packageName, channel, isInstalled }] = matches as readonly [ResolverEntry];
  return isInstalled ? inChannelOrder(matches) : source.channelInOrder(packageName, channel);
}

function keyOf({ name, namespace }: SourceKey): string {
  return `${namespace}/${name}`;
}
