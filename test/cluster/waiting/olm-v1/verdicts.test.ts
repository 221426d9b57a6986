import * as fc from 'fast-check';
import {
  catalogAt, clusterCatalog, clusterExtension, controller, extensionAt, installedCondition, installedExtension, operatorCrd, operatorDeployment,
  progressing, PROGRESSED, servedCatalog, v1Event,
} from './objects';
import { Action } from '../../../../lib/cluster/waiting/view/action';
import { clusterCatalogRemoval } from '../../../../lib/cluster/waiting/olm-v1/cluster-catalog-removal';
import { clusterCatalogReady } from '../../../../lib/cluster/waiting/olm-v1/cluster-catalog-waiter';
import { clusterExtensionRemoval } from '../../../../lib/cluster/waiting/olm-v1/cluster-extension-removal';
import { clusterExtensionReady } from '../../../../lib/cluster/waiting/olm-v1/cluster-extension-waiter';
import { Waiter } from '../../../../lib/cluster/waiting/machine/waiter';
import { event, object, pod } from '../objects';
import { ClusterEvent, simulate } from '../simulated-cluster';

/** Whatever OLM v1 does, in whatever order, a wait ends in time, with a reason if it failed. */

const REASONS = ['Succeeded', 'Retrying', 'RollingOut', 'Blocked', 'InvalidConfiguration', 'ProgressDeadlineExceeded', 'Absent', ''];
const MESSAGES = [
  '', 'Desired state reached', 'no bundles found for package "plain"', 'error for resolved bundle "plain.v0.2.0" with version "0.2.0": x', 'Revision 0.2.0 is rolling out.',
  'error creating image source: 404', 'pre-authorization failed: x\n  Namespace:"" Verbs:[', 'retrying to get installed bundle', 'terminal error: error parsing image reference',
];

const condition = fc.record({
  type: fc.constantFrom('Progressing', 'Installed', 'Serving', 'PackageDeprecated'), status: fc.constantFrom('True' as const, 'False' as const, 'Unknown' as const),
  reason: fc.constantFrom(...REASONS), message: fc.constantFrom(...MESSAGES), observedGeneration: fc.nat(2),
});
const conditions = fc.uniqueArray(condition, { selector: ({ type }) => type, maxLength: 4 });

const change: fc.Arbitrary<(at: number) => ClusterEvent> = fc.oneof(
  conditions.map((found) => (at: number) => catalogAt(at, clusterCatalog(found))),
  conditions.map((found) => (at: number) => extensionAt(at, clusterExtension(found))),
  fc.constantFrom<(at: number) => ClusterEvent>(
    (at) => catalogAt(at, servedCatalog()), (at) => catalogAt(at, clusterCatalog([], { disabled: true })),
    (at) => extensionAt(at, installedExtension()),
    (at) => extensionAt(at, clusterExtension([installedCondition('True', 2), PROGRESSED, progressing('x', 'y')], { generation: 2, version: '0.1.0' })),
    (at) => v1Event(at, 'clusterextensions', installedExtension(), 'DELETED'), (at) => v1Event(at, 'clustercatalogs', servedCatalog(), 'DELETED'),
    (at) => event(at, 'deployments', operatorDeployment(0)), (at) => event(at, 'deployments', operatorDeployment(1)),
    (at) => event(at, 'deployments', controller('catalogd', 0)), (at) => event(at, 'pods', pod('plain-op-1', 'plain-op', {})),
    (at) => event(at, 'customresourcedefinitions', operatorCrd()), (at) => event(at, 'customresourcedefinitions', operatorCrd(false, { deletionTimestamp: 'now' })),
    (at) => event(at, 'plains', object('shop', { metadata: { deletionTimestamp: 'now', finalizers: ['a/b'] } })), (at) => event(at, 'plains', object('shop'), 'DELETED'),
  ),
);
const history = fc.array(fc.tuple(fc.nat(20_000), change), { maxLength: 25 })
  .map((changes) => changes.map(([at, make]) => make(at)).sort((left, right) => left.at - right.at));

/** Marks what a removal deletes. Nothing ever removes its finalizers. */
function deleted({ target: { resource: { kind }, name } }: Action, now: number): ClusterEvent[] {
  const metadata = { deletionTimestamp: 'now', finalizers: ['a/b'] };
  const catalog = clusterCatalog([]);
  return kind === 'Plain' ? [event(now, 'plains', object(name, { metadata }))]
    : [kind === 'ClusterCatalog' ? catalogAt(now, { ...catalog, metadata: { ...catalog.metadata, ...metadata } }) : extensionAt(now, installedExtension({ metadata }))];
}

const WAITERS: readonly (readonly [string, number, () => Waiter<unknown, unknown>])[] = [
  ['a cluster catalog', 5, () => clusterCatalogReady({ name: 'cat' }) as Waiter<unknown, unknown>],
  ['a cluster extension', 20, () => clusterExtensionReady({ name: 'plain', version: '0.2.0' }) as Waiter<unknown, unknown>],
  ['the removal of a cluster catalog', 3, () => clusterCatalogRemoval({ name: 'cat' }) as Waiter<unknown, unknown>],
  ['the removal of a cluster extension', 20, () => clusterExtensionRemoval({ name: 'plain', operands: 'delete' }) as Waiter<unknown, unknown>],
];

describe.each(WAITERS)('%s', (_, minutes, waiter) => {
  it('has a verdict in time, with a reason if it failed', () => {
    fc.assert(fc.property(history, (events) => {
      const { verdict, at } = simulate(waiter(), events, { onAction: deleted });
      expect(at).toBeLessThanOrEqual(minutes * 60_000);
      const causes = verdict.kind === 'done' ? ['done'] : verdict.explanation.findings.map(({ cause }) => cause);
      expect(causes).not.toContain('unexplained');
    }), { numRuns: 150 });
  });

  it('has the same verdict whenever it starts, once nothing changes any more', () => {
    fc.assert(fc.property(history, fc.nat(60_000), (events, later) => {
      const ends = [0, later].map((more) => simulate(waiter(), events, { from: 20_000 + more, onAction: deleted }).verdict.kind);
      expect(ends[0]).toBe(ends[1]);
    }), { numRuns: 50 });
  });
});
