import { bundleOf, podOf } from '../builders/bundle-of';
import type { Bundle } from '../../lib/bundle/bundle';
import { InstallPermissions } from '../../lib/report/install-permissions';
import type { InstallRule } from '../../lib/report/install-rule';

const RBAC = 'rbac.authorization.k8s.io';

/** Returns a rule as one line: verbs, then group/resource, then names. */
function line({ verbs, apiGroups, resources, resourceNames, nonResourceUrls }: InstallRule): string {
  const targets = apiGroups.flatMap(group => resources.map(resource => (group === '' ? resource : `${resource}.${group}`)));
  return [verbs.join(','), [...targets, ...nonResourceUrls].join(','), ...resourceNames].join(' ');
}

interface CsvFacts {
  readonly permissions?: object[];
  readonly clusterPermissions?: object[];
  readonly spec?: object;
  readonly files?: { readonly [path: string]: unknown };
  readonly version?: string;
}

function bundle({ permissions, clusterPermissions, spec, ...facts }: CsvFacts = {}): Bundle {
  const deployments = [{ name: 'demo', spec: podOf('example.test/demo:1') }];
  return bundleOf({ ...facts, spec: { install: { strategy: 'deployment', spec: { deployments, permissions, clusterPermissions } }, ...spec } });
}

function permission(serviceAccountName: string, ...rules: object[]): object {
  return { serviceAccountName, rules };
}

const READ_PODS = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] };
const READ_NODES = { apiGroups: [''], resources: ['nodes'], verbs: ['get'] };

describe('InstallPermissions', () => {
  test('of the smallest bundle allow creating its CSV and its Deployment', () => {
    const { rules, clusterRules, kubeSystemRules } = InstallPermissions.of(bundle());

    expect(rules.map(line)).toEqual([
      'create clusterserviceversions.operators.coreos.com', 'create deployments.apps', 'get,update deployments.apps demo',
    ]);
    expect([clusterRules, kubeSystemRules]).toEqual([[], []]);
  });

  test('contain the permissions that the CSV grants, and those to create its accounts and roles', () => {
    const { rules, clusterRules } = InstallPermissions.of(bundle({ permissions: [permission('demo', READ_PODS)] }));

    expect(rules.slice(3).map(line)).toEqual([
      'create serviceaccounts', 'get,patch serviceaccounts demo', `create,get,patch roles.${RBAC}`, `create,get,patch rolebindings.${RBAC}`, 'get,list pods',
    ]);
    expect(rules.at(-1)).toEqual({
      purpose: "grant permissions of the CSV to ServiceAccount 'demo'",
      verbs: ['get', 'list'],
      apiGroups: [''],
      resources: ['pods'],
      resourceNames: [],
      nonResourceUrls: [],
    });
    expect(clusterRules).toEqual([]);
  });

  test('contain clusterPermissions in the whole cluster, and not the ServiceAccount default, which exists', () => {
    const { rules, clusterRules } = InstallPermissions.of(bundle({
      clusterPermissions: [permission('default', READ_NODES, { nonResourceURLs: ['/metrics'], verbs: ['get'] })],
    }));

    expect(rules).toHaveLength(3);
    expect(clusterRules.map(line)).toEqual([`create,get,patch clusterroles.${RBAC}`, `create,get,patch clusterrolebindings.${RBAC}`, 'get nodes', 'get /metrics']);
  });

  test('contain no right for CustomResourceDefinitions, which OLM creates with its own rights', () => {
    const crd = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'things.example.test' }, spec: {} };

    expect(InstallPermissions.of(bundle({ files: { 'manifests/crd.yaml': crd } })).rules).toEqual(InstallPermissions.of(bundle()).rules);
  });

  test('allow creating the other objects of the bundle, where they are', () => {
    const object = (apiVersion: string, kind: string, name: string): object => (
      { apiVersion, kind, metadata: { name } }
    );
    const { rules, clusterRules } = InstallPermissions.of(bundle({
      files: {
        'manifests/a.yaml': object('v1', 'ConfigMap', 'a'),
        'manifests/b.yaml': object('v1', 'ConfigMap', 'b'),
        'manifests/c.yaml': object('monitoring.coreos.com/v1', 'ServiceMonitor', 'c'),
        'manifests/d.yaml': object('scheduling.k8s.io/v1', 'PriorityClass', 'd'),
      },
    }));

    expect(rules.slice(3).map(line)).toEqual([
      'create configmaps', 'get,patch configmaps a b', 'create servicemonitors.monitoring.coreos.com', 'get,update servicemonitors.monitoring.coreos.com c',
    ]);
    expect(clusterRules.map(line)).toEqual(['create priorityclasses.scheduling.k8s.io', 'get,update priorityclasses.scheduling.k8s.io d']);
  });

  test('allow granting what roles of the bundle grant, and binding other roles by name', () => {
    const role = (kind: string, name: string, rules: object[]): object => ({ apiVersion: `${RBAC}/v1`, kind, metadata: { name }, rules });
    const binding = (kind: string, name: string, roleKind: string, to: string): object => ({
      apiVersion: `${RBAC}/v1`, kind, metadata: { name }, roleRef: { apiGroup: RBAC, kind: roleKind, name: to }, subjects: [],
    });
    const { rules, clusterRules } = InstallPermissions.of(bundle({
      files: {
        'manifests/a.yaml': role('Role', 'reader', [READ_PODS]),
        'manifests/b.yaml': binding('RoleBinding', 'reads', 'Role', 'reader'),
        'manifests/c.yaml': binding('RoleBinding', 'views', 'ClusterRole', 'view'),
        'manifests/d.yaml': role('ClusterRole', 'nodes', [READ_NODES]),
        'manifests/e.yaml': { ...role('ClusterRole', 'all', []), aggregationRule: { clusterRoleSelectors: [] } },
      },
    }));

    expect(rules.slice(3).map(line)).toEqual([
      `create roles.${RBAC}`, `get,patch roles.${RBAC} reader`, `create rolebindings.${RBAC}`, `get,patch rolebindings.${RBAC} reads views`, 'get,list pods',
      `bind clusterroles.${RBAC} view`,
    ]);
    expect(clusterRules.map(line)).toEqual([
      `create clusterroles.${RBAC}`, `get,patch clusterroles.${RBAC} nodes all`, 'get nodes', `escalate clusterroles.${RBAC}`,
    ]);
  });

  test('allow serving webhooks with certificates, and registering them', () => {
    const webhook = (type: string, more: object = {}): object => ({
      type, generateName: 'w.example.test', deploymentName: 'demo', admissionReviewVersions: ['v1'], ...more,
    });
    const { rules, clusterRules, kubeSystemRules } = InstallPermissions.of(bundle({
      spec: {
        webhookdefinitions: [
          webhook('ValidatingAdmissionWebhook'), webhook('ValidatingAdmissionWebhook'), webhook('ConversionWebhook', { conversionCRDs: ['things.example.test'] }),
        ],
      },
    }));

    expect(rules.slice(3).map(line)).toEqual([
      'create services', 'patch services demo-service', 'create secrets', 'get,patch secrets demo-service-cert',
      `create roles.${RBAC}`, `get,patch roles.${RBAC} demo-service-cert`, `create rolebindings.${RBAC}`, `get,patch rolebindings.${RBAC} demo-service-cert`,
    ]);
    expect(clusterRules.map(line)).toEqual([
      `create clusterrolebindings.${RBAC}`,
      `patch clusterrolebindings.${RBAC} demo-service-system:auth-delegator`,
      `bind clusterroles.${RBAC} system:auth-delegator`,
      'list,create,update validatingwebhookconfigurations.admissionregistration.k8s.io',
      'get,update customresourcedefinitions.apiextensions.k8s.io things.example.test',
    ]);
    expect(kubeSystemRules.map(line)).toEqual([
      `create rolebindings.${RBAC}`, `patch rolebindings.${RBAC} demo-service-auth-reader`, `bind roles.${RBAC} extension-apiserver-authentication-reader`,
    ]);
  });

  test('allow registering API services, and looking for their objects under former names', () => {
    const { rules, clusterRules, kubeSystemRules } = InstallPermissions.of(bundle({
      spec: { apiservicedefinitions: { owned: [{ name: 'things', group: 'example.test', version: 'v1', kind: 'Thing', deploymentName: 'demo' }] } },
    }));

    expect(rules.map(line)).toEqual(expect.arrayContaining(['get services v1-example-test', 'get secrets v1.example.test-cert', `get roles.${RBAC} v1.example.test-cert`]));
    expect(clusterRules.map(line)).toEqual(expect.arrayContaining([
      'create apiservices.apiregistration.k8s.io', 'get,patch apiservices.apiregistration.k8s.io v1.example.test',
      `get clusterrolebindings.${RBAC} v1.example.test-system:auth-delegator`,
    ]));
    expect(kubeSystemRules.map(line)).toContain(`get rolebindings.${RBAC} v1.example.test-auth-reader`);
  });

  test('contain no rule of OLM that another rule includes', () => {
    const files = {
      'manifests/a.yaml': { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'b' } },
      'manifests/b.yaml': { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'a' } },
    };
    const linesOf = (...rules: object[]): string[] => InstallPermissions.of(bundle({ permissions: [permission('a', ...rules), permission('b')], files })).rules
      .map(line).filter(text => text.includes('serviceaccounts'));

    expect(linesOf()).toEqual(['create serviceaccounts', 'get,patch serviceaccounts a b']);
    const all = { apiGroups: [''], resources: ['*'], verbs: ['patch', 'get'] };
    expect(linesOf(all)).toEqual(['create serviceaccounts']);
    expect(linesOf({ ...all, resources: ['serviceaccounts'], resourceNames: ['a', 'b', 'c'] })).toEqual(['create serviceaccounts', 'patch,get serviceaccounts a b c']);
  });

  test.each([
    ['a package', { files: { 'metadata/dependencies.yaml': { dependencies: [{ type: 'olm.package', value: { packageName: 'other', version: '1.0.0' } }] } } }],
    ['an API', { spec: { customresourcedefinitions: { required: [{ name: 'others.example.test', version: 'v1', kind: 'Other' }] } } }],
  ])('allow creating Subscriptions for a bundle that depends on %s', (_, facts) => {
    expect(InstallPermissions.of(bundle(facts)).rules.map(line)).toContain('create subscriptions.operators.coreos.com');
  });

  test('as text state what each right is needed for', () => {
    expect(InstallPermissions.of(bundle({ clusterPermissions: [permission('demo', READ_NODES)] })).toText()).toContain([
      'IN THE CLUSTER',
      '  to create the ClusterRoles of the CSV',
      '    get,create,patch  clusterroles in rbac.authorization.k8s.io',
      '    get,create,patch  clusterrolebindings in rbac.authorization.k8s.io',
      "  to grant clusterPermissions of the CSV to ServiceAccount 'demo'",
      '    get  nodes',
    ].join('\n'));
  });
});

describe('InstallPermissions.compare', () => {
  const before = bundle({ permissions: [permission('demo', READ_PODS)] });
  const after = bundle({
    version: '1.1.0',
    permissions: [permission('demo', { ...READ_PODS, verbs: ['get', 'delete'] })],
    clusterPermissions: [permission('demo', READ_NODES)],
  });
  const comparison = InstallPermissions.compare(before, after);

  test('lists the rights to add before an upgrade and to remove after it', () => {
    expect(comparison).toMatchObject({ previous: 'demo.v1.0.0', next: 'demo.v1.1.0' });
    expect(comparison.added.rules.map(line)).toEqual(['delete pods']);
    expect(comparison.added.clusterRules.map(line)).toEqual([
      `create,get,patch clusterrolebindings.${RBAC},clusterroles.${RBAC}`, 'get nodes',
    ]);
    expect(comparison.removed.rules.map(line)).toEqual(['list pods']);
    expect(comparison.removed.clusterRules).toEqual([]);
  });

  test('as text has a section for each place with differences', () => {
    expect(comparison.toText()).toContain('ADDED IN THE NAMESPACE OF THE OPERATOR\n  to grant permissions of the CSV');
    expect(comparison.toText()).toContain('REMOVED IN THE NAMESPACE OF THE OPERATOR\n');
  });

  test('lists nothing for equal bundles', () => {
    expect(InstallPermissions.compare(before, before).added).toEqual({ rules: [], clusterRules: [], kubeSystemRules: [], namespaceRules: [] });
  });
});
