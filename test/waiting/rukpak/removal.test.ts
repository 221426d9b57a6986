import { bundle, bundleDeployment, crd, deploymentAt, INSTALLED, operator, rukpakEvent, UNPACKED, VALID } from './objects';
import { Action } from '../../../lib/waiting/cluster/action';
import { rukpakDeploymentRemoval, RukpakDeploymentRemovalOptions } from '../../../lib/waiting/rukpak/rukpak-deployment-removal';
import { event, object } from '../objects';
import { linesOf } from '../explained-failure';
import { actionTitles, ClusterEvent, simulate, SimulatedWait } from '../simulated-cluster';

const EVENTS = [deploymentAt(0, bundleDeployment([UNPACKED, INSTALLED])), event(0, 'customresourcedefinitions', crd()), event(0, 'deployments', operator(1))];
const OPERAND = event(0, 'plains', object('shop'));

/** Plays the garbage collector. */
function deleting({ target: { resource, name } }: Action, now: number): ClusterEvent[] {
  return resource.kind === 'Plain' ? [event(now + 100, 'plains', object(name), 'DELETED')] : [
    rukpakEvent(now + 100, 'bundledeployments', bundleDeployment([]), 'DELETED'), event(now + 300, 'deployments', operator(1), 'DELETED'),
    event(now + 500, 'customresourcedefinitions', crd(), 'DELETED'), rukpakEvent(now + 700, 'bundles', bundle(), 'DELETED'),
  ];
}

function removed(options: Partial<RukpakDeploymentRemovalOptions> = {}, events: readonly ClusterEvent[] = EVENTS): SimulatedWait<unknown> {
  return simulate(rukpakDeploymentRemoval({ name: 'app', version: 'v1alpha2', ...options }), events, { onAction: deleting });
}

describe('the removal of a bundle deployment', () => {
  it('deletes it, and waits until what RukPak created for it is gone', () => {
    const wait = removed();
    expect(actionTitles(wait)).toEqual(['delete BundleDeployment app']);
    expect([wait.verdict, wait.at]).toEqual([expect.objectContaining({ kind: 'done', outcome: { removed: ['BundleDeployment app'], left: [] } }), 500]);
  });

  it('in v1alpha1 waits for its Bundles, too', () => {
    const events = [deploymentAt(0, bundleDeployment([VALID, INSTALLED])), rukpakEvent(0, 'bundles', bundle())];
    expect(removed({ version: 'v1alpha1' }, events)).toMatchObject({ verdict: { kind: 'done' }, at: 700 });
  });

  it('deletes the operands first, while the operator is running', () => {
    expect(actionTitles(removed({ operands: 'delete' }, [...EVENTS, OPERAND]))).toEqual(['delete Plain shop', 'delete BundleDeployment app']);
  });

  it('leaves operands to the garbage collector if they are ignored', () => {
    expect(actionTitles(removed({ operands: 'ignore' }, [...EVENTS, OPERAND]))).toEqual(['delete BundleDeployment app']);
  });

  it('is done at once if nothing is left, or RukPak is gone', () => {
    expect(removed({}, []).verdict.kind).toBe('done');
    const problems = { 'bundledeployments.core.rukpak.io': 'not-served' } as const;
    expect(simulate(rukpakDeploymentRemoval({ name: 'app', version: 'v1alpha2' }), [], { problems }).verdict.kind).toBe('done');
  });

  it('reports what the garbage collector does not delete', () => {
    const wait = simulate(rukpakDeploymentRemoval({ name: 'app', version: 'v1alpha2' }), [event(0, 'deployments', operator(1))]);
    expect(linesOf(wait)).toEqual([
      'removal of bundle deployment app did not finish within 20 min: collecting for 20 min, waiting for Deployment demo/plain-op to be deleted',
      '  - Deployment demo/plain-op still exists, although its owner is deleted',
      '    remedy: check the finalizers and the owner of the object',
    ]);
  });
});
