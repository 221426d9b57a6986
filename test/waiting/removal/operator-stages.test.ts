import { ClusterStore } from '../../../../lib/pulumi/wait/cluster/cluster-store';
import { removalInterests } from '../../../../lib/pulumi/wait/removal/operator-knowledge';
import { crdStage } from '../../../../lib/pulumi/wait/removal/operator-stages';
import { csv, DEMO } from '../objects';

const API = { crd: 'plains.demo.test', group: 'demo.test', plural: 'plains', kind: 'Plain', version: 'v1' };
const CRD = { metadata: { name: API.crd }, spec: { scope: 'Namespaced', versions: [{ name: 'v1', served: true }] } };

describe('the CRDs of an operator that is gone', () => {
  it('go, though the watch of all namespaces still has the operator', () => {
    const options = { namespace: DEMO, subscription: 'plain', crds: true };
    const traces = { csvs: ['plain.v0.2.0'], apis: [API], package: 'plain' };
    const store = new ClusterStore();
    const interests = removalInterests(options, traces, store);
    const lists = { ...interests, operands: interests.operands.map(({ interest }) => interest) };
    Object.values(lists).flat().filter((interest) => interest !== undefined).forEach((interest) => {
      store.relist(interest, []);
    });
    interests.crds.forEach((interest) => {
      store.relist(interest, [CRD]);
    });
    store.relist(interests.allCsvs, [csv('plain.v0.2.0', 'Succeeded')]);
    const { wishes, left } = crdStage({ options, traces, interests, view: store, timeIn: () => 0 });
    expect(left).toEqual([]);
    expect(wishes).toMatchObject([{ type: 'delete', target: { name: API.crd } }]);
  });
});
