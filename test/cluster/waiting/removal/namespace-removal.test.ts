import { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { explanationLines } from '../../../builders/explanation-lines';
import { NamespaceRemovalOptions, namespaceRemoval } from '../../../../lib/cluster/waiting/removal/namespace-removal';
import { RemovalReport } from '../../../../lib/cluster/waiting/removal/stage';
import { Action } from '../../../../lib/cluster/waiting/view/action';
import { extensionAt } from '../olm-v1/objects';
import { catalog, clusterObject, conditions, csv, DEMO, deployment, event, object, pod, subscription } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { actionTitles, SimulatedWait, ClusterEvent, simulate } from '../simulated-cluster';

const OLM_CRDS = ['subscriptions', 'operatorgroups', 'clusterserviceversions', 'catalogsources'].map((name) => `${name}.operators.coreos.com`);
const NAMESPACE: readonly ClusterEvent[] = [
  event(0, 'namespaces', clusterObject(DEMO)), event(0, 'operatorgroups', object('og')),
  ...OLM_CRDS.map((name) => event(0, 'customresourcedefinitions', establishedCrd(name, 'v1'))),
];
const ALL: Partial<NamespaceRemovalOptions> = { operatorGroups: ['og'], removeNamespace: true };
const ownedBy = (name: string): { metadata: KubernetesObject['metadata'] } => ({
  metadata: { name: '', generation: 1, ownerReferences: [{ kind: 'ClusterServiceVersion', name }] },
});

/** A CRD that OLM labeled with the package and the namespace of an operator. */
function plains(of: string): KubernetesObject {
  return {
    ...establishedCrd('plains.demo.test', 'v1'), metadata: { name: 'plains.demo.test', labels: { [`operators.coreos.com/${of}`]: '' } },
    spec: { group: 'demo.test', scope: 'Namespaced', names: { plural: 'plains', kind: 'Plain' }, versions: [{ name: 'v0', served: false }, { name: 'v1', served: true }] },
  };
}

/** Simulates a cluster in which objects are gone half a second after their deletion. */
function deleteSoon({ target: { resource, name, namespace } }: Action, now: number): ClusterEvent[] {
  return [event(now + 500, resource.plural, namespace === undefined ? clusterObject(name) : object(name, { metadata: { namespace } }), 'DELETED')];
}

function removed(events: readonly ClusterEvent[], options = ALL, onAction = deleteSoon): SimulatedWait<RemovalReport> {
  return simulate(namespaceRemoval({ namespace: DEMO, ...options }), [...NAMESPACE, ...events], { onAction });
}

/** Returns what is kept, and why. */
function left({ verdict }: SimulatedWait<RemovalReport>): string[] {
  return verdict.kind === 'done' ? verdict.outcome.left.map(({ object, reason }) => `${object}: ${reason}`) : explanationLines(verdict.explanation);
}

describe('the removal of an operator namespace', () => {
  it('deletes the OperatorGroup, and then the Namespace', () => {
    const wait = removed([]);
    expect(actionTitles(wait)).toEqual(['delete OperatorGroup og', 'delete Namespace demo']);
    expect(wait.verdict).toMatchObject({ kind: 'done', outcome: { removed: ['OperatorGroup demo/og', 'Namespace demo'], left: [] } });
    expect(wait.lines).toEqual([
      '0.3 removal of operator namespace demo: operator group, waiting for OperatorGroup demo/og to be deleted',
      '0.8 removal of operator namespace demo: namespace, waiting for Namespace demo to be deleted',
    ]);
  });

  it('keeps a Namespace with objects of a CRD that is named', () => {
    const unlabeled = { ...plains('other'), metadata: { name: 'plains.demo.test' } };
    const events = [event(0, 'customresourcedefinitions', unlabeled), event(0, 'plains', object('shop'))];
    expect(left(removed(events, { ...ALL, crds: ['plains.demo.test'] }))).toEqual(['Namespace demo: in use by Plain demo/shop']);
    expect(left(removed(events))).toEqual([]);
  });

  it.each<[string, Partial<NamespaceRemovalOptions>, string[]]>([
    ['only the OperatorGroup', { operatorGroups: ['og'] }, ['delete OperatorGroup og']],
    ['nothing, although it may delete the Namespace and an OperatorGroup that does not exist', { removeNamespace: true, operatorGroups: ['other'] }, []],
    ['nothing, if nothing may be deleted', {}, []],
  ])('deletes %s', (_, options, expected) => {
    expect(actionTitles(removed([], options))).toEqual(expected);
  });

  it.each<[string, ClusterEvent[], string[]]>([
    ['a Subscription', [event(0, 'subscriptions', subscription({}, {}, 'other'))], [
      'OperatorGroup demo/og: in use by Subscription demo/other', 'Namespace demo: in use by Subscription demo/other and OperatorGroup demo/og',
    ]],
    ['an operator', [event(0, 'clusterserviceversions', csv('other.v1', 'Succeeded'))], [
      'OperatorGroup demo/og: in use by ClusterServiceVersion demo/other.v1',
      'Namespace demo: in use by ClusterServiceVersion demo/other.v1 and OperatorGroup demo/og',
    ]],
    ['a catalog', [event(0, 'catalogsources', catalog('READY'))], ['Namespace demo: in use by CatalogSource demo/cat']],
    ['a volume', [event(0, 'persistentvolumeclaims', object('data'))], ['Namespace demo: in use by PersistentVolumeClaim demo/data']],
    ['an object of the operator that is gone', [
      event(0, 'customresourcedefinitions', plains('plain.demo')), event(0, 'plains', object('precious')),
    ], ['Namespace demo: in use by Plain demo/precious']],
    ['an object of an operator in another namespace', [
      event(0, 'customresourcedefinitions', plains('other.operators')), event(0, 'plains', object('precious')),
    ], ['Namespace demo: in use by Plain demo/precious']],
  ])('keeps a namespace that contains %s', (_, events, expected) => {
    const wait = removed(events);
    expect(left(wait)).toEqual(expected);
    expect(actionTitles(wait)).toEqual(expected.length === 1 ? ['delete OperatorGroup og'] : []);
    expect(wait.at).toBeLessThan(10_000);
  });

  const EXTENSIONS = event(0, 'customresourcedefinitions', establishedCrd('clusterextensions.olm.operatorframework.io', 'v1'));
  const extension = (namespace: string): ClusterEvent => extensionAt(0, clusterObject('other', { spec: { namespace } }));

  it('keeps a namespace that a ClusterExtension installs into', () => {
    expect(left(removed([EXTENSIONS, extension(DEMO)]))).toEqual(['Namespace demo: in use by ClusterExtension other']);
    expect(left(removed([EXTENSIONS, extension('elsewhere')]))).toEqual([]);
  });

  it('keeps a namespace with an object of an operator that OLM v1 installed', () => {
    const crd = { ...plains('x'), metadata: { name: 'plains.demo.test', labels: { 'olm.operatorframework.io/owner-name': 'plain' } } };
    expect(left(removed([event(0, 'customresourcedefinitions', crd), event(0, 'plains', object('precious'))]))).toEqual(['Namespace demo: in use by Plain demo/precious']);
  });

  it('requests no ClusterExtensions in a cluster without OLM v1, and nothing of OLM v0 in one without OLM v0', () => {
    const forbidden = (...names: string[]): { readonly [name: string]: 'forbidden' } => Object.fromEntries(names.map((name) => [name, 'forbidden' as const]));
    const events = [...NAMESPACE.slice(0, 1), EXTENSIONS];
    const onlyNamespace = { namespace: DEMO, removeNamespace: true };
    const withoutV0 = simulate(namespaceRemoval(onlyNamespace), events, { onAction: deleteSoon, problems: forbidden(...OLM_CRDS) });
    expect(withoutV0.verdict).toMatchObject({ kind: 'done', outcome: { removed: ['Namespace demo'] } });
    const withoutV1 = simulate(namespaceRemoval({ namespace: DEMO, ...ALL }), NAMESPACE, { onAction: deleteSoon, problems: forbidden('clusterextensions.olm.operatorframework.io') });
    expect(withoutV1.verdict).toMatchObject({ kind: 'done', outcome: { removed: ['OperatorGroup demo/og', 'Namespace demo'] } });
  });

  it('does not list objects of CRDs that no operator owns', () => {
    const crd = { ...plains('plain.demo'), metadata: { name: 'plains.demo.test', labels: { app: 'plain' } } };
    expect(left(removed([event(0, 'customresourcedefinitions', crd), event(0, 'plains', object('precious'))]))).toEqual([]);
  });

  it('deletes its OperatorGroup if another one exists: with two, OLM installs nothing', () => {
    const others = [event(0, 'operatorgroups', object('theirs')), event(0, 'subscriptions', subscription({}, {}, 'other'))];
    const wait = removed(others);
    expect(actionTitles(wait)).toEqual(['delete OperatorGroup og']);
    expect(left(wait)).toEqual(['Namespace demo: in use by Subscription demo/other and OperatorGroup demo/theirs']);
  });

  it('waits for pods and workloads to end before it reports a Namespace as in use', () => {
    const running = [event(0, 'pods', pod('plain-op-1', 'plain-op', { phase: 'Running' })), event(0, 'deployments', deployment('web', 1))];
    const ending = [event(9_000, 'pods', object('plain-op-1'), 'DELETED'), event(12_000, 'deployments', object('web'), 'DELETED')];
    expect(actionTitles(removed([...running, ...ending])).at(-1)).toBe('delete Namespace demo');
    const stays = removed(running);
    expect(left(stays)).toEqual(['Namespace demo: in use by Deployment demo/web and Pod demo/plain-op-1']);
    expect(stays.at).toBeGreaterThan(30_000);
  });

  it('does not wait for completed pods, or for workloads that will be garbage collected', () => {
    const wait = removed([
      event(0, 'pods', pod('unpack-1', 'unpack', { phase: 'Succeeded' })), event(0, 'deployments', deployment('plain-op', 1, ownedBy('plain.v0.2.0'))),
    ]);
    expect([actionTitles(wait).at(-1), wait.at < 5_000]).toEqual(['delete Namespace demo', true]);
  });

  it('keeps a Namespace in use by a Deployment with an owner of another kind', () => {
    const custom: { metadata: KubernetesObject['metadata'] } = { metadata: { name: 'web', generation: 1, ownerReferences: [{ kind: 'Plain', name: 'web' }] } };
    const wait = removed([event(0, 'deployments', deployment('web', 1, custom)), event(0, 'pods', pod('web-1', 'web', { phase: 'Running' }))]);
    expect(left(wait)).toEqual(['Namespace demo: in use by Deployment demo/web and Pod demo/web-1']);
  });

  it('reports what blocks the deletion of a Namespace', () => {
    const stuck = event(3_000, 'namespaces', clusterObject(DEMO, { metadata: { deletionTimestamp: 'now' }, status: { conditions: conditions(
      { type: 'NamespaceDeletionDiscoveryFailure', message: 'Discovery failed for some groups: packages.operators.coreos.com/v1: stale GroupVersion discovery' },
    ) } }));
    const wait = removed([stuck], ALL, (action, now) => (action.target.resource.kind === 'Namespace' ? [] : deleteSoon(action, now)));
    expect(left(wait)[1]).toBe('  - namespace demo cannot be deleted (NamespaceDeletionDiscoveryFailure): Discovery failed for some groups: packages.operators.coreos.com/v1: stale GroupVersion discovery');
  });

  it('is done at once if nothing is left, or OLM is gone', () => {
    const problems = {
      'subscriptions.operators.coreos.com': 'not-served', 'clusterserviceversions.operators.coreos.com': 'not-served',
      'operatorgroups.operators.coreos.com': 'not-served', 'catalogsources.operators.coreos.com': 'not-served',
    } as const;
    const { verdict } = simulate(namespaceRemoval({ namespace: DEMO, ...ALL }), [], { problems });
    expect(verdict).toMatchObject({ kind: 'done', outcome: { removed: [], left: [] } });
  });

  it('needs no permission for what it does not delete', () => {
    const problems = { persistentvolumeclaims: 'forbidden', pods: 'forbidden', namespaces: 'forbidden' } as const;
    expect(simulate(namespaceRemoval({ namespace: DEMO, operatorGroups: ['og'] }), NAMESPACE, { onAction: deleteSoon, problems }).verdict.kind).toBe('done');
    expect(left(simulate(namespaceRemoval({ namespace: DEMO, ...ALL }), NAMESPACE, { onAction: deleteSoon, problems }))[1]).toMatch(/is not allowed to list and watch .*pods and persistentvolumeclaims in namespace demo/);
  });
});
