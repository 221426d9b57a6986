import type { CauseName } from '../../cluster/waiting/causes/known-causes';
import type { Finding } from '../../cluster/waiting/explain/finding';
import { field, type JsonMap } from '../../formats/json/json-value';

const INPUT = 'deleteUnreachable';

/**
 * Environment variable that the Kubernetes provider reads if its setting is not set. As with that provider, it is read in the process that does the
 * work, so that it applies to a plain `pulumi destroy`.
 *
 * @see https://www.pulumi.com/registry/packages/kubernetes/api-docs/provider/
 */
const VARIABLE = 'PULUMI_K8S_DELETE_UNREACHABLE';

/** Causes that the Kubernetes provider treats as unreachable: the server does not answer, or does not accept the credentials. */
const UNREACHABLE: readonly CauseName[] = ['api-server-unreachable', 'invalid-credentials'];

/** Remedy for a cluster that no longer exists. */
export const IF_DELETED = `if that cluster was deleted, run it again with ${VARIABLE}=true in the environment`;

/**
 * Returns the setting that allows giving up resources of an unreachable cluster.
 *
 * @returns undefined if no setting does, or if the state forbids it
 */
export function deleteUnreachableSetting(outputs: JsonMap, environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const input = field(outputs, INPUT);
  if (typeof input === 'boolean') {
    return input ? INPUT : undefined;
  }
  return environment[VARIABLE] === 'true' ? VARIABLE : undefined;
}

/** Whether findings show that the cluster is unreachable. */
export function isUnreachable(findings: readonly Finding[]): boolean {
  return findings.some(({ cause }) => UNREACHABLE.includes(cause));
}
