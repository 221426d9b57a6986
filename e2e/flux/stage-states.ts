import { KubernetesObject } from '../cluster/kubernetes-object';
import { waitUntil } from '../olm/wait-until';
import { FluxCluster } from './flux-cluster';
import { FLUX_NAMESPACE } from './flux-controllers';

const WITHIN_MILLISECONDS = 5 * 60_000;
/** Reasons of a Kustomization that failed; the tests do not wait for another attempt. */
const FAILURES = new Set(['HealthCheckFailed', 'ReconciliationFailed', 'BuildFailed', 'PruneFailed']);
const API = 'kustomize.toolkit.fluxcd.io/v1';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** A Kustomization of Flux, as far as the suites read it. */
export interface Kustomization extends KubernetesObject {
  readonly status?: {
    readonly conditions?: readonly Condition[];
    readonly observedGeneration?: number;
    readonly lastAppliedRevision?: string;
    readonly lastAttemptedRevision?: string;
    readonly lastHandledReconcileAt?: string;
    readonly inventory?: { readonly entries: readonly { readonly id: string; readonly v: string }[] };
  };
}

/** Reads a Kustomization, or returns undefined if it does not exist. */
export function findKustomization({ cluster }: FluxCluster, name: string): Promise<Kustomization | undefined> {
  return cluster.client.find({ apiVersion: API, kind: 'Kustomization', metadata: { name, namespace: FLUX_NAMESPACE } });
}

/** Returns the condition Ready of a Kustomization. */
export function readyOf(kustomization: Kustomization | undefined): Condition | undefined {
  return kustomization?.status?.conditions?.find(({ type }) => type === 'Ready');
}

/** Whether a Kustomization is ready with the content of a commit. */
export async function isReady(flux: FluxCluster, name: string, commit: string): Promise<boolean> {
  const found = await findKustomization(flux, name);
  return readyOf(found)?.status === 'True' && (found?.status?.lastAppliedRevision?.endsWith(commit) ?? false);
}

/** Waits until Kustomizations are ready with a commit, and returns how long each took, in seconds. */
export async function becomeReady(flux: FluxCluster, names: readonly string[], commit: string): Promise<Map<string, number>> {
  const began = Date.now();
  const seconds = new Map<string, number>();
  for (const name of names) {
    await waitUntil(`Kustomization ${name}`, WITHIN_MILLISECONDS, async () => {
      const found = await findKustomization(flux, name);
      const { reason = '', message = '' } = found?.status?.conditions?.find(({ type }) => type === 'Ready') ?? {};
      if (FAILURES.has(reason) && (found?.status?.lastAttemptedRevision?.endsWith(commit) ?? false)) {
        throw new Error(`Kustomization ${name}: ${message}`);
      }
      return await isReady(flux, name, commit) || (flux.failure ?? new Error(JSON.stringify(found?.status ?? 'it does not exist')));
    });
    seconds.set(name, Math.round((Date.now() - began) / 1000));
  }
  return seconds;
}

/** Waits until the condition Ready of a Kustomization is not true for a commit, with a message, and returns that message. */
export function becomesUnready(flux: FluxCluster, name: string, commit: string, expected: RegExp): Promise<string> {
  return waitUntil(`a failure of Kustomization ${name}`, WITHIN_MILLISECONDS, async () => {
    const found = await findKustomization(flux, name);
    const { status, message = '' } = readyOf(found) ?? {};
    const isOfCommit = found?.status?.lastAttemptedRevision?.endsWith(commit) ?? false;
    return isOfCommit && status !== 'True' && expected.test(message) ? message : flux.failure ?? new Error(JSON.stringify(found?.status ?? 'it does not exist'));
  });
}
