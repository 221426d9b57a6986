import type { InstallRule, InstallRules } from '../../lib/report/install-rule';

/** A request of an installer, as the API server authorizes it. */
export interface AuthorizedRequest {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  /** Name of the object, or an empty string for a creation, a list and a watch. */
  readonly name: string;
  /** Namespace of the object, or an empty string for the whole cluster. */
  readonly namespace: string;
}

/** A rule with the namespace that it applies in, which is empty for the whole cluster. */
export interface PlacedRule {
  readonly namespace: string;
  readonly rule: InstallRule;
}

/** Returns all rules with their places. */
export function placedRules(installNamespace: string, { rules, clusterRules, namespaceRules }: InstallRules): PlacedRule[] {
  const placed = (namespace: string, some: readonly InstallRule[]): PlacedRule[] => some.map(rule => ({ namespace, rule }));
  return [...placed(installNamespace, rules), ...placed('', clusterRules), ...namespaceRules.flatMap(other => placed(other.namespace, other.rules))];
}

/** Whether RBAC allows a request. */
export function isAllowed(rules: readonly PlacedRule[], request: AuthorizedRequest): boolean {
  return rules.some(({ namespace, rule: { verbs, apiGroups, resources, resourceNames } }) => (
    (namespace === '' || namespace === request.namespace)
      && matches(verbs, request.verb) && matches(apiGroups, request.group) && matches(resources, request.resource)
      && (resourceNames.length === 0 || resourceNames.includes(request.name))
  ));
}

function matches(values: readonly string[], value: string): boolean {
  return values.includes('*') || values.includes(value);
}
