import type { RuleFinding } from './rule';
import { CatalogErrorCode } from '../declcfg/catalog-error';
import type { DeprecationEntry, DeprecationsBlob } from '../declcfg/declcfg';
import type { PackageBlobs } from '../declcfg/package-blobs';
import { quoted } from '../../text/quoted';
import type { ValuePath } from '../../formats/json/source-position';

/** A package has at most one blob of deprecations. */
export function deprecationsAreOneBlob({ name, deprecations }: PackageBlobs): RuleFinding[] {
  return deprecations.slice(1).map((blob) => finding(blob, [], `package ${quoted(name)} has a second olm.deprecations blob; merge the two`));
}

/** Each deprecation has a message, and a unique reference to the package or to one of its channels or bundles. */
export function deprecationsAreValid(blobs: PackageBlobs): RuleFinding[] {
  const known = { 'olm.channel': namesOf(blobs.channels), 'olm.bundle': namesOf(blobs.bundles) };
  return blobs.deprecations.flatMap((blob) => {
    const seen = new Set<string>();
    return blob.entries.flatMap((entry, index) => {
      const { schema, name = '' } = entry.reference;
      const key = JSON.stringify([schema, name]);
      const isDuplicate = seen.has(key);
      seen.add(key);
      const fault = isDuplicate ? `refers to ${referenceText(entry)}, as an earlier entry does; remove one of them` : entryFault(entry, known);
      return fault === undefined ? [] : [finding(blob, ['entries', index], `entry ${index + 1} of the deprecations of package ${quoted(blobs.name)} ${fault}`)];
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
        return `refers to the package, but has the name ${quoted(name)}; remove "name" from its reference`;
      }
      break;
    case 'olm.channel':
    case 'olm.bundle':
      if (!known[schema].has(name)) {
        return `refers to ${schema} ${quoted(name)}, which the package does not have; correct the "name" of its reference, or remove it`;
      }
      break;
    default:
      return `has a reference with ${schema === '' ? 'no schema' : `the schema ${quoted(schema)}`}; set its "schema" to olm.package, olm.channel or olm.bundle`;
  }
  return message === '' ? 'has no message; add "message" with instructions for users' : undefined;
}

function referenceText({ reference: { schema, name } }: DeprecationEntry): string {
  return name === undefined ? schema : `${schema} ${quoted(name)}`;
}

function namesOf(blobs: readonly { readonly name: string }[]): ReadonlySet<string> {
  return new Set(blobs.map(({ name }) => name));
}

function finding(blob: DeprecationsBlob, path: ValuePath, message: string): RuleFinding {
  return { code: CatalogErrorCode.DEPRECATION, message, blob, path };
}
