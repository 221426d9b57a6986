import { type Affinity, type LabelSelector, type PodAffinity, SelectorOperator } from './affinity';

/** Operators that compare numbers, which only nodes have. */
const OF_NODES: readonly (SelectorOperator | undefined)[] = [SelectorOperator.GT, SelectorOperator.LT];

/** Returns the operators in selectors of pods and namespaces that only selectors of nodes have, as sentences. */
export function affinityProblems({ podAffinity, podAntiAffinity }: Affinity, path: string): string[] {
  return [...termProblems(podAffinity, `${path}.podAffinity`), ...termProblems(podAntiAffinity, `${path}.podAntiAffinity`)];
}

function termProblems(affinity: PodAffinity | undefined, path: string): string[] {
  const {
    requiredDuringSchedulingIgnoredDuringExecution: required = [], preferredDuringSchedulingIgnoredDuringExecution: preferred = [],
  } = affinity ?? {};
  return [
    ...required.map((term, index) => ({ term, at: `${path}.requiredDuringSchedulingIgnoredDuringExecution[${index}]` })),
    ...preferred.map(({ podAffinityTerm: term }, index) => ({ term, at: `${path}.preferredDuringSchedulingIgnoredDuringExecution[${index}].podAffinityTerm` })),
  ].flatMap(({ term, at }) => [
    ...labelSelectorProblems(term.labelSelector, `${at}.labelSelector`), ...labelSelectorProblems(term.namespaceSelector, `${at}.namespaceSelector`),
  ]);
}

/** Returns the operators in a selector of labels that only selectors of nodes have, as sentences. */
export function labelSelectorProblems({ matchExpressions = [] }: LabelSelector = {}, path: string): string[] {
  const allowed = Object.values(SelectorOperator).filter((operator) => !OF_NODES.includes(operator)).join(', ');
  return matchExpressions.flatMap(({ operator }, index) => (
    OF_NODES.includes(operator) ? [`${path}.matchExpressions[${index}].operator must be one of ${allowed}: got "${operator}"`] : []
  ));
}
