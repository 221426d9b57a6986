import { CUSTOM_RESOURCE_DEFINITIONS } from '../../../../lib/cluster/waiting/view/api-resource';
import { ClusterStore } from '../../../../lib/cluster/waiting/view/cluster-store';
import { named } from '../../../../lib/cluster/waiting/view/cluster-view';
import { removalInterests } from '../../../../lib/cluster/waiting/removal/removal-interests';
import { DEMO } from '../objects';

const footprint = { csvs: [], apis: [{ crd: 'plains.demo.test', group: 'demo.test', plural: 'plains', kind: 'Plain', version: 'v1beta1' }] };

describe('the operands of an operator', () => {
  it.each<[string, object | undefined, object]>([
    ['the version that the operator names', undefined, { version: 'v1beta1', namespaced: true }],
    ['the version that the operator names, of several that are served', {
      scope: 'Namespaced', versions: [{ name: 'v1', served: true }, { name: 'v1beta1', served: true }],
    }, { version: 'v1beta1', namespaced: true }],
    ['another version, where the API server does not serve that one', {
      scope: 'Cluster', versions: [{ name: 'v1beta1', served: false }, { name: 'v1', served: true }],
    }, { version: 'v1', namespaced: false }],
  ])('are listed in %s', (_, spec, expected) => {
    const store = new ClusterStore();
    if (spec !== undefined) {
      store.relist(named(CUSTOM_RESOURCE_DEFINITIONS, 'plains.demo.test'), [{ metadata: { name: 'plains.demo.test' }, spec }]);
    }
    const { operands } = removalInterests({ namespace: DEMO, subscription: 'plain' }, footprint, store);
    expect(operands[0]!.interest).toEqual({ resource: { group: 'demo.test', plural: 'plains', kind: 'Plain', ...expected } });
  });
});
