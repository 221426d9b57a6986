import { field } from '../../bundle/json-value';
import type { JsonMap } from '../../bundle/json-value';
import type { CauseName } from '../wait/explain/known-causes';
import type { Finding } from '../wait/explain/finding';

const INPUT = 'deleteUnreachable';

/**
 * The variable that the Kubernetes provider honours where its setting says nothing. As there, it counts in the process that does the work, so
 * that a plain `pulumi destroy` follows it.
 *
 * @see https://www.pulumi.com/registry/packages/kubernetes/api-docs/provider/
 */
const VARIABLE = 'PULUMI_K8S_DELETE_UNREACHABLE';

/** What keeps us from a cluster, as the Kubernetes provider counts it: a server that does not answer, and one that knows nobody. */
const OUT_OF_REACH: readonly CauseName[] = ['no-answer', 'credentials'];

/** What to do where a cluster is out of reach because there is none any longer. */
export const WHERE_IT_IS_GONE = `where that cluster is gone for good, run it again with ${VARIABLE}=true in the environment`;

/**
 * Who says that what is out of reach is gone.
 *
 * @returns undefined where nobody does, or the state says otherwise
 */
export function goneAccordingTo(outputs: JsonMap, environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const said = field(outputs, INPUT);
  if (typeof said === 'boolean') {
    return said ? INPUT : undefined;
  }
  return environment[VARIABLE] === 'true' ? VARIABLE : undefined;
}

/** Whether something is wrong because the cluster cannot be reached. */
export function isOutOfReach(findings: readonly Finding[]): boolean {
  return findings.some(({ cause }) => OUT_OF_REACH.includes(cause));
}
