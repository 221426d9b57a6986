import type { InstallRule, InstallRules } from './install-rule';
import { rightsRow } from './rbac-text';
import { sectionsText } from './report-text';
import { tableLines } from '../json/text-table';

/** Places of rules, with their titles. */
const PLACES: readonly (readonly [title: string, rulesOf: (rules: InstallRules) => readonly InstallRule[]])[] = [
  ['IN THE NAMESPACE OF THE OPERATOR', ({ rules }) => rules],
  ['IN THE CLUSTER', ({ clusterRules }) => clusterRules],
  ['IN kube-system', ({ kubeSystemRules }) => kubeSystemRules],
];

/** Returns the rules that OLM needs to install a bundle as text. */
export function installText(bundle: string, rules: InstallRules): string {
  return sectionsText([`Rights of a ServiceAccount with which OLM can install ${bundle}`], PLACES.map(([title, rulesOf]) => [title, ruleLines(rulesOf(rules))]));
}

/** Returns the rights that an upgrade adds and removes as text. */
export function installComparisonText(previous: string, next: string, added: InstallRules, removed: InstallRules): string {
  return sectionsText([`${previous} -> ${next}`], [
    ...PLACES.map(([title, rulesOf]): [string, string[]] => [`ADDED ${title}`, ruleLines(rulesOf(added))]),
    ...PLACES.map(([title, rulesOf]): [string, string[]] => [`REMOVED ${title}`, ruleLines(rulesOf(removed))]),
  ]);
}

/** Returns the lines of rules, grouped by purpose. */
function ruleLines(rules: readonly InstallRule[]): string[] {
  const purposes = [...new Set(rules.map(({ purpose }) => purpose))];
  return purposes.flatMap(purpose => [
    ...tableLines([[`to ${purpose}`]], 2),
    ...tableLines(rules.filter(rule => rule.purpose === purpose).map(rightsRow), 4),
  ]);
}
