import type { TemplateForm } from './template-form';
import { compareReleases, versionRelease } from './version-release';
import { quoted } from '../quoted';
import type { FieldFault } from '../read/fields';
import { Fields } from '../read/fields';
import { FieldNames } from '../read/folded-keys';
import type { BundleDocument, CatalogDocument, ChannelDocument, ChannelEntry } from '../wire';

/** The schema of the template. */
export const SUBSTITUTES_SCHEMA = 'olm.template.substitutes';

/** A bundle that takes the place of another in every channel. */
export interface Substitution {
  /** The image of the new bundle. */
  readonly image: string;
  /** The name of the bundle whose place it takes. */
  readonly base: string;
}

const SUBSTITUTION = new FieldNames(['name', 'base']);

/** Reads the field `substitutions`. */
export function readSubstitutions(fields: Fields, fault: FieldFault): Substitution[] {
  const substitutions = fields.list('substitutions').map(([value, path]) => {
    const substitution = new Fields(value, SUBSTITUTION, path, fault);
    const [image, base] = [substitution.text('name'), substitution.text('base')];
    if (image === '' || base === '' || image === base) {
      fault(path, `a substitution must give the image of the new bundle as name, and the name of another bundle as base, got name ${quoted(image)} and `
        + `base ${quoted(base)}`);
    }
    return { image, base, path };
  });
  for (const [index, { image, base, path }] of substitutions.entries()) {
    const before = substitutions.slice(0, index);
    if (before.some((other) => other.base === base)) {
      fault(path, `${quoted(base)} is substituted twice; a base can have one substitute, so let the second substitute the first`);
    } else if (before.some((other) => other.image === image)) {
      fault(path, `the image ${quoted(image)} substitutes two bundles; give each base a substitute of its own`);
    }
  }
  return substitutions.map(({ image, base }) => ({ image, base }));
}

/**
 * An `olm.template.substitutes` template: a catalog, and bundles that take the place of others, such as a rebuild with fixes.
 *
 * In each channel of the base, the substitute gets the edges of the base and skips it, and whatever followed the base follows the substitute.
 */
export function substitutesTemplate(entries: readonly CatalogDocument[], substitutions: readonly Substitution[]): TemplateForm {
  return {
    base: entries,
    images: substitutions.map(({ image }) => image),
    render: (bundles, fault) => substitutions.reduce<CatalogDocument[]>((documents, { image, base }) => {
      const substitute = bundles.get(image)!;
      const problem = substitutionProblem(documents, substitute, base);
      if (problem !== undefined) {
        fault(problem);
        return documents;
      }
      return [...documents.map((document) => (document.schema === 'olm.channel' ? substituted(document, base, substitute.name) : document)), substitute];
    }, [...entries]),
  };
}

function substitutionProblem(documents: readonly CatalogDocument[], substitute: BundleDocument, base: string): string | undefined {
  const bundle = documents.filter((document) => document.schema === 'olm.bundle').find(({ name }) => name === base);
  if (bundle === undefined) {
    return `the catalog of the template has no bundle ${quoted(base)} that ${quoted(substitute.name)} could substitute; correct the base`;
  }
  const [older, newer] = [versionRelease(bundle), versionRelease(substitute)];
  for (const [{ name }, version] of [[bundle, older], [substitute, newer]] as const) {
    if (version === undefined) {
      return `bundle ${quoted(name)} must have one olm.package property with a semantic version, and a release, if it has one, of dotted identifiers`;
    }
  }
  return compareReleases(older!, newer!) < 0 ? undefined
    : `${quoted(substitute.name)} cannot substitute ${quoted(base)}, as its version and release are not higher; raise one of them`;
}

function substituted(channel: ChannelDocument, base: string, substitute: string): ChannelDocument {
  const place = channel.entries.find(({ name }) => name === base);
  const rest = channel.entries.map((entry) => (entry.name === base ? withoutEdges(entry) : redirected(entry, base, substitute)));
  if (place === undefined) {
    return { ...channel, entries: rest };
  }
  return { ...channel, entries: [...rest, { ...place, name: substitute, skips: [...place.skips ?? [], base] }] };
}

function withoutEdges({ replaces: _replaces, skips: _skips, skipRange: _skipRange, ...entry }: ChannelEntry): ChannelEntry {
  return entry;
}

/** An entry that follows the substitute where it followed the base. What replaced the base still takes over from it, as a skip. */
function redirected(entry: ChannelEntry, base: string, substitute: string): ChannelEntry {
  const { replaces, skips = [] } = entry;
  if (replaces === base) {
    return { ...entry, replaces: substitute, skips: [...skips, base] };
  }
  return skips.includes(base) ? { ...entry, skips: [...skips.filter((name) => name !== base), substitute] } : entry;
}
