import type { BundleProperty } from './bundle-property';
import type { Manifest } from './manifest';

/** What reading a bundle gives, before anything is derived from it. */
export interface BundleContent {
  /** The media type of the bundle, such as `registry+v1`. */
  readonly mediaType: string;

  /** The entries of metadata/annotations.yaml. */
  readonly annotations: { readonly [key: string]: string };

  /** The manifests in order of their file names; one of them is the ClusterServiceVersion. */
  readonly manifests: readonly Manifest[];

  /** The entries of metadata/dependencies.yaml. */
  readonly dependencies: readonly BundleProperty[];

  /** The entries of metadata/properties.yaml. */
  readonly properties: readonly BundleProperty[];
}
