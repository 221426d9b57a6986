import type { AuditRecord } from './audit-record';
import type { JsonMap } from '../../json/json-value';

/** Name under which Events are reported. */
const COMPONENT = 'olm-constructs';

/** Namespace of the Events on cluster-scoped objects, as in Kubernetes itself. */
const DEFAULT_NAMESPACE = 'default';

/** Longest message of an Event, in characters. */
const MAX_MESSAGE = 1024;

/** Reasons of the Events, by the type of the change. */
const REASONS: { readonly [action in AuditRecord['action']]: string } = {
  'approve': 'InstallPlanApproved',
  'delete': 'Deleted',
  'remove-finalizers': 'FinalizersRemoved',
  'adopt': 'ClusterServiceVersionAdopted',
  'clear-plan': 'InstallPlanCleared',
  'reset-conversion': 'ConversionReset',
};

/** Returns the path to which the Event for a change is written. */
export function eventPath({ namespace = DEFAULT_NAMESPACE }: AuditRecord): string {
  return `/api/v1/namespaces/${encodeURIComponent(namespace)}/events`;
}

/** Returns the Event for a change. */
export function eventFor({ time, action, apiVersion, kind, namespace, name, uid, reason }: AuditRecord): JsonMap {
  const seconds = time.replace(/\.\d+Z$/, 'Z');
  return {
    apiVersion: 'v1', kind: 'Event',
    metadata: { generateName: `${name.slice(0, 200)}.`, namespace: namespace ?? DEFAULT_NAMESPACE },
    involvedObject: { apiVersion, kind, ...(namespace === undefined ? {} : { namespace }), name, ...(uid === undefined ? {} : { uid }) },
    type: 'Normal', reason: REASONS[action], message: reason.slice(0, MAX_MESSAGE),
    source: { component: COMPONENT }, reportingComponent: COMPONENT, reportingInstance: COMPONENT, action: REASONS[action],
    firstTimestamp: seconds, lastTimestamp: seconds, eventTime: null, count: 1,
  };
}
