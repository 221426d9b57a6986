import { resourceName } from '../../../lib/pulumi/wait/cluster/api-resource';
import { ClusterStore } from '../../../lib/pulumi/wait/cluster/cluster-store';
import { ClusterProblem } from '../../../lib/pulumi/wait/cluster/cluster-view';
import { Interest, interestKey } from '../../../lib/pulumi/wait/cluster/interest';
import { KubernetesObject, path } from '../../../lib/pulumi/wait/cluster/kubernetes-object';
import { Action } from '../../../lib/pulumi/wait/waiting/action';
import { Step, Verdict, Waiter } from '../../../lib/pulumi/wait/waiting/waiter';

/** Something that happens to an object of a resource, so many milliseconds after the start. */
export interface Happening {
  readonly at: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** Plural and group. */
  readonly resource: string;
  readonly object: KubernetesObject;
}

/** What a wait came to. */
export interface Course<Outcome> {
  readonly verdict: Verdict<Outcome>;
  /** When the verdict was given. */
  readonly at: number;
  readonly lines: readonly string[];
  readonly actions: readonly Action[];
  readonly steps: number;
}

/** How a wait is simulated. */
export interface Simulation {
  /** When the waiter starts; what happened until then is in its first lists. */
  readonly from?: number;
  /** What an action leads to, beginning at the time it is asked for. */
  readonly onAction?: (action: Action, now: number) => readonly Happening[];
  /** Lists everything again at these times, as a client does after a break. */
  readonly relistAt?: readonly number[];
  /** Tells each event so often. */
  readonly copies?: number;
  /** Events of a watch that are told though the cluster is another one by now. */
  readonly echoes?: readonly Happening[];
  /** Resources that the API server does not serve, or that the account may not see. */
  readonly problems?: { readonly [resource: string]: 'forbidden' | 'not-served' | 'unreachable' | 'unauthorized' };
}

/** What a client says of each problem. */
const PROBLEMS: { readonly [kind in NonNullable<Simulation['problems']>[string]]: ClusterProblem } = {
  'forbidden': { kind: 'forbidden', message: 'forbidden', account: 'system:serviceaccount:ci:up' },
  'not-served': { kind: 'not-served', message: 'the server does not know the kind' },
  'unreachable': { kind: 'unreachable', message: 'nothing listens at https://cluster.example:6443 (ECONNREFUSED)' },
  'unauthorized': {
    kind: 'unauthorized', message: 'https://cluster.example:6443 does not accept the credentials of the kubeconfig: they are wrong or have expired',
  },
};

/** The objects of a cluster and the clients that watch them, without a network or a clock. */
class SimulatedCluster {
  public readonly store = new ClusterStore();
  private readonly objects = new Map<string, { readonly resource: string; readonly object: KubernetesObject }>();
  private readonly followed = new Map<string, Interest>();

  public constructor(private readonly simulation: Simulation) {}

  public happen({ type, resource, object }: Happening): void {
    const key = `${resource} ${path(object)}`;
    const last = this.objects.get(key)?.object ?? object;
    if (type === 'DELETED') {
      this.objects.delete(key);
    } else {
      this.objects.set(key, { resource, object });
    }
    this.tell({ at: 0, type, resource, object: type === 'DELETED' ? last : object });
  }

  /** Tells those who watch. */
  public tell({ type, resource, object }: Happening): void {
    for (const interest of this.followed.values()) {
      if (this.problem(interest) === undefined && matches(interest, resource, object)) {
        for (let copy = 0; copy < (this.simulation.copies ?? 1); copy++) {
          this.store.event(interest, { type, object });
        }
      }
    }
  }

  /** Begins to follow what is new, and forgets what is not asked for any longer. Says whether anything is new. */
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

/** Lets a waiter look at a cluster in which things happen, until it gives a verdict. */
export function simulate<State, Outcome>(
  waiter: Waiter<State, Outcome>, happenings: readonly Happening[], simulation: Simulation = {},
): Course<Outcome> {
  const cluster = new SimulatedCluster(simulation);
  const from = simulation.from ?? 0;
  const ahead = [...happenings].filter(({ at }) => at > from);
  happenings.filter(({ at }) => at <= from).forEach((happening) => cluster.happen(happening));
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
      return { verdict: step.verdict, at: now, lines, actions, steps };
    }
    const next = Math.min(ahead[0]?.at ?? Infinity, echoes[0]?.at ?? Infinity, relists[0] ?? Infinity, step.wakeAt ?? Infinity);
    if (!(next < Infinity) || next < now) {
      throw new Error(`nothing will ever wake the waiter after ${now} ms: ${lines.at(-1)}`);
    }
    now = next;
    while (ahead[0] !== undefined && ahead[0].at <= now) {
      cluster.happen(ahead.shift()!);
    }
    while (echoes[0] !== undefined && echoes[0].at <= now) {
      cluster.tell(echoes.shift()!);
    }
    if (relists[0] !== undefined && relists[0] <= now) {
      relists.shift();
      cluster.relist();
    }
  }
  throw new Error('no verdict after 20000 steps');

  function note({ progress, actions: asked }: Step<State, Outcome>): void {
    if (progress !== undefined) {
      lines.push(`${(now / 1000).toFixed(1)} ${progress.line}`);
    }
    for (const action of asked) {
      actions.push(action);
      const following = (simulation.onAction?.(action, now) ?? []).filter(({ at }) => at >= now);
      ahead.push(...following);
    }
    ahead.sort((left, right) => left.at - right.at);
  }
}

/** Whether an interest is about an object; of selectors, those forms that the waiters use. */
function matches(interest: Interest, resource: string, { metadata, ...rest }: KubernetesObject): boolean {
  return resourceName(interest.resource) === resource
    && (interest.namespace === undefined || interest.namespace === metadata.namespace)
    && (interest.name === undefined || interest.name === metadata.name)
    && (interest.fieldSelector === undefined || (interest.fieldSelector === 'type=Warning' && rest['type'] === 'Warning'))
    && (interest.labelSelector === undefined || selects(interest.labelSelector, metadata.labels ?? {}));
}

function selects(selector: string, labels: { readonly [key: string]: string }): boolean {
  const among = /^(\S+) in \((.*)\)$/.exec(selector);
  if (among !== null) {
    return among[2]!.split(',').includes(labels[among[1]!] ?? '');
  }
  return selector.startsWith('!') ? labels[selector.slice(1)] === undefined : labels[selector] !== undefined;
}
