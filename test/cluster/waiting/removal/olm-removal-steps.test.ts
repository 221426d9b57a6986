import { OlmRemovalStep, OlmRemovalTarget } from '../../../../lib/olm/v0/release/removal-order';
import { partOfOlm, resourceName } from '../../../../lib/cluster/waiting/view/api-resource';
import { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { explanationLines } from '../../../builders/explanation-lines';
import { olmRemoval, OlmRemovalOptions } from '../../../../lib/cluster/waiting/removal/olm-removal';
import { RemovalReport } from '../../../../lib/cluster/waiting/removal/stage';
import { clusterObject, csv, deployment, object, pod } from '../objects';
import { actionTitles, ClusterEvent, simulate, SimulatedWait, Simulation } from '../simulated-cluster';

const OLM = 'operators.coreos.com/v1alpha1';

const step = (title: string, ...targets: OlmRemovalTarget[]): OlmRemovalStep => ({ title, reason: '', targets });

const PACKAGESERVER = step('packageserver', { apiVersion: OLM, kind: 'ClusterServiceVersion', name: 'packageserver', namespace: 'olm' });
const SUBSCRIPTIONS = step('subscriptions', { apiVersion: OLM, kind: 'Subscription' });
const OPERATORS = step('operators', { apiVersion: OLM, kind: 'ClusterServiceVersion' });
const CONTROLLERS = step('controllers', { apiVersion: 'apps/v1', kind: 'Deployment', name: 'olm-operator', namespace: 'olm' });
const NAMESPACE = step('namespaces', { apiVersion: 'v1', kind: 'Namespace', name: 'olm' });

const there = (apiVersion: string, kind: string, found: KubernetesObject): ClusterEvent => (
  { at: 0, type: 'ADDED', resource: resourceName(partOfOlm(apiVersion, kind)!), object: found }
);

const inOlm = { metadata: { namespace: 'olm' } };
const packageserver = there(OLM, 'ClusterServiceVersion', csv('packageserver', 'Succeeded', inOlm));
const olmOperator = there('apps/v1', 'Deployment', object('olm-operator', inOlm));
const namespace = there('v1', 'Namespace', clusterObject('olm'));
const inNamespace = (resource: string, found: KubernetesObject): ClusterEvent => (
  { at: 0, type: 'ADDED', resource, object: { ...found, metadata: { ...found.metadata, namespace: 'olm' } } }
);

const deleted: NonNullable<Simulation['onAction']> = ({ target: { resource, name, namespace: where } }, now) => [{
  at: now + 100, type: 'DELETED', resource: resourceName(resource),
  object: where === undefined ? clusterObject(name) : object(name, { metadata: { namespace: where } }),
}];

function removal(
  steps: readonly OlmRemovalStep[], events: readonly ClusterEvent[], options: Partial<OlmRemovalOptions> = {}, onAction = deleted,
): SimulatedWait<RemovalReport> {
  return simulate(olmRemoval({ steps, ...options }), events, { onAction });
}

const reasons = ({ verdict }: SimulatedWait<unknown>): readonly string[] => (verdict.kind === 'failed' ? explanationLines(verdict.explanation) : []);

describe('the report of a removal of OLM', () => {
  it('lists what every step deleted and left', () => {
    const { verdict } = removal([PACKAGESERVER, NAMESPACE, CONTROLLERS], [
      packageserver, namespace, inNamespace('pods', pod('mine', 'mine', {})), olmOperator,
    ]);
    expect(verdict).toMatchObject({ kind: 'done', outcome: {
      removed: ['ClusterServiceVersion olm/packageserver', 'Deployment olm/olm-operator'],
      left: [{ object: 'Namespace olm', reason: 'in use by Pod olm/mine' }],
    } });
  });

  it('lists the objects of kinds that it does not know as left', () => {
    const { verdict, actions } = removal([step('others',
      { apiVersion: 'example.com/v1', kind: 'Gadget', name: 'one', namespace: 'olm' }, { apiVersion: 'example.com/v1', kind: 'Gadget', name: 'two' },
    )], []);
    expect(verdict).toMatchObject({ kind: 'done', outcome: { left: [
      { object: 'Gadget olm/one', reason: 'unknown kind' }, { object: 'Gadget two', reason: 'unknown kind' },
    ] } });
    expect(actions).toEqual([]);
  });

  it('follows as soon as the last object is gone', () => {
    expect(removal([PACKAGESERVER], [packageserver])).toMatchObject({ verdict: { kind: 'done' }, at: 100 });
    expect(removal([], [])).toMatchObject({ verdict: { kind: 'done', outcome: { removed: [], left: [] } }, at: 0 });
  });

  it('is empty if the cluster no longer serves the kinds of OLM', () => {
    const problems = { 'clusterserviceversions.operators.coreos.com': 'not-served', 'subscriptions.operators.coreos.com': 'not-served' } as const;
    expect(simulate(olmRemoval({ steps: [PACKAGESERVER, SUBSCRIPTIONS] }), [], { problems }).verdict).toMatchObject({ kind: 'done', outcome: { removed: [] } });
  });

  it('contains what was deleted up to a failure', () => {
    const keepsNamespace: typeof deleted = (action, now) => (action.target.name === 'olm' ? [] : deleted(action, now));
    const { verdict } = removal([PACKAGESERVER, NAMESPACE], [packageserver, namespace], { timeouts: { total: 30_000 } }, keepsNamespace);
    expect(verdict).toMatchObject({ kind: 'failed', reached: { removed: ['ClusterServiceVersion olm/packageserver', 'Namespace olm'], left: [] } });
  });
});

describe('a step of the removal of OLM', () => {
  it('deletes the objects of a kind in all namespaces, but leaves the copies of ClusterServiceVersions to OLM', () => {
    const copy = csv('plain.v0.2.0', 'Succeeded', { metadata: { namespace: 'other', labels: { 'olm.copiedFrom': 'demo' } } });
    const wait = removal([SUBSCRIPTIONS, OPERATORS], [
      there(OLM, 'Subscription', object('plain')), there(OLM, 'Subscription', object('two', { metadata: { namespace: 'other' } })),
      there(OLM, 'ClusterServiceVersion', csv('plain.v0.2.0', 'Succeeded')), there(OLM, 'ClusterServiceVersion', copy),
    ], { removeOperators: true });
    expect(wait.actions.map(({ target: { resource, namespace: where, name } }) => `${resource.kind} ${where}/${name}`)).toEqual([
      'Subscription demo/plain', 'Subscription other/two', 'ClusterServiceVersion demo/plain.v0.2.0',
    ]);
  });

  it('deletes an object with a name in its namespace only', () => {
    const elsewhere = there('apps/v1', 'Deployment', object('olm-operator'));
    const { actions } = removal([CONTROLLERS], [elsewhere, olmOperator, there('apps/v1', 'Deployment', object('other', inOlm))]);
    expect(actions.map(({ target }) => target)).toMatchObject([{ name: 'olm-operator', namespace: 'olm' }]);
  });

  it('waits for running pods of a Namespace to terminate', () => {
    const running = inNamespace('pods', pod('olm-operator-1', 'olm-operator', { phase: 'Running' }));
    const wait = removal([NAMESPACE], [namespace, running, { ...running, at: 2000, type: 'DELETED' }]);
    expect(actionTitles(wait)).toEqual(['delete Namespace olm']);
    expect(wait).toMatchObject({ verdict: { kind: 'done' }, at: 2100 });
  });

  it('does not wait for finished pods', () => {
    expect(removal([NAMESPACE], [namespace, inNamespace('pods', pod('job-1', 'job', { phase: 'Succeeded' }))])).toMatchObject({ verdict: { kind: 'done' }, at: 100 });
  });
});

describe('without removeOperators', () => {
  const named = (name: string, where: string): ClusterEvent => there(OLM, 'ClusterServiceVersion', csv(name, 'Succeeded', { metadata: { namespace: where } }));

  it('nothing is deleted as long as OLM manages operators, even if one is named like a part of OLM', () => {
    const wait = removal([PACKAGESERVER], [packageserver, named('packageserver', 'demo'), named('plain.v0.2.0', 'olm')]);
    expect(reasons(wait)[1]).toBe('  - OLM still manages 2 operators: demo/packageserver and olm/plain.v0.2.0');
    expect(wait.actions).toEqual([]);
  });

  it('one operator is enough, also if nothing of the first steps is left', () => {
    const remaining = { kind: 'failed', reached: { removed: [], left: [] } };
    expect(removal([PACKAGESERVER, CONTROLLERS], [packageserver, olmOperator, named('plain.v0.2.0', 'demo')]).verdict).toMatchObject(remaining);
    expect(removal([PACKAGESERVER, CONTROLLERS], [olmOperator, named('plain.v0.2.0', 'demo')]).verdict).toMatchObject(remaining);
  });

  it('an operator that appears after the first step stops nothing', () => {
    const late: ClusterEvent = { ...named('late.v1.0.0', 'demo'), at: 50 };
    const steps = [PACKAGESERVER, CONTROLLERS];
    const wait = removal(steps, [packageserver, olmOperator, { ...late, at: 150 }]);
    expect(wait.verdict.kind).toBe('done');
    expect(removal(steps, [packageserver, late]).verdict.kind).toBe('failed');
  });
});

describe('a removal of OLM that does not finish', () => {
  const stuck = there(OLM, 'ClusterServiceVersion', csv('packageserver', 'Succeeded', {
    metadata: { namespace: 'olm', deletionTimestamp: 'now', finalizers: ['operators.coreos.com/csv-cleanup'] },
  }));
  const controller = (available: number): ClusterEvent => {
    const found = deployment('olm-operator', available, { metadata: { namespace: 'olm', labels: { app: 'olm-operator' } } });
    return there('apps/v1', 'Deployment', found);
  };

  it('gives up after 20 minutes', () => {
    const wait = removal([PACKAGESERVER], [packageserver], {}, () => []);
    expect(wait.at).toBe(20 * 60_000);
    expect(reasons(wait)[0]).toBe('removal of OLM did not finish within 20 min: packageserver for 20 min, waiting for ClusterServiceVersion '
      + 'olm/packageserver to be deleted');
  });

  it('names the controller of OLM that should remove the finalizers of operators, but is not available', () => {
    const lines = reasons(removal([PACKAGESERVER], [stuck, controller(0)]));
    expect(lines.join('\n')).toContain('Deployment olm/olm-operator of OLM is not available, so nothing cleans up after operators');
  });

  it.each<[string, readonly OlmRemovalStep[], readonly ClusterEvent[]]>([
    ['the controller is available', [PACKAGESERVER], [stuck, controller(1)]],
    ['something else is stuck', [NAMESPACE], [there('v1', 'Namespace', clusterObject('olm', { metadata: { deletionTimestamp: 'now' } })), controller(0)]],
  ])('does not name it if %s', (_, steps, events) => {
    const lines = reasons(removal(steps, events));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('\n')).not.toContain('is not available');
  });
});
