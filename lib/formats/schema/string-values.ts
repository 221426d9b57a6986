import { field, isMap, type JsonMap, ownValue, setOwn, stringField } from '../json/json-value';
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
  const found: OtherThanString[] = [];
  withStrings(object, (value, path) => {
    found.push({ path, value });
    return '';
  });
  return found;
}

/** Returns an object in which a function makes strings of these values. */
export function withStrings(object: JsonMap, textOf: (value: unknown, path: ValuePath) => string): JsonMap {
  const patterns = [...OF_ALL, ...ownValue(OF_KIND, stringField(object, 'kind') ?? '') ?? []];
  return patterns.reduce((changed, pattern) => changedAt(changed, pattern, [], textOf) as JsonMap, object);
}

function changedAt(value: unknown, [key, ...rest]: Pattern, path: ValuePath, textOf: (value: unknown, path: ValuePath) => string): unknown {
  if (key === undefined) {
    return typeof value === 'string' ? value : textOf(value, path);
  }
  if (Array.isArray(value)) {
    return key === '*' ? value.map((item: unknown, index) => changedAt(item, rest, [...path, index], textOf)) : value;
  }
  if (!isMap(value)) {
    return value;
  }
  const copy = { ...value };
  for (const name of key === '*' ? Object.keys(value) : [key]) {
    const item = field(value, name);
    if (item !== undefined) {
      setOwn(copy, name, changedAt(item, rest, [...path, name], textOf));
    }
  }
  return copy;
}
