import { fieldAt, stringField } from '../../../formats/json/json-value';
import { groupByEach } from '../../../text/group-by';
import { perObject } from '../../../text/per-object';
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
 *
 * @param lists events of each namespace
 * @param shared further objects, which others concern as well
 */
export function warningFindings(
  lists: readonly (readonly KubernetesObject[])[], names: readonly string[], shared: readonly KubernetesObject[] = [],
): Finding[] {
  const found = lists.flatMap((events) => [...names.flatMap((name) => BY_OWNER(events).get(name) ?? []), ...ABOUT_ALL(events)(shared)]);
  return latest(found).map(({ event }) => {
    const about = `${stringAt(event, 'involvedObject', 'kind') ?? 'object'} ${stringAt(event, 'involvedObject', 'name') ?? '?'}`;
    const [reason, message] = [stringField(event, 'reason') ?? 'Warning', stringField(event, 'message') ?? ''];
    return reason === 'FailedCreate' ? podRejection(about, message) : { cause: 'warning-event', message: `event ${reason} for ${about}${detail(message)}` };
  });
}

/** An event, and its place in the list. */
interface PlacedEvent {
  readonly event: KubernetesObject;
  readonly index: number;
}

/** Returns the events to report of some events, the latest first. */
function latest(events: readonly PlacedEvent[]): PlacedEvent[] {
  const seen = [...new Set(events)].map((placed) => ({ placed, at: lastSeen(placed.event) }));
  return seen.sort((left, right) => (left.at === right.at ? right.placed.index - left.placed.index : left.at < right.at ? 1 : -1))
    .slice(0, MAX_WARNINGS).map(({ placed }) => placed);
}

/** The events to report about all objects of a list. */
const ABOUT_ALL = perObject((events: readonly KubernetesObject[]) => perObject((objects: readonly KubernetesObject[]) => (
  latest(objects.flatMap(({ metadata }) => BY_OWNER(events).get(metadata.name) ?? []))
)));

/** Maximum length of the name of an object in Kubernetes; events about longer names concern no object. */
const MAX_NAME_LENGTH = 253;

/** The events to report, by each name from which the name of the object that they are about may be derived. */
const BY_OWNER = perObject((events: readonly KubernetesObject[]) => {
  const placed = events.map((event, index) => ({ event, index }));
  const byOwner = groupByEach(placed, ({ event }) => {
    const [about = '', kind = ''] = [stringAt(event, 'involvedObject', 'name'), stringAt(event, 'involvedObject', 'kind')];
    return about.length > MAX_NAME_LENGTH ? [] : ownersOf(about, kind);
  });
  return new Map([...byOwner].map(([owner, found]) => [owner, latest(found)]));
});

/** Returns a name, its beginnings before a dot, and those to which controllers add parts. */
function ownersOf(about: string, kind: string): string[] {
  const beginnings = (separator: string): string[] => about.split(separator).map((_, index, parts) => parts.slice(0, index).join(separator)).slice(1);
  const generated = GENERATED_PARTS[kind] ?? 0;
  const derived = generated === 0 ? [] : beginnings('-').slice(-generated);
  return [about, ...beginnings('.'), ...derived.filter((owner) => !WORD.test(about.slice(owner.length)))];
}

function lastSeen(event: KubernetesObject): string {
  return stringAt(event, 'series', 'lastObservedTime') ?? stringField(event, 'lastTimestamp') ?? stringField(event, 'eventTime')
    ?? stringAt(event, 'metadata', 'creationTimestamp') ?? '';
}

function stringAt(event: KubernetesObject, ...keys: string[]): string | undefined {
  const found = fieldAt(event, ...keys);
  return typeof found === 'string' ? found : undefined;
}
