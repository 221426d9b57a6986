import { propertyValue } from '../../bundle/model/go-types';
import { FieldNames } from '../../formats/json/folded-keys';
import { fieldAt, stringField } from '../../formats/json/json-value';
import { comparePreReleases, compareVersions, MAX_RELEASE_LENGTH, parsePreRelease, parseVersion, type Version } from '../../formats/semver/version';
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
  for (const [index, { image, base, path }] of substitutions.entries()) {
    const before = substitutions.slice(0, index);
    if (before.some((other) => other.base === base)) {
      fault(path, `${quoted(base)} is substituted twice; a base can have only one substitute, so let the second one substitute the first`);
    } else if (before.some((other) => other.image === image)) {
      fault(path, `the image ${quoted(image)} substitutes two bundles; use a different substitute for each base`);
    }
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
    render: (bundles, fault) => substitutions.reduce<CatalogBlob[]>((blobs, { image, base }) => {
      const substitute = bundles.get(image)!;
      const problem = substitutionProblem(blobs, substitute, base);
      if (problem !== undefined) {
        fault(problem);
        return blobs;
      }
      return [...blobs.map((blob) => (blob.schema === 'olm.channel' ? substituteIn(blob, base, substitute.name) : blob)), substitute];
    }, [...entries]),
  };
}

function substitutionProblem(blobs: readonly CatalogBlob[], substitute: BundleBlob, base: string): string | undefined {
  const bundle = blobs.filter((blob) => blob.schema === 'olm.bundle').find(({ name }) => name === base);
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

function substituteIn(channel: ChannelBlob, base: string, substitute: string): ChannelBlob {
  const baseEntry = channel.entries.find(({ name }) => name === base);
  const rest = channel.entries.map((entry) => (entry.name === base ? withoutEdges(entry) : redirected(entry, base, substitute)));
  if (baseEntry === undefined) {
    return { ...channel, entries: rest };
  }
  return { ...channel, entries: [...rest, { ...baseEntry, name: substitute, skips: [...baseEntry.skips ?? [], base] }] };
}

function withoutEdges({ replaces: _replaces, skips: _skips, skipRange: _skipRange, ...entry }: ChannelEntry): ChannelEntry {
  return entry;
}

/** Returns an entry with edges to the substitute instead of the base. An entry that replaced the base now skips it. */
function redirected(entry: ChannelEntry, base: string, substitute: string): ChannelEntry {
  const { replaces, skips = [] } = entry;
  if (replaces === base) {
    return { ...entry, replaces: substitute, skips: [...skips, base] };
  }
  return skips.includes(base) ? { ...entry, skips: [...skips.filter((name) => name !== base), substitute] } : entry;
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
