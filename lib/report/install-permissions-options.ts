import { KnownKeys } from '../formats/json/known-keys';

/** How a GitOps controller or a program handles the plain objects of an operator. */
export interface PlainPermissionsOptions {
  /**
   * Whether the installer lists and watches objects of the kinds that it applies, in their namespaces. Argo CD, Flux and the waiters of this library
   * do; `kubectl apply --server-side` without pruning does not.
   *
   * @default true
   */
  readonly watch?: boolean;

  /**
   * Whether the installer creates the Namespace of the operator, as `PlainEngine` does.
   *
   * @default true
   */
  readonly createNamespace?: boolean;
}

/** Keys of `PlainPermissionsOptions`. */
export const PLAIN_PERMISSIONS_OPTIONS: KnownKeys<PlainPermissionsOptions> = { watch: true, createNamespace: true };

/** The ClusterExtension with which OLM v1 installs a bundle. */
export interface OlmV1PermissionsOptions {
  /** Name of the ClusterExtension. */
  readonly extension: string;

  /**
   * Whether OLM v1 runs with its alpha feature gate BoxcutterRuntime. It then keeps revisions of an extension, and does not watch any objects on
   * behalf of the account.
   *
   * @default false
   */
  readonly boxcutter?: boolean;
}

/** Keys of `OlmV1PermissionsOptions`. */
export const OLM_V1_PERMISSIONS_OPTIONS: KnownKeys<OlmV1PermissionsOptions> = { extension: true, boxcutter: true };
