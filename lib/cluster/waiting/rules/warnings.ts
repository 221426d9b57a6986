import { fieldAt, stringField } from '../../../formats/json/json-value';
import { KubernetesObject } from '../view/kubernetes-object';
import { Finding } from '../explain/explanation';
import { detail } from '../explain/formatting';
import { podRejection } from './deployments';

/** Maximum number of events to report, because older ones are less relevant for the current problem. */
const MAX_WARNINGS = 3;

/** How many parts controllers add to the name of an owner, at most: a hash for a ReplicaSet, and five more characters for its pods. */
const GENERATED_PARTS: { readonly [kind: string]: number } = { ReplicaSet: 1, Pod: 2 };

/** Generated parts have no vowels, so that they contain no words. */
const WORD = /[aeiouy]/;

/**
 * Returns the latest warning events for objects with one of the given names, or with a name that a controller derived from one of them. The name
 * `shop-gateway` is not derived from `shop`.
 */
export function warningFindings(events: readonly KubernetesObject[], names: readonly string[]): Finding[] {
  const concerning = events.filter((event) => {
    const [about = '', kind = ''] = [stringAt(event, 'involvedObject', 'name'), stringAt(event, 'involvedObject', 'kind')];
    return names.some((name) => about === name || about.startsWith(`${name}.`) || isDerived(about, kind, name));
  });
  const latest = [...concerning].sort((left, right) => (lastSeen(left) < lastSeen(right) ? 1 : -1)).slice(0, MAX_WARNINGS);
  return latest.map((event) => {
    const about = `${stringAt(event, 'involvedObject', 'kind') ?? 'object'} ${stringAt(event, 'involvedObject', 'name') ?? '?'}`;
    const [reason, message] = [stringField(event, 'reason') ?? 'Warning', stringField(event, 'message') ?? ''];
    return reason === 'FailedCreate' ? podRejection(about, message) : { cause: 'warning-event', message: `event ${reason} for ${about}${detail(message)}` };
  });
}

function isDerived(about: string, kind: string, name: string): boolean {
  const parts = about.startsWith(`${name}-`) ? about.slice(name.length + 1).split('-') : [];
  return parts.length > 0 && parts.length <= (GENERATED_PARTS[kind] ?? 0) && !parts.some((part) => WORD.test(part));
}

function lastSeen(event: KubernetesObject): string {
  return stringAt(event, 'series', 'lastObservedTime') ?? stringField(event, 'lastTimestamp') ?? stringField(event, 'eventTime')
    ?? stringAt(event, 'metadata', 'creationTimestamp') ?? '';
}

function stringAt(event: KubernetesObject, ...keys: string[]): string | undefined {
  const found = fieldAt(event, ...keys);
  return typeof found === 'string' ? found : undefined;
}
