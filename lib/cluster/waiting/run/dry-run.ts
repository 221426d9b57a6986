import { setMaxListeners } from 'node:events';
import { fieldAt, mapListField, stringField, stringListField } from '../../../formats/json/json-value';
import { Verdict, Waiter } from '../machine/waiter';
import { Action, actionTarget, ActionTarget } from '../view/action';
import { CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, OPERATORS, resourceName } from '../view/api-resource';
import { ClusterView, Interest, interestKey, Snapshot } from '../view/cluster-view';
import { isTerminating, KubernetesObject, namespacedName } from '../view/kubernetes-object';
import { WatchedCluster } from './watched-cluster';

/** What a waiter would do. */
export interface ForeseenActions<Outcome> {
  /** The actions, in order. */
  readonly actions: readonly Action[];
  /** The verdict, if it can be foreseen. */
  readonly verdict?: Verdict<Outcome>;
  /** What it would wait for after these actions, if the verdict cannot be foreseen. */
  readonly waitingFor?: string;
}

/** Maximum number of steps of a waiter. Each step without actions advances the clock, at least to the next timeout. */
const MAX_STEPS = 2_000;

/** Actions after which only OLM's controllers decide what happens. */
const UNFORESEEABLE: readonly Action['type'][] = ['approve', 'adopt', 'clear-plan', 'resolve-again'];

/**
 * Runs waiters without changing anything. Objects that they would delete count as deleted from then on, together with the objects that the garbage
 * collector and OLM would delete as a result. Time passes as fast as the cluster can be listed. All waiters of one dry run share the same view of the
 * cluster.
 */
export class DryRun {
  readonly #cluster: WatchedCluster;
  readonly #deleted = new Set<string>();
  readonly #deletedUids = new Set<string>();
  readonly #deletedCsvs = new Set<string>();
  readonly #deletedDeployments = new Set<string>();
  readonly #deletedNamespaces = new Set<string>();
  readonly #reset = new Set<string>();

  /** CRDs whose conversion webhooks ClusterServiceVersions define, by their namespace and name. OLM removes these webhooks with its owner. */
  readonly #conversions = new Map<string, readonly string[]>();

  public constructor(cluster: WatchedCluster) {
    this.#cluster = cluster;
  }

  /**
   * Returns what a waiter would do.
   *
   * @param horizon how far to look ahead, in milliseconds. A removal can be foreseen to its end, because what it deletes counts as deleted. What OLM
   * installs cannot be foreseen
   * @throws ClientError if the cluster cannot be reached, or the abort reason of the signal
   */
  public async run<State, Outcome>(waiter: Waiter<State, Outcome>, horizon: number, signal: AbortSignal): Promise<ForeseenActions<Outcome>> {
    const follows = new Map<string, () => void>();
    const actions = new Map<string, Action>();
    const changes = new Changes(signal);
    const view: ClusterView = { snapshot: (interest) => this.#snapshot(interest), rejection: () => undefined };
    try {
      let [state, now, waitingFor] = [waiter.start(0), 0, 'OLM'];
      for (let steps = 0; steps < MAX_STEPS; steps++) {
        const step = waiter.step(state, view, now);
        step.watch.filter((interest) => !follows.has(interestKey(interest))).forEach((interest) => {
          follows.set(interestKey(interest), this.#cluster.follow(interest, changes));
        });
        if (step.watch.some((interest) => isPending(this.#cluster.scope(interest)))) {
          await changes.next();
          continue;
        }
        state = step.state;
        waitingFor = step.progress?.waitingFor ?? waitingFor;
        const added = step.actions.filter(({ key }) => !actions.has(key));
        added.forEach((action) => actions.set(action.key, action));
        added.forEach((action) => this.#apply(action));
        if (step.verdict !== undefined) {
          return { actions: [...actions.values()], verdict: step.verdict };
        }
        const isOpen = [...actions.values()].some(({ type }) => UNFORESEEABLE.includes(type));
        const next = added.length > 0 ? now : step.wakeAt ?? Infinity;
        if (isOpen || next > horizon) {
          break;
        }
        now = Math.max(now, next);
      }
      return { actions: [...actions.values()], waitingFor };
    } finally {
      follows.forEach((unfollow) => unfollow());
      changes.end();
    }
  }

  #apply({ type, target }: Action): void {
    if (type === 'reset-conversion') {
      this.#reset.add(target.name);
    } else if (type === 'delete') {
      this.#delete(target);
    }
  }

  #delete({ resource, namespace, name, uid }: ActionTarget): void {
    this.#deleted.add(keyOf({ resource }, namespace, name));
    if (uid !== undefined) {
      this.#deletedUids.add(uid);
    }
    switch (resource.kind) {
      case 'ClusterServiceVersion': {
        this.#deletedCsvs.add(`${namespace ?? ''}/${name}`);
        this.#conversions.get(`${namespace ?? ''}/${name}`)?.forEach((crd) => this.#reset.add(crd));
        break;
      }
      case 'Deployment': this.#deletedDeployments.add(`${namespace ?? ''}/${name}`); break;
      case 'Namespace': this.#deletedNamespaces.add(name); break;
    }
  }

  #snapshot(interest: Interest): Snapshot {
    const snapshot = this.#cluster.scope(interest);
    this.#note(interest, snapshot.objects);
    const isCrdDeleted = this.#deleted.has(keyOf({ resource: { kind: 'CustomResourceDefinition' } }, undefined, resourceName(interest.resource)));
    const objects = isCrdDeleted ? [] : snapshot.objects.filter((object) => !this.#isGone(interest, object));
    return { ...snapshot, objects: objects.map((object) => this.#changed(interest, object)) };
  }

  /** Notes what OLM does when ClusterServiceVersions are deleted. Objects that are already being deleted count as deleted, with what they own. */
  #note({ resource }: Interest, objects: readonly KubernetesObject[]): void {
    if (resource === CLUSTER_SERVICE_VERSIONS) {
      objects.forEach((csv) => this.#conversions.set(namespacedName(csv), convertedCrds(csv)));
    }
    objects.filter(isTerminating).forEach((object) => this.#delete(actionTarget(resource, object)));
  }

  #isGone(interest: Interest, object: KubernetesObject): boolean {
    const { name, namespace, ownerReferences = [], labels = {} } = object.metadata;
    const isGone = isTerminating(object) || this.#deleted.has(keyOf(interest, namespace, name))
      || (namespace !== undefined && this.#deletedNamespaces.has(namespace))
      || this.#deletedCsvs.has(`${labels['olm.owner.namespace'] ?? namespace ?? ''}/${labels['olm.owner'] ?? ''}`)
      || ownerReferences.some(({ uid }) => uid !== undefined && this.#deletedUids.has(uid))
      // The name of a ReplicaSet is that of its Deployment with a hash.
      || ownerReferences.some((owner) => (
        owner.kind === 'ReplicaSet' && this.#deletedDeployments.has(`${namespace ?? ''}/${owner.name.replace(/-[^-]*$/, '')}`)
      ));
    if (isGone && interest.resource.kind === 'Deployment') {
      this.#deletedDeployments.add(`${namespace ?? ''}/${name}`);
    }
    return isGone;
  }

  #changed({ resource }: Interest, object: KubernetesObject): KubernetesObject {
    if (resource === OPERATORS && this.#deletedCsvs.size > 0) {
      return this.#forgotten(object);
    }
    return resource.kind === 'CustomResourceDefinition' && this.#reset.has(object.metadata.name)
      ? { ...object, spec: { ...object.spec as object, conversion: { strategy: 'None' } } } : object;
  }

  /**
   * Returns OLM's record of an operator without the objects that are deleted or garbage collected once its ClusterServiceVersions are deleted, which
   * is nearly everything except CRDs.
   */
  #forgotten(record: KubernetesObject): KubernetesObject {
    const refs = fieldAt(record.status, 'components', 'refs');
    const kept = (Array.isArray(refs) ? refs : []).filter((ref: unknown) => {
      const [kind = '', name = ''] = [stringField(ref, 'kind'), stringField(ref, 'name')];
      return kind === CUSTOM_RESOURCE_DEFINITIONS.kind && !this.#deleted.has(keyOf({ resource: CUSTOM_RESOURCE_DEFINITIONS }, undefined, name));
    });
    return { ...record, status: { ...record.status as object, components: { refs: kept } } };
  }
}

/** Returns the CRDs whose conversion webhooks a ClusterServiceVersion defines. */
function convertedCrds({ spec }: KubernetesObject): string[] {
  return mapListField(spec, 'webhookdefinitions').flatMap((webhook) => stringListField(webhook, 'conversionCRDs'));
}

/** Whether it is not yet known if an interest can be listed. */
function isPending({ state, problem }: Snapshot): boolean {
  return state === 'unknown' && problem === undefined;
}

function keyOf({ resource }: { readonly resource: { readonly kind: string } }, namespace: string | undefined, name: string): string {
  return `${resource.kind} ${namespace ?? ''}/${name}`;
}

/** Changes of the interests that a dry run watches. */
class Changes {
  readonly #signal: AbortSignal;
  readonly #stop = (): void => this.failed(this.#signal.reason as Error);
  #hasChanged = false;
  #error: Error | undefined;
  #wake: () => void = () => undefined;

  public constructor(signal: AbortSignal) {
    this.#signal = signal;
    // Many waiters may share a signal; by default, Node warns about more than ten listeners.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', this.#stop, { once: true });
    if (signal.aborted) {
      this.#stop();
    }
  }

  public readonly changed = (): void => {
    this.#hasChanged = true;
    this.#wake();
  };

  public readonly failed = (error: Error): void => {
    this.#error = error;
    this.#wake();
  };

  /** Waits for the next change. */
  public async next(): Promise<void> {
    while (!this.#hasChanged && this.#error === undefined) {
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
    this.#hasChanged = false;
    if (this.#error !== undefined) {
      throw this.#error;
    }
  }

  public end(): void {
    this.#signal.removeEventListener('abort', this.#stop);
  }
}
