import { field, isMap, type JsonMap, ownValue, stringField } from '../json/json-value';
import type { ValuePath } from '../json/source-position';

/** Keys of a path, where `*` is every key of a map, and every item of a list. */
type Pattern = readonly string[];

const OF_ALL: readonly Pattern[] = [['metadata', 'labels', '*'], ['metadata', 'annotations', '*']];
const CONTAINERS = ['initContainers', 'containers'].map((key) => ['spec', 'template', 'spec', key, '*']);

/** Values of each kind that Kubernetes declares as strings, and that YAML reads as others if they are not in quotes. */
const OF_KIND: { readonly [kind: string]: readonly Pattern[] } = {
  ConfigMap: [['data', '*']],
  Secret: [['data', '*'], ['stringData', '*']],
  Service: [['spec', 'selector', '*']],
  Deployment: [
    ['spec', 'selector', 'matchLabels', '*'], ['spec', 'template', 'metadata', 'labels', '*'], ['spec', 'template', 'metadata', 'annotations', '*'],
    ['spec', 'template', 'spec', 'nodeSelector', '*'],
    ...CONTAINERS.flatMap((container) => [[...container, 'command', '*'], [...container, 'args', '*'], [...container, 'env', '*', 'value']]),
  ],
  PodDisruptionBudget: [['spec', 'selector', 'matchLabels', '*']],
  NetworkPolicy: [['spec', 'podSelector', 'matchLabels', '*']],
  ServiceMonitor: [['spec', 'selector', 'matchLabels', '*']],
  PodMonitor: [['spec', 'selector', 'matchLabels', '*']],
};

/** A value that should be a string. */
export interface OtherThanString {
  readonly path: ValuePath;
  readonly value: unknown;
}

/** Returns the values of an object that Kubernetes declares as strings, and that are not. */
export function otherThanStrings(object: JsonMap): OtherThanString[] {
  const patterns = [...OF_ALL, ...ownValue(OF_KIND, stringField(object, 'kind') ?? '') ?? []];
  return patterns.flatMap((pattern) => othersAt(object, pattern, []));
}

function othersAt(value: unknown, [key, ...rest]: Pattern, path: ValuePath): OtherThanString[] {
  if (key === undefined) {
    return typeof value === 'string' || value === undefined ? [] : [{ path, value }];
  }
  if (key !== '*') {
    return othersAt(field(value, key), rest, [...path, key]);
  }
  return Array.isArray(value) ? value.flatMap((item, index) => othersAt(item, rest, [...path, index]))
    : isMap(value) ? Object.entries(value).flatMap(([name, item]) => othersAt(item, rest, [...path, name])) : [];
}
