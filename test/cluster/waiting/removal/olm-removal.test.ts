import { OlmRelease } from '../../../../lib/olm/v0/olm-release';
import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';
import { DEPLOYMENTS, partOfOlm, resourceName } from '../../../../lib/cluster/waiting/view/api-resource';
import { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { named } from '../../../../lib/cluster/waiting/view/cluster-view';
import { explanationLines } from '../../../builders/explanation-lines';
import { WaitingOptOut, NO_WAITER, unlessWaitingDisabled } from '../../../../lib/cluster/waiting/removal/waiting-opt-out';
import { olmRemoval, OlmRemovalOptions, INSTALLED_OPERATORS } from '../../../../lib/cluster/waiting/removal/olm-removal';
import { Action } from '../../../../lib/cluster/waiting/view/action';
import { clusterObject, csv, object } from '../objects';
import { SimulatedWait, ClusterEvent, simulate } from '../simulated-cluster';

const RELEASE = OlmRelease.of();

const of = (apiVersion: string, kind: string, found: KubernetesObject, type: ClusterEvent['type'] = 'ADDED', at = 0): ClusterEvent => (
  { at, type, resource: resourceName(partOfOlm(apiVersion, kind)!), object: found }
);

/** A cluster with the release installed, and what OLM created itself. */
const INSTALLED: readonly ClusterEvent[] = [
  ...RELEASE._manifests.map(({ apiVersion, kind, metadata: { name, namespace } }) => (
    of(apiVersion, kind, namespace === undefined ? clusterObject(name) : object(name, { metadata: { namespace } }))
  )),
  of('apiregistration.k8s.io/v1', 'APIService', clusterObject('v1.packages.operators.coreos.com')),
];

const operator = of('operators.coreos.com/v1alpha1', 'ClusterServiceVersion', csv('plain.v0.2.0', 'Succeeded'));

function deleteAtOnce({ target: { resource, name, namespace } }: Action, now: number): ClusterEvent[] {
  const found = namespace === undefined ? clusterObject(name) : object(name, { metadata: { namespace } });
  return [{ at: now + 100, type: 'DELETED', resource: resourceName(resource), object: found }];
}

function removed(
  options: Partial<OlmRemovalOptions> = {}, events = INSTALLED, onAction: typeof deleteAtOnce = deleteAtOnce,
): SimulatedWait<{ readonly removed: readonly string[] }> {
  return simulate(olmRemoval({ steps: RELEASE.removalSteps, ...options }), events, { onAction });
}

describe('the removal of OLM', () => {
  it('deletes everything, packageserver and its API first and Namespaces last', () => {
    const { verdict, actions } = removed();
    expect(verdict).toMatchObject({ kind: 'done', outcome: { left: [] } });
    const names = actions.map(({ target: { resource, name } }) => `${resource.kind} ${name}`);
    expect(names).toHaveLength(INSTALLED.length);
    expect(names.slice(0, 2)).toEqual(['ClusterServiceVersion packageserver', 'APIService v1.packages.operators.coreos.com']);
    expect(names.slice(-2).sort()).toEqual(['Namespace olm', 'Namespace operators']);
    expect(names.findIndex((name) => name.startsWith('CustomResourceDefinition'))).toBeLessThan(names.findIndex((name) => name.startsWith('Deployment')));
  });

  it('deletes the roles that OLM created for OperatorGroups and operators, and left because its controllers were deleted first', () => {
    const rbac = 'rbac.authorization.k8s.io/v1';
    const role = (kind: string, name: string, owner?: string): ClusterEvent => of(rbac, kind, {
      ...clusterObject(name), metadata: { name, uid: name, ...(owner === undefined ? {} : { labels: { 'olm.owner.kind': owner } }) },
    });
    const events = [
      role('ClusterRole', 'olm.og.global-operators.view-hash', 'OperatorGroup'), role('ClusterRole', 'plain.v0.2.0-hash', 'ClusterServiceVersion'),
      role('ClusterRoleBinding', 'plain.v0.2.0-hash', 'ClusterServiceVersion'), role('ClusterRole', 'view'), role('ClusterRole', 'other', 'Other'),
    ];
    const { verdict, actions } = removed({}, [...INSTALLED, ...events]);
    expect(verdict).toMatchObject({ kind: 'done', outcome: { left: [] } });
    const names = actions.map(({ target: { resource, name } }) => `${resource.kind} ${name}`);
    const [last] = names.filter((name) => name.startsWith('Deployment ')).slice(-1);
    expect(names.slice(names.indexOf(last!)).filter((name) => / (olm\.og|plain|view|other)/.test(name)).sort()).toEqual([
      'ClusterRole olm.og.global-operators.view-hash', 'ClusterRole plain.v0.2.0-hash', 'ClusterRoleBinding plain.v0.2.0-hash',
    ]);
    expect(names.filter((name) => / (view|other)$/.test(name))).toEqual([]);
  });

  it.each([
    ['no labels', {}], ['labels that are empty', { labels: {} }],
  ])('deletes no kind of others as a whole: a target with %s', (_, selection) => {
    const events = [of('rbac.authorization.k8s.io/v1', 'ClusterRole', clusterObject('view'))];
    const steps = [{ title: 'roles', reason: '', targets: [{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', ...selection }] }];
    expect(removed({ steps }, events)).toMatchObject({ actions: [], verdict: { kind: 'done' } });
  });

  it('finishes a step before it starts the next', () => {
    const { actions } = removed({ timeouts: { total: 30_000 } }, INSTALLED, () => []);
    expect(new Set(actions.map(({ target: { name } }) => name))).toEqual(new Set(['packageserver']));
  });

  it('fails while operators are installed, and deletes nothing', () => {
    const { verdict, actions } = removed({}, [...INSTALLED, operator]);
    expect(verdict.kind === 'failed' ? explanationLines(verdict.explanation) : []).toEqual([
      'removal of OLM did not finish: gave up immediately while inspecting',
      '  - OLM still manages one operator: demo/plain.v0.2.0',
      '    remedy: remove these operators first, or set removeOperators to remove them together with OLM',
    ]);
    expect(actions).toEqual([]);
  });

  it('also deletes operators with removeOperators', () => {
    const { verdict, actions } = removed({ removeOperators: true }, [...INSTALLED, operator]);
    expect(verdict.kind).toBe('done');
    const names = actions.map(({ target: { name } }) => name);
    expect(names.indexOf('plain.v0.2.0')).toBeLessThan(names.indexOf('clusterserviceversions.operators.coreos.com'));
  });

  it('deletes nothing if OLM is annotated as not waited for', () => {
    const events = INSTALLED.map((clusterEvent) => (clusterEvent.object.metadata.name !== 'olm-operator' ? clusterEvent
      : { ...clusterEvent, object: { ...clusterEvent.object, metadata: { ...clusterEvent.object.metadata, annotations: NO_WAITER } } }));
    const optOut: WaitingOptOut = { object: named(DEPLOYMENTS, 'olm-operator', 'olm'), gate: INSTALLED_OPERATORS, dependents: 'OLM' };
    const removal = unlessWaitingDisabled(olmRemoval({ steps: RELEASE.removalSteps }), optOut);
    const { verdict, actions } = simulate(removal, events, { onAction: deleteAtOnce });
    expect(actions).toEqual([]);
    expect(verdict).toMatchObject({ kind: 'done', outcome: { removed: [], left: [
      { object: 'Deployment olm/olm-operator', reason: 'kept, together with OLM: only waiting was turned off' },
    ] } });
    const unmarked = simulate(unlessWaitingDisabled(olmRemoval({ steps: RELEASE.removalSteps }), optOut), INSTALLED, { onAction: deleteAtOnce });
    expect(unmarked.actions).toHaveLength(INSTALLED.length);
  });

  it('removes finalizers after a minute, with force only', () => {
    const stuck = of('operators.coreos.com/v1alpha1', 'ClusterServiceVersion', object('packageserver', {
      metadata: { namespace: 'olm', deletionTimestamp: 'now', finalizers: ['demo.test/backup'] },
    }));
    const types = (force?: boolean): string[] => [...new Set(removed(force === undefined ? {} : { force }, [...INSTALLED, stuck], () => []).actions
      .filter(({ target: { name } }) => name === 'packageserver').map(({ type }) => type))];
    expect(types()).toEqual([]);
    expect(types(true)).toEqual(['remove-finalizers']);
  });

  it('keeps a Namespace that is in use', () => {
    const events = [...INSTALLED, { at: 0, type: 'ADDED', resource: 'persistentvolumeclaims', object: object('data', { metadata: { namespace: 'operators' } }) } as const];
    expect(removed({}, events).verdict).toMatchObject({
      kind: 'done', outcome: { left: [{ object: 'Namespace operators', reason: 'in use by PersistentVolumeClaim operators/data' }] },
    });
  });

  it('resumes after an interruption, and is done at once if nothing is left', () => {
    const rest = INSTALLED.filter(({ resource }) => !/^(clusterserviceversions|apiservices|catalogsources)/.test(resource));
    expect(removed({}, rest).verdict.kind).toBe('done');
    expect(removed({}, [])).toMatchObject({ actions: [], verdict: { kind: 'done', outcome: { removed: [] } } });
  });

  it('handles every kind in every release', () => {
    const versions = (Object.values(OlmVersion) as unknown[]).filter((value) => value instanceof OlmVersion);
    const releases = versions.map((version) => OlmRelease.of({ version }));
    const kinds = new Set(releases.flatMap((release) => release._manifests.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)));
    expect(kinds.size).toBeGreaterThan(10);
    expect([...kinds].filter((kind) => partOfOlm(...kind.split(' ') as [string, string]) === undefined)).toEqual([]);
  });
});
