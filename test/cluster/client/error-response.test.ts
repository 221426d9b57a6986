import { missingPermission, requiredPermission } from '../../../lib/cluster/client/error-response';

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
])('names the permission for %s %s', (method, path, permission) => {
  expect(requiredPermission({ method, path })).toEqual(permission);
});

test('names a ClusterRole for cluster-scoped resources', () => {
  expect(missingPermission({ verb: 'delete', group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' }, { message: 'x cannot delete resource "y"' }))
    .toBe('the account is not allowed to delete customresourcedefinitions.apiextensions.k8s.io; bind it to a ClusterRole, for the whole cluster, '
      + 'with the rule { apiGroups: ["apiextensions.k8s.io"], resources: ["customresourcedefinitions"], verbs: ["delete"] }');
});

test('returns nothing if admission rejected the request', () => {
  expect(missingPermission({ verb: 'create', group: '', resource: 'pods' }, { message: 'violates PodSecurity' })).toBeUndefined();
  expect(missingPermission({ verb: 'create', group: '', resource: 'pods' }, 'text')).toBeUndefined();
});
