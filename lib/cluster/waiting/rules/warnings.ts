import { fieldAt, stringField } from '../../../formats/json/json-value';
import { KubernetesObject } from '../view/kubernetes-object';
import { Finding } from '../explain/explanation';
import { detail } from '../explain/formatting';
import { podRejection } from './deployments';

/** Maximum number of events to report, because older ones are less relevant for the current problem. */
const MAX_WARNINGS = 3;

/** Returns the latest warning events for objects with one of the given names, or with a name derived from one of them. */
export function warningFindings(events: readonly KubernetesObject[], names: readonly string[]): Finding[] {
  const concerning = events.filter((event) => {
    const about = stringAt(event, 'involvedObject', 'name') ?? '';
    return names.some((name) => about === name || about.startsWith(`${name}-`) || about.startsWith(`${name}.`));
  });
  const latest = [...concerning].sort((left, right) => (lastSeen(left) < lastSeen(right) ? 1 : -1)).slice(0, MAX_WARNINGS);
  return latest.map((event) => {
    const about = `${stringAt(event, 'involvedObject', 'kind') ?? 'object'} ${stringAt(event, 'involvedObject', 'name') ?? '?'}`;
    const [reason, message] = [stringField(event, 'reason') ?? 'Warning', stringField(event, 'message') ?? ''];
    return reason === 'FailedCreate' ? podRejection(about, message) : { cause: 'warning-event', message: `event ${reason} for ${about}${detail(message)}` };
  });
}

function lastSeen(event: KubernetesObject): string {
  return stringAt(event, 'series', 'lastObservedTime') ?? stringField(event, 'lastTimestamp') ?? stringField(event, 'eventTime')
    ?? stringAt(event, 'metadata', 'creationTimestamp') ?? '';
}

function stringAt(event: KubernetesObject, ...keys: string[]): string | undefined {
  const found = fieldAt(event, ...keys);
  return typeof found === 'string' ? found : undefined;
}
