import { bundle, bundleDeployment, crd, deploymentAt, INSTALLED, namespace, operator, rukpakEvent, UNPACKED, VALID } from './objects';
import { Action } from '../../../../lib/cluster/waiting/view/action';
import { rukpakBundleRemoval } from '../../../../lib/cluster/waiting/rukpak/rukpak-bundle-removal';
import { rukpakInstallationRemoval, RukpakInstallationRemovalOptions } from '../../../../lib/cluster/waiting/rukpak/rukpak-installation-removal';
import { event, object } from '../objects';
import { linesOf } from '../explained-failure';
import { actionTitles, ClusterEvent, simulate, SimulatedWait } from '../simulated-cluster';

const EVENTS = [deploymentAt(0, bundleDeployment([UNPACKED, INSTALLED])), event(0, 'customresourcedefinitions', crd()), event(0, 'deployments', operator(1))];
const OPERAND = event(0, 'plains', object('shop'));

/** Simulates the garbage collector. */
function deleting({ target: { resource, name } }: Action, now: number): ClusterEvent[] {
  return resource.kind === 'Plain' ? [event(now + 100, 'plains', object(name), 'DELETED')] : [
    rukpakEvent(now + 100, 'bundledeployments', bundleDeployment([]), 'DELETED'), event(now + 300, 'deployments', operator(1), 'DELETED'),
    event(now + 500, 'customresourcedefinitions', crd(), 'DELETED'), rukpakEvent(now + 700, 'bundles', bundle(), 'DELETED'),
    event(now + 900, 'namespaces', namespace(), 'DELETED'),
  ];
}

function removed(options: Partial<RukpakInstallationRemovalOptions> = {}, events: readonly ClusterEvent[] = EVENTS): SimulatedWait<unknown> {
  return simulate(rukpakInstallationRemoval({ name: 'app', version: 'v1alpha2', ...options }), events, { onAction: deleting });
}

describe('the removal of a bundle deployment', () => {
  it('deletes it, and waits until what RukPak created for it is gone', () => {
    const wait = removed();
    expect(actionTitles(wait)).toEqual(['delete BundleDeployment app']);
    expect([wait.verdict, wait.at]).toEqual([expect.objectContaining({ kind: 'done', outcome: { removed: ['BundleDeployment app'], left: [] } }), 500]);
  });

  it('waits for a namespace that RukPak created, and in v1alpha1 for its Bundles', () => {
    expect(removed({}, [...EVENTS, event(0, 'namespaces', namespace())])).toMatchObject({ verdict: { kind: 'done' }, at: 900 });
    const events = [deploymentAt(0, bundleDeployment([VALID, INSTALLED])), rukpakEvent(0, 'bundles', bundle())];
    expect(removed({ version: 'v1alpha1' }, events)).toMatchObject({ verdict: { kind: 'done' }, at: 700 });
  });

  it('deletes the operands first, while the operator is running', () => {
    expect(actionTitles(removed({ operands: 'delete' }, [...EVENTS, OPERAND]))).toEqual(['delete Plain shop', 'delete BundleDeployment app']);
  });

  it('leaves operands to the garbage collector if they are ignored', () => {
    expect(actionTitles(removed({ operands: 'ignore' }, [...EVENTS, OPERAND]))).toEqual(['delete BundleDeployment app']);
  });

  it('needs no permission for operands that are ignored', () => {
    const problems = { 'plains.demo.test': 'forbidden' } as const;
    const removal = rukpakInstallationRemoval({ name: 'app', version: 'v1alpha2', operands: 'ignore' });
    expect(simulate(removal, EVENTS, { problems, onAction: deleting }).verdict.kind).toBe('done');
  });

  it('removes finalizers of operands after a minute with force', () => {
    const stuck = event(0, 'plains', object('shop', { metadata: { deletionTimestamp: 'now', finalizers: ['demo.test/backup'] } }));
    const wait = removed({ operands: 'delete', force: true }, [...EVENTS, stuck]);
    expect(actionTitles(wait)).toEqual(['remove-finalizers Plain shop', 'delete BundleDeployment app']);
    expect(wait.at).toBeGreaterThanOrEqual(60_000);
  });

  it('is done at once if nothing is left, or RukPak is gone', () => {
    expect(removed({}, []).verdict.kind).toBe('done');
    const problems = { 'bundledeployments.core.rukpak.io': 'not-served' } as const;
    expect(simulate(rukpakInstallationRemoval({ name: 'app', version: 'v1alpha2' }), [], { problems }).verdict.kind).toBe('done');
  });

  it('immediately lists what has no owner, because nothing deletes it', () => {
    const kept = crd({ ownerReferences: [], annotations: { 'helm.sh/resource-policy': 'keep' } });
    const wait = removed({}, [EVENTS[0]!, event(0, 'customresourcedefinitions', kept), event(0, 'deployments', operator(1, { ownerReferences: [] }))]);
    expect(wait).toMatchObject({ at: 100, verdict: { kind: 'done', outcome: { removed: ['BundleDeployment app'], left: [
      { object: 'CustomResourceDefinition plains.demo.test', reason: 'its annotation helm.sh/resource-policy keeps it' },
      { object: 'Deployment demo/plain-op', reason: 'it has no owner, so it was not deleted with the BundleDeployment' },
    ] } } });
  });

  it('reports what the garbage collector does not delete', () => {
    const wait = simulate(rukpakInstallationRemoval({ name: 'app', version: 'v1alpha2' }), [event(0, 'deployments', operator(1))]);
    expect(linesOf(wait)).toEqual([
      'removal of bundle deployment app did not finish within 6 min: collecting for 6 min, waiting for Deployment demo/plain-op to be deleted by the garbage collector',
      '  - Deployment demo/plain-op still exists, although its owner is deleted',
      '    remedy: check the finalizers and the owner of the object',
    ]);
  });
});

describe('the removal of a bundle instance', () => {
  it('deletes it, and reports what another kind owns', () => {
    const events = [rukpakEvent(0, 'bundleinstances', bundleDeployment([VALID, INSTALLED])), event(0, 'deployments', operator(1))];
    const wait = simulate(rukpakInstallationRemoval({ kind: 'BundleInstance', name: 'app', version: 'v1alpha1' }), events, {
      onAction: (_, now) => [rukpakEvent(now + 100, 'bundleinstances', bundleDeployment([]), 'DELETED')],
    });
    expect(actionTitles(wait)).toEqual(['delete BundleInstance app']);
    expect(wait.verdict).toMatchObject({ kind: 'done', outcome: { left: [
      { object: 'Deployment demo/plain-op', reason: 'it has no owner, so it was not deleted with the BundleInstance' },
    ] } });
  });
});

describe('the removal of a bundle', () => {
  const remove = (force: boolean, ...events: readonly ClusterEvent[]): SimulatedWait<unknown> => simulate(rukpakBundleRemoval({ name: 'app-x', force }), events, {
    onAction: (_, now) => [rukpakEvent(now + 100, 'bundles', bundle(), 'DELETED')],
  });

  it('deletes it, and waits until it is gone', () => {
    const wait = remove(false, rukpakEvent(0, 'bundles', bundle()));
    expect([wait.verdict, wait.at]).toEqual([expect.objectContaining({ kind: 'done', outcome: { removed: ['Bundle app-x'], left: [] } }), 100]);
    expect(remove(false).verdict.kind).toBe('done');
  });

  it('removes its finalizer after a minute with force, or else explains what blocks it', () => {
    const finalizers = ['core.rukpak.io/delete-cached-bundle'];
    const stuck = rukpakEvent(0, 'bundles', { ...bundle(), metadata: { name: 'app-x', resourceVersion: '1', deletionTimestamp: 'now', finalizers } });
    expect(actionTitles(remove(true, stuck))).toEqual(['remove-finalizers Bundle app-x']);
    expect(linesOf(remove(false, stuck))).toEqual([
      'removal of bundle app-x did not finish within 3 min: bundle for 3 min, waiting for Bundle app-x to be deleted',
      '  - Bundle app-x is blocked by its finalizer core.rukpak.io/delete-cached-bundle',
      '    remedy: let the controller that set the finalizers finish its work; force removes them and skips that work',
    ]);
  });
});
