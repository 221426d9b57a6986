import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { replacementIn } from '../../lib/olm/v0/transient-states';
import { JsonMap, mapField, mapListField, stringField } from '../../lib/formats/json/json-value';
import { ResolutionMessage } from '../olm/v0/resolution-messages';
import { startOf } from './inspection/dumped-cluster';
import { recordedTrace, TRACES } from './waiting/recorded-traces';
import { statusString } from '../../lib/cluster/waiting/view/kubernetes-object';
import { ClusterEvent } from './waiting/simulated-cluster';

/** What happened in a cluster, and when the user changed something. */
export interface Recording {
  readonly title: string;
  readonly namespace: string;
  readonly events: readonly ClusterEvent[];
  /** Start of the recording, in milliseconds since 1970. */
  readonly start: number;
  /** Times of the user's changes, in milliseconds after the start. */
  readonly changes: readonly number[];
}

/** Part of a recording between two changes of the user, and what becomes of the operators in it. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** Returns all recordings of real OLM controllers. */
export function recordings(): Recording[] {
  return readdirSync(TRACES.value).sort().map((file) => recording(file.replace('.jsonl.gz', '')));
}

function recording(title: string): Recording {
  const events = recordedTrace(title);
  const lines = gunzipSync(readFileSync(join(TRACES.value, `${title}.jsonl.gz`))).toString().trim().split('\n');
  const changes = lines.map((line) => JSON.parse(line) as { t: number; event: string }).filter(({ event }) => event === 'ACTION').map(({ t }) => t * 1000);
  return { title, namespace: `t-${title}`, events, start: startOf(events), changes };
}

/** Returns the parts of a recording in which the user changes nothing. */
export function spansOf({ events, changes }: Recording): Span[] {
  const end = events.at(-1)!.at;
  return changes.map((from, index) => ({ from, until: Math.min(end, changes[index + 1] ?? Infinity) })).filter(({ from, until }) => from < until);
}

/** Start and end of the replacement in the recorded upgrade, in milliseconds: the new ClusterServiceVersion exists, and OLM has resolved again. */
const REPLACEMENT = [17_315, 19_000] as const;

/** When OLM marks the replaced version, in milliseconds: late, but before the new one has succeeded. */
const MARKED = 17_900;

/** Time that OLM takes to resolve again after an upgrade, in milliseconds: its condition remains until then. */
const RESOLVES_AFTER = 10_000;

/**
 * Returns the recorded upgrade as on a slow machine: the replacement takes longer, and OLM resolves the namespace meanwhile.
 *
 * @param seconds duration of the replacement
 */
export function slowUpgrade(seconds: number, [title, text]: ResolutionMessage): Recording {
  const { namespace, events, start, changes } = recording('install-manual-then-upgrade');
  const [from, until] = REPLACEMENT;
  const delay = seconds * 1000 - (until - from);
  const slowed = (at: number): number => (at <= from ? at : at >= until ? at + delay : from + (at - from) * seconds * 1000 / (until - from));
  const message = text.replaceAll('/keda/', `/${namespace}/`).replaceAll(/keda\.v2\.7\.10?|keda\.v2\.6\.1/g, (name) => (name === 'keda.v2.6.1' ? 'plain.v0.1.0' : 'plain.v0.2.0'));
  const removal = changes[3]!;
  const late = events.map((event) => (statusString(event.object, 'phase') === 'Replacing' ? { ...event, at: Math.max(event.at, MARKED) } : event));
  const during = late.filter(({ at }) => at < removal).map((event): ClusterEvent => ({
    ...event, at: slowed(event.at), object: withTimes(event.object as unknown as JsonMap, (time) => start + slowed(time - start)) as ClusterEvent['object'],
  }));
  const unresolved = during.flatMap((event): ClusterEvent[] => {
    const isSubscription = event.resource.startsWith('subscriptions.');
    return isSubscription && event.at > from && event.at < until + delay ? [{ ...event, object: withCondition(event.object, message) }] : [event];
  });
  const before = unresolved.findLast(({ resource, at }) => resource.startsWith('subscriptions.') && at < from)!;
  const last = unresolved.findLast(({ resource }) => resource.startsWith('subscriptions.'))!;
  const settled = unresolved.filter(({ resource, at }) => !resource.startsWith('subscriptions.') || at < until + delay);
  const resolved = [
    { ...before, at: from + 1, object: withCondition(before.object, message) },
    { ...last, at: until + delay, object: withCondition(last.object, message) },
    { ...last, at: until + delay + RESOLVES_AFTER },
  ];
  const other = anotherOperator(before.object, message, [from, until + delay + RESOLVES_AFTER]);
  return {
    title: `an upgrade that takes ${seconds} s: ${title}`, namespace, start, changes: changes.slice(2, 3),
    events: [...settled, ...resolved, ...other].sort((left, right) => left.at - right.at),
  };
}

/** Returns the events of another operator of the namespace, which OLM does not install before it has replaced the first one. */
function anotherOperator({ metadata, ...subscription }: ClusterEvent['object'], message: string, [from, until]: readonly [number, number]): ClusterEvent[] {
  const named = (name: string): ClusterEvent['object']['metadata'] => ({ name, namespace: metadata.namespace!, uid: name, creationTimestamp: stringField(metadata, 'creationTimestamp') }) as ClusterEvent['object']['metadata'];
  const other = { ...subscription, metadata: named('other'), status: {} };
  const installed = { ...other, status: { state: 'AtLatestKnown', currentCSV: 'other.v1.0.0', installedCSV: 'other.v1.0.0' } };
  const csv = { kind: 'ClusterServiceVersion', metadata: named('other.v1.0.0'), spec: {}, status: { phase: 'Succeeded', reason: 'InstallSucceeded' } };
  const event = (at: number, plural: string, object: ClusterEvent['object']): ClusterEvent => ({ at, type: 'MODIFIED', resource: `${plural}.operators.coreos.com`, object });
  return [
    event(from - 1, 'subscriptions', other), event(from + 1, 'subscriptions', withCondition(other, message)),
    event(until, 'clusterserviceversions', csv), event(until, 'subscriptions', installed),
  ];
}

function withCondition(object: ClusterEvent['object'], message: string): ClusterEvent['object'] {
  const failed = { type: 'ResolutionFailed', status: 'True', reason: 'ConstraintsNotSatisfiable', message };
  const others = mapListField(object.status, 'conditions').filter((found) => stringField(found, 'type') !== failed.type);
  const status = mapField(object, 'status');
  const installed = status['installedCSV'] === undefined ? {} : { installedCSV: replacementIn(message)!.referenced };
  return { ...object, status: { ...status, ...installed, conditions: [...others, failed] } };
}

/** Returns a value with all times in it changed. They are seconds, of which the end is taken: a state is not older than it may be. */
function withTimes(value: unknown, change: (time: number) => number): unknown {
  if (typeof value === 'string') {
    return /^\d{4}-\d\d-\d\dT[\d:]+Z$/.test(value) ? new Date(change(Date.parse(value) + 999)).toISOString().replace(/\.\d+Z$/, 'Z') : value;
  }
  if (Array.isArray(value)) {
    return value.map((item) => withTimes(item, change));
  }
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withTimes(item, change)])) : value;
}
