import {
  type Affinity, type LabelSelector, type NodeAffinity, type NodeSelector, type NodeSelectorTerm, type PodAffinity, type PodAffinityTerm,
  type PreferredNodes, type PreferredPods, SelectorOperator, type SelectorRequirement,
} from './affinity';
import type { ControllerSettings } from './controller-settings';
import { type ContainerResources, TaintEffect, type Toleration, TolerationOperator } from './pod-settings';
import { ANY, listOf, oneOf, shapeOf, shapeProblems } from './value-shape';

const NODE_OPERATORS = Object.values(SelectorOperator);
const LABEL_OPERATORS = NODE_OPERATORS.filter((operator) => operator !== SelectorOperator.GT && operator !== SelectorOperator.LT);

const requirements = (operators: readonly SelectorOperator[]) => (
  listOf(shapeOf<SelectorRequirement>({ key: ANY, operator: oneOf(operators), values: ANY }))
);

const NODE_TERM = shapeOf<NodeSelectorTerm>({ matchExpressions: requirements(NODE_OPERATORS), matchFields: requirements(NODE_OPERATORS) });

const LABEL_SELECTOR = shapeOf<LabelSelector>({ matchLabels: ANY, matchExpressions: requirements(LABEL_OPERATORS) });

const POD_TERM = shapeOf<PodAffinityTerm>({ topologyKey: ANY, labelSelector: LABEL_SELECTOR, namespaces: ANY, namespaceSelector: LABEL_SELECTOR });

const POD_AFFINITY = shapeOf<PodAffinity>({
  requiredDuringSchedulingIgnoredDuringExecution: listOf(POD_TERM),
  preferredDuringSchedulingIgnoredDuringExecution: listOf(shapeOf<PreferredPods>({ weight: ANY, podAffinityTerm: POD_TERM })),
});

/** Shape of an `Affinity`. */
export const AFFINITY = shapeOf<Affinity>({
  nodeAffinity: shapeOf<NodeAffinity>({
    requiredDuringSchedulingIgnoredDuringExecution: shapeOf<NodeSelector>({ nodeSelectorTerms: listOf(NODE_TERM) }),
    preferredDuringSchedulingIgnoredDuringExecution: listOf(shapeOf<PreferredNodes>({ weight: ANY, preference: NODE_TERM })),
  }),
  podAffinity: POD_AFFINITY,
  podAntiAffinity: POD_AFFINITY,
});

/** Shape of `ContainerResources`. */
export const RESOURCES = shapeOf<ContainerResources>({ requests: ANY, limits: ANY });

/** Shape of a list of `Toleration`s. */
export const TOLERATIONS = listOf(shapeOf<Toleration>({
  key: ANY, operator: oneOf(Object.values(TolerationOperator)), value: ANY, effect: oneOf(Object.values(TaintEffect)), tolerationSeconds: ANY,
}));

/** Returns the unknown keys of resources and tolerations, and their values outside of closed sets, as sentences. */
export function podSettingProblems({ resources, tolerations }: Pick<ControllerSettings, 'resources' | 'tolerations'>): string[] {
  return [...shapeProblems(resources, RESOURCES, 'resources'), ...shapeProblems(tolerations, TOLERATIONS, 'tolerations')];
}
