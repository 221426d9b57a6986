import { Grants } from './grants';
import type { InstallRule, InstallRules } from './install-rule';
import { RbacScope } from './rbac-rule';

/** Returns the required rights that are not granted, as the fewest rules. A right that a wildcard of the granted ones covers is not included. */
export function missingInstallRules(required: InstallRules, granted: InstallRules): InstallRules {
  return {
    rules: missingRules(required.rules, granted.rules),
    clusterRules: missingRules(required.clusterRules, granted.clusterRules),
    kubeSystemRules: missingRules(required.kubeSystemRules, granted.kubeSystemRules),
    namespaceRules: required.namespaceRules
      .map(({ namespace, rules }) => ({
        namespace, rules: missingRules(rules, granted.namespaceRules.find((other) => other.namespace === namespace)?.rules ?? []),
      }))
      .filter(({ rules }) => rules.length > 0),
  };
}

/** Compares rights purpose by purpose, so that each missing rule states its purpose. */
function missingRules(required: readonly InstallRule[], granted: readonly InstallRule[]): InstallRule[] {
  const grants = grantsOf(granted);
  const purposes = new Set(required.map(({ purpose }) => purpose));
  return [...purposes].flatMap((purpose) => {
    const missing = grantsOf(required.filter((rule) => rule.purpose === purpose)).without(grants);
    return missing.map(({ scope: _scope, holder: _holder, ...rights }) => ({ purpose, ...rights }));
  });
}

/** Returns the rights of rules with the same holder and scope for all, since only rights are compared. */
function grantsOf(rules: readonly InstallRule[]): Grants {
  return Grants.of(rules.map(({ purpose: _purpose, ...rule }) => ({
    ...rule, scope: RbacScope.OWN_NAMESPACE, source: '', holders: ['account'], aggregatedTo: [], risks: [],
  })));
}
