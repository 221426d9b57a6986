import { Chart, Testing } from 'cdk8s';
import { ClusterExtension, ClusterExtensionProps, InstallMode, OlmV1Version, OperatorServiceAccount } from 'olm-constructs';
import { Bundle, InstallModeType } from 'olm-constructs/bundle';
import { BundleFacts, bundleOf, crdOf } from '../../builders/bundle-of';
import { sampleBundle } from '../../builders/sample-bundle';
import { kindsOf, Manifest, one, synth } from '../../builders/synthesized';

const THING = { name: 'things.example.test', version: 'v1', kind: 'Thing' };
const WEBHOOK = {
  type: 'ValidatingAdmissionWebhook', generateName: 'v.example.test', deploymentName: 'demo', sideEffects: 'None', admissionReviewVersions: ['v1'],
};
const { V1_5_0, V1_5_1, V1_10_0, V1_11_0 } = OlmV1Version;

function modes(...types: InstallModeType[]): BundleFacts {
  return { spec: { installModes: types.map(type => ({ type, supported: true })) } };
}

function extension(props: ClusterExtensionProps): ClusterExtension {
  return new ClusterExtension(Testing.chart(), 'operator', props);
}

describe('bundles of a ClusterExtension', () => {
  test('determine the package', () => {
    expect(extension({ bundles: [sampleBundle()] }).packageName).toBe('sample-operator');
  });

  test.each<[string, Bundle, ClusterExtensionProps, string]>([
    ['of another package', bundleOf({ package: 'other' }), { packageName: 'demo' },
      "[test/operator] bundles has 'other.v1.0.0' of package 'other', and the extension installs package 'demo'; set bundles to those of that package only"],
    ['outside of the range', bundleOf(), { version: '>=2.0.0' },
      "bundles has 'demo.v1.0.0' with version 1.0.0, which version '>=2.0.0' excludes; change the version, or remove the bundle"],
    ['that are pre-releases', bundleOf({ version: '1.2.0-rc.1' }), { version: '>=1.0.0' },
      "A pre-release is only included if the range has one, such as '>=1.2.0-0'"],
    ['that require a package', bundleOf({ files: { 'metadata/dependencies.yaml': { dependencies: [{ type: 'olm.package', value: { packageName: 'cache', version: '1.0.0' } }] } } }), {},
      "bundle 'demo.v1.0.0' depends on other operators (olm.package.required), and OLM v1 does not install such bundles; install it with OLM v0: with an OperatorSubscription "
      + 'or new OlmV0Engine(), or without OLM: with new PlainEngine()'],
    ['that require an API', bundleOf({ spec: { customresourcedefinitions: { required: [THING] } } }), {}, 'depends on other operators (olm.gvk.required)'],
    ['with a constraint', bundleOf({ files: { 'metadata/dependencies.yaml': { dependencies: [
      { type: 'olm.constraint', value: { failureMessage: 'needs cache', package: { packageName: 'cache', versionRange: '>=1.0.0' } } },
    ] } } }), {}, 'depends on other operators (olm.constraint)'],
    ['that serve APIs', bundleOf({ spec: { apiservicedefinitions: { owned: [{ ...THING, group: 'example.test', deploymentName: 'demo' }] } } }), {},
      'the operator serves APIs through API aggregation, which only OLM v0 installs'],
    ['without a CRD that they own', bundleOf({ spec: { customresourcedefinitions: { owned: [THING] } } }), {}, "OLM v1 cannot install bundle 'demo.v1.0.0': "],
    ['for their own namespace only', bundleOf(modes(InstallModeType.OWN_NAMESPACE)), {},
      "bundle 'demo.v1.0.0' does not support AllNamespaces, and an installMode for fewer namespaces is not supported by OLM v1 1.11.0 with standard CRDs; it needs the experimental "
      + "CRDs: if they are installed, set 'experimental' to true"],
    ['for one namespace only, where OLM v1 supports it', bundleOf(modes(InstallModeType.OWN_NAMESPACE, InstallModeType.SINGLE_NAMESPACE)), { experimental: true },
      "bundle 'demo.v1.0.0' does not support AllNamespaces; set installMode to InstallMode.ownNamespace() or InstallMode.singleNamespace()"],
    ['for several namespaces only', bundleOf(modes(InstallModeType.MULTI_NAMESPACE)), { experimental: true },
      "bundle 'demo.v1.0.0' does not support AllNamespaces, nor a single namespace, and OLM v1 supports nothing else; install it with OLM v0"],
    ['that do not support the install mode', bundleOf(), { experimental: true, installMode: InstallMode.ownNamespace() }, 'the operator must support OwnNamespace'],
    ['with webhooks before 1.6', bundleOf({ spec: { webhookdefinitions: [WEBHOOK] } }), { olmVersion: V1_5_1 },
      "an operator with webhooks, such as bundle 'demo.v1.0.0', is not supported by OLM v1 1.5.1 with standard CRDs"],
    ['with a deployment config of a wrong type', bundleOf(), { experimental: true, deploymentConfig: { volumes: [{ name: 'a', custom: { csi: { driver: 1 } } }] } },
      "OLM v1 cannot install bundle 'demo.v1.0.0': "],
  ])('%s are an error', (_, bundle, props, message) => {
    expect(() => extension({ bundles: [bundle], ...props })).toThrow(message);
  });

  test('with webhooks are installed from 1.6 on, and by 1.5 with its experimental CRDs', () => {
    const bundles = [bundleOf({ spec: { webhookdefinitions: [WEBHOOK] } })];
    const serviceAccount = OperatorServiceAccount.named('installer');
    expect(() => extension({ bundles, serviceAccount, olmVersion: V1_5_0, experimental: true })).not.toThrow();
    expect(() => extension({ bundles })).not.toThrow();
  });

  test('for their own namespace are installed in it', () => {
    const bundles = [bundleOf(modes(InstallModeType.OWN_NAMESPACE))];
    const { spec } = one(synth(Chart.of(extension({ bundles, experimental: true, installMode: InstallMode.ownNamespace() }))), 'ClusterExtension');
    expect(spec).toMatchObject({ namespace: 'demo', config: { inline: { watchNamespace: 'demo' } } });
  });
});

describe('ServiceAccount of a ClusterExtension', () => {
  const operator = (): Bundle => bundleOf({
    spec: { customresourcedefinitions: { owned: [THING] } },
    files: { 'manifests/things.yaml': crdOf('Thing') },
  });

  /** Returns the rules of the roles that grant the use of a resource. */
  function rulesFor(manifests: readonly Manifest[], resource: string): object[] {
    return manifests.filter(({ kind }) => /^(Cluster)?Role$/.test(kind))
      .flatMap(manifest => manifest['rules'] as { resources: string[] }[]).filter(({ resources }) => resources.includes(resource));
  }

  test('is created up to 1.10, with exactly the rights to install the bundles', () => {
    const manifests = synth(Chart.of(extension({ bundles: [operator()], olmVersion: V1_10_0 })));

    expect(kindsOf(manifests)).toEqual(['Namespace', 'ServiceAccount', 'Role', 'RoleBinding', 'ClusterRole', 'ClusterRoleBinding', 'ClusterExtension']);
    expect(one(manifests, 'ServiceAccount').metadata).toMatchObject({ name: 'demo-installer', namespace: 'demo' });
    expect(one(manifests, 'ClusterExtension').spec).toMatchObject({ serviceAccount: { name: 'demo-installer' } });
    expect(rulesFor(manifests, 'clusterextensions/finalizers')).toEqual([
      { apiGroups: ['olm.operatorframework.io'], resources: ['clusterextensions/finalizers'], resourceNames: ['demo'], verbs: ['update'] },
    ]);
    expect(rulesFor(manifests, 'customresourcedefinitions')).not.toEqual([]);
    expect(rulesFor(manifests, 'secrets')).toEqual([]);
  });

  test('has the rights for revisions where the experimental manifests of the release have them', () => {
    const objects = (olmVersion: OlmV1Version): object[] => rulesFor(
      synth(Chart.of(extension({ bundles: [operator()], olmVersion, experimental: true }))), 'clusterobjectsets/finalizers',
    );
    expect([V1_10_0, V1_5_1].map(version => objects(version).length)).toEqual([1, 0]);
  });

  test('has the rights for all bundles', () => {
    const reader = (version: string, resource: string): Bundle => bundleOf({
      version,
      spec: {
        install: {
          strategy: 'deployment',
          spec: {
            deployments: [{ name: 'demo', spec: { selector: {}, template: { spec: { serviceAccountName: 'demo', containers: [] } } } }],
            clusterPermissions: [{ serviceAccountName: 'demo', rules: [{ apiGroups: [''], resources: [resource], verbs: ['get'] }] }],
          },
        },
      },
    });
    const manifests = synth(Chart.of(extension({ bundles: [reader('1.0.0', 'pods'), reader('1.1.0', 'nodes')], olmVersion: V1_10_0 })));
    expect([rulesFor(manifests, 'pods'), rulesFor(manifests, 'nodes')].map(found => found.length > 0)).toEqual([true, true]);
  });

  test('can be an existing one', () => {
    const construct = extension({ packageName: 'demo', olmVersion: V1_10_0, serviceAccount: OperatorServiceAccount.named('installer') });
    expect(construct.serviceAccountObjects).toEqual([]);
    expect(one(synth(Chart.of(construct)), 'ClusterExtension').spec).toMatchObject({ serviceAccount: { name: 'installer' } });
  });

  test('is not written from 1.11 on, and a warning says so', () => {
    const construct = extension({ bundles: [operator()], olmVersion: V1_11_0, serviceAccount: OperatorServiceAccount.create() });
    expect(construct.warnings).toEqual([
      'serviceAccount is not written: OLM v1 1.11.0 ignores it and installs with the rights of a cluster administrator; omit it',
    ]);
    const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(kindsOf(synth(Chart.of(construct)))).toEqual(['Namespace', 'ClusterExtension']);
    expect(write).toHaveBeenCalledWith(`warning: [test/operator] ${construct.warnings[0]}\n`);
    write.mockRestore();
    expect(construct.serviceAccountName).toBeUndefined();
  });

  test.each<[string, ClusterExtensionProps, string]>([
    ['a missing one without bundles', {},
      "[test/operator] serviceAccount is required by OLM v1 1.10.0: set it to OperatorServiceAccount.named(), or set 'bundles' to those that may be installed, and an account with "
      + 'the rights to install them is created; OLM v1 1.11.0 needs none'],
    ['a new one without bundles', { serviceAccount: OperatorServiceAccount.create() },
      "serviceAccount is created with the rights that its bundles need, and they are unknown; set 'bundles' to those that may be installed, or use OperatorServiceAccount.named()"],
    ['an invalid name', { serviceAccount: OperatorServiceAccount.named('A') }, "serviceAccount 'A' must"],
    ['options for an OperatorGroup', { bundles: [bundleOf()], serviceAccount: OperatorServiceAccount.create({ clusterPermissions: true }) },
      'serviceAccount has clusterPermissions, which are for an OperatorGroup; omit them'],
  ])('%s is an error up to 1.10', (_, props, message) => {
    expect(() => extension({ packageName: 'demo', olmVersion: V1_10_0, ...props })).toThrow(message);
  });
});
