import type { KubernetesManifest } from '../../../../lib/formats/schema/kubernetes-manifest';
import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';
import { releaseManifests } from '../../../../lib/olm/v0/release/release';
import { releaseNamespaces, releaseRoles } from '../../../../lib/olm/v0/release/release-roles';
import { DefaultCatalog } from '../../../../lib/olm/v0/settings/default-catalog';
import type { OlmSettings } from '../../../../lib/olm/v0/settings/olm-settings';
import { ServingCertificates } from '../../../../lib/olm/v0/settings/serving-certificates';

const object = (kind: string, name: string, apiVersion = 'v1'): KubernetesManifest => ({ apiVersion, kind, metadata: { name, namespace: 'olm' } });

/** Returns the roles as the release itself assigns them. */
function ownRoles(settings: OlmSettings): object {
  const { all: _, aggregateEditRole, aggregateViewRole, ...roles } = releaseManifests(settings);
  return { ...roles, aggregatedRoles: [aggregateEditRole, aggregateViewRole], others: [] };
}

describe('the roles of a release\'s objects', () => {
  test.each(OlmVersion.all.map((version) => [version.version, version] as const))('follow from kind and name: %s', (number, version) => {
    expect(releaseRoles(number, releaseManifests({ version }).all)).toEqual(ownRoles({ version }));
  });

  test.each<[string, OlmSettings]>([
    ['three namespaces', { namespace: 'a', operatorNamespace: 'b', catalogNamespace: 'c' }],
    ['one namespace', { namespace: 'a', operatorNamespace: 'a' }],
    ['no catalog', { defaultCatalog: DefaultCatalog.none() }],
    ['another catalog', { defaultCatalog: DefaultCatalog.image('registry.example.com/catalog:v1', { name: 'ours' }) }],
    ['monitoring', { monitoring: { prometheus: { name: 'prometheus', namespace: 'monitoring' } } }],
    ['certificates and protected metrics', {
      servingCertificates: ServingCertificates.certManager(), monitoring: { prometheus: { name: 'prometheus', namespace: 'monitoring' } },
    }],
    ['no NetworkPolicies', { networkPolicies: false }],
  ])('do not depend on the settings: %s', (_title, settings) => {
    expect(releaseRoles('0.46.0', releaseManifests(settings).all)).toEqual(ownRoles(settings));
  });

  test('do not depend on the order of the objects, except in lists', () => {
    const { all, crds, olmOperator, defaultCatalog } = releaseManifests();
    expect(releaseRoles('0.46.0', [...all].reverse())).toMatchObject({ crds, olmOperator, defaultCatalog });
  });

  test('include additional objects by kind, and list the rest as others', () => {
    const { all, networkPolicies, namespaces } = releaseManifests();
    const rest = [object('ConfigMap', 'packageserver'), object('ServiceAccount', 'more'), object('Deployment', 'more', 'apps/v1'), object('Service', 'more')];
    const [policy, namespace] = [object('NetworkPolicy', 'more', 'networking.k8s.io/v1'), object('Namespace', 'more')];

    const roles = releaseRoles('0.47.0', [...all, ...rest, policy, namespace]);

    expect(roles).toMatchObject({ networkPolicies: [...networkPolicies, policy], namespaces: [...namespaces, namespace], others: rest });
  });

  test('include the last of two catalogs, since additional objects come first', () => {
    const { all, defaultCatalog } = releaseManifests();
    const more = object('CatalogSource', 'more', 'operators.coreos.com/v1alpha1');
    expect(releaseRoles('0.47.0', [more, ...all])).toMatchObject({ defaultCatalog, others: [more] });
  });

  test.each([
    ['ServiceAccount', 'olm-operator-serviceaccount'],
    ['ClusterRole', 'system:controller:operator-lifecycle-manager'],
    ['ClusterRoleBinding', 'olm-operator-binding-<namespace>'],
    ['Deployment', 'olm-operator'],
    ['Deployment', 'catalog-operator'],
    ['ClusterServiceVersion', 'packageserver'],
  ])('require %s %s', (kind, name) => {
    const prefix = name.replace('<namespace>', '');
    const objects = releaseManifests().all.filter((each) => each.kind !== kind || !each.metadata.name.startsWith(prefix));
    expect(() => releaseRoles('0.47.0', objects)).toThrow(
      `OLM 0.47.0 has no ${kind} ${name}, which OlmInstallation requires; create an ApiObject for each of the release's \`objects\` instead`,
    );
  });
});

describe('the namespaces of a release', () => {
  const settings = { namespace: 'a', operatorNamespace: 'b', catalogNamespace: 'c' };
  const roles = releaseRoles('0.46.0', releaseManifests(settings).all);

  const withArguments = (...args: string[]): KubernetesManifest => (
    { ...object('Deployment', 'catalog-operator'), spec: { template: { spec: { containers: [{ args }] } } } }
  );

  test.each(['0.18.3', '0.30.0', '0.46.0'])('are read from its objects: %s', (number) => {
    const version = OlmVersion.of(number);
    expect(releaseNamespaces(number, releaseRoles(number, releaseManifests({ ...settings, version }).all))).toEqual(settings);
  });

  test.each([
    [['-namespace', 'c'], 'c'],
    [['--namespace', 'c', '--debug'], 'c'],
    [['--namespace=c'], 'c'],
    [['--debug', '-namespace=c'], 'c'],
    [['--namespace', 'b', '--namespace=c'], 'c'],
    [['--namespaces', 'b', '--namespace', 'c'], 'c'],
  ])('are read from arguments as the program reads them: %j', (args, catalogNamespace) => {
    expect(releaseNamespaces('0.47.0', { ...roles, catalogOperator: withArguments(...args) })).toMatchObject({ catalogNamespace });
  });

  test.each([
    ['namespace', 'namespace on ClusterServiceVersion packageserver', { packageserver: { ...roles.packageserver, metadata: { name: 'packageserver' } } }],
    ['operatorNamespace', 'OperatorGroup global-operators with a namespace', { operatorGroups: [] }],
    ['catalogNamespace', 'argument --namespace on Deployment catalog-operator', { catalogOperator: withArguments('--namespace') }],
    ['catalogNamespace', 'argument --namespace on Deployment catalog-operator', { catalogOperator: { ...object('Deployment', 'catalog-operator'), spec: {} } }],
  ])('must be determined: %s', (setting, source, change) => {
    expect(() => releaseNamespaces('0.47.0', { ...roles, ...change })).toThrow(
      `cannot determine the ${setting} of OLM 0.47.0: it has no ${source}; create an ApiObject for each of the release's \`objects\` instead`,
    );
  });
});
