import { compareAges } from './bundle-facts';
import type { IndexedPackage } from './catalog-index';
import type { CatalogSelection, ChannelSelection, PackageSelection } from './catalog-selection';
import { ChannelGraph } from '../channel-graph';
import { quotedList } from '../quoted';
import { parseVersion } from '../version';
import { parseVersionRange, rangeContains } from '../version-range';
import type { VersionRange } from '../version-range';
import type { ChannelDocument } from '../wire';

/** The entries that a selection names, channel by channel. Channels of which nothing is named are not there. */
export type WantedEntries = Map<string, Set<string>>;

/** What is asked of one channel. */
interface Choice {
  /** As the user wrote it, for messages. */
  readonly text: string;
  readonly range?: VersionRange;
  readonly heads: boolean;
}

/**
 * The entries of a package that a selection names.
 *
 * @param problems takes what is wrong with the selection
 */
export function wantedEntries(
  indexed: IndexedPackage, selection: PackageSelection, { headsOnly }: CatalogSelection, problems: string[],
): WantedEntries {
  return new PackageWants(indexed, selection, headsOnly ?? false, problems).entries();
}

class PackageWants {
  readonly #where: string;

  public constructor(
    private readonly indexed: IndexedPackage,
    private readonly selection: PackageSelection,
    private readonly headsOfAll: boolean,
    private readonly problems: string[],
  ) {
    this.#where = `package "${selection.name}"`;
  }

  public entries(): WantedEntries {
    const before = this.problems.length;
    const named = this.#namedChannels();
    this.#checkCombination(named);
    const wanted: WantedEntries = new Map();
    for (const channel of this.indexed.channels.filter(({ name }) => named === undefined || named.has(name))) {
      const names = this.#entriesOf(channel, named?.get(channel.name));
      if (names.length > 0) {
        wanted.set(channel.name, new Set(names));
      }
    }
    this.#checkBundles(wanted, named);
    if (wanted.size === 0 && this.problems.length === before) {
      this.problems.push(`${this.#where} keeps nothing: ${this.#versionsToChoose(this.indexed.channels)}`);
    }
    return wanted;
  }

  #namedChannels(): ReadonlyMap<string, ChannelSelection> | undefined {
    const { channels } = this.selection;
    if (channels === undefined) {
      return undefined;
    }
    const known = this.indexed.channels.map(({ name }) => name);
    for (const { name } of channels.filter((channel) => !known.includes(channel.name))) {
      this.problems.push(`${this.#where} has no channel "${name}"; it has ${quotedList(known)}`);
    }
    if (channels.length === 0) {
      this.problems.push(`${this.#where} has an empty list of channels; leave 'channels' out to keep all, or name one of ${quotedList(known)}`);
    }
    return new Map(channels.map((channel) => [channel.name, channel]));
  }

  #checkCombination(named: ReadonlyMap<string, ChannelSelection> | undefined): void {
    const { selection } = this;
    const ways = [hasVersions(selection) && 'versions', selection.bundles !== undefined && "'bundles'", selection.headsOnly === true && "'headsOnly'"]
      .filter((way) => way !== false);
    if (ways.length > 1) {
      this.problems.push(`${this.#where} gives both ${ways.join(' and ')}; give one of them`);
    }
    for (const channel of named?.values() ?? []) {
      if (ways.length > 0 && (hasVersions(channel) || channel.headsOnly !== undefined)) {
        this.problems.push(`${this.#where} gives ${ways[0]!} for all its channels, and channel "${channel.name}" says something else; give it `
          + 'either for the package or for its channels');
      }
    }
  }

  #entriesOf(channel: ChannelDocument, own: ChannelSelection | undefined): string[] {
    const names = channel.entries.map(({ name }) => name);
    if (this.selection.bundles !== undefined) {
      const bundles = new Set(this.selection.bundles);
      return names.filter((name) => bundles.has(name));
    }
    const ownVersions = own !== undefined && hasVersions(own);
    const { range, heads, text } = this.#choice(ownVersions ? own : this.selection, own?.headsOnly);
    if (range === undefined) {
      return heads ? new ChannelGraph(channel.entries).heads.map(({ name }) => name) : names;
    }
    const found = names.filter((name) => {
      const version = this.indexed.bundles.get(name)?.version;
      return version !== undefined && rangeContains(range, version);
    });
    if (found.length === 0 && ownVersions) {
      this.problems.push(`channel "${channel.name}" of ${this.#where} has no version in ${text}: ${this.#versionsToChoose([channel])}`);
    }
    return found;
  }

  #choice(from: PackageSelection | ChannelSelection, headsOfChannel: boolean | undefined): Choice {
    const { versionRange, minVersion, maxVersion } = from;
    const heads = headsOfChannel ?? this.selection.headsOnly ?? this.headsOfAll;
    if (!hasVersions(from)) {
      return { heads, text: '' };
    }
    const text = versionRange ?? [minVersion === undefined ? '' : `>=${minVersion}`, maxVersion === undefined ? '' : `<=${maxVersion}`].join(' ').trim();
    if (versionRange !== undefined && (minVersion !== undefined || maxVersion !== undefined)) {
      this.problems.push(`${this.#where} gives both 'versionRange' and 'minVersion' or 'maxVersion'; give one of them`);
    }
    for (const [field, version] of Object.entries({ minVersion, maxVersion })) {
      if (version !== undefined && parseVersion(version) === undefined) {
        this.problems.push(`${this.#where} has the ${field} "${version}"; give three numbers, such as 1.2.3`);
        return { heads, text };
      }
    }
    const range = parseVersionRange(text);
    if (range === undefined) {
      this.problems.push(`${this.#where} has the versionRange "${text}", which OLM cannot read; write comparisons of whole versions, such as `
        + '">=1.2.0 <2.0.0"; there is no ^, no ~ and no comma');
    }
    return { heads, text, ...(range === undefined ? {} : { range }) };
  }

  #checkBundles(wanted: WantedEntries, named: ReadonlyMap<string, ChannelSelection> | undefined): void {
    const found = new Set([...wanted.values()].flatMap((names) => [...names]));
    for (const name of (this.selection.bundles ?? []).filter((bundle) => !found.has(bundle))) {
      const elsewhere = this.indexed.channels.filter(({ entries }) => entries.some((entry) => entry.name === name)).map((channel) => channel.name);
      const where = named === undefined ? '' : ` in ${quotedList([...named.keys()])}`;
      this.problems.push(`${this.#where} has no bundle "${name}"${where}; ${elsewhere.length > 0
        ? `it is in ${quotedList(elsewhere)}`
        : this.#versionsToChoose(this.indexed.channels)}`);
    }
  }

  #versionsToChoose(channels: readonly ChannelDocument[]): string {
    const names = channels.flatMap(({ entries }) => entries).map(({ name }) => name);
    const bundles = names.map((name) => this.indexed.bundles.get(name)).filter((facts) => facts !== undefined);
    const versions = [...new Set(bundles.sort((left, right) => compareAges(right, left)).map(({ versionText }) => versionText))];
    return `the versions are ${quotedList(versions)}`;
  }
}

function hasVersions({ versionRange, minVersion, maxVersion }: PackageSelection | ChannelSelection): boolean {
  return versionRange !== undefined || minVersion !== undefined || maxVersion !== undefined;
}
