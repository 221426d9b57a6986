import { ClusterStore } from '../../../../lib/cluster/waiting/view/cluster-store';
import { interestKey } from '../../../../lib/cluster/waiting/view/cluster-view';
import { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { Verdict } from '../../../../lib/cluster/waiting/machine/waiter';
import { operatorReady } from '../../../../lib/cluster/waiting/operator/operator-waiter';
import { InstalledOperator } from '../../../../lib/cluster/waiting/operator/installed-operator';
import { conditions, csv, DEMO, object, planned, subscription } from '../objects';
import { establishedCrd } from '../recorded-traces';

/** Returns the verdict on an operator that is installed. */
function verdictFor(subscribed: KubernetesObject): Verdict<InstalledOperator> {
  const cluster: { readonly [plural: string]: object[] } = {
    subscriptions: [subscribed],
    clusterserviceversions: [csv('plain.v0.2.0', 'Succeeded')],
    operatorgroups: [object('og')],
    customresourcedefinitions: [establishedCrd('plains.demo.test', 'v1')],
  };
  const waiter = operatorReady({ namespace: DEMO, subscription: 'plain' });
  const store = new ClusterStore();
  const listed = new Set<string>();
  let step = waiter.step(waiter.start(0), store, 0);
  for (let round = 0; round < 3; round++) {
    step.watch.filter((interest) => !listed.has(interestKey(interest))).forEach((interest) => {
      listed.add(interestKey(interest));
      store.relist(interest, cluster[interest.resource.plural] ?? []);
    });
    step = waiter.step(step.state, store, 0);
  }
  return waiter.step(step.state, store, 10_000).verdict!;
}

function deprecationsOf(...found: Parameters<typeof conditions>): readonly string[] | undefined {
  const status = { ...planned('install-a', 'plain.v0.2.0', 'plain.v0.2.0'), conditions: conditions(...found) };
  const verdict = verdictFor(subscription(status));
  expect(verdict.kind).toBe('done');
  return verdict.kind === 'done' ? verdict.outcome.deprecations : undefined;
}

describe('an operator of which something is deprecated', () => {
  it('is ready, with the messages of the catalog', () => {
    expect(deprecationsOf(
      { type: 'PackageDeprecated', message: 'olm.package/plain: use fancy' },
      { type: 'ChannelDeprecated', message: 'olm.channel/alpha: use stable' },
      { type: 'BundleDeprecated', message: 'olm.bundle/plain.v0.2.0: plain.v0.2.0 has a leak: upgrade' },
      { type: 'Deprecated', message: 'olm.package/plain: use fancy; olm.channel/alpha: use stable; olm.bundle/plain.v0.2.0: plain.v0.2.0 has a leak: upgrade' },
    )).toEqual([
      "package 'plain' is deprecated: use fancy",
      "channel 'alpha' of package 'plain' is deprecated: use stable",
      "bundle 'plain.v0.2.0' is deprecated: plain.v0.2.0 has a leak: upgrade",
    ]);
  });

  it('is reported with a message without the prefix of OLM', () => {
    expect(deprecationsOf({ type: 'ChannelDeprecated', message: 'use olm.channel/stable: it is faster' }))
      .toEqual(["channel 'alpha' of package 'plain' is deprecated: use olm.channel/stable: it is faster"]);
  });

  it('is reported on one line each, without control characters', () => {
    expect(deprecationsOf({ type: 'PackageDeprecated', message: ' use\n  fancy \u001b[2J' })).toEqual(["package 'plain' is deprecated: use fancy \ufffd[2J"]);
  });

  it('is not reported if OLM withdrew the condition', () => {
    expect(deprecationsOf({ type: 'ChannelDeprecated', status: 'False', message: 'use stable' })).toBeUndefined();
    expect(deprecationsOf()).toBeUndefined();
  });
});
