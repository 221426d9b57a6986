import { requestWithin } from '../../cluster/client/request-within';
import type { CauseName } from '../../cluster/waiting/explain/known-causes';
import type { Finding } from '../../cluster/waiting/explain/explanation';
import { field, type JsonMap, sameJson, stringField } from '../../formats/json/json-value';
import { CLUSTER_INPUTS } from './cluster-inputs';
import { clusterOf } from './clusters';
import { UNKNOWN } from './inputs';
import { currentCall } from './pulumi-output';

/** Every cluster has this Namespace and never recreates it, so its uid identifies the cluster. */
const PATH = '/api/v1/namespaces/kube-system';

/** Timeout for the identity of a cluster, in milliseconds. */
const TIMEOUT = 5_000;

/** Identity of a cluster, or why it cannot be determined. */
export type ClusterIdentity = { readonly uid: string } | { readonly why: string };

/** Whether the inputs select another cluster than before, or why that cannot be determined. */
export type ClusterChange = { readonly kind: 'same' | 'another' } | { readonly kind: 'unclear'; readonly why: string };

/** Reads the identity of the cluster that inputs select. Never throws. */
export async function identify(inputs: JsonMap): Promise<ClusterIdentity> {
  try {
    const namespace = await requestWithin(clusterOf(inputs).client, { method: 'GET', path: PATH }, TIMEOUT, currentCall().signal);
    const uid = stringField((namespace as JsonMap)['metadata'], 'uid');
    return uid === undefined ? { why: 'its Namespace kube-system has no uid' } : { uid };
  } catch (error) {
    return { why: (error as Error).message };
  }
}

/**
 * Returns whether a change of the kubeconfig or the context selects another cluster. Sends no request if neither changed.
 *
 * @param outputs the last outputs, with the uid of the cluster if it could be read
 * @param inputs the inputs of the program
 * @param ask reads the identity of a cluster
 */
export async function clusterChange(
  outputs: JsonMap, inputs: JsonMap, ask: (inputs: JsonMap) => Promise<ClusterIdentity> = identify,
): Promise<ClusterChange> {
  const changed = CLUSTER_INPUTS.filter((key) => !sameJson(outputs[key] ?? null, inputs[key] ?? null));
  if (changed.length === 0) {
    return { kind: 'same' };
  }
  if (changed.some((key) => inputs[key] === UNKNOWN)) {
    return { kind: 'unclear', why: `${changed.join(' and ')} will be known only during \`up\`` };
  }
  const recorded = stringField(outputs, 'clusterUid');
  const now = await ask(inputs);
  if ('why' in now) {
    return { kind: 'unclear', why: `the new cluster cannot be identified: ${now.why}` };
  }
  const before = recorded === undefined ? await ask(outputs) : { uid: recorded };
  if ('why' in before) {
    return { kind: 'unclear', why: `the old cluster cannot be identified: ${before.why}` };
  }
  return { kind: before.uid === now.uid ? 'same' : 'another' };
}

/**
 * Returns why a resource is not in the currently selected cluster. The content of a kubeconfig file, or of the one that kubectl would use, may change
 * to another cluster while the input stays the same.
 *
 * @returns undefined if it is the same cluster, or if that cannot be determined
 */
export function otherCluster(outputs: JsonMap, now: ClusterIdentity): string | undefined {
  const before = stringField(outputs, 'clusterUid');
  return before === undefined || 'why' in now || now.uid === before ? undefined
    : `the kubeconfig selects another cluster (uid ${now.uid} of its Namespace kube-system) than the one this was created in (uid ${before})`;
}

const DELETE_UNREACHABLE = 'deleteUnreachable';

/**
 * Environment variable that the Kubernetes provider reads if its setting is not set. As with that provider, it is read in the process that does the
 * work, so that it applies to a plain `pulumi destroy`.
 *
 * @see https://www.pulumi.com/registry/packages/kubernetes/api-docs/provider/
 */
const DELETE_UNREACHABLE_VARIABLE = 'PULUMI_K8S_DELETE_UNREACHABLE';

/** Causes that the Kubernetes provider treats as unreachable: the server does not answer, or does not accept the credentials. */
const UNREACHABLE: readonly CauseName[] = ['api-server-unreachable', 'invalid-credentials'];

/** Remedy for a cluster that no longer exists. */
export const IF_DELETED = `if that cluster was deleted, run it again with ${DELETE_UNREACHABLE_VARIABLE}=true in the environment`;

/**
 * Returns the setting that allows giving up resources of an unreachable cluster.
 *
 * @returns undefined if no setting does, or if the state forbids it
 */
export function deleteUnreachableSetting(outputs: JsonMap, environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const input = field(outputs, DELETE_UNREACHABLE);
  if (typeof input === 'boolean') {
    return input ? DELETE_UNREACHABLE : undefined;
  }
  return environment[DELETE_UNREACHABLE_VARIABLE] === 'true' ? DELETE_UNREACHABLE_VARIABLE : undefined;
}

/** Whether findings show that the cluster is unreachable. */
export function isUnreachable(findings: readonly Finding[]): boolean {
  return findings.some(({ cause }) => UNREACHABLE.includes(cause));
}
