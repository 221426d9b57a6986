import { missingRight, rightFor } from '../../../../lib/pulumi/wait/client/missing-right';

const CSVS = '/apis/operators.coreos.com/v1alpha1/namespaces/prod/clusterserviceversions';

test.each<[string, string, object | undefined]>([
  ['GET', '/api/v1/pods', { verb: 'list', group: '', resource: 'pods', namespace: undefined }],
  ['GET', '/api/v1/namespaces', { verb: 'list', group: '', resource: 'namespaces', namespace: undefined }],
  ['GET', '/api/v1/namespaces/prod', { verb: 'get', group: '', resource: 'namespaces', namespace: undefined }],
  ['GET', `${CSVS}?watch=true&limit=5`, { verb: 'watch', group: 'operators.coreos.com', resource: 'clusterserviceversions', namespace: 'prod' }],
  ['GET', `${CSVS}/a/status`, { verb: 'get', group: 'operators.coreos.com', resource: 'clusterserviceversions/status', namespace: 'prod' }],
  ['DELETE', `${CSVS}/a`, { verb: 'delete', group: 'operators.coreos.com', resource: 'clusterserviceversions', namespace: 'prod' }],
  ['PUT', `${CSVS}/a`, { verb: 'update', group: 'operators.coreos.com', resource: 'clusterserviceversions', namespace: 'prod' }],
  ['PATCH', `${CSVS}/a`, { verb: 'patch', group: 'operators.coreos.com', resource: 'clusterserviceversions', namespace: 'prod' }],
  ['POST', CSVS, { verb: 'create', group: 'operators.coreos.com', resource: 'clusterserviceversions', namespace: 'prod' }],
  ['GET', '/version', undefined],
  ['GET', '/apis', undefined],
])('knows the right for %s %s', (method, path, right) => {
  expect(rightFor({ method, path })).toEqual(right);
});

test('names a role of the cluster for what is in no namespace', () => {
  expect(missingRight({ verb: 'delete', group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' }, { message: 'x cannot delete resource "y"' }))
    .toBe('the account may not delete customresourcedefinitions.apiextensions.k8s.io; bind it to a ClusterRole, for the whole cluster, '
      + 'with the rule { apiGroups: ["apiextensions.k8s.io"], resources: ["customresourcedefinitions"], verbs: ["delete"] }');
});

test('says nothing where admission refused', () => {
  expect(missingRight({ verb: 'create', group: '', resource: 'pods' }, { message: 'violates PodSecurity' })).toBeUndefined();
  expect(missingRight({ verb: 'create', group: '', resource: 'pods' }, 'text')).toBeUndefined();
});
