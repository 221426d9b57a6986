import { fieldAt, mapListField, stringField } from '../../../formats/json/json-value';
import { perObject } from '../../../text/per-object';
import { ownCatalog, Situation } from '../../waiting/operator/situation';
import { isTerminating, KubernetesObject, statusString } from '../../waiting/view/kubernetes-object';

/** Returns a time of the Kubernetes API in milliseconds since 1970, or undefined if it is not a time. */
export function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Returns when an object was created. */
export function createdAt(object: KubernetesObject | null | undefined): number | undefined {
  return object ? timeOf(stringField(object.metadata, 'creationTimestamp')) : undefined;
}

/** Returns the age of an object in milliseconds. */
export function ageOf(object: KubernetesObject, now: number): number | undefined {
  const created = createdAt(object);
  return created === undefined ? undefined : Math.max(0, now - created);
}

/** Returns when a field of the spec was last written, according to the managed fields, or undefined if the object has none. */
export function specWrittenAt({ metadata: { managedFields = [] } }: KubernetesObject): number | undefined {
  const times = managedFields.filter((entry) => fieldAt(entry, 'fieldsV1', 'f:spec') !== undefined).map((entry) => timeOf(fieldAt(entry, 'time')));
  return latest(times);
}

/** Returns the latest of some times, or undefined if all are undefined. */
export function latest(times: readonly (number | undefined)[]): number | undefined {
  return times.reduce((last, time) => (time !== undefined && (last === undefined || time > last) ? time : last), undefined);
}

/** Returns the latest time at which something happened to one of the objects: for a dump, approximately when it was created. */
export function latestTime(objects: readonly KubernetesObject[]): number | undefined {
  return objects.reduce<number | undefined>((last, object) => latest([last, ...timesOf(object)]), undefined);
}

/**
 * Whether an object is a newer state of another one: by the resource versions, which are numbers that increase in clusters (the API promises it since
 * Kubernetes 1.35), otherwise by the latest time in each.
 */
export function isNewer(object: KubernetesObject, than: KubernetesObject): boolean {
  const [version, known] = [object, than].map(({ metadata: { resourceVersion = '' } }) => (/^\d{1,40}$/.test(resourceVersion) ? BigInt(resourceVersion) : undefined));
  return version !== undefined && known !== undefined ? version > known : (latestTime([object]) ?? 0) > (latestTime([than]) ?? 0);
}

/** Returns the times at which something happened to an object. Times in other fields may be in the future, such as the expiry of a certificate. */
function timesOf(object: KubernetesObject): (number | undefined)[] {
  const { metadata: { managedFields = [] }, status } = object;
  return [
    createdAt(object),
    ...managedFields.map((entry) => timeOf(fieldAt(entry, 'time'))),
    ...['lastUpdated', 'lastTransitionTime', 'lastUpdateTime', 'startTime'].map((key) => timeOf(stringField(status, key))),
    timeOf(fieldAt(status, 'connectionState', 'lastConnect')),
    ...mapListField(status, 'conditions').flatMap((condition) => (
      ['lastTransitionTime', 'lastUpdateTime', 'lastHeartbeatTime'].map((key) => timeOf(condition[key]))
    )),
    ...['lastTimestamp', 'eventTime', 'firstTimestamp'].map((key) => timeOf(object[key])),
    timeOf(fieldAt(object, 'series', 'lastObservedTime')),
  ];
}

/**
 * Returns when the present state of an operator began: at its last progress, or at the last change of what is requested. What OLM repeats
 * over and over, such as the start of a failing operator, is not progress.
 */
export function operatorStateSince({ subscription, groups = [], plan, csv, catalogs = [], isSelection }: Situation): number | undefined {
  const own = subscription ?? undefined;
  // A dump without what OLM is installing does not tell when that began: only when OLM last reported about it.
  const isUnseen = isSelection && plan === undefined && csv === undefined && statusString(own, 'currentCSV') !== undefined;
  const catalog = own === undefined ? undefined : ownCatalog(own, catalogs);
  return latest([
    createdAt(own), own === undefined ? undefined : specWrittenAt(own), createdAt(plan), createdAt(csv), csvLeftSuccess(csv), createdAt(catalog),
    lastCreatedAt(groups), isUnseen ? timeOf(statusString(own, 'lastUpdated')) : undefined,
  ]);
}

/** Returns when the newest of some objects was created. */
export const lastCreatedAt = perObject((objects: readonly KubernetesObject[]) => latest(objects.map(createdAt)));

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
