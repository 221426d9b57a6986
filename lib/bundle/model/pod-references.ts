import { fieldAt, isMap, stringField } from '../../formats/json/json-value';

/** A ConfigMap or Secret that a pod mounts, or reads variables from. */
export interface PodReference {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;

  /** Whether the pod starts without it. */
  readonly isOptional: boolean;
}

/** Fields of a pod that refer to a ConfigMap or Secret, with the key of its name. */
const REFERENCES: { readonly [field: string]: readonly [kind: PodReference['kind'], name: string] } = {
  configMap: ['ConfigMap', 'name'],
  configMapRef: ['ConfigMap', 'name'],
  configMapKeyRef: ['ConfigMap', 'name'],
  secret: ['Secret', 'secretName'],
  secretRef: ['Secret', 'name'],
  secretKeyRef: ['Secret', 'name'],
};

/** Returns the ConfigMaps and Secrets in a pod. A Secret in a projected volume has `name`, one in a volume `secretName`. */
export function podReferences(pod: unknown): PodReference[] {
  if (Array.isArray(pod)) {
    return pod.flatMap(podReferences);
  }
  return isMap(pod) ? Object.entries(pod).flatMap(([key, value]) => [...referenceIn(key, value), ...podReferences(value)]) : [];
}

function referenceIn(key: string, value: unknown): PodReference[] {
  const [kind, nameKey] = Object.hasOwn(REFERENCES, key) ? REFERENCES[key]! : [];
  const name = nameKey === undefined ? undefined : stringField(value, nameKey) ?? stringField(value, 'name');
  return kind === undefined || name === undefined ? [] : [{ kind, name, isOptional: fieldAt(value, 'optional') === true }];
}
