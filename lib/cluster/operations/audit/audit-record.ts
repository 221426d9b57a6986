import type { Action } from '../../waiting/view/action';
import { groupVersion } from '../../waiting/view/api-resource';
import type { PerformedResult } from '../../waiting/run/run-waiter';

/** Change that was made in a cluster, or rejected. */
export interface AuditRecord {
  /** Time of the change, in UTC, such as `2026-01-31T12:00:00.000Z`. */
  readonly time: string;

  /** Type of the change, such as `approve` or `delete`. */
  readonly action: Action['type'];
  readonly apiVersion: string;
  readonly kind: string;

  /** Namespace of the object. @default - the object is cluster-scoped */
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;

  /** What the change is for: `operator demo/plain: approves InstallPlan demo/install-a, which installs plain.v0.2.0`. */
  readonly reason: string;

  /** `done`; `rejected` by the API server; or `interrupted`: it may be done, because the wait ended before the API server responded. */
  readonly result: 'done' | 'rejected' | 'interrupted';

  /** Why the API server rejected it. @default - it was not rejected */
  readonly message?: string;
}

/**
 * Returns the record of an action, or undefined if nothing was done because the object was deleted or changed in the meantime.
 *
 * @param subject what the action is for, such as `operator demo/plain`
 */
export function auditRecord(subject: string, { type, target, description }: Action, result: PerformedResult, time: Date): AuditRecord | undefined {
  const { resource, namespace, name, uid } = target;
  return result.kind === 'obsolete' ? undefined : {
    time: time.toISOString(), action: type, apiVersion: groupVersion(resource), kind: resource.kind,
    ...(namespace === undefined ? {} : { namespace }), name, ...(uid === undefined ? {} : { uid }),
    reason: `${subject}: ${description}`, result: result.kind,
    ...(result.kind === 'rejected' ? { message: result.problem.message } : {}),
  };
}
