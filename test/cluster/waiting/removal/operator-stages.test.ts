import { ClusterStore } from '../../../../lib/cluster/waiting/view/cluster-store';
import { removalInterests } from '../../../../lib/cluster/waiting/removal/removal-interests';
import { crdStage } from '../../../../lib/cluster/waiting/removal/operand-stages';
import { crdsOf, type Removal } from '../../../../lib/cluster/waiting/removal/operator-stages';
import { csv, DEMO } from '../objects';

const API = { crd: 'plains.demo.test', group: 'demo.test', plural: 'plains', kind: 'Plain', version: 'v1' };
const CRD = { metadata: { name: API.crd }, spec: { scope: 'Namespaced', versions: [{ name: 'v1', served: true }] } };

describe('the CRDs of a removed operator', () => {
  it('are deleted although the watch of all namespaces still has the operator', () => {
    const options = { namespace: DEMO, subscription: 'plain', crds: true };
    const footprint = { csvs: ['plain.v0.2.0'], apis: [API], package: 'plain' };
    const store = new ClusterStore();
    const interests = removalInterests(options, footprint, store);
    const { lists: ofBundles, users } = interests.bundleObjects;
    const lists = { ...interests, operands: interests.operands.map(({ interest }) => interest), bundleObjects: [...ofBundles, ...users] };
    Object.values(lists).flat().filter((interest) => interest !== undefined).forEach((interest) => {
      store.relist(interest, []);
    });
    interests.crds.forEach((interest) => {
      store.relist(interest, [CRD]);
    });
    store.relist(interests.allCsvs, [csv('plain.v0.2.0', 'Succeeded')]);
    const removal: Removal = {
      apisTitle: 'the operator\'s APIs', options, footprint, interests, view: store, timeInPhase: () => 0, operands: 'abort', force: false, removed: [],
    };
    const { actions, left } = crdStage(removal, crdsOf(removal));
    expect(left).toEqual([]);
    expect(actions).toMatchObject([{ type: 'delete', target: { name: API.crd } }]);
  });
});
