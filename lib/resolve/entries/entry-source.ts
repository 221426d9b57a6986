import type { BundleProperty } from '../../bundle/model/bundle-property';
import type { Catalog } from '../../catalog/catalog';
import { packageProperties } from '../../catalog/declcfg/bundle-facts';
import { byPackage, type PackageBlobs } from '../../catalog/declcfg/declcfg';
import { compareUtf8 } from '../../formats/json/go-json';
import { groupBy, groupByEach } from '../../text/group-by';
import type { InstalledOperator, ResolutionCatalog, ResolutionSubscription } from '../model/resolution-props';
import { inChannelOrder } from './channel-order';
import { ProvidedProperties } from './provided-properties';
import { INSTALLED_SOURCE, ResolverEntry, type SourceKey } from './resolver-entry';

/** The entries of a catalog, or of the installed operators, indexed for the resolver's lookups. */
export class EntrySource {
  readonly #byPackage: ReadonlyMap<string, readonly ResolverEntry[]>;
  readonly #byName: ReadonlyMap<string, readonly ResolverEntry[]>;
  readonly #channels = new Map<string, readonly ResolverEntry[]>();
  readonly #subscribed = new Map<string, readonly ResolverEntry[]>();
  readonly #names = new Map<string, readonly string[]>();
  #byApi: ReadonlyMap<string, readonly ResolverEntry[]> | undefined;
  #byChannel: ReadonlyMap<string, readonly ResolverEntry[]> | undefined;
  #byIdentifier: ReadonlyMap<string, readonly ResolverEntry[]> | undefined;

  /**
   * @param key identifier of the source
   * @param priority priority of the CatalogSource
   * @param entries in the order of the catalog
   */
  public constructor(public readonly key: SourceKey, public readonly priority: number, public readonly entries: readonly ResolverEntry[]) {
    this.#byName = groupBy(entries, ({ csv }) => csv);
    this.#byPackage = groupByEach(entries, packagesOf);
  }

  /** Returns the entries that belong to a package. */
  public ofPackage(name: string): readonly ResolverEntry[] {
    return this.#byPackage.get(name) ?? [];
  }

  /**
   * Returns the entries of a package in a channel, or in all of its channels if the channel is empty: channel by channel, the default channel first,
   * then by name. Always the same list.
   */
  public subscribed(packageName: string, channel: string): readonly ResolverEntry[] {
    const key = JSON.stringify([packageName, channel]);
    const found = this.#subscribed.get(key) ?? this.ofPackage(packageName).filter((entry) => channel === '' || entry.channel === channel)
      .sort((left, right) => Number(right.isDefaultChannel) - Number(left.isDefaultChannel) || compareUtf8(left.channel, right.channel));
    this.#subscribed.set(key, found);
    return found;
  }

  /** Names of the packages. */
  public get packageNames(): readonly string[] {
    return this.#namesOnce([], () => this.entries.map((entry) => entry.package));
  }

  /** Returns the names of the channels of a package. */
  public channelNames(packageName: string): readonly string[] {
    return this.#namesOnce([packageName], () => this.ofPackage(packageName).map(({ channel }) => channel));
  }

  /** Returns the names of the bundles in a channel of a package, or in all if the channel is empty. */
  public bundleNames(packageName: string, channel: string): readonly string[] {
    return this.#namesOnce([packageName, channel], () => (
      (channel === '' ? this.ofPackage(packageName) : this.#ofChannel(packageName, channel)).map(({ csv }) => csv)
    ));
  }

  /** Returns the entries of a bundle: one for each channel that has it. */
  public named(csv: string): readonly ResolverEntry[] {
    return this.#byName.get(csv) ?? [];
  }

  /** Returns the entries that provide an API. */
  public providing(key: string): readonly ResolverEntry[] {
    this.#byApi ??= groupByEach(this.entries, ({ properties }) => [...properties.apiKeys]);
    return this.#byApi.get(key) ?? [];
  }

  /** Whether the source has several entries with the identifier of an entry. OLM then cannot determine what that entry provides. */
  public isAmbiguous({ csv, channel }: ResolverEntry): boolean {
    this.#byIdentifier ??= groupBy(this.entries, identifier);
    return (channel === '' ? this.named(csv) : this.#byIdentifier.get(identifier({ csv, channel })) ?? []).length > 1;
  }

  /**
   * Returns the entries of a channel from the head to the tail, without skipped ones.
   *
   * @throws ResolutionFailure if the channel is not a single chain
   */
  public channelInOrder(packageName: string, channel: string): readonly ResolverEntry[] {
    const key = JSON.stringify([packageName, channel]);
    const found = this.#channels.get(key) ?? inChannelOrder(this.#ofChannel(packageName, channel));
    this.#channels.set(key, found);
    return found;
  }

  #namesOnce(key: readonly string[], names: () => readonly string[]): readonly string[] {
    const id = JSON.stringify(key);
    const found = this.#names.get(id) ?? [...new Set(names())];
    this.#names.set(id, found);
    return found;
  }

  #ofChannel(packageName: string, channel: string): readonly ResolverEntry[] {
    this.#byChannel ??= groupByEach(this.entries, (entry) => packagesOf(entry).map((name) => JSON.stringify([name, entry.channel])));
    return this.#byChannel.get(JSON.stringify([packageName, channel])) ?? [];
  }
}

/** Packages that an entry belongs to: that of its channel, and those of its properties. */
function packagesOf(entry: ResolverEntry): string[] {
  return [entry.package, ...entry.properties.packages.map(({ name }) => name)];
}

/** Properties that opm does not pass on to OLM's resolver. */
const NOT_SERVED: ReadonlySet<string> = new Set(['olm.bundle.object', 'olm.csv.metadata']);

/** Cache of entries by catalog, and then by the key of the CatalogSource. Catalogs never change, and an app may resolve many namespaces. */
const KNOWN = new WeakMap<Catalog, Map<string, EntrySource>>();

/** Returns the entries of a catalog, as opm serves them to OLM: each bundle once in each of its channels. */
export function catalogEntries({ name, namespace, content, priority = 0 }: ResolutionCatalog): EntrySource {
  const known = KNOWN.get(content) ?? new Map<string, EntrySource>();
  KNOWN.set(content, known);
  const id = JSON.stringify([name, namespace, priority]);
  const key = { name, namespace };
  const entries = (): ResolverEntry[] => [...byPackage(content._blobs).values()].flatMap((blobs) => packageEntries(key, blobs));
  const found = known.get(id) ?? new EntrySource(key, priority, entries());
  known.set(id, found);
  return found;
}

function packageEntries(source: ResolverEntry['source'], { name, packages, channels, bundles }: PackageBlobs): ResolverEntry[] {
  const known = new Map(bundles.map((bundle) => [bundle.name, {
    version: packageProperties(bundle)[0]!.version,
    properties: new ProvidedProperties(bundle.properties.filter(({ type }) => !NOT_SERVED.has(type))),
  }]));
  return channels.flatMap((channel) => channel.entries.map(({ name: csv, ...edges }) => new ResolverEntry({
    ...edges, ...known.get(csv)!, source, package: name, channel: channel.name, isDefaultChannel: channel.name === packages[0]!.defaultChannel, csv,
  })));
}

/** Returns the installed operators of a namespace, which OLM prefers to all entries of catalogs. */
export function installedEntries(
  namespace: string, installed: readonly InstalledOperator[], subscriptions: readonly ResolutionSubscription[],
): EntrySource {
  const key = { name: INSTALLED_SOURCE, namespace };
  const ownersOf = groupBy(subscriptions, ({ installedCsv }) => installedCsv ?? '');
  return new EntrySource(key, 0, installed.map((operator) => {
    const owners = operator.csv === '' ? [] : ownersOf.get(operator.csv) ?? [];
    const properties = new ProvidedProperties(propertiesOf(operator, owners));
    return new ResolverEntry({
      source: key,
      package: properties.packages.at(-1)?.name ?? '',
      channel: '',
      isDefaultChannel: false,
      csv: operator.csv,
      version: operator.version ?? '0.0.0',
      properties,
      hasSubscription: owners.length > 0,
    });
  }));
}

/** A CSV without properties, as created by early releases of OLM, belongs to the package of its Subscription. */
function propertiesOf({ packageName: named, version = '', properties }: InstalledOperator, owners: readonly ResolutionSubscription[]): BundleProperty[] {
  const packages = new Set(owners.map((owner) => owner.packageName));
  const packageName = named ?? (packages.size === 1 ? [...packages][0] : undefined);
  return packageName === undefined || properties.some(({ type }) => type === 'olm.package') ? properties
    : [...properties, { type: 'olm.package', value: { packageName, version } }];
}

function identifier({ csv, channel }: Pick<ResolverEntry, 'csv' | 'channel'>): string {
  return JSON.stringify([csv, channel]);
}
