import { describeInterest } from '../../../../lib/cluster/waiting/view/cluster-view';
import { OLM_TRACES } from '../../../../lib/cluster/waiting/olm/olm-detection';

const CRDS = [
  'catalogsources', 'clusterserviceversions', 'installplans', 'olmconfigs', 'operatorconditions', 'operatorgroups', 'operators', 'subscriptions',
].map((plural) => `customresourcedefinitions.apiextensions.k8s.io ${plural}.operators.coreos.com`);

describe('an OLM in the cluster', () => {
  it('is recognized by its CRDs, and by its other objects in any namespace', () => {
    expect(OLM_TRACES.map(describeInterest)).toEqual([
      ...CRDS, 'deployments.apps olm-operator', 'deployments.apps catalog-operator', 'deployments.apps packageserver',
      'clusterserviceversions.operators.coreos.com packageserver', 'operatorgroups.operators.coreos.com global-operators',
    ]);
  });
});
