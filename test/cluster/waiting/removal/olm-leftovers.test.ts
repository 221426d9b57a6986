import { OlmRelease } from '../../../../lib/olm/v0/olm-release';
import { olmRemoval, type OlmRemovalOptions } from '../../../../lib/cluster/waiting/removal/olm-removal';
import type { RemovalReport } from '../../../../lib/cluster/waiting/removal/stage';
import { clusterObject, csv, event, object } from '../objects';
import { actionTitles, type ClusterEvent, simulate, type Simulation } from '../simulated-cluster';

const RBAC = 'rbac.authorization.k8s.io';
const MANAGED = { metadata: { labels: { 'olm.managed': 'true' } } };

/** A step of an InstallPlan for a cluster-scoped object. */
const step = (kind: string, name: string, status = 'Created', group = RBAC): object => (
  { resolving: 'plain.v0.2.0', status, resource: { kind, name, group, version: 'v1', manifest: '{}' } }
);

const OPERATOR: readonly ClusterEvent[] = [
  event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded')),
  event(0, 'installplans', object('install-a', {
    spec: {},
    status: { phase: 'Complete', plan: [step('ClusterRole', 'plain-viewer'), step('ClusterRole', 'before', 'Present'), step('PriorityClass', 'high', 'Created', 'scheduling.k8s.io')] },
  })),
];
const role = (name: string, options = {}): ClusterEvent => event(0, 'clusterroles', clusterObject(name, options));
const ROLES = [role('plain-viewer'), role('before'), role('managed', MANAGED), role('view')];

interface Removed {
  readonly left: string[];
  readonly deleted: string[];
}

function removed(options: Partial<OlmRemovalOptions>, events: readonly ClusterEvent[], simulation: Simulation = {}): Removed {
  const wait = simulate(olmRemoval({ steps: OlmRelease.of().removalSteps, removeOperators: true, ...options }), [...OPERATOR, ...events], {
    onAction: ({ target: { resource, name, namespace } }, now) => (
      [event(now + 100, resource.plural, namespace === undefined ? clusterObject(name) : object(name, { metadata: { namespace } }), 'DELETED')]
    ),
    ...simulation,
  });
  expect(wait.verdict.kind).toBe('done');
  const { left } = (wait.verdict as { readonly outcome: RemovalReport }).outcome;
  return { left: left.map(({ object: title, reason }) => `${title}: ${reason}`), deleted: actionTitles(wait) };
}

const advised = (kind: string, name: string): string => (
  `${kind} ${name}: OLM created it from the bundle of an operator, and nothing deletes it; to delete it, run kubectl delete ${kind.toLowerCase()} ${name}`
);

describe('what OLM created from bundles for the cluster, when OLM is removed', () => {
  it('is named: what InstallPlans created, and what has OLM\'s label', () => {
    const { left, deleted } = removed({}, ROLES);
    expect(left.sort()).toEqual([advised('ClusterRole', 'managed'), advised('ClusterRole', 'plain-viewer')]);
    expect(deleted).toEqual(['delete InstallPlan install-a', 'delete ClusterServiceVersion plain.v0.2.0']);
  });

  it('is deleted on request, after everything else, unless a binding of others refers to it', () => {
    const binding = event(0, 'rolebindings', object('reader', { roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'managed' } }));
    const { left, deleted } = removed({ leftovers: true }, [...ROLES, binding]);
    expect(deleted.at(-1)).toBe('delete ClusterRole plain-viewer');
    expect(left).toEqual(['ClusterRole managed: OLM created it from the bundle of an operator, and RoleBinding demo/reader refers to it']);
  });

  it('stays if nothing shows who uses its kind', () => {
    const high: ClusterEvent = { at: 0, type: 'ADDED', resource: 'priorityclasses.scheduling.k8s.io', object: clusterObject('high') };
    expect(removed({ leftovers: true }, [high]).left).toEqual(['PriorityClass high: OLM created it from the bundle of an operator, and other objects may use it']);
  });

  it('stays, and is unknown, if the account may not list what uses it', () => {
    const { left } = removed({ leftovers: true, steps: [] }, ROLES, { problems: { [`rolebindings.${RBAC}`]: 'forbidden' } });
    expect(left.sort()).toEqual(['managed', 'plain-viewer'].map((name) => (
      `ClusterRole ${name}: OLM created it from the bundle of an operator, and whether anything uses it is not known: the account may not list rolebindings.${RBAC}`
    )));
  });

  it('is unknown if the account may not list it', () => {
    expect(removed({ steps: [] }, [], { problems: { [`clusterrolebindings.${RBAC}`]: 'forbidden' } }).left)
      .toContain(`ClusterRoleBinding objects of bundles: whether OLM left any is not known: the account may not list clusterrolebindings.${RBAC}`);
  });
});
