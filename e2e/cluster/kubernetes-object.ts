/** What identifies a Kubernetes object. */
export interface ObjectReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly [field: string]: unknown };
}

/** A Kubernetes object as plain data, with what identifies it. */
export interface KubernetesObject extends ObjectReference {
  readonly [field: string]: unknown;
}

/** How messages call an object, for example `Deployment olm/olm-operator`. */
export function title({ kind, metadata }: ObjectReference): string {
  return `${kind} ${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`;
}
