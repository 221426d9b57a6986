import type { PlannedOperator } from './planned-operator';

/** Returns which versions of an upgrade are not checked, in a sentence. */
export function uncheckedText({ namespace, packageName, unchecked }: PlannedOperator): string {
  return `CRDs and rights of ${unchecked.join(', ')} are not checked for operator '${namespace}/${packageName}': the catalog has no manifests of them; supply one that has them inline`;
}
