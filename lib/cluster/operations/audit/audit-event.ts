import type { AuditRecord } from './audit-record';
import type { JsonMap } from '../../../formats/json/json-value';

/** Reporting component of the Events. */
const COMPONENT = 'olm-constructs';

/** Namespace of the Events on cluster-scoped objects, as in Kubernetes itself. */
const DEFAULT_NAMESPACE = 'default';

/** Maximum length of the message of an Event, in characters. */
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

/** Object on which an Event is reported. */
export interface EventObject {
  readonly apiVersion: string;
  readonly kind: string;

  /** Namespace of the object. @default - the object is cluster-scoped */
  readonly namespace?: string;
  readonly name: string;

  /** UID of the object. @default - unknown */
  readonly uid?: string;
}

/** Returns the API path for writing the Event on an object. */
export function eventPath({ namespace = DEFAULT_NAMESPACE }: EventObject): string {
  return `/api/v1/namespaces/${encodeURIComponent(namespace)}/events`;
}

/** Returns the Event for a change. */
export function eventFor(record: AuditRecord): JsonMap {
  return event(record, { type: 'Normal', reason: REASONS[record.action], message: record.reason, time: record.time });
}

/**
 * Returns the Event for a failure.
 *
 * @param time time of the failure, in RFC 3339
 */
export function failureEventFor(object: EventObject, message: string, time: string): JsonMap {
  return event(object, { type: 'Warning', reason: 'NotReady', message, time });
}

interface EventText {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly time: string;
}

function event({ apiVersion, kind, namespace, name, uid }: EventObject, { type, reason, message, time }: EventText): JsonMap {
  const seconds = time.replace(/\.\d+Z$/, 'Z');
  return {
    apiVersion: 'v1', kind: 'Event',
    metadata: { generateName: `${name.slice(0, 200)}.`, namespace: namespace ?? DEFAULT_NAMESPACE },
    involvedObject: { apiVersion, kind, ...(namespace === undefined ? {} : { namespace }), name, ...(uid === undefined ? {} : { uid }) },
    type, reason, message: message.slice(0, MAX_MESSAGE),
    source: { component: COMPONENT }, reportingComponent: COMPONENT, reportingInstance: COMPONENT, action: reason,
    firstTimestamp: seconds, lastTimestamp: seconds, eventTime: null, count: 1,
  };
}
