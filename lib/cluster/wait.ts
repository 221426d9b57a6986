import { defined } from '../formats/json/defined';
import { checkArguments } from '../formats/options/check-arguments';
import { checkOptions } from '../formats/options/check-options';
import { type ChangeOptions, type ChangeResult, changeResult, openSession } from './change';
import type { ClusterConnection } from './cluster-connection';
import type { AuditRecord } from './operations/audit-log';
import type { Manifest } from './operations/manifests';
import { type TargetResult, waitForTargets } from './operations/run-part';
import type { ObjectReference, OperatorWaitOptions } from './operations/wait-target';
import { notesOnManifests, waitTargets } from './operations/wait-targets';
import { explanationLines } from './waiting/explain/explanation';

/** Options of `waitFor`. */
export interface WaitOptions extends ChangeOptions, Partial<OperatorWaitOptions> {
  /** Whether to write an Event with the explanation on each object that did not become ready. @default false */
  readonly recordFailures?: boolean;
}

/** Result of the wait for an object. */
export interface WaitResult extends ChangeResult {
  /** The object; for OLM, its first controller. */
  readonly object: ObjectReference;

  /**
   * Short description of what is ready, such as `plain.v0.2.0`, or `plain.v0.2.0 (whatever the channel offers now)` if the manifest requests no
   * version, or an empty string if it is not ready.
   */
  readonly detail: string;
}

/** Results of a wait, and the changes made meanwhile. */
export interface WaitReport {
  /** A result for each object that the manifests lead to, or an empty list if they contain nothing to wait for. */
  readonly results: readonly WaitResult[];

  /** Operators that cannot be told apart in the manifests, as sentences with the remedy, or an empty list. */
  readonly notes: readonly string[];

  /** Approvals and recoveries, in the order in which they were made. */
  readonly changes: readonly AuditRecord[];
}

/**
 * Waits until everything that manifests contain is ready: OLM, catalogs and operators. All of them are waited for in parallel, each after what it
 * depends on; a failure of one does not end the wait for the others. The wait can begin before the manifests are applied. A failure is a result with
 * an explanation, not an error.
 *
 * InstallPlans are approved only if `approve` is set, and then only those that install the versions to which Subscriptions are pinned; with
 * `upgradePlan`, only those with its CSVs, in its order.
 *
 * @throws PlanError if the upgrade plan is for other Subscriptions
 * @throws ClientError if the cluster cannot be reached
 */
export async function waitFor(cluster: ClusterConnection, manifests: readonly Manifest[], options: WaitOptions = {}): Promise<WaitReport> {
  checkArguments('waitFor', { cluster, manifests });
  checkOptions('options of waitFor', 'WaitOptions', options);
  const { approve = false, stepwise = false, allowedCsvs = [], recover = 0, adopt = false, recordFailures = false, upgradePlan } = options;
  const session = openSession(cluster, options);
  const operators = { approve, stepwise, allowedCsvs, recover, adopt, ...defined({ upgradePlan }) };
  const targets = waitTargets(manifests, { namespace: session.namespace, operators });
  const results = await waitForTargets(targets, session);
  if (recordFailures) {
    for (const { target, explanation } of results) {
      if (explanation !== undefined) {
        session.audit.recordFailure(target.object, explanationLines(explanation).join('\n'));
      }
    }
  }
  await session.close();
  return { results: results.map(waitResult), notes: notesOnManifests(manifests, session.namespace), changes: session.audit.records };
}

function waitResult(result: TargetResult): WaitResult {
  const { target, state, outcome } = result;
  return { ...changeResult(result), object: target.object, detail: state === 'done' ? target.readyText(outcome) : '' };
}
