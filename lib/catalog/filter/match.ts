import { defined } from '../../formats/json/defined';
import { parseVersion } from '../../formats/semver/version';
import { parseVersionRange, rangeContains, type VersionRange } from '../../formats/semver/version-range';
import { groupByEach } from '../../text/group-by';
import { quotedList } from '../../text/phrases';
import { compareFacts } from '../declcfg/bundle-facts';
import { ChannelGraph } from '../declcfg/channel-graph';
import type { ChannelBlob } from '../declcfg/declcfg';
import type { CatalogFilter, ChannelFilter, PackageFilter } from './catalog-filter';
import type { IndexedPackage } from './catalog-index';

/** Names of the entries that a filter matches, by channel; channels without a match are missing. */
export type MatchedEntries = Map<string, Set<string>>;

/** Versions to keep in a channel. */
interface VersionChoice {
  /** The versions as the user wrote them, for messages. */
  readonly written: string;
  readonly range?: VersionRange;
  readonly heads: boolean;
}

/**
 * Returns the entries of a package that a filter matches.
 *
 * @param problems receives problems of the filter
 */
export function matchEntries(
  indexed: IndexedPackage, filter: PackageFilter, { headsOnly }: CatalogFilter, problems: string[],
): MatchedEntries {
  return new PackageMatcher(indexed, filter, headsOnly ?? false, problems).entries();
}

class PackageMatcher {
  readonly #where: string;

  public constructor(
    private readonly indexed: IndexedPackage,
    private readonly filter: PackageFilter,
    private readonly headsOfAll: boolean,
    private readonly problems: string[],
  ) {
    this.#where = `package "${filter.name}"`;
  }

  public entries(): MatchedEntries {
    const before = this.problems.length;
    const named = this.#namedChannels();
    this.#checkCombination(named);
    const matched: MatchedEntries = new Map();
    for (const channel of this.indexed.channels.filter(({ name }) => named === undefined || named.has(name))) {
      const names = this.#entriesOf(channel, named?.get(channel.name));
      if (names.length > 0) {
        matched.set(channel.name, new Set(names));
      }
    }
    this.#checkBundles(matched, named);
    if (matched.size === 0 && this.problems.length === before) {
      this.problems.push(`${this.#where} keeps nothing: ${this.#versionsToChoose(this.indexed.channels)}`);
    }
    return matched;
  }

  #namedChannels(): ReadonlyMap<string, ChannelFilter> | undefined {
    const { channels } = this.filter;
    if (channels === undefined) {
      return undefined;
    }
    const known = this.indexed.channels.map(({ name }) => name);
    const names = new Set(known);
    for (const { name } of channels.filter((channel) => !names.has(channel.name))) {
      this.problems.push(`${this.#where} has no channel "${name}"; it has ${quotedList(known)}`);
    }
    if (channels.length === 0) {
      this.problems.push(`${this.#where} has an empty list of channels; omit 'channels' to keep all, or name one of ${quotedList(known)}`);
    }
    return new Map(channels.map((channel) => [channel.name, channel]));
  }

  #checkCombination(named: ReadonlyMap<string, ChannelFilter> | undefined): void {
    const { filter } = this;
    const kinds = [hasVersions(filter) && 'versions', filter.bundles !== undefined && "'bundles'", filter.headsOnly === true && "'headsOnly'"]
      .filter((kind) => kind !== false);
    if (kinds.length > 1) {
      this.problems.push(`${this.#where} sets both ${kinds.join(' and ')}; set only one of them`);
    }
    for (const channel of named?.values() ?? []) {
      if (kinds.length > 0 && (hasVersions(channel) || channel.headsOnly !== undefined)) {
        this.problems.push(`${this.#where} sets ${kinds[0]!} for all its channels, but channel "${channel.name}" has its own; set them `
          + 'either for the package or for its channels');
      }
    }
  }

  #entriesOf(channel: ChannelBlob, own: ChannelFilter | undefined): string[] {
    const names = channel.entries.map(({ name }) => name);
    if (this.filter.bundles !== undefined) {
      const bundles = new Set(this.filter.bundles);
      return names.filter((name) => bundles.has(name));
    }
    const ownVersions = own !== undefined && hasVersions(own);
    const { range, heads, written } = this.#choice(ownVersions ? own : this.filter, own?.headsOnly);
    if (range === undefined) {
      return heads ? new ChannelGraph(channel.entries).heads.map(({ name }) => name) : names;
    }
    const found = names.filter((name) => {
      const version = this.indexed.bundles.get(name)?.version;
      return version !== undefined && rangeContains(range, version);
    });
    if (found.length === 0 && ownVersions) {
      this.problems.push(`channel "${channel.name}" of ${this.#where} has no version in ${written}: ${this.#versionsToChoose([channel])}`);
    }
    return found;
  }

  #choice(from: PackageFilter | ChannelFilter, headsOfChannel: boolean | undefined): VersionChoice {
    const { versionRange, minVersion, maxVersion } = from;
    const heads = headsOfChannel ?? this.filter.headsOnly ?? this.headsOfAll;
    if (!hasVersions(from)) {
      return { heads, written: '' };
    }
    const written = versionRange ?? [minVersion === undefined ? '' : `>=${minVersion}`, maxVersion === undefined ? '' : `<=${maxVersion}`].join(' ').trim();
    if (versionRange !== undefined && (minVersion !== undefined || maxVersion !== undefined)) {
      this.problems.push(`${this.#where} sets both 'versionRange' and 'minVersion' or 'maxVersion'; set only one of them`);
    }
    for (const [field, version] of Object.entries({ minVersion, maxVersion })) {
      if (version !== undefined && parseVersion(version) === undefined) {
        this.problems.push(`${this.#where} has the ${field} "${version}", which is not a semantic version; write three numbers, such as 1.2.3`);
        return { heads, written };
      }
    }
    const range = parseVersionRange(written);
    if (range === undefined) {
      this.problems.push(`${this.#where} has the versionRange "${written}", which OLM cannot parse; write comparisons of whole versions, such as `
        + '">=1.2.0 <2.0.0", without ^, ~ and commas');
    }
    return { heads, written, ...defined({ range }) };
  }

  #checkBundles(matched: MatchedEntries, named: ReadonlyMap<string, ChannelFilter> | undefined): void {
    const found = new Set([...matched.values()].flatMap((names) => [...names]));
    const unknown = (this.filter.bundles ?? []).filter((bundle) => !found.has(bundle));
    if (unknown.length === 0) {
      return;
    }
    const channels = groupByEach(this.indexed.channels, ({ entries }) => entries.map(({ name }) => name));
    const versions = this.#versionsToChoose(this.indexed.channels);
    for (const name of unknown) {
      const elsewhere = (channels.get(name) ?? []).map((channel) => channel.name);
      const where = named === undefined ? '' : ` in ${quotedList([...named.keys()])}`;
      this.problems.push(`${this.#where} has no bundle "${name}"${where}; ${elsewhere.length > 0
        ? `it is in ${quotedList(elsewhere)}`
        : versions}`);
    }
  }

  #versionsToChoose(channels: readonly ChannelBlob[]): string {
    const names = channels.flatMap(({ entries }) => entries).map(({ name }) => name);
    const bundles = names.map((name) => this.indexed.bundles.get(name)).filter((facts) => facts !== undefined);
    const versions = [...new Set(bundles.sort((left, right) => compareFacts(right, left)).map(({ versionString }) => versionString))];
    return `the versions are ${quotedList(versions)}`;
  }
}

function hasVersions({ versionRange, minVersion, maxVersion }: PackageFilter | ChannelFilter): boolean {
  return versionRange !== undefined || minVersion !== undefined || maxVersion !== undefined;
}
