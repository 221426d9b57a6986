import { clusterOf } from './clusters';
import { UNKNOWN } from './input-checks';
import { sameJson, textField } from '../../bundle/json-value';
import type { JsonMap } from '../../bundle/json-value';

/** What says which cluster is meant. */
export const CLUSTER_INPUTS = ['kubeconfig', 'context'];

/** The Namespace that each cluster has and nobody makes anew: its uid tells clusters apart. */
const PATH = '/api/v1/namespaces/kube-system';

/** A cluster that is there answers within this time, in milliseconds. */
const WITHIN = 5_000;

/** Who a cluster is, or why nobody can tell. */
export type ClusterIdentity = { readonly uid: string } | { readonly why: string };

/** Whether what is named now is the cluster that was meant before; and why, where nobody can tell. */
export type ClusterChange = { readonly kind: 'same' | 'another' } | { readonly kind: 'unclear'; readonly why: string };

/** Asks the cluster that inputs name who it is. It never throws: a cluster that cannot be asked is one that nobody knows. */
export async function identify(inputs: JsonMap): Promise<ClusterIdentity> {
  const within = AbortSignal.timeout(WITHIN);
  let trouble: string | undefined;
  try {
    const namespace = await clusterOf(inputs).client.request({ method: 'GET', path: PATH, troubled: (message) => trouble = message }, within);
    const uid = textField((namespace as JsonMap)['metadata'], 'uid');
    return uid === undefined ? { why: 'its Namespace kube-system has no uid' } : { uid };
  } catch (error) {
    return { why: within.aborted ? trouble ?? `it did not answer for ${WITHIN / 1000} s` : (error as Error).message };
  }
}

/**
 * What a change of the kubeconfig or the context means. Nobody is asked where neither changed.
 *
 * @param outputs what was put out before, with the uid of the cluster where it could be read
 * @param inputs what the program asks for
 * @param ask asks a cluster who it is
 */
export async function clusterChange(
  outputs: JsonMap, inputs: JsonMap, ask: (named: JsonMap) => Promise<ClusterIdentity> = identify,
): Promise<ClusterChange> {
  const changed = CLUSTER_INPUTS.filter((key) => !sameJson(outputs[key] ?? null, inputs[key] ?? null));
  if (changed.length === 0) {
    return { kind: 'same' };
  }
  if (changed.some((key) => inputs[key] === UNKNOWN)) {
    return { kind: 'unclear', why: `${changed.join(' and ')} will be known in \`up\` only` };
  }
  const recorded = textField(outputs, 'clusterUid');
  const now = await ask(inputs);
  if ('why' in now) {
    return { kind: 'unclear', why: `the cluster that is named now cannot be asked: ${now.why}` };
  }
  const before = recorded === undefined ? await ask(outputs) : { uid: recorded };
  if ('why' in before) {
    return { kind: 'unclear', why: `the cluster that was named before cannot be asked: ${before.why}` };
  }
  return { kind: before.uid === now.uid ? 'same' : 'another' };
}

/**
 * That a cluster is not the one in which something was made. Where the kubeconfig is a file, or the one that kubectl would take, it may name
 * another cluster though the input is the same.
 *
 * @returns undefined when it is the same, and when nobody can tell
 */
export function otherCluster(outputs: JsonMap, now: ClusterIdentity): string | undefined {
  const before = textField(outputs, 'clusterUid');
  return before === undefined || 'why' in now || now.uid === before ? undefined
    : `the kubeconfig names another cluster (its Namespace kube-system has the uid ${now.uid}) than the one that it was made in (${before})`;
}
