import { DefaultCatalog } from '../../lib/olm/default-catalog';
import type { KubernetesManifest } from '../../lib/olm/kubernetes-manifest';
import type { OlmSettings } from '../../lib/olm/olm-settings';
import { OlmVersion } from '../../lib/olm/olm-version';
import { releaseManifests } from '../../lib/olm/release';
import { releaseNamespaces } from '../../lib/olm/release-namespaces';
import { releaseRoles } from '../../lib/olm/release-roles';
import { ServingCertificates } from '../../lib/olm/serving-certificates';

const object = (kind: string, name: string, apiVersion = 'v1'): KubernetesManifest => ({ apiVersion, kind, metadata: { name, namespace: 'olm' } });

/** The parts as the release itself has them. */
function ownRoles(settings: OlmSettings): object {
  const { all: _, aggregateEditRole, aggregateViewRole, ...roles } = releaseManifests(settings);
  return { ...roles, aggregatedRoles: [aggregateEditRole, aggregateViewRole], others: [] };
}

describe('the parts of a release', () => {
  test.each(OlmVersion.all.map((version) => [version.version, version] as const))('are told by kind and name: %s', (number, version) => {
    expect(releaseRoles(number, releaseManifests({ version }).all)).toEqual(ownRoles({ version }));
  });

  test.each<[string, OlmSettings]>([
    ['all namespaces of their own', { namespace: 'a', operatorNamespace: 'b', catalogNamespace: 'c' }],
    ['one namespace', { namespace: 'a', operatorNamespace: 'a' }],
    ['no catalog', { defaultCatalog: DefaultCatalog.none() }],
    ['another catalog', { defaultCatalog: DefaultCatalog.image('registry.example.com/catalog:v1', { name: 'ours' }) }],
    ['monitoring', { monitoring: { prometheus: { name: 'prometheus', namespace: 'monitoring' } } }],
    ['certificates and protected metrics', {
      servingCertificates: ServingCertificates.certManager(), monitoring: { prometheus: { name: 'prometheus', namespace: 'monitoring' } },
    }],
    ['no NetworkPolicies', { networkPolicies: false }],
  ])('are told whatever the settings: %s', (_title, settings) => {
    expect(releaseRoles('0.46.0', releaseManifests(settings).all)).toEqual(ownRoles(settings));
  });

  test('do not depend on the order of the objects, but for lists', () => {
    const { all, crds, olmOperator, defaultCatalog } = releaseManifests();
    expect(releaseRoles('0.46.0', [...all].reverse())).toMatchObject({ crds, olmOperator, defaultCatalog });
  });

  test('take what is new by kind, and leave the rest over', () => {
    const { all, networkPolicies, namespaces } = releaseManifests();
    const rest = [object('ConfigMap', 'packageserver'), object('ServiceAccount', 'more'), object('Deployment', 'more', 'apps/v1'), object('Service', 'more')];
    const [policy, namespace] = [object('NetworkPolicy', 'more', 'networking.k8s.io/v1'), object('Namespace', 'more')];

    const roles = releaseRoles('0.47.0', [...all, ...rest, policy, namespace]);

    expect(roles).toMatchObject({ networkPolicies: [...networkPolicies, policy], namespaces: [...namespaces, namespace], others: rest });
  });

  test('take the last of two catalogs, since a release has what is new first', () => {
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
  ])('are not told without %s %s', (kind, name) => {
    const prefix = name.replace('<namespace>', '');
    const objects = releaseManifests().all.filter((each) => each.kind !== kind || !each.metadata.name.startsWith(prefix));
    expect(() => releaseRoles('0.47.0', objects)).toThrow(
      `OLM 0.47.0 has no ${kind} ${name}, without which OlmInstallation cannot tell the parts of a release; make an ApiObject of each of the \`objects\` of the release instead`,
    );
  });
});

describe('the namespaces of a release', () => {
  const settings = { namespace: 'a', operatorNamespace: 'b', catalogNamespace: 'c' };
  const roles = releaseRoles('0.46.0', releaseManifests(settings).all);

  const withArguments = (...args: string[]): KubernetesManifest => (
    { ...object('Deployment', 'catalog-operator'), spec: { template: { spec: { containers: [{ args }] } } } }
  );

  test.each(['0.18.3', '0.30.0', '0.46.0'])('are told by its objects: %s', (number) => {
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
  ])('must be told: %s', (setting, where, change) => {
    expect(() => releaseNamespaces('0.47.0', { ...roles, ...change })).toThrow(
      `OLM 0.47.0 does not tell its ${setting}: there is no ${where}; make an ApiObject of each of the \`objects\` of the release instead`,
    );
  });
});
