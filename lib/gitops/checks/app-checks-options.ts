import type { AppWaiver } from '../findings/app-waiver';

/** Options of `AppChecks`. */
export interface AppChecksOptions {
  /**
   * Findings that are acceptable, with the reason.
   *
   * @default - none
   */
  readonly waivers?: AppWaiver[];

  /**
   * Version of Kubernetes, such as `1.33`, for clusters that do not specify one.
   *
   * @default - that of the `Cluster`; unknown without one, and then not checked
   */
  readonly kubernetesVersion?: string;

  /**
   * Namespaces that are in the clusters already, or that something else creates.
   *
   * @default - only Kubernetes' own, and those of a known OLM
   */
  readonly existingNamespaces?: string[];

  /**
   * API groups of kinds that something outside the app provides, such as `monitoring.coreos.com`.
   *
   * @default - only those of Kubernetes, OpenShift, OLM, Argo CD and Flux
   */
  readonly existingApiGroups?: string[];

  /**
   * Whether images without a digest are errors: a tag can change after the app was reviewed.
   *
   * @default false
   */
  readonly requireDigests?: boolean;

  /**
   * Whether warnings also stop synthesis.
   *
   * @default false
   */
  readonly strict?: boolean;
}
