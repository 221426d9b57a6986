/**
 * The documents of a file-based catalog, as opm reads and writes them. Fields stand in the order in which opm writes them.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/
 */

/** A package: what users ask for by name. */
export interface PackageDocument {
  readonly schema: 'olm.package';
  readonly name: string;
  readonly defaultChannel: string;
  readonly icon?: PackageIcon;
  readonly description?: string;
}

/** The picture of a package. */
export interface PackageIcon {
  readonly base64data: string;
  readonly mediatype: string;
}

/** A channel: the bundles of a package that follow each other, and how. */
export interface ChannelDocument {
  readonly schema: 'olm.channel';
  readonly name: string;
  readonly package: string;
  readonly entries: readonly ChannelEntry[];
}

/** One bundle's place in a channel: which bundles it can follow. */
export interface ChannelEntry {
  readonly name: string;
  readonly replaces?: string;
  readonly skips?: readonly string[];
  readonly skipRange?: string;
}

/** A bundle. `image` is empty when the properties carry the manifests themselves. Empty lists are not written. */
export interface BundleDocument {
  readonly schema: 'olm.bundle';
  readonly name: string;
  readonly package: string;
  readonly image: string;
  readonly properties: readonly Property[];
  readonly relatedImages: readonly RelatedImageDocument[];
}

/**
 * A property as raw JSON, which is how opm treats it: compared, sorted and written as bytes. `value` is the same, parsed.
 */
export interface Property {
  readonly type: string;
  readonly raw: string;
  readonly value: unknown;
}

/** An image that a bundle refers to. */
export interface RelatedImageDocument {
  readonly name: string;
  readonly image: string;
}

/** Any document of a catalog that this library writes. */
export type CatalogDocument = PackageDocument | ChannelDocument | BundleDocument;
