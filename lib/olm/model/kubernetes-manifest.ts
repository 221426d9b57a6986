/**
 * One Kubernetes object as it is sent to the API server.
 */
export interface KubernetesManifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ManifestMetadata;
  readonly [field: string]: unknown;
}

/**
 * The part of `metadata` that an OLM release uses.
 *
 * Objects that belong to no namespace (CRDs, ClusterRoles, Namespaces, OLMConfig) have no `namespace` key at all.
 */
export interface ManifestMetadata {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: { readonly [key: string]: string };
  readonly annotations?: { readonly [key: string]: string };
}
