import { Chart, Testing } from 'cdk8s';
import {
  BundleDeployment, CatalogRef, CreatedServiceAccountOptions, InstallMode, OlmInstallation, OlmV0Engine, OlmVersion, OperatorGroupRef,
  OperatorRegistry, OperatorServiceAccount, OperatorSubscription, OperatorSubscriptionProps,
} from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { InstallPermissions } from 'olm-constructs/report';
import { bundleOf, podOf } from '../builders/bundle-of';
import { kindsOf, one, synth } from '../builders/synthesized';

const READ_PODS = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
const READ_NODES = { apiGroups: [''], resources: ['nodes'], verbs: ['get'] };
const MODES = ['OwnNamespace', 'AllNamespaces'].map(type => ({ type, supported: true }));

interface Needs {
  readonly version?: string;
  readonly replaces?: string;
  readonly permissions?: object[];
  readonly clusterPermissions?: object[];
  readonly required?: object[];
}

function bundle({ permissions = [READ_PODS], clusterPermissions, required = [], ...facts }: Needs = {}): Bundle {
  const held = (rules?: object[]): object[] | undefined => (rules === undefined ? undefined : [{ serviceAccountName: 'demo', rules }]);
  return bundleOf({
    ...facts,
    spec: {
      installModes: MODES,
      customresourcedefinitions: { required },
      install: {
        strategy: 'deployment',
        spec: {
          deployments: [{ name: 'demo', spec: podOf('example.test/demo:1') }], permissions: held(permissions), clusterPermissions: held(clusterPermissions),
        },
      },
    },
  });
}

const CLUSTER_WIDE = bundle({ clusterPermissions: [READ_NODES] });

function subscribe(props: Partial<OperatorSubscriptionProps>, bundles = [bundle()]): { chart: Chart; subscription: OperatorSubscription } {
  const chart = Testing.chart();
  const registry = new OperatorRegistry(chart, 'registry', { bundles });
  return { chart, subscription: new OperatorSubscription(chart, 'operator', { catalog: registry, ...props }) };
}

function created(options?: CreatedServiceAccountOptions): Partial<OperatorSubscriptionProps> {
  return { serviceAccount: OperatorServiceAccount.create(options) };
}

describe('a named ServiceAccount', () => {
  test('is set on the OperatorGroup, and nothing is created', () => {
    const { chart, subscription } = subscribe({ serviceAccount: OperatorServiceAccount.named('installer') });
    const manifests = synth(chart);

    expect(one(manifests, 'OperatorGroup').spec).toEqual({ serviceAccountName: 'installer', targetNamespaces: ['demo'], upgradeStrategy: 'Default' });
    expect(kindsOf(manifests)).not.toContain('ServiceAccount');
    expect(subscription).toMatchObject({ serviceAccountName: 'installer', serviceAccountObjects: [] });
  });

  test('may be used with a catalog of unknown content', () => {
    const chart = Testing.chart();
    new OperatorSubscription(chart, 'etcd', { catalog: CatalogRef.named('a', 'olm'), packageName: 'etcd', serviceAccount: OperatorServiceAccount.named('installer') });

    expect(one(synth(chart), 'OperatorGroup').spec).toMatchObject({ serviceAccountName: 'installer' });
  });
});

describe('a created ServiceAccount', () => {
  test('is bound to a Role with the rules of InstallPermissions, before the OperatorGroup', () => {
    const { chart, subscription } = subscribe(created());
    const manifests = synth(chart);

    expect(subscription.serviceAccountName).toBe('demo-installer');
    const metadata = { name: 'demo-installer', namespace: 'demo', annotations: { 'olm-constructs/part-of': 'Subscription/demo/demo' } };
    expect(one(manifests, 'ServiceAccount')).toEqual({ apiVersion: 'v1', kind: 'ServiceAccount', metadata });
    const rules = InstallPermissions.of(bundle()).rules.map(({ verbs, apiGroups, resources, resourceNames }) => (
      { apiGroups, resources, ...(resourceNames.length === 0 ? {} : { resourceNames }), verbs }));
    expect(one(manifests, 'Role')).toEqual({
      apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata, rules,
    });
    expect(rules).toContainEqual(READ_PODS);
    expect(one(manifests, 'RoleBinding')).toEqual({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'demo-installer' },
      subjects: [{ kind: 'ServiceAccount', name: 'demo-installer', namespace: 'demo' }],
    });
    expect(one(manifests, 'OperatorGroup').spec).toMatchObject({ serviceAccountName: 'demo-installer' });
    expect(kindsOf(manifests).filter(kind => !['ConfigMap', 'NetworkPolicy', 'Service', 'Deployment', 'CatalogSource'].includes(kind))).toEqual([
      'Namespace', 'ServiceAccount', 'Role', 'RoleBinding', 'OperatorGroup', 'Subscription',
    ]);
  });

  test('has a separate ClusterRole for an operator that watches all namespaces and needs one', () => {
    const { chart } = subscribe({ ...created({ name: 'tenant' }), installMode: InstallMode.allNamespaces() }, [CLUSTER_WIDE]);

    expect(one(synth(chart), 'ClusterRole').metadata.name).toBe('demo.tenant');
    expect(one(synth(chart), 'ClusterRole')['rules']).toContainEqual(READ_NODES);
    expect(one(synth(chart), 'ClusterRoleBinding')).toMatchObject({
      metadata: { name: 'demo.tenant' }, roleRef: { kind: 'ClusterRole', name: 'demo.tenant' }, subjects: [{ kind: 'ServiceAccount', name: 'tenant', namespace: 'demo' }],
    });
  });

  test('has a ClusterRole beside target namespaces only if that is allowed', () => {
    expect(kindsOf(synth(subscribe(created({ clusterPermissions: true }), [CLUSTER_WIDE]).chart))).toContain('ClusterRole');
  });

  test('has the rights for every version that OLM installs on its own', () => {
    const bundles = [bundle(), bundle({ version: '1.1.0', replaces: 'demo.v1.0.0', permissions: [{ ...READ_PODS, verbs: ['watch'] }] })];
    const rulesOf = (props: Partial<OperatorSubscriptionProps>): unknown => one(synth(subscribe({ ...created(), ...props }, bundles).chart), 'Role')['rules'];
    const second = { ...READ_PODS, verbs: ['watch'] };

    expect(rulesOf({ startingCsv: 'demo.v1.0.0' })).toContainEqual(READ_PODS);
    expect(rulesOf({ startingCsv: 'demo.v1.0.0' })).toContainEqual(second);
    expect(rulesOf({ version: '1.0.0' })).not.toContainEqual(second);
    expect(rulesOf({})).not.toContainEqual(READ_PODS);
  });

  test('is an option of the engine of a BundleDeployment', () => {
    const chart = Testing.chart();
    new BundleDeployment(chart, 'it', { bundle: bundle(), engine: new OlmV0Engine({ serviceAccount: OperatorServiceAccount.create() }) });

    expect(one(synth(chart), 'OperatorGroup').spec).toMatchObject({ serviceAccountName: 'demo-installer' });
  });

  test('leads to a warning if the operator depends on others', () => {
    const { subscription } = subscribe(created(), [bundle({ required: [{ name: 'others.example.test', version: 'v1', kind: 'Other' }] })]);

    expect(subscription.warnings).toEqual(["bundle 'demo.v1.0.0' depends on kind Other, and ServiceAccount 'demo-installer' has no rights to install it: install "
      + 'dependencies with separate Subscriptions, in other namespaces']);
  });
});

describe('a ServiceAccount is refused', () => {
  test.each<[string, () => unknown, string]>([
    ['with an unknown option', () => OperatorServiceAccount.create({ clusterRoles: true } as CreatedServiceAccountOptions),
      "unknown key 'clusterRoles' in options of OperatorServiceAccount.create; known keys: 'name', 'clusterPermissions'"],
    ['with an invalid name', () => subscribe({ serviceAccount: OperatorServiceAccount.named('My Account') }), "[test/operator] serviceAccount 'My Account' must "],
    ['with an OperatorGroup that is not created here', () => subscribe({ ...created(), operatorGroup: OperatorGroupRef.named('theirs') }),
      "[test/operator] 'serviceAccount' is a setting of the OperatorGroup, which is not created here: operatorGroup is 'theirs'; set its field "
      + "`spec.serviceAccountName` where it is created, and omit 'serviceAccount' here"],
    ['if it is to be created for a catalog of unknown content', () => subscribe({ ...created(), catalog: CatalogRef.named('community', 'olm'), packageName: 'demo' }),
      "[test/operator] serviceAccount is created with the rights that its bundle needs, and the app does not know the content of catalog 'community'; set 'catalog' to "
      + 'an OperatorRegistry of bundles with their manifests, or use OperatorServiceAccount.named()'],
    ['if it would need cluster permissions beside target namespaces', () => subscribe(created(), [CLUSTER_WIDE]),
      "[test/operator] the OperatorGroup has target namespaces 'demo', and serviceAccount would need rights in the whole cluster to install 'demo.v1.0.0': to create "
      + "the ClusterRoles of the CSV, to grant clusterPermissions of the CSV to ServiceAccount 'demo'; pass `clusterPermissions: true` to "
      + 'OperatorServiceAccount.create(), or set `installMode` to InstallMode.allNamespaces()'],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(message);
  });

  test('if it is to be created for a bundle that is an image', () => {
    const catalog = Catalog.fromString([
      { schema: 'olm.package', name: 'demo', defaultChannel: 'stable' },
      { schema: 'olm.channel', package: 'demo', name: 'stable', entries: [{ name: 'demo.v1.0.0' }] },
      {
        schema: 'olm.bundle', package: 'demo', name: 'demo.v1.0.0', image: 'example.test/demo:1',
        properties: [{ type: 'olm.package', value: { packageName: 'demo', version: '1.0.0' } }],
      },
    ].map(blob => JSON.stringify(blob)).join('\n'));

    expect(() => subscribe({ ...created(), catalog: CatalogRef.named('community', 'olm', { content: catalog }) }))
      .toThrow("the app does not know the manifests of bundle 'demo.v1.0.0'; set 'catalog' to an OperatorRegistry of bundles with their manifests");
  });

  test('beside another Subscription that OLM would install with it, at synthesis', () => {
    const { chart } = subscribe(created());
    new OperatorSubscription(chart, 'other', {
      catalog: CatalogRef.named('community', 'olm'), packageName: 'other', namespace: 'demo', createNamespace: false, operatorGroup: OperatorGroupRef.named('demo'),
    });

    expect(() => synth(chart)).toThrow("[test/operator] serviceAccount has the rights for 'demo.v1.0.0' only, and OLM would also use it for the Subscription at 'test/other' in "
      + "namespace 'demo'; use separate namespaces, or OperatorServiceAccount.named() with the rights for both");
  });

  test('with an OLM that finds no token of it, at synthesis', () => {
    const { chart } = subscribe(created());
    new OlmInstallation(chart, 'olm', { version: OlmVersion.of('0.28.0') });

    expect(() => synth(chart)).toThrow('[test/operator] serviceAccount requires OLM 0.29.0 or later if it is created, and the OLM of the cluster is 0.28.0; install a later '
      + 'release, or create the account with a token, and use OperatorServiceAccount.named()');
  });
});
