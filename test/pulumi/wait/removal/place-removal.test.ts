import { KubernetesObject } from '../../../../lib/pulumi/wait/cluster/kubernetes-object';
import { explanationLines } from '../../../../lib/pulumi/wait/explain/explanation';
import { PlaceRemovalOptions, placeRemoval } from '../../../../lib/pulumi/wait/removal/place-removal';
import { RemovalReport } from '../../../../lib/pulumi/wait/removal/stage';
import { Action } from '../../../../lib/pulumi/wait/waiting/action';
import { catalog, clusterObject, conditions, csv, DEMO, deployment, happens, object, pod, subscription } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { Course, Happening, simulate } from '../simulated-cluster';

const PLACE: readonly Happening[] = [happens(0, 'namespaces', clusterObject(DEMO)), happens(0, 'operatorgroups', object('og'))];
const ALL: Partial<PlaceRemovalOptions> = { operatorGroup: 'og', removeNamespace: true };
const ownedBy = (name: string): { metadata: KubernetesObject['metadata'] } => ({
  metadata: { name: '', generation: 1, ownerReferences: [{ kind: 'ClusterServiceVersion', name }] },
});

/** A CRD that OLM marked with the package and the namespace of an operator. */
function plains(of: string): KubernetesObject {
  return {
    ...establishedCrd('plains.demo.test', 'v1'), metadata: { name: 'plains.demo.test', labels: { [`operators.coreos.com/${of}`]: '' } },
    spec: { group: 'demo.test', scope: 'Namespaced', names: { plural: 'plains', kind: 'Plain' }, versions: [{ name: 'v0', served: false }, { name: 'v1', served: true }] },
  };
}

/** A cluster in which everything is gone half a second after its deletion. */
function obedient({ target: { resource, name, namespace } }: Action, now: number): Happening[] {
  return [happens(now + 500, resource.plural, namespace === undefined ? clusterObject(name) : object(name, { metadata: { namespace } }), 'DELETED')];
}

function removed(happenings: readonly Happening[], options = ALL, onAction = obedient): Course<RemovalReport> {
  return simulate(placeRemoval({ namespace: DEMO, ...options }), [...PLACE, ...happenings], { onAction });
}

const named = ({ actions }: Course<unknown>): string[] => actions.map(({ type, target: { resource, name } }) => `${type} ${resource.kind} ${name}`);

/** What stays, and why. */
function left({ verdict }: Course<RemovalReport>): string[] {
  return verdict.kind === 'done' ? verdict.outcome.left.map(({ what, why }) => `${what}: ${why}`) : explanationLines(verdict.explanation);
}

describe('the removal of the place of an operator', () => {
  it('deletes the OperatorGroup, and then the Namespace', () => {
    const course = removed([]);
    expect(named(course)).toEqual(['delete OperatorGroup og', 'delete Namespace demo']);
    expect(course.verdict).toMatchObject({ kind: 'done', outcome: { removed: ['OperatorGroup demo/og', 'Namespace demo'], left: [] } });
    expect(course.lines).toEqual([
      '0.3 removal of place demo: operator group, waiting for OperatorGroup demo/og to be gone',
      '0.8 removal of place demo: namespace, waiting for Namespace demo to be gone',
    ]);
  });

  it.each<[string, Partial<PlaceRemovalOptions>, string[]]>([
    ['only the OperatorGroup', { operatorGroup: 'og' }, ['delete OperatorGroup og']],
    ['only the Namespace, where the OperatorGroup is somebody else\'s and gone', { removeNamespace: true, operatorGroup: 'other' }, []],
    ['nothing', {}, []],
  ])('deletes %s, where that is all it may', (_, options, expected) => {
    expect(named(removed([], options))).toEqual(expected);
  });

  it.each<[string, Happening[], string[]]>([
    ['a Subscription', [happens(0, 'subscriptions', subscription({}, {}, 'other'))], [
      'OperatorGroup demo/og: in use by Subscription demo/other', 'Namespace demo: in use by Subscription demo/other and OperatorGroup demo/og',
    ]],
    ['an operator', [happens(0, 'clusterserviceversions', csv('other.v1', 'Succeeded'))], [
      'OperatorGroup demo/og: in use by ClusterServiceVersion demo/other.v1',
      'Namespace demo: in use by ClusterServiceVersion demo/other.v1 and OperatorGroup demo/og',
    ]],
    ['a catalog', [happens(0, 'catalogsources', catalog('READY'))], ['Namespace demo: in use by CatalogSource demo/cat']],
    ['a volume', [happens(0, 'persistentvolumeclaims', object('data'))], ['Namespace demo: in use by PersistentVolumeClaim demo/data']],
    ['an object of the operator that is gone', [
      happens(0, 'customresourcedefinitions', plains('plain.demo')), happens(0, 'plains', object('precious')),
    ], ['Namespace demo: in use by Plain demo/precious']],
    ['an object of an operator in another namespace', [
      happens(0, 'customresourcedefinitions', plains('other.operators')), happens(0, 'plains', object('precious')),
    ], ['Namespace demo: in use by Plain demo/precious']],
  ])('leaves a place with %s of somebody else', (_, happenings, expected) => {
    const course = removed(happenings);
    expect(left(course)).toEqual(expected);
    expect(named(course)).toEqual(expected.length === 1 ? ['delete OperatorGroup og'] : []);
    expect(course.at).toBeLessThan(10_000);
  });

  it('does not look for objects of CRDs that no operator brought', () => {
    const crd = { ...plains('plain.demo'), metadata: { name: 'plains.demo.test', labels: { app: 'plain' } } };
    expect(left(removed([happens(0, 'customresourcedefinitions', crd), happens(0, 'plains', object('precious'))]))).toEqual([]);
  });

  it('deletes its OperatorGroup where there is another one: with two, OLM does nothing for anybody', () => {
    const others = [happens(0, 'operatorgroups', object('theirs')), happens(0, 'subscriptions', subscription({}, {}, 'other'))];
    const course = removed(others);
    expect(named(course)).toEqual(['delete OperatorGroup og']);
    expect(left(course)).toEqual(['Namespace demo: in use by Subscription demo/other and OperatorGroup demo/theirs']);
  });

  it('waits for what runs to end before it says that a Namespace is in use', () => {
    const running = [happens(0, 'pods', pod('plain-op-1', 'plain-op', { phase: 'Running' })), happens(0, 'deployments', deployment('web', 1))];
    const ending = [happens(9_000, 'pods', object('plain-op-1'), 'DELETED'), happens(12_000, 'deployments', object('web'), 'DELETED')];
    expect(named(removed([...running, ...ending])).at(-1)).toBe('delete Namespace demo');
    const stays = removed(running);
    expect(left(stays)).toEqual(['Namespace demo: in use by Deployment demo/web and Pod demo/plain-op-1']);
    expect(stays.at).toBeGreaterThan(30_000);
  });

  it('does not wait for what has ended, or for what nobody has collected yet', () => {
    const course = removed([
      happens(0, 'pods', pod('unpack-1', 'unpack', { phase: 'Succeeded' })), happens(0, 'deployments', deployment('plain-op', 1, ownedBy('plain.v0.2.0'))),
    ]);
    expect([named(course).at(-1), course.at < 5_000]).toEqual(['delete Namespace demo', true]);
  });

  it('tells what keeps a Namespace', () => {
    const stuck = happens(3_000, 'namespaces', clusterObject(DEMO, { metadata: { deletionTimestamp: 'now' }, status: { conditions: conditions(
      { type: 'NamespaceDeletionDiscoveryFailure', message: 'Discovery failed for some groups: packages.operators.coreos.com/v1: stale GroupVersion discovery' },
    ) } }));
    const course = removed([stuck], ALL, (action, now) => (action.target.resource.kind === 'Namespace' ? [] : obedient(action, now)));
    expect(left(course)[1]).toBe('  - namespace demo cannot go (NamespaceDeletionDiscoveryFailure): Discovery failed for some groups: packages.operators.coreos.com/v1: stale GroupVersion discovery');
  });

  it('has nothing to do where nothing is left, or OLM is gone', () => {
    const problems = {
      'subscriptions.operators.coreos.com': 'not-served', 'clusterserviceversions.operators.coreos.com': 'not-served',
      'operatorgroups.operators.coreos.com': 'not-served', 'catalogsources.operators.coreos.com': 'not-served',
    } as const;
    const { verdict } = simulate(placeRemoval({ namespace: DEMO, ...ALL }), [], { problems });
    expect(verdict).toMatchObject({ kind: 'done', outcome: { removed: [], left: [] } });
  });

  it('needs no right on what it does not remove', () => {
    const problems = { persistentvolumeclaims: 'forbidden', pods: 'forbidden', namespaces: 'forbidden' } as const;
    expect(simulate(placeRemoval({ namespace: DEMO, operatorGroup: 'og' }), PLACE, { onAction: obedient, problems }).verdict.kind).toBe('done');
    expect(left(simulate(placeRemoval({ namespace: DEMO, ...ALL }), PLACE, { onAction: obedient, problems }))[1]).toMatch(/may not list and watch .*pods and persistentvolumeclaims in namespace demo/);
  });
});
