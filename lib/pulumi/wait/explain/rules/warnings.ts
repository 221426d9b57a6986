import { fieldAt, textField } from '../../../../bundle/json-value';
import { KubernetesObject } from '../../cluster/kubernetes-object';
import { Finding } from '../finding';
import { quote } from '../quote';
import { podRefusal } from './deployments';

/** Older events say less about what is wrong now. */
const MOST_WARNINGS = 3;

/** The last warnings of the cluster about objects whose names begin with one of the given ones. */
export function warningFindings(events: readonly KubernetesObject[], names: readonly string[]): Finding[] {
  const concerning = events.filter((event) => {
    const about = textOf(event, 'involvedObject', 'name') ?? '';
    return names.some((name) => about === name || about.startsWith(`${name}-`) || about.startsWith(`${name}.`));
  });
  const latest = [...concerning].sort((left, right) => (lastSeen(left) < lastSeen(right) ? 1 : -1)).slice(0, MOST_WARNINGS);
  return latest.map((event) => {
    const about = `${textOf(event, 'involvedObject', 'kind') ?? 'object'} ${textOf(event, 'involvedObject', 'name') ?? '?'}`;
    const [reason, message] = [textField(event, 'reason') ?? 'Warning', textField(event, 'message') ?? ''];
    return reason === 'FailedCreate' ? podRefusal(about, message) : { cause: 'warning', text: `event ${reason} of ${about}: ${quote(message)}` };
  });
}

function lastSeen(event: KubernetesObject): string {
  return textOf(event, 'series', 'lastObservedTime') ?? textField(event, 'lastTimestamp') ?? textField(event, 'eventTime')
    ?? textOf(event, 'metadata', 'creationTimestamp') ?? '';
}

function textOf(event: KubernetesObject, ...keys: string[]): string | undefined {
  const found = fieldAt(event, ...keys);
  return typeof found === 'string' ? found : undefined;
}
