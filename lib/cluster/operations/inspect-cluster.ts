import { CONTROLLER_BINDING_PREFIX } from '../../olm/v0/objects/rbac';
import type { RecognizedOlm } from '../../olm/v0/recognize-olm';
import { inCommandLineTerms } from '../waiting/explain/command-line-remedies';
import type { Explanation } from '../waiting/explain/explanation';
import { inspection } from '../waiting/machine/inspection';
import { OLM_TRACES, recognizedIn } from '../waiting/olm/olm-detection';
import { namespaceInterests } from '../waiting/operator/operator-interests';
import { operatorRecord } from '../waiting/removal/operator-footprint';
import { runWaiter } from '../waiting/run/run-waiter';
import { CLUSTER_ROLE_BINDINGS } from '../waiting/view/api-resource';
import { type ClusterView, type Interest, objectsOf, optional } from '../waiting/view/cluster-view';
import type { OperatorsInNamespace } from './referenced-object';
import type { RunOptions } from './run-part';
import { printableMessage } from '../../text/printable';

/** Error for a search that failed, with an explanation. */
export class SearchError extends Error {
  public readonly explanation: Explanation;

  public constructor(explanation: Explanation) {
    super(printableMessage(explanation.headline));
    this.name = 'SearchError';
    this.explanation = explanation;
  }
}

/** Timeout of the lists, in milliseconds. */
const LISTS_TIMEOUT = 60_000;

type InspectionOptions = Pick<RunOptions, 'cluster' | 'signal' | 'now' | 'timeout'>;

/**
 * Looks for OLM v0 in a cluster, or for the remains of an interrupted removal.
 *
 * @returns undefined if there is none
 * @throws SearchError if the account lacks a permission, ClientError if the cluster cannot be reached
 */
export async function findOlm(options: InspectionOptions): Promise<RecognizedOlm | undefined> {
  const { olm } = await inspect('search for OLM', [...OLM_TRACES, BINDINGS], options, (view) => {
    const recognized = recognizedIn(view) ?? leftOlm(view);
    return recognized === 'unknown' ? undefined : { olm: recognized };
  });
  return olm;
}

/**
 * Lists the operators of OLM v0 in a namespace.
 *
 * @param names names of Subscriptions; OLM's record of an operator is found by its package, which usually has the same name
 * @throws SearchError if the account lacks a permission, ClientError if the cluster cannot be reached
 */
export function operatorsIn(namespace: string, names: readonly string[], options: InspectionOptions): Promise<OperatorsInNamespace> {
  const { subscriptions: subscriptionInterest, csvs: csvInterest } = namespaceInterests(namespace);
  const recordInterests = names.map((name) => operatorRecord(name, namespace));
  return inspect(`search for operators in namespace ${namespace}`, [subscriptionInterest, csvInterest, ...recordInterests], options, (view) => {
    const [subscriptions, csvs] = [objectsOf(view, subscriptionInterest), objectsOf(view, csvInterest)];
    const isPending = recordInterests.some((interest) => view.snapshot(interest).state === 'unknown' && view.snapshot(interest).problem === undefined);
    return subscriptions === undefined || csvs === undefined || isPending ? undefined
      : { subscriptions, csvs, records: recordInterests.flatMap((interest) => objectsOf(view, interest) ?? []) };
  });
}

async function inspect<Found>(
  subject: string, watch: readonly Interest[], { cluster, signal, now, timeout }: InspectionOptions, look: (view: ClusterView) => Found | undefined,
): Promise<Found> {
  const waiter = inspection<{ readonly found?: Found }>({
    subject, watch, timeouts: timeout === undefined ? undefined : { total: Math.min(timeout, LISTS_TIMEOUT) },
    inspect: (view) => {
      const found = look(view);
      return found === undefined ? { isKnown: false, findings: [], outcome: {} } : { isKnown: true, findings: [], outcome: { found } };
    },
  });
  const verdict = await runWaiter(waiter, cluster, { subject, print: () => undefined, signal, now, conclude: (found) => found });
  if (verdict.kind === 'failed') {
    throw new SearchError(inCommandLineTerms(verdict.explanation));
  }
  return verdict.outcome.found!;
}

/** Interest that `leftOlm` uses to find the remains of an OLM. */
export const BINDINGS: Interest = optional({ resource: CLUSTER_ROLE_BINDINGS });

/**
 * Returns the OLM that an interrupted removal left without CRDs and controllers. It is recognized by the binding of its controllers, which is deleted
 * after them.
 *
 * @returns undefined if there is none, or the account may not list bindings; `unknown` until they are listed
 */
export function leftOlm(view: ClusterView): RecognizedOlm | undefined | 'unknown' {
  const bindings = objectsOf(view, BINDINGS);
  if (bindings === undefined) {
    return view.snapshot(BINDINGS).problem === undefined ? 'unknown' : undefined;
  }
  const namespaces = bindings.map(({ metadata: { name } }) => name).filter((name) => name.startsWith(CONTROLLER_BINDING_PREFIX))
    .map((name) => name.slice(CONTROLLER_BINDING_PREFIX.length));
  return namespaces.length === 0 ? undefined
    : { namespaces: namespaces.sort(), candidates: [], isOpenShift: false, rollingDeployments: [], crds: [] };
}
