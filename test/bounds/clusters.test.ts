import { ClusterDump, driftOf, explain, statusOf } from '../../lib/cluster';
import { Explainer } from '../../lib/cluster/explain';
import { type DumpedObject, dumpedObjects } from '../../lib/cluster/inspection/source/dumped-objects';
import { type ApprovalList, refusalOf } from '../../lib/cluster/waiting/operator/approval-list';
import { namespaceInterests } from '../../lib/cluster/waiting/operator/operator-interests';
import { remainingDependencies } from '../../lib/cluster/waiting/removal/dependencies';
import type { DependencyFootprint } from '../../lib/cluster/waiting/removal/operator-footprint';
import { SUBSCRIPTIONS } from '../../lib/cluster/waiting/view/api-resource';
import { ClusterStore } from '../../lib/cluster/waiting/view/cluster-store';
import { OperatorLockFile } from '../../lib/resolve/operator-lock-file';
import { dumpFileOf } from '../cluster/inspection/dumped-cluster';
import { expectLinearPromise, expectLinearWithNew, many } from './growth';

const OLM = 'operators.coreos.com';
const NOW = Date.parse('2026-11-20T12:00:00Z');

function object(apiVersion: string, kind: string, name: string, more: object): object {
  return { apiVersion, kind, metadata: { name, namespace: 'shop', creationTimestamp: '2026-11-20T10:00:00Z' }, ...more };
}

const subscription = (index: number, status: object): object => object(`${OLM}/v1alpha1`, 'Subscription', `s${index}`, {
  spec: { name: `p${index}`, source: 'c', sourceNamespace: 'shop', channel: 'stable' }, status,
});
const installed = (index: number): object => subscription(index, { installedCSV: `p${index}.v1`, currentCSV: `p${index}.v1`, state: 'AtLatestKnown' });
const failed = (index: number, message: string): object => subscription(index, { conditions: [
  { type: 'ResolutionFailed', status: 'True', reason: 'ConstraintsNotSatisfiable', message, lastTransitionTime: '2026-11-20T10:00:00Z' },
] });
const csv = (index: number, phase: string, more: object = {}): object => object(`${OLM}/v1alpha1`, 'ClusterServiceVersion', `p${index}.v1`, {
  spec: { version: '1.0.0', install: { strategy: 'deployment', spec: { deployments: [{ name: `d${index}`, spec: {} }] } }, ...more }, status: { phase, reason: 'x' },
});
const deployment = (index: number, isReady: boolean): object => object('apps/v1', 'Deployment', `d${index}`, {
  spec: { replicas: 1, selector: { matchLabels: { app: `d${index}` } }, template: { metadata: { labels: { app: `d${index}` } }, spec: { containers: [] } } },
  status: isReady ? { readyReplicas: 1, replicas: 1, availableReplicas: 1, updatedReplicas: 1 } : { replicas: 1 },
});
const service = (index: number): object => object('v1', 'Service', `d${index}`, { spec: { selector: { app: `d${index}` } } });
const pod = (index: number): object => ({ ...object('v1', 'Pod', `d${index}-1`, { spec: { containers: [{ name: 'c', image: 'i' }] }, status: {
  phase: 'Pending', containerStatuses: [{ name: 'c', state: { waiting: { reason: 'ImagePullBackOff', message: 'no' } } }],
} }), metadata: { name: `d${index}-1`, namespace: 'shop', labels: { app: `d${index}` } } });
const event = (index: number): object => object('v1', 'Event', `e${index}`, {
  type: 'Warning', reason: 'FailedCreate', message: 'no', involvedObject: { kind: 'ReplicaSet', name: `d${index}-7d9c`, namespace: 'shop' }, lastTimestamp: '2026-11-20T10:00:00Z',
});
const job = (index: number): object => object('batch/v1', 'Job', `j${index}`, {
  metadata: { name: `j${index}`, namespace: 'shop', labels: { 'operatorframework.io/bundle-unpack-ref': `j${index}` } },
  status: { conditions: [{ type: 'Failed', status: 'True', reason: 'DeadlineExceeded', message: 'no' }] },
});
const aboutJob = (index: number): object => object('v1', 'Event', `e${index}`, {
  type: 'Warning', reason: 'BackOff', message: 'no', involvedObject: { kind: 'Job', name: `j${index}`, namespace: 'shop' }, lastTimestamp: '2026-11-20T10:00:00Z',
});
const unpacking = (index: number): object => subscription(index, { conditions: [
  { type: 'BundleUnpackFailed', status: 'True', reason: 'BundleUnpackFailed', message: 'no', lastTransitionTime: '2026-11-20T10:00:00Z' },
] });
const podOf = (name: string, labels: object, ownerReferences: readonly object[] = []): object => object('v1', 'Pod', name, {
  metadata: { name, namespace: 'shop', labels, ownerReferences }, spec: { containers: [{ name: 'r', image: 'example.test/c:1' }] },
  status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
});
const apis = (owned: number, required: number): object => {
  const api = (index: number): object => ({ name: `t${index}s.example.test`, version: 'v1', kind: `T${index}` });
  return { customresourcedefinitions: { owned: [api(owned)], required: [api(required)] } };
};
const sharing = (index: number): object => ({ ...deployment(index, false), spec: { replicas: 1, selector: { matchLabels: { 'control-plane': 'm' } } } });
const plan = (index: number): object => object(`${OLM}/v1alpha1`, 'InstallPlan', `install-${index}`, {
  spec: { approval: 'Manual', approved: false, clusterServiceVersionNames: [`p${index}.v1`] }, status: { phase: 'RequiresApproval' },
});
const pending = (index: number): object => subscription(index, { state: 'UpgradePending', currentCSV: `p${index}.v1`, installPlanRef: { name: `install-${index}` } });
const group = object(`${OLM}/v1`, 'OperatorGroup', 'g', { spec: {}, status: { namespaces: [''] } });
const catalog = (index: number, lastObservedState = 'READY'): object => object(`${OLM}/v1alpha1`, 'CatalogSource', index === 0 ? 'c' : `c${index}`, {
  spec: { sourceType: 'grpc', image: 'example.test/c:1' }, status: { connectionState: { lastObservedState } },
});

/** Objects of one namespace of which several kinds grow together. */
const DUMPS: { readonly [what: string]: (size: number) => readonly object[] } = {
  'operators that run': (size) => [...many(size, installed), ...many(size, (index) => csv(index, 'Succeeded')), ...many(size, (index) => deployment(index, true)), ...many(size, service)],
  'operators whose pods do not start': (size) => [
    ...many(size, installed), ...many(size, (index) => csv(index, 'Installing')), ...many(size, (index) => deployment(index, false)), ...many(size, pod), ...many(size, event),
  ],
  'operators that fail': (size) => [...many(size, installed), ...many(size, (index) => csv(index, 'Failed'))],
  'operators whose upgrades need approval': (size) => [...many(size, pending), ...many(size, plan)],
  'operators that replace each other': (size) => [...many(size, installed), ...many(size, (index) => csv(index, 'Succeeded', { replaces: `p${index + 1}.v1` }))],
  'Subscriptions that are not resolved, and operators without one': (size) => [
    ...many(size, (index) => failed(index, `constraints not satisfiable: clusterserviceversion p${size + index}.v1 exists and is not referenced by a subscription, subscription s${index} requires at least one of ${index}`)),
    ...many(size, (index) => csv(size + index, 'Succeeded')),
  ],
  'Subscriptions and catalogs': (size) => [...many(size, (index) => subscription(index, {})), ...many(size, (index) => catalog(index))],
  'catalogs and Deployments': (size) => [...many(size, (index) => catalog(index)), ...many(size, (index) => deployment(index, false))],
  'Subscriptions whose bundles are not unpacked, and Jobs': (size) => [...many(size, unpacking), ...many(size, job), ...many(size, aboutJob)],
  'Subscriptions, and catalogs that do not answer': (size) => [
    ...many(size, (index) => subscription(index, {})), ...many(size, (index) => catalog(index + 1, 'TRANSIENT_FAILURE')),
  ],
  'catalogs and their pods': (size) => [
    ...many(size, (index) => catalog(index + 1)), ...many(size, (index) => podOf(`c${index + 1}-abcde`, { 'olm.catalogSource': `c${index + 1}` })),
  ],
  'operators that require each other': (size) => [
    ...many(size, installed), ...many(size, (index) => csv(index, 'Succeeded', apis(index, (index + 1) % size))),
  ],
  'operators whose Deployments have the same selector': (size) => [
    ...many(size, installed), ...many(size, (index) => csv(index, 'Installing')), ...many(size, sharing),
    ...many(size, (index) => podOf(`d${index}-1-x`, { 'control-plane': 'm' }, [{ kind: 'ReplicaSet', name: `d${index}-1` }])),
    ...many(size, (index) => podOf(`x${index}`, { 'control-plane': 'm' })),
  ],
  'operators and OperatorGroups': (size) => [
    ...many(size, installed), ...many(size, (index) => object(`${OLM}/v1`, 'OperatorGroup', `g${index}`, { spec: {} })),
  ],
  'Subscriptions of one package': (size) => many(size, (index) => {
    const { spec, ...rest } = subscription(index, {}) as { spec: object };
    return { ...rest, spec: { ...spec, name: 'p' } };
  }),
};

function dump(objects: readonly object[]): ClusterDump {
  const found: readonly DumpedObject[] = dumpedObjects(JSON.stringify([group, catalog(0), ...objects])).objects;
  return ClusterDump.read([dumpFileOf(found)]);
}

const NOTHING = OperatorLockFile.fromString(JSON.stringify({ lockVersion: 1, catalogs: [], operators: [] }));

describe.each(Object.entries(DUMPS))('a dump with many: %s', (what, make) => {
  it('has its status in linear time', async () => {
    await expectLinearPromise((size) => dump(make(size)), (read) => statusOf(read, { now: NOW }), 60);
  });

  it('is explained in linear time', async () => {
    const subject = what.startsWith('catalogs') ? 'catalogsource/c1' : 'subscription/s1';
    await expectLinearPromise((size) => dump(make(size)), (read) => explain(read, subject, { namespace: 'shop', now: NOW }), 60);
  });
});

it('an Operator with many ClusterServiceVersions is explained in linear time', async () => {
  const refs = (size: number): object[] => many(size, (index) => ({ kind: 'ClusterServiceVersion', name: `p${index}.v1`, namespace: 'shop' }));
  await expectLinearPromise((size) => dump([
    { apiVersion: `${OLM}/v1`, kind: 'Operator', metadata: { name: 'o' }, status: { components: { refs: refs(size) } } },
    ...many(size, (index) => csv(index, 'Failed', { replaces: `p${index - 1}.v1` })),
  ]), (read) => explain(read, 'operator/o', { now: NOW }), 240);
});

/** Explains each Subscription of a dump, one after the other. */
async function explainAll(read: ClusterDump): Promise<void> {
  const explainer = Explainer.of(read, { now: NOW });
  for (const { metadata } of read.dump.index.select({ resource: SUBSCRIPTIONS })) {
    await explainer.explain(`subscription/${metadata.name}`, { namespace: 'shop' });
  }
}

/** Dumps in which each explanation lists all Jobs or OperatorGroups of the namespace, because nothing says which one matters. */
const LISTED = ['Subscriptions whose bundles are not unpacked, and Jobs', 'operators and OperatorGroups'];

it.each(Object.entries(DUMPS).filter(([what]) => !LISTED.includes(what)))('all Subscriptions of a dump are explained in linear time, with many: %s', async (_, make) => {
  await expectLinearPromise((size) => dump(make(size)), explainAll, 60);
});

describe('operators are compared with a lock in linear time', () => {
  it.each(['operators that run', 'operators that require each other', 'operators whose Deployments have the same selector'])('with many: %s', async (what) => {
    await expectLinearPromise((size) => dump(DUMPS[what]!(size)), (read) => driftOf(read, NOTHING, { now: NOW }), 60);
  });
});

/** An operator that is removed, and its dependencies. */
interface Removal {
  readonly view: ClusterStore;
  readonly known: readonly DependencyFootprint[];
}

function removal(size: number, requiredBy: (index: number) => number): Removal {
  const view = new ClusterStore();
  const { csvs, subscriptions } = namespaceInterests('shop');
  view.relist(csvs, many(size, (index) => csv(index, 'Succeeded', apis(index, requiredBy(index)))));
  view.relist(subscriptions, many(size, installed));
  const footprint = (index: number): DependencyFootprint => ({ subscription: `s${index}`, package: `p${index}`, csvs: [`p${index}.v1`] }) as unknown as DependencyFootprint;
  return { view, known: many(size, footprint).slice(1).reverse() };
}

it.each<[string, (size: number) => Removal]>([
  ['that require each other', (size) => removal(size, (index) => index + 1)],
  ['that all require one', (size) => removal(size, () => size - 1)],
  ['that others require', (size) => {
    const { view, known } = removal(size, (index) => index + 1);
    return { view, known: known.filter((_, index) => index % 2 === 0) };
  }],
])('what an operator leaves behind is found in linear time with many dependencies %s', (_what, make) => {
  expectLinearWithNew(make, ({ view, known }) => remainingDependencies({ namespace: 'shop', subscription: 's0' }, { csvs: ['p0.v1'] } as never, known, view), 60);
});

it.each<[string, (size: number) => { readonly csvs: readonly string[]; readonly approvals: ApprovalList }]>([
  ['many operators together', (size) => ({
    csvs: many(size, (index) => `p${index}.v2`),
    approvals: { source: 'plan', operators: many(size, (index) => ({ package: `p${index}`, before: `p${index}.v1`, csvs: [`p${index}.v2`] })), installPlans: [many(size, (index) => `p${index}.v2`)] },
  })],
  ['one operator after many others', (size) => ({
    csvs: ['p0.v2'],
    approvals: {
      source: 'plan', operators: many(size, (index) => ({ package: `p${index}`, before: `p${index}.v1`, csvs: [`p${index}.v2`] })),
      installPlans: many(size, (index) => [`p${size - 1 - index}.v2`]),
    },
  })],
  ['one operator over many versions', (size) => {
    const versions = many(size, (index) => `p.v${index + 1}`);
    return { csvs: versions.slice(-1), approvals: { source: 'plan', operators: [{ package: 'p', before: 'p.v0', csvs: versions }], installPlans: versions.map((version) => [version]) } };
  }],
])('whether an upgrade plan allows an InstallPlan is decided in linear time for %s', (_what, make) => {
  // Many plans for small inputs, which fit into the cache of the processor.
  expectLinearWithNew((size) => many(20, () => make(size)), (plans) => plans.forEach(({ csvs, approvals }) => {
    refusalOf(csvs, approvals, (packageName) => (packageName === 'p' ? csvs[0] : `${packageName}.v1`));
  }), 60);
});
