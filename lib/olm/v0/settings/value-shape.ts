import { describeType } from '../../../formats/json/json-value';
import { type KnownKeys, unknownKey } from '../../../formats/json/known-keys';
import {
  type Affinity, type LabelSelector, type NodeAffinity, type NodeSelector, type NodeSelectorTerm, type PodAffinity, type PodAffinityTerm,
  type PreferredNodes, type PreferredPods, SelectorOperator, type SelectorRequirement,
} from './affinity';
import { type ContainerResources, type ControllerSettings, TaintEffect, type Toleration, TolerationOperator } from './pod-settings';

/** Expected shape of a setting, for plain JavaScript, which no compiler checks. A shape without any member allows every value. */
export interface ValueShape {
  /** Known keys of an object. */
  readonly keys?: { readonly [key: string]: ValueShape };
  /** Shape of every item of a list. */
  readonly items?: ValueShape;
  /** Values of a closed set. */
  readonly values?: readonly string[];
  /** Name of a class, and a property to recognize its instances: `instanceof` fails with two copies of the library. */
  readonly instance?: { readonly of: string; readonly property: string };
}

/** Any value. */
export const ANY: ValueShape = {};

/** Returns the shape of an object; the compiler refuses missing and extra keys. */
export function shapeOf<Options>(keys: { readonly [Key in keyof Options]-?: ValueShape }): ValueShape {
  return { keys };
}

/** Returns the shape of a list. */
function listOf(items: ValueShape): ValueShape {
  return { items };
}

/** Returns the shape of a value that is one of a closed set. */
export function oneOf(values: readonly string[]): ValueShape {
  return { values };
}

/** Returns the shape of an instance of a class. */
export function instanceOf(of: string, property: string): ValueShape {
  return { instance: { of, property } };
}

/**
 * Returns the unknown keys of objects, and the values outside of closed sets, as sentences. Other checks handle other values of a wrong
 * type.
 *
 * @param path path of the value, such as `olmOperator.tolerations[0]`
 * @param what name of the value in sentences, if that is not its path
 */
export function shapeProblems(value: unknown, { keys, items, values, instance }: ValueShape, path: string, what = path): string[] {
  if (value === undefined) {
    return [];
  }
  if (values !== undefined) {
    return values.includes(value as string) ? [] : [`${path} must be one of ${values.join(', ')}: got ${formatted(value)}`];
  }
  if (instance !== undefined) {
    const isInstance = typeof value === 'object' && value !== null && instance.property in value;
    return isInstance ? [] : [`${path} must be of type ${instance.of}: got ${formatted(value)}`];
  }
  if (items !== undefined) {
    return Array.isArray(value) ? value.flatMap((item, index) => shapeProblems(item, items, `${path}[${index}]`)) : [];
  }
  if (keys === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [];
  }
  const unknown = unknownKey(what, value, keys as unknown as KnownKeys<object>);
  const fields = value as { readonly [key: string]: unknown };
  const inner = Object.entries(keys).flatMap(([key, shape]) => shapeProblems(fields[key], shape, joined(path, key)));
  return [...(unknown === undefined ? [] : [unknown]), ...inner];
}

function formatted(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : describeType(value);
}

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

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
