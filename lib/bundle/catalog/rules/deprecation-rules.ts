import { CatalogErrorCode } from '../catalog-error';
import { quoted } from '../quoted';
import type { DeprecationEntry, DeprecationsDocument } from '../wire';
import type { PackageDocuments } from './package-documents';
import type { RuleFinding } from './rule';
import type { ValuePath } from '../../source-position';

/** A package has its deprecations in one document. */
export function deprecationsAreOneDocument({ name, deprecations }: PackageDocuments): RuleFinding[] {
  return deprecations.slice(1).map((document) => finding(document, [], `package ${quoted(name)} has a second olm.deprecations document; join the two`));
}

/** Each deprecation is about something that the package has, once, and says what to do. */
export function deprecationsAreSound(documents: PackageDocuments): RuleFinding[] {
  const known = { 'olm.channel': namesOf(documents.channels), 'olm.bundle': namesOf(documents.bundles) };
  return documents.deprecations.flatMap((document) => {
    const seen = new Set<string>();
    return document.entries.flatMap((entry, index) => {
      const { schema, name = '' } = entry.reference;
      const key = JSON.stringify([schema, name]);
      const again = seen.has(key);
      seen.add(key);
      const fault = again ? `is about ${referenceText(entry)}, as an entry before it; remove one of them` : entryFault(entry, known);
      return fault === undefined ? [] : [finding(document, ['entries', index], `entry ${index + 1} of the deprecations of package ${quoted(documents.name)} ${fault}`)];
    });
  });
}

interface Known {
  readonly 'olm.channel': ReadonlySet<string>;
  readonly 'olm.bundle': ReadonlySet<string>;
}

function entryFault({ reference, message }: DeprecationEntry, known: Known): string | undefined {
  const { schema, name = '' } = reference;
  switch (schema) {
    case 'olm.package':
      if (name !== '') {
        return `is about the package, but names ${quoted(name)}; remove the "name" of its reference`;
      }
      break;
    case 'olm.channel':
    case 'olm.bundle':
      if (!known[schema].has(name)) {
        return `is about ${schema} ${quoted(name)}, which the package does not have; correct the "name" of its reference, or remove it`;
      }
      break;
    default:
      return `is about ${schema === '' ? 'nothing' : quoted(schema)}; give its reference the "schema" olm.package, olm.channel or olm.bundle`;
  }
  return message === '' ? 'has no message; say in "message" what users should do' : undefined;
}

function referenceText({ reference: { schema, name } }: DeprecationEntry): string {
  return name === undefined ? schema : `${schema} ${quoted(name)}`;
}

function namesOf(documents: readonly { readonly name: string }[]): ReadonlySet<string> {
  return new Set(documents.map(({ name }) => name));
}

function finding(document: DeprecationsDocument, path: ValuePath, message: string): RuleFinding {
  return { code: CatalogErrorCode.DEPRECATION, message, document, path };
}
