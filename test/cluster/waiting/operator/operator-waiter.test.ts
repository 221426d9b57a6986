import { operatorReady } from '../../../../lib/cluster/waiting/operator/operator-waiter';
import { ClusterStore } from '../../../../lib/cluster/waiting/view/cluster-store';
import { type Interest, interestKey } from '../../../../lib/cluster/waiting/view/cluster-view';
import { csv, DEMO, object, planned, subscription } from '../objects';
import { establishedCrd } from '../recorded-traces';

const CLUSTER: { readonly [plural: string]: object[] } = {
  subscriptions: [subscription(planned('install-a', 'plain.v0.2.0', 'plain.v0.2.0'))],
  clusterserviceversions: [csv('plain.v0.2.0', 'Succeeded')],
  operatorgroups: [object('og')],
  customresourcedefinitions: [establishedCrd('plains.demo.test', 'v1')],
};

test('an operator that is installed is not ready while a watch is interrupted', () => {
  const waiter = operatorReady({ namespace: DEMO, subscription: 'plain' });
  const store = new ClusterStore();
  const listed = new Map<string, Interest>();
  let step = waiter.step(waiter.start(0), store, 0);
  for (let round = 0; round < 3; round++) {
    step.watch.filter((interest) => !listed.has(interestKey(interest))).forEach((interest) => {
      listed.set(interestKey(interest), interest);
      store.relist(interest, CLUSTER[interest.resource.plural] ?? []);
    });
    step = waiter.step(step.state, store, 0);
  }
  expect(step.state.phase).toBe('settling');
  const subscriptions = [...listed.values()].find(({ resource }) => resource.plural === 'subscriptions')!;

  store.lost(subscriptions, { kind: 'unreachable', message: 'connection refused' });
  const interrupted = waiter.step(step.state, store, 10_000);
  expect(interrupted.state.phase).toBe('serving');
  expect(interrupted.verdict).toBeUndefined();

  store.resumed(subscriptions);
  const resumed = waiter.step(interrupted.state, store, 20_000);
  expect(resumed.state.phase).toBe('settling');
  expect(waiter.step(resumed.state, store, 22_000).verdict).toMatchObject({ kind: 'done', outcome: { csv: 'plain.v0.2.0' } });
});
