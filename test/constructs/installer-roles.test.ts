import { ApiObject, App, Chart, Testing } from 'cdk8s';
import { InstallerRoles, InstallerRolesProps, RbacSubject, InstallMode, PlainManifests } from 'olm-constructs';
import { InstallPermissions } from 'olm-constructs/report';
import { Manifest, synth } from '../builders/synthesized';
import { operatorBundle } from '../render/operator-bundle';

const READ_PODS = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
const FLUX = RbacSubject.serviceAccount('flux', 'tenant');

function permissions(installMode = InstallMode.ownNamespace(), installNamespace = 'operators'): InstallPermissions {
  const bundle = operatorBundle({ permissions: [{ serviceAccountName: 'demo', rules: [READ_PODS] }] });
  return InstallPermissions.ofPlain(PlainManifests.render(bundle, { installNamespace, installMode }));
}

function rolesOf(props: Partial<InstallerRolesProps>): Manifest[] {
  const chart = Testing.chart();
  new InstallerRoles(chart, 'roles', { permissions: [permissions()], subjects: [FLUX], ...props });
  return synth(chart);
}

const titles = (manifests: readonly Manifest[]): string[] => manifests.map(({ kind, metadata: { name, namespace } }) => `${kind} ${[namespace, name].filter(Boolean).join('/')}`);

describe('InstallerRoles', () => {
  test('grant the rights in the namespace of the operator and in the cluster, to the subjects', () => {
    const manifests = rolesOf({});

    expect(titles(manifests)).toEqual([
      'Role operators/demo-installer', 'RoleBinding operators/demo-installer', 'ClusterRole operators.demo-installer', 'ClusterRoleBinding operators.demo-installer',
    ]);
    expect(manifests[0]!['rules']).toContainEqual({ apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['demo'], verbs: ['get', 'patch', 'update', 'delete'] });
    expect(manifests[1]).toMatchObject({
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'demo-installer' }, subjects: [{ kind: 'ServiceAccount', name: 'flux', namespace: 'tenant' }],
    });
  });

  test('grant the rights in the other namespaces that the operator watches', () => {
    expect(titles(rolesOf({ permissions: [permissions(InstallMode.multiNamespace(['a', 'b']))], name: 'x' }))).toEqual([
      'Role operators/x', 'RoleBinding operators/x', 'ClusterRole operators.x', 'ClusterRoleBinding operators.x',
      'Role a/operators.x', 'RoleBinding a/operators.x', 'Role b/operators.x', 'RoleBinding b/operators.x',
    ]);
  });

  test('create a ServiceAccount, bind users and groups, and label everything', () => {
    const manifests = rolesOf({
      subjects: [RbacSubject.newServiceAccount('deployer'), RbacSubject.user('ann'), RbacSubject.group('platform')], labels: { team: 'platform' },
    });

    expect(titles(manifests)[0]).toBe('ServiceAccount operators/deployer');
    const apiGroup = 'rbac.authorization.k8s.io';
    expect(manifests.find(({ kind }) => kind === 'RoleBinding')!['subjects']).toEqual([
      { kind: 'ServiceAccount', name: 'deployer', namespace: 'operators' }, { kind: 'User', name: 'ann', apiGroup }, { kind: 'Group', name: 'platform', apiGroup },
    ]);
    expect(manifests.every(({ metadata }) => metadata.labels!['team'] === 'platform')).toBe(true);
  });

  test('join the rights for several bundles without duplicates, also with OLM v0', () => {
    const ofOlm = InstallPermissions.of(operatorBundle());
    const [role] = rolesOf({ permissions: [ofOlm, ofOlm], namespace: 'operators' });

    expect((role!['rules'] as object[]).length).toBe(ofOlm.rules.length);
  });

  test('return their objects', () => {
    const { objects, namespace } = new InstallerRoles(new Chart(new App(), 'c'), 'roles', { permissions: [permissions()], subjects: [FLUX] });

    expect(namespace).toBe('operators');
    expect(objects.every(object => ApiObject.isApiObject(object))).toBe(true);
    expect(objects).toHaveLength(4);
  });

  test.each<[string, object, string]>([
    ['missing permissions', { permissions: [] }, 'permissions is empty; add InstallPermissions of the bundle to install'],
    ['missing subjects', { subjects: [] }, "subjects is empty; add those that install the bundle, such as RbacSubject.serviceAccount('name', 'namespace')"],
    ['an unknown key', { subject: FLUX }, "unknown key 'subject' in props of InstallerRoles; known keys: 'permissions', 'subjects', 'namespace'"],
    ['an invalid name', { name: 'A' }, "name 'A' must "],
    ['an invalid account', { subjects: [RbacSubject.newServiceAccount('A')] }, "name of the ServiceAccount 'A' must "],
    ['an invalid namespace', { subjects: [RbacSubject.serviceAccount('a', 'B')] }, "namespace of the ServiceAccount 'B' must "],
    ['a user without a name', { subjects: [RbacSubject.user('')] }, 'subjects has a User without a name; set the name that the API server authenticates'],
    ['rights of OLM v0 without a namespace', { permissions: [InstallPermissions.of(operatorBundle())] },
      "namespace is required: the permissions of OLM v0 apply to any; set 'namespace' to that of the operator"],
    ['rights in different namespaces', { permissions: [permissions(), permissions(InstallMode.ownNamespace(), 'other')] },
      "permissions and namespace are for different namespaces, 'operators' and 'other'; use separate InstallerRoles for each namespace"],
  ])('refuse %s', (_, props, message) => {
    expect(() => rolesOf(props)).toThrow(`[test/roles] ${message}`);
  });
});
