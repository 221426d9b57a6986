import type { ValuePath } from '../../formats/json/source-position';
import { quoted, quotedList } from '../../text/phrases';
import { CatalogErrorCode } from '../declcfg/catalog-problem';
import type { CatalogBlob, DeprecationEntry, DeprecationsBlob, PackageBlobs } from '../declcfg/declcfg';

/** A violation of a rule. */
export interface RuleFinding {
  readonly code: CatalogErrorCode;
  /** Problem, with the names concerned, and remedy. */
  readonly message: string;
  /** The blob to change. */
  readonly blob: CatalogBlob;
  /** Path of the value in the blob; omitted for the blob as a whole. */
  readonly path?: ValuePath;
}

/** A rule of opm for each package of a catalog. */
export type PackageRule = (blobs: PackageBlobs) => RuleFinding[];

/** A DNS label. */
const PACKAGE_NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A blob of a package other than `olm.package`. */
type Member = PackageBlobs['channels' | 'bundles' | 'deprecations'][number];

/** Whether a package name is valid. */
export function isPackageName(name: string): boolean {
  return PACKAGE_NAME.test(name);
}

/** A package has exactly one `olm.package` blob. */
export function packageExistsOnce({ name, packages, channels, bundles, deprecations }: PackageBlobs): RuleFinding[] {
  if (packages.length === 0) {
    const members = [...channels, ...bundles, ...deprecations];
    return name === '' ? members.map(withoutPackage) : [{
      code: CatalogErrorCode.UNKNOWN_PACKAGE,
      message: `package ${quoted(name)} is not in the catalog, but ${described(members[0]!)}${members.length === 1 ? ' belongs' : ` and ${members.length - 1} more `
        + 'blobs belong'} to it; add its olm.package blob, or correct the name`,
      blob: members[0]!,
      path: ['package'],
    }];
  }
  return packages.slice(1).map((blob) => ({
    code: CatalogErrorCode.DUPLICATE_PACKAGE,
    message: `package ${quoted(name)} has a second olm.package blob; remove one of them`,
    blob,
  }));
}

function withoutPackage(blob: Member): RuleFinding {
  return {
    code: CatalogErrorCode.UNKNOWN_PACKAGE, message: `${described(blob)} has no package; add "package"`, blob,
  };
}

function described(blob: Member): string {
  switch (blob.schema) {
    case 'olm.channel':
      return `channel ${quoted(blob.name)}`;
    case 'olm.bundle':
      return `bundle ${quoted(blob.name)}`;
    case 'olm.deprecations':
      return 'an olm.deprecations blob';
  }
}

/** The name of a package is a DNS label. */
export function packageNameIsLabel({ name, packages: [blob] }: PackageBlobs): RuleFinding[] {
  return blob === undefined || isPackageName(name) ? [] : [{
    code: CatalogErrorCode.PACKAGE_NAME,
    message: name === '' ? 'a package has no name; add "name" to its olm.package blob'
      : `package name ${quoted(name)} must have at most 63 lowercase letters, digits and dashes, and neither start nor end with a dash; rename the package`,
    blob,
    path: ['name'],
  }];
}

/** A package has channels. */
export function packageHasChannels({ name, packages: [blob], channels }: PackageBlobs): RuleFinding[] {
  return blob === undefined || channels.length > 0 ? [] : [{
    code: CatalogErrorCode.NO_CHANNELS,
    message: `package ${quoted(name)} has no channel; add an olm.channel blob, or remove the package`,
    blob,
  }];
}

/** The default channel of a package is one of its channels. */
export function defaultChannelExists({ name, packages: [blob], channels }: PackageBlobs): RuleFinding[] {
  if (blob === undefined || channels.length === 0) {
    return [];
  }
  const { defaultChannel } = blob;
  const known = channels.map((channel) => channel.name);
  return defaultChannel !== '' && known.includes(defaultChannel) ? [] : [{
    code: CatalogErrorCode.DEFAULT_CHANNEL,
    message: `package ${quoted(name)} has ${defaultChannel === '' ? 'no default channel' : `the default channel ${quoted(defaultChannel)}, which does not exist`}; `
      + `set "defaultChannel" to one of ${quotedList(known)}`,
    blob,
    path: ['defaultChannel'],
  }];
}

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
