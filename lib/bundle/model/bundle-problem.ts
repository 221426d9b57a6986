/** Kinds of problems that prevent a bundle from being read. The set is closed, so a program may switch over it. */
export enum BundleErrorCode {
  /** The path does not exist, or cannot be opened. */
  NOT_FOUND = 'not-found',

  /** The path is a file instead of a folder, or neither a folder nor an archive. */
  WRONG_KIND = 'wrong-kind',

  /** The folder or archive does not have the layout of a bundle, for example no manifests/. */
  LAYOUT = 'layout',

  /** The archive is damaged, or is neither tar nor gzip. */
  ARCHIVE = 'archive',

  /** An entry that is not allowed in a bundle: a link, a device, an absolute path, a path that leaves the bundle. */
  UNSAFE_ENTRY = 'unsafe-entry',

  /** An option is unknown, or has an invalid value. */
  OPTIONS = 'options',

  /** A limit of BundleReadOptions is exceeded. */
  LIMIT = 'limit',

  /** A file is not YAML or JSON that Go's parsers accept. */
  SYNTAX = 'syntax',

  /** A file that some of OLM's tools read, and others drop. */
  AMBIGUOUS = 'ambiguous',

  /** The bundle has a media type other than registry+v1. */
  MEDIA_TYPE = 'media-type',

  /** metadata/annotations.yaml is missing, or contains values that are not strings. */
  ANNOTATIONS = 'annotations',

  /** dependencies.yaml contains an invalid dependency. */
  DEPENDENCIES = 'dependencies',

  /** properties.yaml, or the annotation olm.properties, contains an invalid property. */
  PROPERTIES = 'properties',

  /** A manifest is not a Kubernetes object. */
  MANIFEST = 'manifest',

  /** The ClusterServiceVersion is missing, not the only one, or lacks a field that OLM needs. */
  CSV = 'csv',

  /** Not an image, not a bundle image, or several images of which none is selected. */
  IMAGE = 'image',

  /** The image contains a file-based catalog, which `Catalog` reads. */
  CATALOG_IMAGE = 'catalog-image',

  /** A blob of an image does not match its digest or size. */
  DIGEST = 'digest',

  /** A registry cannot be reached, or sent an unexpected response. */
  REGISTRY = 'registry',

  /** A registry requires credentials, or rejected those it received. */
  UNAUTHORIZED = 'unauthorized',

  /** A registry redirects to a host that the user did not allow. */
  HOST = 'host',

  /** Fetching timed out, or was canceled. */
  ABORTED = 'aborted',

  /** The folder of package manifests has no package file, or an invalid one. */
  PACKAGE = 'package',

  /** With `strict`, a part of the manifests did not become part of the bundle. */
  INCOMPLETE = 'incomplete',
}

/** A problem of a bundle. */
export interface BundleProblem {
  /** Kind of the problem. */
  readonly code: BundleErrorCode;

  /** Error message with the value found and the remedy; without file and line. */
  readonly message: string;

  /**
   * File inside the bundle, with `/` between folders.
   *
   * @default - the problem does not belong to a single file
   */
  readonly file?: string;

  /**
   * Line in the file, starting at 1.
   *
   * @default - the problem does not belong to a single line
   */
  readonly line?: number;

  /**
   * Column in the line, starting at 1.
   *
   * @default - the problem has no exact position
   */
  readonly column?: number;
}
