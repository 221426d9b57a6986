import { groupByEach } from '../../../text/group-by';
import { KubernetesObject } from './kubernetes-object';
import { perObject } from './per-object';

/** Returns the objects that have all of some labels; those of a list are indexed once. */
export function labeled(objects: readonly KubernetesObject[], labels: readonly (readonly [key: string, value: unknown])[]): readonly KubernetesObject[] {
  const [candidates = objects] = labels.map((label) => BY_LABEL(objects).get(labelKey(label)) ?? []).sort((left, right) => left.length - right.length);
  return labels.length < 2 ? candidates : candidates.filter(({ metadata }) => labels.every(([key, value]) => metadata.labels?.[key] === value));
}

const BY_LABEL = perObject((objects: readonly KubernetesObject[]) => (
  groupByEach(objects, ({ metadata }) => Object.entries(metadata.labels ?? {}).map(labelKey))
));

function labelKey([key, value]: readonly [string, unknown]): string {
  return JSON.stringify([key, value]);
}
