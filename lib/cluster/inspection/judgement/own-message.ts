import { printableLine } from '../../../text/printable';
import { messageLine } from '../../waiting/explain/formatting';
import { Condition, conditions, KubernetesObject, statusString } from '../../waiting/view/kubernetes-object';

/** Returns the conditions of a kind of object that report a problem. */
type Problems = (conditions: readonly Condition[]) => readonly Condition[];

const withStatus = (status: string): Problems => (found) => found.filter((each) => each.status === status);

/** Conditions that report problems, by kind. OLM sets those of a Subscription and an OperatorGroup to `True` if there is a problem. */
const PROBLEMS: { readonly [kind: string]: Problems } = {
  Subscription: withStatus('True'),
  OperatorGroup: withStatus('True'),
  InstallPlan: withStatus('False'),
  Deployment: withStatus('False'),
  ClusterExtension: (found) => found.filter(({ type, reason }) => type === 'Progressing' && reason !== 'Succeeded'),
  ClusterCatalog: (found) => found.filter(({ type, reason }) => type === 'Progressing' && reason !== 'Succeeded'),
};

/**
 * Returns sentences with what objects report about themselves, except for what is already quoted.
 *
 * @param reports kind and name of each object, with its message
 * @param quoted sentences that may quote the messages
 */
export function reportedMessages(reports: readonly { readonly object: string; readonly message?: string }[], quoted: readonly string[]): string[] {
  return reports.flatMap(({ object, message }) => (
    message === undefined || quoted.some((sentence) => sentence.includes(message)) ? [] : [`${object} reports: ${message}`]
  ));
}

/** Returns what an object itself reports about its state: the message of its status, or of its conditions that report a problem. */
export function ownMessage(kind: string, object: KubernetesObject): string | undefined {
  const reported = [statusString(object, 'message'), ...(PROBLEMS[kind]?.(conditions(object)) ?? []).map(({ message }) => message)];
  const messages = [...new Set(reported.filter((message) => message !== undefined && message !== '').map((message) => messageLine(printableLine(message!))))];
  return messages.length === 0 ? undefined : messages.join('; ');
}
