import { ClusterStore } from '../../../../lib/pulumi/wait/cluster/cluster-store';
import { interestKey } from '../../../../lib/pulumi/wait/cluster/interest';
import { lookAtOperator } from '../../../../lib/pulumi/wait/operator/operator-look';
import { csv, DEMO, object, planned, subscription } from '../objects';
import { establishedCrd } from '../recorded-traces';

const OPTIONS = { namespace: DEMO, subscription: 'plain' };
const CLUSTER: { readonly [plural: string]: object[] } = {
  subscriptions: [subscription(planned('install-a', 'plain.v0.2.0', 'plain.v0.2.0'))],
  clusterserviceversions: [csv('plain.v0.2.0', 'Succeeded')],
  operatorgroups: [object('og', { spec: { targetNamespaces: [DEMO] } })],
  customresourcedefinitions: [establishedCrd('plains.demo.test', 'v1')],
};

describe('a look at an operator', () => {
  it('lists what it says, in two rounds, and tells what is installed', () => {
    const store = new ClusterStore();
    const listed = new Set<string>();
    for (let round = 0; round < 2; round++) {
      expect(lookAtOperator(OPTIONS, store).isKnown).toBe(false);
      lookAtOperator(OPTIONS, store).watch.filter((interest) => !listed.has(interestKey(interest))).forEach((interest) => {
        listed.add(interestKey(interest));
        store.relist(interest, CLUSTER[interest.resource.plural] ?? []);
      });
    }
    expect(lookAtOperator(OPTIONS, store)).toMatchObject({
      isKnown: true, isSubscribed: true, channel: 'alpha', installed: { package: 'plain', csv: 'plain.v0.2.0', version: '0.2.0', phase: 'Succeeded' },
      operatorGroups: [{ name: 'og', spec: { targetNamespaces: [DEMO] } }],
    });
  });

  it('tells a Subscription that is gone', () => {
    const store = new ClusterStore();
    lookAtOperator(OPTIONS, store).watch.forEach((interest) => store.relist(interest, []));
    expect(lookAtOperator(OPTIONS, store)).toMatchObject({ isKnown: true, isSubscribed: false, installed: {} });
  });
});
