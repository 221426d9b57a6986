import type { RawProperty } from '../../bundle/model/bundle-property';
import { compareUtf8 } from '../../formats/json/go-json';
import type { JsonMap } from '../../formats/json/json-value';

/**
 * The blobs of a file-based catalog, as opm reads and writes them. Fields are in the order in which opm writes them.
 *
 * opm ignores fields unknown to it, and loses them when it writes a catalog. Here they are kept in `unknownFields`, and written after the known
 * fields, sorted. Empty optional fields are omitted: an optional string is never empty.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/
 */

/** Any blob of a catalog. `schema` distinguishes them. */
export type CatalogBlob = PackageBlob | ChannelBlob | BundleBlob | DeprecationsBlob | OtherBlob;

/** A blob or part of a blob that may have fields unknown to opm. */
export interface WithUnknownFields {
  /** The fields unknown to opm, as read; omitted if there are none. */
  readonly unknownFields?: JsonMap;
}

/** A package. */
export interface PackageBlob extends WithUnknownFields {
  readonly schema: 'olm.package';
  readonly name: string;
  readonly defaultChannel: string;
  readonly icon?: PackageIcon;
  readonly description?: string;
  readonly properties?: readonly Property[];
}

/** The icon of a package. */
export interface PackageIcon extends WithUnknownFields {
  readonly base64data: string;
  readonly mediatype: string;
}

/** A channel: bundles of a package, and the upgrades between them. */
export interface ChannelBlob extends WithUnknownFields {
  readonly schema: 'olm.channel';
  readonly name: string;
  readonly package: string;
  readonly entries: readonly ChannelEntry[];
  readonly properties?: readonly Property[];
}

/** An entry of a channel: a bundle, and which bundles can be upgraded to it. */
export interface ChannelEntry extends WithUnknownFields {
  readonly name: string;
  readonly replaces?: string;
  readonly skips?: readonly string[];
  readonly skipRange?: string;
}

/** A bundle. `image` is an empty string if the properties contain the manifests inline. Empty lists are not written. */
export interface BundleBlob extends WithUnknownFields {
  readonly schema: 'olm.bundle';
  readonly name: string;
  readonly package: string;
  readonly image: string;
  readonly properties: readonly Property[];
  readonly relatedImages: readonly RelatedImageEntry[];
}

/** A property of a package, channel or bundle. */
export interface Property extends RawProperty, WithUnknownFields {}

/** An image that a bundle refers to. */
export interface RelatedImageEntry extends WithUnknownFields {
  readonly name: string;
  readonly image: string;
}

/** The deprecations of a package; at most one blob per package. */
export interface DeprecationsBlob extends WithUnknownFields {
  readonly schema: 'olm.deprecations';
  readonly package: string;
  readonly entries: readonly DeprecationEntry[];
}

/** A deprecated package, channel or bundle, with the message to users. */
export interface DeprecationEntry extends WithUnknownFields {
  readonly reference: DeprecationReference;
  readonly message: string;
}

/** Reference to a deprecated package, channel or bundle. `name` is omitted for the package. */
export interface DeprecationReference extends WithUnknownFields {
  readonly schema: string;
  readonly name?: string;
}

/** A blob of a schema unknown to opm, which it keeps unchanged. */
export interface OtherBlob {
  /** Undefined, so that a comparison of `schema` distinguishes blobs. */
  readonly schema: undefined;
  readonly otherSchema: string;
  /** The package that it belongs to; omitted if it belongs to the whole catalog. */
  readonly package?: string;
  readonly name?: string;
  /** The whole blob as read, including schema, package and name. */
  readonly content: JsonMap;
}

/** The blobs of one package, each list in the order of the catalog. */
export interface PackageBlobs {
  readonly name: string;
  /** Exactly one in a valid catalog. */
  readonly packages: PackageBlob[];
  readonly channels: ChannelBlob[];
  readonly bundles: BundleBlob[];
  readonly deprecations: DeprecationsBlob[];
}

/** Groups the blobs known to opm by package, in the order in which the packages appear. */
export function byPackage(blobs: readonly CatalogBlob[]): Map<string, PackageBlobs> {
  const packages = new Map<string, PackageBlobs>();
  for (const blob of blobs) {
    if (blob.schema !== undefined) {
      const name = packageOf(blob)!;
      const found = packages.get(name) ?? { name, packages: [], channels: [], bundles: [], deprecations: [] };
      packages.set(name, found);
      add(blob, found);
    }
  }
  return packages;
}

function add(blob: Exclude<CatalogBlob, { schema: undefined }>, to: PackageBlobs): void {
  switch (blob.schema) {
    case 'olm.package':
      to.packages.push(blob);
      break;
    case 'olm.channel':
      to.channels.push(blob);
      break;
    case 'olm.bundle':
      to.bundles.push(blob);
      break;
    case 'olm.deprecations':
      to.deprecations.push(blob);
      break;
  }
}

/** Order of the blobs of a package by schema. */
const RANK = { 'olm.package': 0, 'olm.channel': 1, 'olm.bundle': 2, 'other': 3, 'olm.deprecations': 4 } as const;

/**
 * Sorts blobs as opm writes them: package by package, and blobs outside packages last. Channels and bundles are sorted by name, blobs of other
 * schemas by schema; the sort is stable.
 */
export function inOpmOrder(blobs: readonly CatalogBlob[]): CatalogBlob[] {
  return blobs
    .map((blob) => ({ blob, packageName: packageOf(blob), rank: RANK[blob.schema ?? 'other'], name: sortName(blob) }))
    .sort((left, right) => (
      Number(left.packageName === undefined) - Number(right.packageName === undefined)
        || compareUtf8(left.packageName ?? '', right.packageName ?? '')
        || left.rank - right.rank
        || compareUtf8(left.name, right.name)
    ))
    .map(({ blob }) => blob);
}

/** Returns the package of a blob, or undefined if it belongs to the whole catalog. */
export function packageOf(blob: CatalogBlob): string | undefined {
  return blob.schema === 'olm.package' ? blob.name : blob.package;
}

function sortName(blob: CatalogBlob): string {
  switch (blob.schema) {
    case 'olm.channel':
    case 'olm.bundle':
      return blob.name;
    case 'olm.package':
    case 'olm.deprecations':
      return '';
    case undefined:
      return blob.otherSchema;
  }
}
