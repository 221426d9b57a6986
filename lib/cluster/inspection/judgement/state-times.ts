import { createdAt, latest, specWrittenAt, timeOf } from '../source/object-times';
import { fieldAt, mapListField, stringField } from '../../../formats/json/json-value';
import { isTerminating, KubernetesObject, statusString } from '../../waiting/view/kubernetes-object';
import { Situation } from '../../waiting/operator/situation';

/**
 * Returns when the present state of an operator began: at its last progress, or at the last change of what is requested. What OLM repeats
 * over and over, such as the start of a failing operator, is not progress.
 */
export function operatorStateSince({ subscription, groups = [], plan, csv, catalogs = [] }: Situation): number | undefined {
  const own = subscription ?? undefined;
  const catalog = catalogs.find(({ metadata }) => (
    metadata.name === fieldAt(own?.spec, 'source') && metadata.namespace === fieldAt(own?.spec, 'sourceNamespace')
  ));
  return latest([
    createdAt(own), own === undefined ? undefined : specWrittenAt(own), createdAt(plan), createdAt(csv), csvLeftSuccess(csv), createdAt(catalog),
    ...groups.map(createdAt),
  ]);
}

/** Returns when a ClusterServiceVersion left the phase Succeeded, according to the history in its conditions. */
export function csvLeftSuccess(csv: KubernetesObject | undefined): number | undefined {
  const history = mapListField(csv?.status, 'conditions');
  const last = history.map((condition) => stringField(condition, 'phase')).lastIndexOf('Succeeded');
  return last < 0 || statusString(csv, 'phase') === 'Succeeded' ? undefined : timeOf(history[last + 1]?.['lastTransitionTime']);
}

/** Returns when conditions last changed, or when the spec did. */
export function conditionsSince(object: KubernetesObject | null | undefined): number | undefined {
  return object ? latest([
    createdAt(object), specWrittenAt(object), ...mapListField(object.status, 'conditions').map((found) => timeOf(found['lastTransitionTime'])),
  ]) : undefined;
}

/** Returns when the rollout of a Deployment began. */
export function rolloutSince(deployment: KubernetesObject | null | undefined): number | undefined {
  return deployment ? latest([createdAt(deployment), specWrittenAt(deployment)]) : undefined;
}

/** Returns when an object was deleted, or when it was created if it was not deleted. */
export function deletionSince(object: KubernetesObject | null | undefined): number | undefined {
  return object && isTerminating(object) ? timeOf(object.metadata.deletionTimestamp) : createdAt(object);
}
