import { propertyValue } from '../../bundle/model/go-types';
import { defined } from '../../formats/json/defined';
import { FieldNames } from '../../formats/json/folded-keys';
import { fieldAt, stringField } from '../../formats/json/json-value';
import { comparePreReleases, compareVersions, MAX_RELEASE_LENGTH, parsePreRelease, parseVersion, type Version } from '../../formats/semver/version';
import { addTo } from '../../text/group-by';
import { quoted } from '../../text/phrases';
import { packageProperties } from '../declcfg/bundle-facts';
import type { BundleBlob, CatalogBlob, ChannelBlob, ChannelEntry } from '../declcfg/declcfg';
import { csvOf } from '../declcfg/csv-metadata';
import { Fields, type ReportFault } from '../read/fields';
import type { TemplateContent } from './basic-template';

/** Schema of the template. */
export const SUBSTITUTES_SCHEMA = 'olm.template.substitutes';

/** A bundle that substitutes another one in every channel. */
export interface Substitution {
  /** Image of the new bundle. */
  readonly image: string;
  /** Name of the substituted bundle. */
  readonly base: string;
}

const SUBSTITUTION = new FieldNames(['name', 'base']);

/** Reads the field `substitutions`. */
export function readSubstitutions(fields: Fields, fault: ReportFault): Substitution[] {
  const substitutions = fields.list('substitutions').map(([value, path]) => {
    const substitution = new Fields(value, SUBSTITUTION, path, fault);
    const [image, base] = [substitution.string('name'), substitution.string('base')];
    if (image === '' || base === '' || image === base) {
      fault(path, `a substitution must have the image of the new bundle as name and the name of another bundle as base, got name ${quoted(image)} and `
        + `base ${quoted(base)}`);
    }
    return { image, base, path };
  });
  const [bases, images] = [new Set<string>(), new Set<string>()];
  for (const { image, base, path } of substitutions) {
    if (bases.has(base)) {
      fault(path, `${quoted(base)} is substituted twice; a base can have only one substitute, so let the second one substitute the first`);
    } else if (images.has(image)) {
      fault(path, `the image ${quoted(image)} substitutes two bundles; use a different substitute for each base`);
    }
    bases.add(base);
    images.add(image);
  }
  return substitutions.map(({ image, base }) => ({ image, base }));
}

/**
 * Reads an `olm.template.substitutes` template: a catalog, and bundles that substitute others, such as a rebuild with fixes.
 *
 * In each channel of the base, the substitute receives the edges of the base and skips it, and entries that followed the base follow the substitute.
 */
export function substitutesTemplate(entries: readonly CatalogBlob[], substitutions: readonly Substitution[]): TemplateContent {
  return {
    base: entries,
    images: substitutions.map(({ image }) => image),
    render: (bundles, fault) => {
      const known = new Map<string, BundleBlob>();
      entries.filter((blob) => blob.schema === 'olm.bundle').forEach((bundle) => known.set(bundle.name, known.get(bundle.name) ?? bundle));
      const channels = new SubstitutedChannels(entries.filter((blob) => blob.schema === 'olm.channel'));
      const added: BundleBlob[] = [];
      for (const { image, base } of substitutions) {
        const substitute = bundles.get(image)!;
        const problem = substitutionProblem(known.get(base), substitute, base);
        if (problem === undefined) {
          channels.substitute(base, substitute.name);
          known.set(substitute.name, known.get(substitute.name) ?? substitute);
          added.push(substitute);
        } else {
          fault(problem);
        }
      }
      return [...entries.map((blob) => blob.schema === 'olm.channel' ? channels.after(blob) : blob), ...added];
    },
  };
}

function substitutionProblem(bundle: BundleBlob | undefined, substitute: BundleBlob, base: string): string | undefined {
  if (bundle === undefined) {
    return `the catalog of the template has no bundle ${quoted(base)} that ${quoted(substitute.name)} could substitute; correct the base`;
  }
  const [older, newer] = [versionRelease(bundle), versionRelease(substitute)];
  for (const [{ name }, version] of [[bundle, older], [substitute, newer]] as const) {
    if (version === undefined) {
      return `bundle ${quoted(name)} must have one olm.package property with a semantic version and, if any, a release of dotted identifiers`;
    }
  }
  return compareReleases(older!, newer!) < 0 ? undefined
    : `${quoted(substitute.name)} cannot substitute ${quoted(base)}, because its version and release are not higher; raise one of them`;
}

/** Channels in which bundles are substituted, one after the other. */
class SubstitutedChannels {
  readonly #entries = new Map<ChannelBlob, SubstitutedEntry[]>();
  readonly #named = new Map<string, SubstitutedEntry[]>();

  /** Entries by the names that they replace or skip. They may have lost these edges since. */
  readonly #following = new Map<string, SubstitutedEntry[]>();

  public constructor(channels: readonly ChannelBlob[]) {
    channels.forEach((channel) => channel.entries.forEach((entry) => this.#add(channel, entry)));
  }

  /** Returns a channel after the substitutions. */
  public after(channel: ChannelBlob): ChannelBlob {
    return { ...channel, entries: (this.#entries.get(channel) ?? []).map((entry) => entry.content()) };
  }

  /** Substitutes a bundle in each channel that has it, and in the edges of all channels. An entry that replaced it now skips it. */
  public substitute(base: string, substitute: string): void {
    const entries = this.#named.get(base) ?? [];
    const before = new Map([...entries].reverse().map((entry) => [entry.channel, entry.content()]));
    entries.forEach((entry) => entry.removeEdges());
    const following = new Set(this.#following.get(base));
    this.#following.delete(base);
    for (const entry of following) {
      if (entry.replaces === base) {
        entry.replace(substitute);
        entry.skip(base);
        this.#follow(entry, [substitute, base]);
      } else if (entry.removeSkip(base)) {
        entry.skip(substitute);
        this.#follow(entry, [substitute]);
      }
    }
    before.forEach((entry, channel) => this.#add(channel, { ...entry, name: substitute, skips: [...entry.skips ?? [], base] }));
  }

  #add(channel: ChannelBlob, entry: ChannelEntry): void {
    const added = new SubstitutedEntry(channel, entry);
    addTo(this.#entries, channel, added);
    addTo(this.#named, entry.name, added);
    this.#follow(added, [...entry.replaces === undefined ? [] : [entry.replaces], ...entry.skips ?? []]);
  }

  #follow(entry: SubstitutedEntry, names: readonly string[]): void {
    names.forEach((name) => addTo(this.#following, name, entry));
  }
}

/** An entry of a channel, with edges that change. */
class SubstitutedEntry {
  #entry: ChannelEntry;
  #replaces: string | undefined;

  /** The skipped names in their order, and the places of each. */
  readonly #skips = new Map<number, string>();
  readonly #places = new Map<string, number[]>();
  #nextPlace = 0;
  #isChanged = false;

  public constructor(public readonly channel: ChannelBlob, entry: ChannelEntry) {
    this.#entry = entry;
    this.#replaces = entry.replaces;
    entry.skips?.forEach((name) => this.#addSkip(name));
  }

  public get replaces(): string | undefined {
    return this.#replaces;
  }

  public content(): ChannelEntry {
    return !this.#isChanged ? this.#entry : { ...this.#entry, ...defined({ replaces: this.#replaces }), skips: [...this.#skips.values()] };
  }

  public removeEdges(): void {
    const { replaces: _replaces, skips: _skips, skipRange: _skipRange, ...entry } = this.#entry;
    this.#entry = entry;
    this.#replaces = undefined;
    this.#skips.clear();
    this.#places.clear();
    this.#isChanged = false;
  }

  public replace(name: string): void {
    this.#replaces = name;
    this.#isChanged = true;
  }

  public skip(name: string): void {
    this.#addSkip(name);
    this.#isChanged = true;
  }

  /** Removes a name from the skipped ones, and returns whether it was among them. */
  public removeSkip(name: string): boolean {
    const places = this.#places.get(name);
    places?.forEach((place) => this.#skips.delete(place));
    this.#places.delete(name);
    return places !== undefined;
  }

  #addSkip(name: string): void {
    this.#skips.set(this.#nextPlace, name);
    addTo(this.#places, name, this.#nextPlace);
    this.#nextPlace++;
  }
}

const SUBSTITUTES_FOR = 'olm.substitutesFor';

/** Version and release, which order bundles: a bundle with a release is newer than one of the same version without. */
interface VersionRelease {
  readonly version: Version;
  readonly release: readonly string[];
}

/**
 * Returns the version and release of a bundle. If its CSV has the older annotation `olm.substitutesFor`, the build metadata of its version is
 * the release.
 *
 * @returns undefined if the bundle does not have exactly one valid `olm.package` property
 */
function versionRelease(bundle: BundleBlob): VersionRelease | undefined {
  const packages = packageProperties(bundle);
  const version = parseVersion(packages[0]?.version ?? '');
  const written = packages[0]?.release ?? '';
  if (packages.length !== 1 || version === undefined) {
    return undefined;
  }
  const release = written !== '' || !substitutesAnother(bundle) ? written : version.build.join('.');
  const identifiers = release === '' ? [] : parsePreRelease(release);
  return identifiers === undefined || release.length > MAX_RELEASE_LENGTH ? undefined : { version, release: identifiers };
}

/** Compares two bundles: negative if `left` is older. */
function compareReleases(left: VersionRelease, right: VersionRelease): number {
  return compareVersions(left.version, right.version) || comparePreReleases(left.release, right.release);
}

function substitutesAnother(bundle: BundleBlob): boolean {
  const [metadata] = bundle.properties.filter(({ type }) => type === 'olm.csv.metadata').map(propertyValue);
  const annotations = [fieldAt(csvOf(bundle), 'metadata', 'annotations'), fieldAt(metadata, 'annotations')];
  return annotations.some((found) => (stringField(found, SUBSTITUTES_FOR) ?? '') !== '');
}
