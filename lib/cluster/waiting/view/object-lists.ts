import { groupBy, groupByEach } from '../../../text/group-by';
import { perObject } from '../../../text/per-object';
import { KubernetesObject } from './kubernetes-object';
import { exactJson } from '../../../formats/json/exact-json';

const BY_NAMESPACE = perObject((objects: readonly KubernetesObject[]) => groupBy(objects, ({ metadata }) => metadata.namespace ?? ''));

/** Returns the objects in a namespace. */
export function objectsIn(objects: readonly KubernetesObject[], namespace: string): readonly KubernetesObject[] {
  return BY_NAMESPACE(objects).get(namespace) ?? [];
}

const BY_NAME = perObject((objects: readonly KubernetesObject[]) => groupBy(objects, ({ metadata }) => metadata.name));

/** Returns the objects with a name, of which there may be one in each namespace. */
export function objectsNamed(objects: readonly KubernetesObject[], name: string | undefined): readonly KubernetesObject[] {
  return name === undefined ? [] : BY_NAME(objects).get(name) ?? [];
}

/** A label that objects must have. */
export type RequiredLabel = readonly [key: string, value: unknown];

/** Returns the objects that have all of some labels: always the same list for the same objects and labels. */
export function labeled(objects: readonly KubernetesObject[], labels: readonly RequiredLabel[]): readonly KubernetesObject[] {
  const { byLabel, known } = LABELED(objects);
  const key = exactJson(labels);
  const [candidates = objects] = labels.map((label) => byLabel.get(exactJson(label)) ?? []).sort((left, right) => left.length - right.length);
  const found = known.get(key) ?? candidates.filter(({ metadata }) => labels.every(([name, value]) => metadata.labels?.[name] === value));
  known.set(key, found);
  return found;
}

/** Objects by each of their labels, and those that were found. */
const LABELED = perObject((objects: readonly KubernetesObject[]) => ({
  byLabel: groupByEach(objects, ({ metadata }) => Object.entries(metadata.labels ?? {}).map((label) => JSON.stringify(label))),
  known: new Map<string, readonly KubernetesObject[]>(),
}));
