import { tableLines } from '../text/text-table';
import type { InstallEngine } from './install-permissions';
import type { InstallRule, InstallRules } from './install-rule';
import { rightsRow } from './rbac-text';
import { sectionsText, type TextSection } from './report-text';

/** Installer of a bundle, by engine. */
const INSTALLERS: { readonly [engine in InstallEngine]: (bundle: string) => string } = {
  OlmV0: (bundle) => `Rights of a ServiceAccount with which OLM can install ${bundle}`,
  OlmV1: (bundle) => `Rights of a ServiceAccount with which OLM v1 can install ${bundle}, up to release 1.10; later ones ignore it`,
  Plain: (bundle) => `Rights of an account that installs ${bundle} without OLM`,
};

/** Returns the rules that an installer needs for a bundle as text. */
export function installText(engine: InstallEngine, bundle: string, rules: InstallRules): string {
  return sectionsText([INSTALLERS[engine](bundle)], placesOf('', rules));
}

/** Returns the rights that an upgrade adds and removes as text. */
export function installComparisonText(previous: string, next: string, added: InstallRules, removed: InstallRules): string {
  return sectionsText([`${previous} -> ${next}`], [...placesOf('ADDED ', added), ...placesOf('REMOVED ', removed)]);
}

/** Returns the sections of rules, one for each scope. */
function placesOf(prefix: string, { rules, clusterRules, kubeSystemRules, namespaceRules }: InstallRules): TextSection[] {
  return [
    [`${prefix}IN THE NAMESPACE OF THE OPERATOR`, ruleLines(rules)],
    [`${prefix}IN THE CLUSTER`, ruleLines(clusterRules)],
    [`${prefix}IN kube-system`, ruleLines(kubeSystemRules)],
    ...namespaceRules.map(({ namespace, rules: ofNamespace }): TextSection => [`${prefix}IN THE NAMESPACE ${namespace}`, ruleLines(ofNamespace)]),
  ];
}

/** Returns the lines of rules, grouped by purpose. */
function ruleLines(rules: readonly InstallRule[]): string[] {
  const purposes = [...new Set(rules.map(({ purpose }) => purpose))];
  return purposes.flatMap(purpose => [
    ...tableLines([[`to ${purpose}`]], 2),
    ...tableLines(rules.filter(rule => rule.purpose === purpose).map(rightsRow), 4),
  ]);
}
