import type { BundleProblem } from './bundle-problem';
import type { BundleProperty } from './bundle-property';
import type { GenerationNote } from './generation-note';
import type { Manifest } from './manifest';

/** The content of a bundle as read, before anything is derived from it. @internal */
export interface BundleContent {
  /** Media type of the bundle, such as `registry+v1`. */
  readonly mediaType: string;

  /** Entries of metadata/annotations.yaml. */
  readonly annotations: { readonly [key: string]: string };

  /** Manifests in the order of their file names, including the ClusterServiceVersion. */
  readonly manifests: readonly Manifest[];

  /** Entries of metadata/dependencies.yaml. */
  readonly dependencies: readonly BundleProperty[];

  /** Entries of metadata/properties.yaml. */
  readonly properties: readonly BundleProperty[];

  /**
   * Problems that the user accepted.
   *
   * @default - none
   */
  readonly acceptedProblems?: readonly BundleProblem[];

  /**
   * Manifests that were left out of the bundle.
   *
   * @default - none
   */
  readonly omitted?: readonly Manifest[];

  /**
   * Notes about what the bundle was made of.
   *
   * @default - none
   */
  readonly generationNotes?: readonly GenerationNote[];
}

/** An API that an operator owns or requires, according to its ClusterServiceVersion. */
export interface BundleApi {
  /** API group, or an empty string for the core group. */
  readonly group: string;

  /** Version, such as `v1alpha1`. */
  readonly version: string;

  /** Kind, such as `Memcached`. */
  readonly kind: string;

  /**
   * Plural name in URLs, such as `memcacheds`.
   *
   * @default - not in the ClusterServiceVersion
   */
  readonly plural?: string;

  /**
   * Name of the CustomResourceDefinition, or the `name` of the API service entry.
   *
   * @default - not in the ClusterServiceVersion
   */
  readonly name?: string;

  /** Whether it is served by an aggregated API server of the operator instead of a CustomResourceDefinition. */
  readonly fromApiService: boolean;
}

/** Prefix of the annotations of operator-framework. @internal */
export const FRAMEWORK_PREFIX = 'operators.operatorframework.io';

/** Label of a catalog image with the folder of its catalog. @internal */
export const CATALOG_FOLDER_LABEL = `${FRAMEWORK_PREFIX}.index.configs.v1`;

/** Prefix of the annotations of a bundle, in metadata/annotations.yaml and as labels of its image. @internal */
export const BUNDLE_PREFIX = `${FRAMEWORK_PREFIX}.bundle.`;

/** Keys of the annotations of a bundle. @internal */
export const BUNDLE_ANNOTATION = {
  MEDIA_TYPE: `${BUNDLE_PREFIX}mediatype.v1`,
  MANIFESTS: `${BUNDLE_PREFIX}manifests.v1`,
  METADATA: `${BUNDLE_PREFIX}metadata.v1`,
  PACKAGE: `${BUNDLE_PREFIX}package.v1`,
  CHANNELS: `${BUNDLE_PREFIX}channels.v1`,
  DEFAULT_CHANNEL: `${BUNDLE_PREFIX}channel.default.v1`,
} as const;
