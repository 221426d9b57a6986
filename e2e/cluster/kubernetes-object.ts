/** Identification of a Kubernetes object. */
export interface ObjectReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly [field: string]: unknown };
}

/** A Kubernetes object as plain data. */
export interface KubernetesObject extends ObjectReference {
  readonly [field: string]: unknown;
}

/** Returns how messages refer to an object, for example `Deployment olm/olm-operator`. */
export function title({ kind, metadata }: ObjectReference): string {
  return `${kind} ${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`;
}
