import { KubernetesObject } from '../cluster/kubernetes-object';
import { OlmCluster } from './olm-cluster';
import { waitUntil } from './wait-until';

/** OLM's own timeouts are longer, but nothing is pulled here. */
export const WITHIN_MILLISECONDS = 120_000;

/** Status of a ClusterServiceVersion. */
export interface CsvStatus {
  readonly phase?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** Status of a Subscription. */
export interface SubscriptionStatus {
  readonly state?: string;
  readonly installedCSV?: string;
  readonly currentCSV?: string;
}

/** The compared part of an InstallPlan. */
export interface InstallPlan extends KubernetesObject {
  readonly spec: { readonly approved: boolean; readonly approval: string; readonly clusterServiceVersionNames: readonly string[] };
  readonly status?: { readonly phase: string };
}

const OLM_API = 'operators.coreos.com/v1alpha1';

/** Waits for a Deployment and returns it. */
export function deploymentOf(olm: OlmCluster, namespace: string, name: string): Promise<KubernetesObject> {
  return waitUntil(`Deployment ${namespace}/${name}`, WITHIN_MILLISECONDS, async () =>
    await olm.cluster.client.find({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace } })
      ?? olm.failure ?? new Error('it does not exist'));
}

/** Returns a ClusterServiceVersion, or undefined if it does not exist. */
export function findCsv(olm: Pick<OlmCluster, 'cluster'>, namespace: string, name: string): Promise<KubernetesObject & { status?: CsvStatus } | undefined> {
  return olm.cluster.client.find({ apiVersion: OLM_API, kind: 'ClusterServiceVersion', metadata: { name, namespace } });
}

/** Waits until a ClusterServiceVersion has succeeded. */
export function csvSucceeded(olm: OlmCluster, namespace: string, name: string): Promise<true> {
  return waitUntil(`ClusterServiceVersion ${namespace}/${name}`, WITHIN_MILLISECONDS, async () => {
    const { phase, reason, message } = (await findCsv(olm, namespace, name))?.status ?? {};
    return phase === 'Succeeded' || (olm.failure ?? new Error(`it is ${phase ?? 'not there'}: ${reason ?? ''} ${message ?? ''}`));
  });
}

/** Status of a Subscription, or an empty map before OLM has processed it. */
async function subscriptionStatus(olm: OlmCluster, namespace: string, name: string): Promise<SubscriptionStatus> {
  return ((await olm.cluster.client.read({ apiVersion: OLM_API, kind: 'Subscription', metadata: { name, namespace } }))['status'] ?? {});
}

/** Waits until the status of a Subscription has all of these values. */
export function subscriptionAt(olm: OlmCluster, namespace: string, name: string, expected: SubscriptionStatus): Promise<true> {
  return waitUntil(`Subscription ${namespace}/${name}`, WITHIN_MILLISECONDS, async () => {
    const status = await subscriptionStatus(olm, namespace, name);
    const { state, installedCSV, currentCSV } = { ...status, ...expected };
    return (state === status.state && installedCSV === status.installedCSV && currentCSV === status.currentCSV)
      || (olm.failure ?? new Error(`its status is ${JSON.stringify(status)}`));
  });
}

/** InstallPlans of a namespace. */
export async function installPlans(olm: OlmCluster, namespace: string): Promise<InstallPlan[]> {
  return await olm.cluster.client.list(OLM_API, 'InstallPlan', namespace) as InstallPlan[];
}

/** Waits for an InstallPlan that requires approval, and returns it. */
export function waitingInstallPlan(olm: OlmCluster, namespace: string): Promise<InstallPlan> {
  return waitUntil(`an InstallPlan in ${namespace}`, WITHIN_MILLISECONDS, async () => {
    const plans = await installPlans(olm, namespace);
    return plans.find(({ spec, status }) => !spec.approved && status?.phase === 'RequiresApproval')
      ?? olm.failure ?? new Error(`none of ${String(plans.length)} waits for approval`);
  });
}
