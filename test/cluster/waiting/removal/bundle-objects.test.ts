import { operatorRemoval } from '../../../../lib/cluster/waiting/removal/operator-removal';
import { OperatorRemovalOptions } from '../../../../lib/cluster/waiting/removal/operator-removal-options';
import { RemovalReport } from '../../../../lib/cluster/waiting/removal/stage';
import { Action } from '../../../../lib/cluster/waiting/view/action';
import { KubernetesObject, ObjectMetadata } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { generatedSubscription, installedOperator, operatorCsv, ownSubscription } from '../dependency-objects';
import { clusterObject, csv, DEMO, event, object, subscription } from '../objects';
import { actionTitles, ClusterEvent, simulate, SimulatedWait, Simulation } from '../simulated-cluster';

const CSV = 'plain.v0.2.0';
const MANAGED = { labels: { 'olm.managed': 'true' } };
const RBAC = 'rbac.authorization.k8s.io';

/** A step of an InstallPlan, such as `ClusterRole plain-viewer of plain.v0.2.0`. */
interface Step {
  readonly kind: string;
  readonly name: string;
  readonly of?: string;
  readonly status?: string;
  readonly group?: string;
  readonly manifest?: object;
}

function plan(name: string, steps: readonly Step[], metadata: Partial<ObjectMetadata> = {}): KubernetesObject {
  return object(name, {
    metadata: { ownerReferences: [{ kind: 'Subscription', name: 'plain', uid: 'uid-of-plain' }], ...metadata },
    spec: { clusterServiceVersionNames: [...new Set(steps.map(({ of = CSV }) => of))] },
    status: {
      phase: 'Complete',
      plan: steps.map(({ kind, name: of, of: resolving = CSV, status = 'Created', group = RBAC, manifest = {} }) => (
        { resolving, status, resource: { kind, name: of, group, version: 'v1', manifest: JSON.stringify(manifest) } }
      )),
    },
  });
}

const role = (name: string, metadata: Partial<ObjectMetadata> = MANAGED): ClusterEvent => event(0, 'clusterroles', clusterObject(name, { metadata }));
const ref = (name: string): object => ({ apiGroup: RBAC, kind: 'ClusterRole', name });
const OPERATOR: readonly ClusterEvent[] = [
  event(0, 'subscriptions', subscription({ state: 'AtLatestKnown', currentCSV: CSV, installedCSV: CSV })),
  event(0, 'clusterserviceversions', csv(CSV, 'Succeeded')),
];
const STEPS: readonly Step[] = [
  { kind: 'ClusterServiceVersion', name: CSV, group: 'operators.coreos.com' }, { kind: 'CustomResourceDefinition', name: 'plains.demo.test', group: 'apiextensions.k8s.io' },
  { kind: 'ServiceAccount', name: 'plain-sa', group: '' }, { kind: 'ClusterRole', name: 'plain-viewer' }, { kind: 'ClusterRole', name: 'plain-editor' },
];
const PLAN = event(0, 'installplans', plan('install-a', STEPS));

/** Deletes what is to be deleted, and what the garbage collector deletes with it. */
function obedient({ target: { resource, name, namespace } }: Action, now: number): ClusterEvent[] {
  const gone = event(now + 100, resource.plural, namespace === undefined ? clusterObject(name) : object(name), 'DELETED');
  return resource.kind === 'Subscription' ? [gone, event(now + 200, 'installplans', object('install-a'), 'DELETED')] : [gone];
}

function removed(
  events: readonly ClusterEvent[], options: Partial<OperatorRemovalOptions> = {}, simulation: Simulation = {},
): SimulatedWait<RemovalReport> {
  return simulate(operatorRemoval({ namespace: DEMO, subscription: 'plain', ...options }), [...OPERATOR, ...events], { onAction: obedient, ...simulation });
}

function left({ verdict }: SimulatedWait<RemovalReport>): string[] {
  const found = verdict.kind === 'done' ? verdict.outcome.left : verdict.reached.left ?? [];
  return found.map(({ object: title, reason }) => `${title}: ${reason}`);
}

const advised = (name: string): string => (
  `ClusterRole ${name}: OLM created it from the bundle, and nothing deletes it; to delete it, run kubectl delete clusterrole ${name}`
);
const used = (name: string, use: string): string => `ClusterRole ${name}: OLM created it from the bundle, and ${use}`;
const ROLES = [role('plain-viewer'), role('plain-editor')];
const DELETED = ['delete Subscription plain', `delete ClusterServiceVersion ${CSV}`];

describe('cluster-scoped objects of a bundle', () => {
  it('are named, although their InstallPlan is gone with the Subscription', () => {
    const wait = removed([PLAN, ...ROLES]);
    expect(actionTitles(wait)).toEqual(DELETED);
    expect(left(wait)).toEqual([advised('plain-viewer'), advised('plain-editor')]);
  });

  it('are deleted on request', () => {
    const wait = removed([PLAN, ...ROLES], { leftovers: true });
    expect(actionTitles(wait)).toEqual([...DELETED, 'delete ClusterRole plain-viewer', 'delete ClusterRole plain-editor']);
    expect(left(wait)).toEqual([]);
    expect(wait.verdict).toMatchObject({ outcome: { removed: expect.arrayContaining(['ClusterRole plain-viewer']) as string[] } });
  });

  it('are not mentioned once they are gone', () => {
    expect(left(removed([PLAN]))).toEqual([]);
  });

  it('are also those of earlier versions, whose bundles lacked or had them', () => {
    const replaced = event(0, 'installplans', plan('install-old', [
      { kind: 'ClusterServiceVersion', name: 'plain.v0.1.0', of: 'plain.v0.1.0' }, { kind: 'ClusterRole', name: 'plain-old', of: 'plain.v0.1.0' },
    ]));
    const skipped = event(0, 'installplans', plan('install-older', [
      {
        kind: 'ClusterServiceVersion', name: 'plain.v0.0.9', of: 'plain.v0.0.9',
        manifest: { kind: 'ConfigMap', properties: '{"properties":[{"type":"olm.package","value":{"packageName":"plain","version":"0.0.9"}}]}' },
      },
      { kind: 'ClusterRole', name: 'plain-older', of: 'plain.v0.0.9' },
    ]));
    const current = event(0, 'installplans', plan('install-a', [{ ...STEPS[0]!, manifest: { kind: 'ConfigMap', replaces: 'plain.v0.1.0' } }]));
    const wait = removed([replaced, skipped, current, role('plain-old'), role('plain-older')], { leftovers: true });
    expect(actionTitles(wait)).toEqual([...DELETED, 'delete ClusterRole plain-old', 'delete ClusterRole plain-older']);
  });

  it('are also those in OLM\'s record, if there is no InstallPlan', () => {
    const record = event(0, 'operators', clusterObject('plain.demo', { status: { components: { refs: [
      { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', name: 'plain-viewer' }, { apiVersion: 'v1', kind: 'ServiceAccount', name: 'plain-sa', namespace: DEMO },
    ] } } }));
    expect(left(removed([record, role('plain-viewer')]))[0]).toBe(advised('plain-viewer'));
  });

  it('may be of the operator, if nothing shows what OLM created for it', () => {
    const other = event(0, 'installplans', plan('install-other', [{ kind: 'ClusterRole', name: 'other-viewer', of: 'other.v1.0.0' }], { namespace: 'other' }));
    expect(left(removed([other, role('plain-viewer'), role('other-viewer'), role('unmanaged', {})]))).toEqual([
      `ClusterRole plain-viewer: OLM created it from a bundle, which may be that of this operator: no InstallPlan shows what OLM created for ${CSV}`,
    ]);
  });

  it('that OLM deletes with the ClusterServiceVersion are left to OLM for ten seconds', () => {
    const owned = role('plain-owned', { labels: { 'olm.owner': CSV, 'olm.owner.namespace': DEMO } });
    const step = event(0, 'installplans', plan('install-a', [{ kind: 'ClusterRole', name: 'plain-owned' }]));
    const collected = event(3_000, 'clusterroles', clusterObject('plain-owned'), 'DELETED');
    expect(actionTitles(removed([owned, step, collected], { leftovers: true }))).toEqual(DELETED);
    const wait = removed([owned, step], { leftovers: true });
    expect(actionTitles(wait)).toEqual([...DELETED, 'delete ClusterRole plain-owned']);
    expect(wait.at).toBeGreaterThan(10_000);
  });
});

describe('a cluster-scoped object of a bundle is kept', () => {
  const otherCsv = csv('other.v1.0.0', 'Succeeded', {
    metadata: { namespace: 'other' }, spec: { install: { spec: { deployments: [{ name: 'other', spec: { template: { spec: { serviceAccountName: 'other-sa' } } } }] } } },
  });
  const binding = (name: string, of: string, subject: object, metadata: Partial<ObjectMetadata> = MANAGED): ClusterEvent => (
    event(0, 'clusterrolebindings', clusterObject(name, { metadata, roleRef: ref(of), subjects: [subject] }))
  );
  const one = (kind: string, group = RBAC, status = 'Created'): ClusterEvent => event(0, 'installplans', plan('install-a', [{ kind, name: 'x', group, status }]));

  it.each<[string, readonly ClusterEvent[], string]>([
    ['if the InstallPlan of another operator lists it', [
      one('ClusterRole'), role('x'), event(0, 'installplans', plan('install-b', [{ kind: 'ClusterRole', name: 'x', of: 'other.v1.0.0' }], { namespace: 'other' })),
    ], used('x', 'InstallPlan other/install-b created it for another operator too')],
    ['if the same operator is in another namespace', [
      one('ClusterRole'), role('x'), event(0, 'installplans', plan('install-b', [{ kind: 'ClusterRole', name: 'x' }], { namespace: 'other' })),
    ], used('x', 'InstallPlan other/install-b created it for another operator too')],
    ['if another operator of the namespace has the same object', [
      one('ClusterRole'), role('x'), event(0, 'clusterserviceversions', csv('other.v1.0.0', 'Succeeded')),
      event(0, 'installplans', plan('install-b', [{ kind: 'ClusterRole', name: 'x', of: 'other.v1.0.0' }])),
    ], used('x', 'InstallPlan demo/install-b created it for another operator too')],
    ['if it belongs to another ClusterServiceVersion', [
      one('ClusterRole'), role('x', { labels: { 'olm.owner': 'other.v1.0.0', 'olm.owner.namespace': 'other' } }), event(0, 'clusterserviceversions', otherCsv),
    ], used('x', 'it belongs to ClusterServiceVersion other/other.v1.0.0')],
    ['if it has the label of another operator', [
      one('ClusterRole'), role('x', { labels: { ...MANAGED.labels, 'operators.coreos.com/other.other': '' } }),
    ], used('x', 'it has the label of another operator, operators.coreos.com/other.other')],
    ['if a binding of a user refers to it', [
      one('ClusterRole'), role('x'), event(0, 'rolebindings', object('team', { roleRef: ref('x'), metadata: { namespace: 'shop' } })),
    ], used('x', 'RoleBinding shop/team refers to it')],
    ['if it grants rights to another operator', [
      one('ClusterRoleBinding'), binding('x', 'view', { kind: 'ServiceAccount', namespace: 'other', name: 'other-sa' }), event(0, 'clusterserviceversions', otherCsv),
    ], 'ClusterRoleBinding x: OLM created it from the bundle, and ClusterServiceVersion other/other.v1.0.0 needs it for its ServiceAccount'],
    ['if nothing shows that OLM created it', [one('ClusterRole', RBAC, 'Present'), role('x', {})], used('x', 'it may have existed before')],
    ['if nothing shows who uses it', [
      one('PriorityClass', 'scheduling.k8s.io'), { at: 0, type: 'ADDED', resource: 'priorityclasses.scheduling.k8s.io', object: clusterObject('x', { metadata: MANAGED }) },
    ], 'PriorityClass x: OLM created it from the bundle, and other objects may use it'],
  ])('%s', (_, events, expected) => {
    const wait = removed(events, { leftovers: true });
    expect({ actions: actionTitles(wait), left: left(wait)[0] }).toEqual({ actions: DELETED, left: expected });
    expect(left(removed(events))[0]).toBe(expected);
  });

  it.each([['installplans.operators.coreos.com'], [`rolebindings.${RBAC}`], [`clusterrolebindings.${RBAC}`]])('if the account may not list %s', (resource) => {
    const known = { csvs: [CSV], apis: [], package: 'plain', objects: [{ group: RBAC, version: 'v1', kind: 'ClusterRole', name: 'x', isCreated: true }] };
    const wait = removed([role('x')], { leftovers: true, known }, { problems: { [resource]: 'forbidden' } });
    expect({ actions: actionTitles(wait), left: left(wait) }).toEqual({ actions: DELETED, left: [
      used('x', `whether anything uses it is not known: the account may not list ${resource} in all namespaces`),
    ] });
  });

  it('are unknown, if the account may not list the InstallPlans that show them', () => {
    const wait = removed(ROLES, {}, { problems: { 'installplans.operators.coreos.com': 'forbidden' } });
    expect(left(wait)).toEqual([`cluster-scoped objects of ${CSV}: whether OLM left any is not known: the account may not list installplans.operators.coreos.com in all namespaces`]);
  });

  it('and is reported as unknown, if the account may not list its kind', () => {
    const wait = removed([one('ClusterRole'), role('x')], { leftovers: true }, { problems: { [`clusterroles.${RBAC}`]: 'forbidden' } });
    expect({ actions: actionTitles(wait), left: left(wait) }).toEqual({ actions: DELETED, left: [
      `ClusterRole x: OLM created it from the bundle; whether it still exists is not known: the account may not list clusterroles.${RBAC}`,
    ] });
  });

  it('not because a binding refers to it that is deleted too', () => {
    const steps = event(0, 'installplans', plan('install-a', [{ kind: 'ClusterRole', name: 'x' }, { kind: 'ClusterRoleBinding', name: 'x' }]));
    const wait = removed([steps, role('x'), binding('x', 'x', { kind: 'User', name: 'ann' })], { leftovers: true });
    expect(actionTitles(wait)).toEqual([...DELETED, 'delete ClusterRole x', 'delete ClusterRoleBinding x']);
  });
});

describe('an unfinished removal', () => {
  const NEEDY = [
    ...installedOperator(ownSubscription('needy'), operatorCsv('needy', { requires: ['plain'] })), ...installedOperator(generatedSubscription('plain'), operatorCsv('plain')),
  ];
  const group = event(0, 'operatorgroups', object('og'));
  const roles = event(0, 'installplans', plan('install-a', [{ kind: 'ClusterRole', name: 'needy-viewer', of: 'needy.v1.0.0' }]));

  it.each<[string, Partial<OperatorRemovalOptions>, readonly ClusterEvent[], (action: Action, now: number) => ClusterEvent[]]>([
    ['that operands stop', {}, [event(0, 'needys', object('a'))].map((found) => ({ ...found, resource: 'needys.demo.test' })), obedient],
    ['whose Subscription stays', {}, [], () => []],
    ['whose ClusterServiceVersion stays', {}, [], (action, now) => (action.target.resource.kind === 'ClusterServiceVersion' ? [] : obedient(action, now))],
  ])('%s advises nothing that the running operator needs', (_, options, events, onAction) => {
    const wait = simulate(operatorRemoval({ namespace: DEMO, subscription: 'needy', reportsGroups: true, ...options }), [
      ...NEEDY, group, roles, role('needy-viewer'), ...events,
    ], { onAction });
    expect({ verdict: wait.verdict.kind, left: left(wait) }).toEqual({ verdict: 'failed', left: [] });
  });
});

describe('the OperatorGroup of a removed operator', () => {
  const group = (name: string): ClusterEvent => event(0, 'operatorgroups', object(name));
  it('is reported with the command that deletes it', () => {
    expect(left(removed([group('og')], { reportsGroups: true }))).toEqual([
      'OperatorGroup demo/og: no operator of the namespace uses it any longer; to delete it, run kubectl delete operatorgroup -n demo og',
    ]);
  });

  it('is reported with what uses it', () => {
    expect(left(removed([group('og'), event(0, 'clusterserviceversions', csv('other.v1.0.0', 'Succeeded'))], { reportsGroups: true }))).toEqual([
      'OperatorGroup demo/og: in use by ClusterServiceVersion demo/other.v1.0.0',
    ]);
  });

  it('is not reported if it belongs to OLM, or is removed afterwards', () => {
    expect(left(removed([group('global-operators')], { reportsGroups: true }))).toEqual([]);
    expect(left(removed([group('og')]))).toEqual([]);
  });
});
