import type { JsonMap } from '../json-value';

/**
 * The documents of a file-based catalog, as opm reads and writes them. Fields stand in the order in which opm writes them.
 *
 * opm ignores fields that it does not know, and loses them when it writes a catalog. Here they are kept in `unknownFields`, which
 * stands wherever there are any, and are written after the known ones, sorted. What is empty and need not be written is left out:
 * optional text is never empty.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/
 */

/** Any document of a catalog. `schema` tells them apart. */
export type CatalogDocument = PackageDocument | ChannelDocument | BundleDocument | DeprecationsDocument | OtherDocument;

/** Something of a document that may have fields which opm does not know. */
export interface WithUnknownFields {
  /** The fields that opm does not know, as read; left out where there are none. */
  readonly unknownFields?: JsonMap;
}

/** A package: what users ask for by name. */
export interface PackageDocument extends WithUnknownFields {
  readonly schema: 'olm.package';
  readonly name: string;
  readonly defaultChannel: string;
  readonly icon?: PackageIcon;
  readonly description?: string;
  readonly properties?: readonly Property[];
}

/** The picture of a package. */
export interface PackageIcon extends WithUnknownFields {
  readonly base64data: string;
  readonly mediatype: string;
}

/** A channel: the bundles of a package that follow each other, and how. */
export interface ChannelDocument extends WithUnknownFields {
  readonly schema: 'olm.channel';
  readonly name: string;
  readonly package: string;
  readonly entries: readonly ChannelEntry[];
  readonly properties?: readonly Property[];
}

/** One bundle's place in a channel: which bundles it can follow. */
export interface ChannelEntry extends WithUnknownFields {
  readonly name: string;
  readonly replaces?: string;
  readonly skips?: readonly string[];
  readonly skipRange?: string;
}

/** A bundle. `image` is empty when the properties carry the manifests themselves. Empty lists are not written. */
export interface BundleDocument extends WithUnknownFields {
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
export interface Property extends WithUnknownFields {
  readonly type: string;
  readonly raw: string;
  readonly value: unknown;
}

/** An image that a bundle refers to. */
export interface RelatedImageDocument extends WithUnknownFields {
  readonly name: string;
  readonly image: string;
}

/** What is deprecated of a package; at most one document a package. */
export interface DeprecationsDocument extends WithUnknownFields {
  readonly schema: 'olm.deprecations';
  readonly package: string;
  readonly entries: readonly DeprecationEntry[];
}

/** A package, channel or bundle that should not be used any more, and what users are told. */
export interface DeprecationEntry extends WithUnknownFields {
  readonly reference: DeprecationReference;
  readonly message: string;
}

/** What a deprecation is about. `name` is left out for the package itself. */
export interface DeprecationReference extends WithUnknownFields {
  readonly schema: string;
  readonly name?: string;
}

/** A document of a schema that opm does not know, which it keeps as it is. */
export interface OtherDocument {
  /** None of opm's: so a comparison of `schema` tells the documents apart. */
  readonly schema: undefined;
  readonly otherSchema: string;
  /** The package that it belongs to; left out where it belongs to the whole catalog. */
  readonly package?: string;
  readonly name?: string;
  /** The whole document as read, with its schema, package and name. */
  readonly content: JsonMap;
}
