import { observeOperator, type OperatorObservation } from '../../../../lib/cluster/waiting/operator/installed-operator';
import { ClusterStore } from '../../../../lib/cluster/waiting/view/cluster-store';
import { interestKey } from '../../../../lib/cluster/waiting/view/cluster-view';
import { csv, DEMO, object, plan, planned, subscription } from '../objects';
import { establishedCrd } from '../recorded-traces';

const OPTIONS = { namespace: DEMO, subscription: 'plain' };
const CLUSTER: { readonly [plural: string]: object[] } = {
  subscriptions: [subscription(planned('install-a', 'plain.v0.2.0', 'plain.v0.2.0'))],
  clusterserviceversions: [csv('plain.v0.2.0', 'Succeeded')],
  operatorgroups: [object('og', { spec: { targetNamespaces: [DEMO] } })],
  customresourcedefinitions: [establishedCrd('plains.demo.test', 'v1')],
};

function observedWith(cluster: { readonly [plural: string]: object[] }): OperatorObservation {
  const store = new ClusterStore();
  observeOperator(OPTIONS, store).watch.forEach((interest) => store.relist(interest, cluster[interest.resource.plural] ?? []));
  return observeOperator(OPTIONS, store);
}

describe('the observation of an operator', () => {
  it('names what to watch, in two rounds, and then reports what is installed', () => {
    const store = new ClusterStore();
    const listed = new Set<string>();
    for (let round = 0; round < 2; round++) {
      expect(observeOperator(OPTIONS, store).isKnown).toBe(false);
      observeOperator(OPTIONS, store).watch.filter((interest) => !listed.has(interestKey(interest))).forEach((interest) => {
        listed.add(interestKey(interest));
        store.relist(interest, CLUSTER[interest.resource.plural] ?? []);
      });
    }
    expect(observeOperator(OPTIONS, store)).toMatchObject({
      isKnown: true, isSubscribed: true, channel: 'alpha', installed: { package: 'plain', csv: 'plain.v0.2.0', version: '0.2.0', phase: 'Succeeded' },
      operatorGroups: [{ name: 'og', spec: { targetNamespaces: [DEMO] } }],
    });
  });

  it('reports that the Subscription does not exist', () => {
    const { installed, ...observed } = observedWith({});
    expect(observed).toMatchObject({ isKnown: true, isSubscribed: false });
    expect(installed).toEqual({});
  });

  it.each<[string, { readonly [plural: string]: object[] }, object]>([
    ['the package', { subscriptions: [subscription()] }, { package: 'plain' }],
    ['the version that OLM chose', { subscriptions: [subscription({ currentCSV: 'plain.v0.2.0' })] }, { package: 'plain', csv: 'plain.v0.2.0' }],
    ['the InstallPlan in progress',
      { subscriptions: [subscription(planned('install-a', 'plain.v0.2.0'))], installplans: [plan('install-a', ['plain.v0.2.0'], 'Installing', { approved: true })] },
      { package: 'plain', csv: 'plain.v0.2.0', installPlan: 'install-a' }],
    ['the InstallPlan to approve',
      { subscriptions: [subscription(planned('install-a', 'plain.v0.2.0'))], installplans: [plan('install-a', ['plain.v0.2.0'], 'RequiresApproval')] },
      { package: 'plain', csv: 'plain.v0.2.0', pendingInstallPlan: 'install-a' }],
  ])('reports what is known before anything is installed: %s', (_, cluster, installed) => {
    expect(observedWith(cluster).installed).toEqual(installed);
  });
});
