import { Step, Verdict, Waiter } from '../../../lib/cluster/waiting/machine/waiter';
import { Action } from '../../../lib/cluster/waiting/view/action';
import { resourceName } from '../../../lib/cluster/waiting/view/api-resource';
import { ClusterStore } from '../../../lib/cluster/waiting/view/cluster-store';
import { ClusterProblem, Interest, interestKey } from '../../../lib/cluster/waiting/view/cluster-view';
import { KubernetesObject, namespacedName } from '../../../lib/cluster/waiting/view/kubernetes-object';

/** A change to an object, and when it happens in milliseconds after the start. */
export interface ClusterEvent {
  readonly at: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** Plural and group. */
  readonly resource: string;
  readonly object: KubernetesObject;
}

/** Result of a simulated wait. */
export interface SimulatedWait<Outcome> {
  readonly verdict: Verdict<Outcome>;
  /** Time of the verdict. */
  readonly at: number;
  readonly lines: readonly string[];
  readonly actions: readonly Action[];
  readonly steps: number;
  /** Events of the cluster, without the actions of the waiter. */
  readonly events: readonly ClusterEvent[];
  /** Objects of the cluster at the verdict, each with the time at which it appeared. */
  readonly objects: readonly ClusterEvent[];
  readonly problems: NonNullable<Simulation['problems']>;
}

/** Returns the actions of a wait, such as `delete Namespace demo`. */
export function actionTitles({ actions }: SimulatedWait<unknown>): string[] {
  return actions.map(({ type, target: { resource, name } }) => `${type} ${resource.kind} ${name}`);
}

/** Options of a simulation. */
export interface Simulation {
  /** When the waiter starts; earlier events are in its first lists. */
  readonly from?: number;
  /** Returns the events that follow an action. */
  readonly onAction?: (action: Action, now: number) => readonly ClusterEvent[];
  /** Times at which everything is listed again, as a client does after a lost connection. */
  readonly relistAt?: readonly number[];
  /** Number of times that each event is delivered. */
  readonly copies?: number;
  /** Outdated events that a watch delivers again. */
  readonly echoes?: readonly ClusterEvent[];
  /** Problem with each resource that cannot be listed. */
  readonly problems?: { readonly [resource: string]: 'forbidden' | 'not-served' | 'unreachable' | 'unauthorized' };
}

/** Problem as the client reports it. */
export const PROBLEMS: { readonly [kind in NonNullable<Simulation['problems']>[string]]: ClusterProblem } = {
  'forbidden': { kind: 'forbidden', message: 'forbidden', account: 'system:serviceaccount:ci:up' },
  'not-served': { kind: 'not-served', message: 'the server does not know the kind' },
  'unreachable': { kind: 'unreachable', message: 'nothing is listening at https://cluster.example:6443 (ECONNREFUSED)' },
  'unauthorized': {
    kind: 'unauthorized', message: 'https://cluster.example:6443 rejected the credentials of the kubeconfig: they are wrong or have expired',
  },
};

/** The objects of a cluster and the clients that watch them, without a network or a clock. */
class SimulatedCluster {
  public readonly store = new ClusterStore();
  private readonly objects = new Map<string, { readonly at: number; readonly resource: string; readonly object: KubernetesObject }>();
  private readonly followed = new Map<string, Interest>();

  public constructor(private readonly simulation: Simulation) {}

  public get content(): ClusterEvent[] {
    return [...this.objects.values()].map((found) => ({ ...found, type: 'ADDED' }));
  }

  public apply({ at, type, resource, object }: ClusterEvent): void {
    const key = `${resource} ${namespacedName(object)}`;
    const known = this.objects.get(key);
    const last = known?.object ?? object;
    if (type === 'DELETED') {
      this.objects.delete(key);
    } else {
      this.objects.set(key, { at: known?.at ?? at, resource, object });
    }
    this.notify({ at: 0, type, resource, object: type === 'DELETED' ? last : object });
  }

  /** Delivers an event to the matching watches. */
  public notify({ type, resource, object }: ClusterEvent): void {
    for (const interest of this.followed.values()) {
      if (this.problem(interest) === undefined && matches(interest, resource, object)) {
        for (let copy = 0; copy < (this.simulation.copies ?? 1); copy++) {
          this.store.event(interest, { type, object });
        }
      }
    }
  }

  /** Follows new interests and forgets those that are no longer needed. Returns whether any is new. */
  public follow(watch: readonly Interest[]): boolean {
    const wanted = new Map(watch.map((interest) => [interestKey(interest), interest]));
    const added = [...wanted].filter(([key]) => !this.followed.has(key));
    for (const [key, interest] of [...this.followed]) {
      if (!wanted.has(key)) {
        this.followed.delete(key);
        this.store.forget(interest);
      }
    }
    added.forEach(([key, interest]) => {
      this.followed.set(key, interest);
      this.list(interest);
    });
    return added.length > 0;
  }

  public relist(): void {
    this.followed.forEach((interest) => this.list(interest));
  }

  private list(interest: Interest): void {
    const problem = this.problem(interest);
    if (problem !== undefined) {
      this.store.lost(interest, PROBLEMS[problem]);
      return;
    }
    const listed = [...this.objects.values()].filter(({ resource, object }) => matches(interest, resource, object));
    this.store.relist(interest, listed.map(({ object }) => object));
  }

  private problem({ resource }: Interest): NonNullable<Simulation['problems']>[string] | undefined {
    return this.simulation.problems?.[resourceName(resource)];
  }
}

/** Runs a waiter against a cluster with the given events until its verdict. */
export function simulate<State, Outcome>(
  waiter: Waiter<State, Outcome>, events: readonly ClusterEvent[], simulation: Simulation = {},
): SimulatedWait<Outcome> {
  const cluster = new SimulatedCluster(simulation);
  const from = simulation.from ?? 0;
  const ahead = events.filter(({ at }) => at > from).sort((left, right) => left.at - right.at);
  events.filter(({ at }) => at <= from).forEach((event) => cluster.apply(event));
  const echoes = [...(simulation.echoes ?? [])].filter(({ at }) => at >= from).sort((left, right) => left.at - right.at);
  const relists = [...(simulation.relistAt ?? [])].filter((at) => at > from).sort((left, right) => left - right);
  const [lines, actions]: [string[], Action[]] = [[], []];
  let now = from;
  let state = waiter.start(now);
  for (let steps = 1; steps < 20_000; steps++) {
    let step: Step<State, Outcome> = waiter.step(state, cluster.store, now);
    for (let round = 0; step.verdict === undefined && cluster.follow(step.watch) && round < 10; round++) {
      note(step);
      step = waiter.step(step.state, cluster.store, now);
    }
    note(step);
    state = step.state;
    if (step.verdict !== undefined) {
      return { verdict: step.verdict, at: now, lines, actions, steps, events, objects: cluster.content, problems: simulation.problems ?? {} };
    }
    const next = Math.min(ahead[0]?.at ?? Infinity, echoes[0]?.at ?? Infinity, relists[0] ?? Infinity, step.wakeAt ?? Infinity);
    if (!(next < Infinity) || next < now) {
      throw new Error(`nothing will ever wake the waiter after ${now} ms: ${lines.at(-1)}`);
    }
    now = next;
    while (ahead[0] !== undefined && ahead[0].at <= now) {
      cluster.apply(ahead.shift()!);
    }
    while (echoes[0] !== undefined && echoes[0].at <= now) {
      cluster.notify(echoes.shift()!);
    }
    if (relists[0] !== undefined && relists[0] <= now) {
      relists.shift();
      cluster.relist();
    }
  }
  throw new Error('no verdict after 20000 steps');

  function note({ progress, actions: requested }: Step<State, Outcome>): void {
    if (progress !== undefined) {
      lines.push(`${(now / 1000).toFixed(1)} ${progress.line}`);
    }
    for (const action of requested) {
      actions.push(action);
      const following = (simulation.onAction?.(action, now) ?? []).filter(({ at }) => at >= now);
      ahead.push(...following);
      ahead.sort((left, right) => left.at - right.at);
    }
  }
}

/** Returns the objects of an interest after some events. */
export function objectsAfter(events: readonly ClusterEvent[], interest: Interest): KubernetesObject[] {
  const found = new Map<string, KubernetesObject>();
  for (const { type, resource, object } of events) {
    const key = `${resource} ${namespacedName(object)}`;
    found.delete(key);
    if (type !== 'DELETED' && matches(interest, resource, object)) {
      found.set(key, object);
    }
  }
  return [...found.values()].sort((left, right) => (namespacedName(left) < namespacedName(right) ? -1 : 1));
}

/** Whether an interest includes an object; supports only the selectors that the waiters use. */
function matches(interest: Interest, resource: string, { metadata, type }: KubernetesObject): boolean {
  return resourceName(interest.resource) === resource
    && (interest.namespace === undefined || interest.namespace === metadata.namespace)
    && (interest.name === undefined || interest.name === metadata.name)
    && (interest.fieldSelector === undefined || (interest.fieldSelector === 'type=Warning' && type === 'Warning'))
    && (interest.labelSelector === undefined || selects(interest.labelSelector, metadata.labels ?? {}));
}

/** Whether labels match a selector; supports only those that the waiters use. */
export function selects(selector: string, labels: { readonly [key: string]: string }): boolean {
  const among = /^(\S+) in \((.*)\)$/.exec(selector);
  if (among !== null) {
    return among[2]!.split(',').includes(labels[among[1]!] ?? '');
  }
  const [, key, value] = /^([^=!]+)=(.*)$/.exec(selector) ?? [];
  if (key !== undefined) {
    return labels[key] === value;
  }
  return selector.startsWith('!') ? labels[selector.slice(1)] === undefined : labels[selector] !== undefined;
}
