import { inChannelOrder } from './channel-order';
import type { ResolverEntry, SourceKey } from './resolver-entry';

/** The entries of a catalog, or of the installed operators, indexed for the resolver's lookups. */
export class EntrySource {
  readonly #byPackage = new Map<string, ResolverEntry[]>();
  readonly #byName = new Map<string, ResolverEntry[]>();
  readonly #channels = new Map<string, readonly ResolverEntry[]>();
  #byApi: Map<string, ResolverEntry[]> | undefined;

  /**
   * @param key identifier of the source
   * @param priority priority of the CatalogSource
   * @param entries in the order of the catalog
   */
  public constructor(public readonly key: SourceKey, public readonly priority: number, public readonly entries: readonly ResolverEntry[]) {
    for (const entry of entries) {
      add(this.#byName, entry.csv, entry);
      new Set([entry.package, ...entry.properties.packages.map(({ name }) => name)]).forEach((name) => add(this.#byPackage, name, entry));
    }
  }

  /** Returns the entries that belong to a package. */
  public ofPackage(name: string): readonly ResolverEntry[] {
    return this.#byPackage.get(name) ?? [];
  }

  /** Returns the entries of a bundle: one for each channel that has it. */
  public named(csv: string): readonly ResolverEntry[] {
    return this.#byName.get(csv) ?? [];
  }

  /** Returns the entries that provide an API. */
  public providing(key: string): readonly ResolverEntry[] {
    this.#byApi ??= this.#indexApis();
    return this.#byApi.get(key) ?? [];
  }

  /** Whether the source has several entries with the identifier of an entry. OLM then cannot determine what that entry provides. */
  public isAmbiguous({ csv, channel }: ResolverEntry): boolean {
    return this.named(csv).filter((other) => channel === '' || other.channel === channel).length > 1;
  }

  /**
   * Returns the entries of a channel from the head to the tail, without skipped ones.
   *
   * @throws ResolutionFailure if the channel is not a single chain
   */
  public channelInOrder(packageName: string, channel: string): readonly ResolverEntry[] {
    const key = JSON.stringify([packageName, channel]);
    const found = this.#channels.get(key) ?? inChannelOrder(this.ofPackage(packageName).filter((entry) => entry.channel === channel));
    this.#channels.set(key, found);
    return found;
  }

  #indexApis(): Map<string, ResolverEntry[]> {
    const index = new Map<string, ResolverEntry[]>();
    this.entries.forEach((entry) => entry.properties.apiKeys.forEach((key) => add(index, key, entry)));
    return index;
  }
}

function add<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) {
    lists.set(key, [value]);
  } else {
    list.push(value);
  }
}
