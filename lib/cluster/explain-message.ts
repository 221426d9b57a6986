import { checkArguments } from '../formats/options/check-arguments';
import { causeLink } from '../text/documentation';
import { causeOfMessage } from './inspection/explain/message-cause';
import { commandLineRemedy } from './waiting/explain/command-line-remedies';
import type { CauseName } from './waiting/explain/known-causes';

/** Cause of a message, and what to do about it. */
export interface MessageExplanation {
  readonly cause: CauseName;

  /** Remedy for the user, without the names that only the cluster has. */
  readonly remedy: string;

  /** Page of the cause in the documentation. */
  readonly link: string;
}

/**
 * Explains a message of OLM, Kubernetes, Argo CD, Flux or Pulumi without access to a cluster, such as one in an issue or a log. `explain` knows more
 * from the cluster: which object has the problem, and what exactly to do.
 *
 * @param message message as it is printed; what is before and after it does not matter
 * @returns the cause, or undefined if the message is not a known one
 */
export function explainMessage(message: string): MessageExplanation | undefined {
  checkArguments('explainMessage', { message });
  const cause = causeOfMessage(message);
  return cause === undefined ? undefined : { cause, remedy: commandLineRemedy(cause), link: causeLink(cause) };
}
