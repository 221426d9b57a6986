/** Kinds whose resource has the same name. */
const UNCHANGED = /endpoints$/;

/**
 * Returns the name of the resource of a kind, such as `networkpolicies` for NetworkPolicy: the English plural in lower case, as for all kinds of
 * Kubernetes and of operators that bundles contain. A CustomResourceDefinition may define another name.
 */
export function resourceOfKind(kind: string): string {
  const name = kind.toLowerCase();
  if (UNCHANGED.test(name)) {
    return name;
  }
  if (/[^aeiou]y$/.test(name)) {
    return `${name.slice(0, -1)}ies`;
  }
  return /(?:s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}
