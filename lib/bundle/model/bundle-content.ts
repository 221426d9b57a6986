import type { BundleProblem } from './bundle-error';
import type { BundleProperty } from './bundle-property';
import type { Manifest } from './manifest';

/** The content of a bundle as read, before anything is derived from it. */
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
}
