import { readdirSync } from 'node:fs';
import { namespaceRemoval } from '../../../../lib/cluster/waiting/removal/namespace-removal';
import { operatorRemoval } from '../../../../lib/cluster/waiting/removal/operator-removal';
import { OperatorRemovalOptions } from '../../../../lib/cluster/waiting/removal/operator-removal-options';
import { RemovalReport } from '../../../../lib/cluster/waiting/removal/stage';
import { Waiter } from '../../../../lib/cluster/waiting/machine/waiter';
import { DryRun } from '../../../../lib/cluster/waiting/run/dry-run';
import { Follower, WatchedCluster } from '../../../../lib/cluster/waiting/run/watched-cluster';
import { Action } from '../../../../lib/cluster/waiting/view/action';
import { resourceName } from '../../../../lib/cluster/waiting/view/api-resource';
import { Interest, interestKey } from '../../../../lib/cluster/waiting/view/cluster-view';
import { KubernetesObject, namespacedName } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { fieldAt, isMap, mapListField, stringField } from '../../../../lib/formats/json/json-value';
import { describeWith } from '../../../needed';
import { generatedSubscription, installedOperator, operatorCsv, ownSubscription } from '../dependency-objects';
import { clusterObject, event, object } from '../objects';
import { recordedTrace, TRACES } from '../recorded-traces';
import { ClusterEvent, objectsAfter, simulate } from '../simulated-cluster';

const CSVS = 'clusterserviceversions.operators.coreos.com';
const CRDS = 'customresourcedefinitions.apiextensions.k8s.io';
const { signal } = new AbortController();

/** The API server, the garbage collector and OLM: what follows an action, a part of it only after some time. */
class RemainingCluster {
  readonly #objects = new Map<string, ClusterEvent>();
  #lastRecord = 0;

  public constructor(events: readonly ClusterEvent[]) {
    events.forEach((found) => this.#apply(found));
  }

  /** Returns the objects, and the events that follow because some of them are already being deleted. */
  public get events(): ClusterEvent[] {
    const all = [...this.#objects.values()];
    const ending = all.filter(({ object: { metadata } }) => metadata.deletionTimestamp !== undefined);
    return [...all.map((found): ClusterEvent => ({ ...found, at: 0 })), ...ending.flatMap((found) => this.#deleted(found, 500))];
  }

  public readonly follow = (action: Action, now: number): ClusterEvent[] => {
    const target = this.#objects.get(keyOf(resourceName(action.target.resource), action.target));
    if (target === undefined) {
      return [];
    }
    if (action.type === 'reset-conversion') {
      return [this.#reset(target, now + 100)];
    }
    return action.type === 'delete' || action.type === 'remove-finalizers' ? this.#deleted(target, now + 100) : [];
  };

  #apply(found: ClusterEvent): void {
    const key = keyOf(found.resource, found.object.metadata);
    if (found.type === 'DELETED') {
      this.#objects.delete(key);
    } else {
      this.#objects.set(key, found);
    }
  }

  #deleted(target: ClusterEvent, at: number): ClusterEvent[] {
    const gone = new Map([[target, at]]);
    for (const [owner, time] of gone) {
      this.#dependents(owner).filter((found) => !gone.has(found)).forEach((found) => gone.set(found, time + 200));
    }
    const reset = target.resource === CSVS ? this.#convertedBy(target.object) : [];
    const events = [...gone].map(([found, time]): ClusterEvent => ({ ...found, type: 'DELETED', at: time }));
    events.forEach((found) => this.#apply(found));
    return [...events, ...reset.map((crd) => this.#reset(crd, at + 2_000)), ...this.#records(at + 1_000)];
  }

  /** Returns what the garbage collector and OLM delete together with an object. */
  #dependents({ resource, object: { metadata: { uid, name, namespace } } }: ClusterEvent): ClusterEvent[] {
    return [...this.#objects.values()].filter(({ resource: of, object: { metadata } }) => (
      metadata.ownerReferences?.some((owner) => owner.uid !== undefined && owner.uid === uid) === true
      || (resource === CSVS && metadata.labels?.['olm.owner'] === name && metadata.labels['olm.owner.namespace'] === namespace)
      || (resource === CRDS && of === name)
      || (resource === 'namespaces' && metadata.namespace === name)
    ));
  }

  /** Returns the CRDs with the conversion webhooks that a ClusterServiceVersion defines. OLM removes these webhooks. */
  #convertedBy({ spec }: KubernetesObject): ClusterEvent[] {
    const names = mapListField(spec, 'webhookdefinitions').flatMap((webhook) => (webhook['conversionCRDs'] as string[] | undefined) ?? []);
    return [...this.#objects.values()].filter(({ resource, object: { metadata } }) => resource === CRDS && names.includes(metadata.name));
  }

  #reset(crd: ClusterEvent, at: number): ClusterEvent {
    const changed: ClusterEvent = {
      ...crd, type: 'MODIFIED', at,
      object: { ...crd.object, spec: { ...crd.object.spec as object, conversion: { strategy: 'None' } } },
    };
    this.#apply(changed);
    return changed;
  }

  /** Returns OLM's records of operators without the objects that are gone. */
  #records(soonest: number): ClusterEvent[] {
    const at = Math.max(soonest, this.#lastRecord);
    this.#lastRecord = at;
    const names = new Set([...this.#objects.values()].map(({ object: { metadata } }) => namespacedName({ metadata })));
    return [...this.#objects.values()].filter(({ resource }) => resource === 'operators.operators.coreos.com').map((record) => {
      const refs = fieldAt(record.object.status, 'components', 'refs');
      const kept = (Array.isArray(refs) ? refs.filter(isMap) : []).filter((ref) => (
        names.has([stringField(ref, 'namespace'), stringField(ref, 'name')].filter((part) => part !== undefined).join('/'))
      ));
      const changed: ClusterEvent = { ...record, type: 'MODIFIED', at, object: { ...record.object, status: { components: { refs: kept } } } };
      this.#apply(changed);
      return changed;
    });
  }
}

function keyOf(resource: string, { namespace, name }: { readonly namespace?: string; readonly name: string }): string {
  return `${resource} ${namespace ?? ''}/${name}`;
}

/** A cluster whose objects are listed when a waiter follows them. */
function listed(events: readonly ClusterEvent[]): WatchedCluster {
  const followed = new Set<string>();
  const cluster: Pick<WatchedCluster, 'follow' | 'scope'> = {
    follow: (interest: Interest, { changed }: Follower) => {
      followed.add(interestKey(interest));
      changed();
      return () => undefined;
    },
    scope: (interest: Interest) => (
      followed.has(interestKey(interest)) ? { state: 'current', objects: objectsAfter(events, interest) } : { state: 'unknown', objects: [] }
    ),
  };
  return cluster as WatchedCluster;
}

type Removal = () => Waiter<unknown, RemovalReport>;

const titleOf = ({ type, target: { resource: { kind }, namespace, name } }: Action): string => `${type} ${kind} ${namespace ?? ''}/${name}`;

/** What a removal does and leaves: the titles of its actions, without repetitions. */
interface Done {
  readonly actions: readonly string[];
  readonly verdict: string;
  readonly left: readonly string[];
}

function done(actions: readonly Action[], verdict: { readonly kind: string; readonly outcome?: RemovalReport } | undefined): Done {
  return { actions: [...new Set(actions.map(titleOf))], verdict: verdict?.kind ?? 'none', left: verdict?.outcome?.left.map(({ object: title }) => title).sort() ?? [] };
}

/** Runs removals one after the other, each in what the one before left. */
function performed(removals: readonly Removal[], events: readonly ClusterEvent[]): Done[] {
  const cluster = new RemainingCluster(events);
  return removals.map((removal) => {
    const { actions, verdict } = simulate(removal(), cluster.events, { onAction: cluster.follow });
    return done(actions, verdict);
  });
}

async function foreseen(removals: readonly Removal[], events: readonly ClusterEvent[]): Promise<Done[]> {
  const dryRun = new DryRun(listed(events));
  const found: Done[] = [];
  for (const removal of removals) {
    const { actions, verdict } = await dryRun.run(removal(), Infinity, signal);
    found.push(done(actions, verdict));
  }
  return found;
}

const OPTIONS: readonly Partial<OperatorRemovalOptions>[] = [
  {}, { operands: 'ignore' }, { operands: 'delete', crds: true, leftovers: true, reportsGroups: true }, { operands: 'ignore', crds: true, resetConversion: true },
  { operands: 'delete', resetConversion: true, dependencies: true }, { operands: 'delete', crds: true, dependencies: true, leftovers: true, force: true },
];

function removalsOf(namespace: string, subscription: string, options: Partial<OperatorRemovalOptions>): Removal[] {
  return [
    () => operatorRemoval({ namespace, subscription, ...options }),
    () => namespaceRemoval({ namespace, operatorGroups: ['og', 'second'], removeNamespace: true }),
  ] as Removal[];
}

/** Returns what real clusters have in addition to what a recording has: records, operands, conversion webhooks and their Services, ClusterRoles. */
function completed(events: readonly ClusterEvent[], namespace: string): ClusterEvent[] {
  const csvs = objectsAfter(events, { resource: { group: 'operators.coreos.com', version: 'v1alpha1', plural: 'clusterserviceversions', kind: '', namespaced: true } });
  return [...events, ...csvs.flatMap((csv): ClusterEvent[] => {
    const { name, uid = '' } = csv.metadata;
    const crds = mapListField(fieldAt(csv.spec, 'customresourcedefinitions'), 'owned').map((owned) => stringField(owned, 'name')!);
    const service = { namespace, name: `${name}-service` };
    const owner = { 'olm.owner': name, 'olm.owner.namespace': namespace };
    const packageName = name.slice(0, name.indexOf('.'));
    return [
      { at: 0, type: 'MODIFIED', resource: CSVS, object: { ...csv, spec: { ...csv.spec as object, webhookdefinitions: [{ type: 'ConversionWebhook', conversionCRDs: crds }] } } },
      ...crds.map((crd): ClusterEvent => event(0, 'customresourcedefinitions', clusterObject(crd, { spec: {
        group: crd.slice(crd.indexOf('.') + 1), names: { plural: crd.slice(0, crd.indexOf('.')), kind: 'Kind' }, scope: 'Namespaced',
        versions: [{ name: 'v1', served: true, storage: true }], conversion: { strategy: 'Webhook', webhook: { clientConfig: { service } } },
      } }))),
      ...crds.map((crd): ClusterEvent => ({ at: 0, type: 'ADDED', resource: crd, object: object('mine', { metadata: { namespace } }) })),
      event(0, 'services', object(service.name, { metadata: { namespace, ownerReferences: [{ kind: 'ClusterServiceVersion', name, uid }] } })),
      event(0, 'clusterroles', clusterObject(`${name}-owned`, { metadata: { labels: owner } })),
      event(0, 'clusterroles', clusterObject(`${packageName}-viewer`, { metadata: { labels: { 'olm.managed': 'true' } } })),
      event(0, 'operators', clusterObject(`${packageName}.${namespace}`, { status: { components: { refs: [
        { apiVersion: 'v1', kind: 'Service', ...service }, { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', name: `${name}-owned` },
        ...crds.map((crd) => ({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: crd })),
      ] } } })),
    ];
  })];
}

async function compare(events: readonly ClusterEvent[], namespace: string, subscription: string): Promise<void> {
  for (const options of OPTIONS) {
    const removals = removalsOf(namespace, subscription, options);
    expect({ options, removals: await foreseen(removals, events) }).toEqual({ options, removals: performed(removals, events) });
  }
}

describeWith(TRACES)('a dry run foresees exactly the steps of a removal, in their order', () => {
  const names = TRACES.map((folder) => readdirSync(folder).map((file) => file.replace('.jsonl.gz', ''))).valueOr(['a recorded cluster']);
  it.each(names)('from each moment of %s', async (name) => {
    const [namespace, all] = [`t-${name}`, recordedTrace(name)];
    const subscriptions = new Set(all.filter(({ resource }) => resource === 'subscriptions.operators.coreos.com').map(({ object: { metadata } }) => metadata.name));
    const moments = [...new Set(all.map(({ at }) => at))];
    for (const moment of moments.filter((_, index) => index % 9 === 8 || index === moments.length - 1)) {
      const events = all.filter(({ at }) => at <= moment).map((found) => ({ ...found, at: 0 }));
      for (const subscription of subscriptions) {
        await compare(events, namespace, subscription);
        await compare(completed(events, namespace), namespace, subscription);
      }
    }
  });
});

describe('a dry run foresees the removal of an operator with dependencies', () => {
  const ALL = [
    event(0, 'namespaces', clusterObject('demo', { status: { phase: 'Active' } })), event(0, 'operatorgroups', object('og')),
    ...installedOperator(ownSubscription('needy'), operatorCsv('needy', { requires: ['plain'] })),
    ...installedOperator(generatedSubscription('plain'), operatorCsv('plain', { requires: ['deep'] })), ...installedOperator(generatedSubscription('deep'), operatorCsv('deep')),
  ];
  it.each<[string, readonly ClusterEvent[]]>([
    ['alone', ALL], ['with all that a cluster has', completed(ALL, 'demo')],
    ['beside an operator that requires one of them', [...ALL, ...installedOperator(ownSubscription('other'), operatorCsv('other', { requires: ['deep'] }))]],
  ])('%s', (_, events) => compare(events, 'demo', 'needy'));
});
