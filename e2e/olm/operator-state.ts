import { KubernetesObject } from '../cluster/kubernetes-object';
import { OlmCluster } from './olm-cluster';
import { waitUntil } from './wait-until';

/** OLM's own bounds are longer, but here nothing is pulled. */
export const WITHIN_MILLISECONDS = 120_000;

/** What OLM says of a ClusterServiceVersion. */
export interface CsvStatus {
  readonly phase?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** What OLM says of a Subscription. */
export interface SubscriptionStatus {
  readonly state?: string;
  readonly installedCSV?: string;
  readonly currentCSV?: string;
}

/** An InstallPlan, as far as it is compared. */
export interface InstallPlan extends KubernetesObject {
  readonly spec: { readonly approved: boolean; readonly approval: string; readonly clusterServiceVersionNames: readonly string[] };
  readonly status?: { readonly phase: string };
}

const OLM_API = 'operators.coreos.com/v1alpha1';

/** A Deployment, as soon as it is there. */
export function deploymentOf(olm: OlmCluster, namespace: string, name: string): Promise<KubernetesObject> {
  return waitUntil(`Deployment ${namespace}/${name}`, WITHIN_MILLISECONDS, async () =>
    await olm.cluster.client.find({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace } })
      ?? olm.failure ?? new Error('nobody has made it'));
}

/** A ClusterServiceVersion; undefined where it is not there. */
export function findCsv(olm: OlmCluster, namespace: string, name: string): Promise<KubernetesObject & { status?: CsvStatus } | undefined> {
  return olm.cluster.client.find({ apiVersion: OLM_API, kind: 'ClusterServiceVersion', metadata: { name, namespace } });
}

/** Waits until a ClusterServiceVersion has succeeded. */
export function csvSucceeded(olm: OlmCluster, namespace: string, name: string): Promise<true> {
  return waitUntil(`ClusterServiceVersion ${namespace}/${name}`, WITHIN_MILLISECONDS, async () => {
    const { phase, reason, message } = (await findCsv(olm, namespace, name))?.status ?? {};
    return phase === 'Succeeded' || (olm.failure ?? new Error(`it is ${phase ?? 'not there'}: ${reason ?? ''} ${message ?? ''}`));
  });
}

/** What OLM says of a Subscription; nothing where it has not looked at it. */
async function subscriptionStatus(olm: OlmCluster, namespace: string, name: string): Promise<SubscriptionStatus> {
  return ((await olm.cluster.client.read({ apiVersion: OLM_API, kind: 'Subscription', metadata: { name, namespace } }))['status'] ?? {});
}

/** Waits until OLM says all of this of a Subscription. */
export function subscriptionAt(olm: OlmCluster, namespace: string, name: string, expected: SubscriptionStatus): Promise<true> {
  return waitUntil(`Subscription ${namespace}/${name}`, WITHIN_MILLISECONDS, async () => {
    const status = await subscriptionStatus(olm, namespace, name);
    const { state, installedCSV, currentCSV } = { ...status, ...expected };
    return (state === status.state && installedCSV === status.installedCSV && currentCSV === status.currentCSV)
      || (olm.failure ?? new Error(`its status is ${JSON.stringify(status)}`));
  });
}

/** The InstallPlans of a namespace. */
export async function installPlans(olm: OlmCluster, namespace: string): Promise<InstallPlan[]> {
  return await olm.cluster.client.list(OLM_API, 'InstallPlan', namespace) as InstallPlan[];
}

/** The InstallPlan that waits for approval, as soon as there is one. */
export function waitingInstallPlan(olm: OlmCluster, namespace: string): Promise<InstallPlan> {
  return waitUntil(`an InstallPlan in ${namespace}`, WITHIN_MILLISECONDS, async () => {
    const plans = await installPlans(olm, namespace);
    return plans.find(({ spec, status }) => !spec.approved && status?.phase === 'RequiresApproval')
      ?? olm.failure ?? new Error(`none of ${String(plans.length)} waits for approval`);
  });
}
