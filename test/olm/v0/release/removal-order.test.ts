import { OlmRelease } from '../../../../lib/olm/v0/olm-release';
import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';
import { type OlmRemovalTarget, removalOrder } from '../../../../lib/olm/v0/release/removal-order';
import { releaseManifests } from '../../../../lib/olm/v0/release/release';

function title({ kind, name, namespace, labels = {} }: OlmRemovalTarget): string {
  const all = ['all', ...Object.entries(labels).map(([label, value]) => `with ${label}=${value}`)].join(' ');
  return [kind, [namespace, name ?? `(${all})`].filter((part) => part !== undefined).join('/')].join(' ');
}

const steps = OlmRelease.of().removalSteps;

describe('the removal of OLM', () => {
  test('has these steps', () => {
    expect(steps.map((step) => step.title)).toEqual([
      'packageserver', 'the API of packageserver', 'subscriptions and catalogs', 'operators', 'settings and operator groups', 'CRDs', 'controllers',
      'permissions, certificates and network policies', 'namespaces',
    ]);
  });

  test('starts with the API that would block the deletion of Namespaces, and ends with the Namespaces', () => {
    expect(steps[0]?.targets.map(title)).toEqual(['ClusterServiceVersion olm/packageserver']);
    expect(steps[1]?.targets.map(title)).toEqual(['APIService v1.packages.operators.coreos.com']);
    expect(steps.at(-1)?.targets.map(title)).toEqual(['Namespace olm', 'Namespace operators']);
  });

  test('deletes what OLM creates outside of its Namespaces', () => {
    const permissions = steps.find((step) => step.title.startsWith('permissions'));
    expect(permissions?.targets.map(title)).toEqual(expect.arrayContaining([
      'RoleBinding kube-system/packageserver-service-auth-reader',
      'ClusterRole (all with olm.owner.kind=OperatorGroup)',
      'ClusterRole (all with olm.owner.kind=ClusterServiceVersion)',
      'ClusterRoleBinding (all with olm.owner.kind=ClusterServiceVersion)',
    ]));
  });

  test('deletes users\' objects of OLM\'s kinds while olm-operator still runs', () => {
    const order = steps.flatMap(({ targets }) => targets.map(title));
    expect(order.indexOf('Subscription (all)')).toBeLessThan(order.indexOf('ClusterServiceVersion (all)'));
    expect(order.indexOf('ClusterServiceVersion (all)')).toBeLessThan(order.indexOf('CustomResourceDefinition clusterserviceversions.operators.coreos.com'));
    expect(order.indexOf('CustomResourceDefinition subscriptions.operators.coreos.com')).toBeLessThan(order.indexOf('Deployment olm/olm-operator'));
    expect(order.indexOf('Deployment olm/olm-operator')).toBeLessThan(order.indexOf('ClusterRoleBinding olm-operator-binding-olm'));
  });

  test.each(OlmVersion.all.map((version) => [version.version, version]))('includes every object of OLM %s once', (_release, version) => {
    const objects = releaseManifests({ version }).all;
    const targets = removalOrder(objects).flatMap((step) => step.targets.map(title));
    expect(new Set(targets).size).toBe(targets.length);
    expect(targets).toEqual(expect.arrayContaining(objects.map(({ kind, metadata }) => title({ apiVersion: '', kind, ...metadata }))));
  });

  test('uses the namespaces of the installation', () => {
    const { removalSteps } = OlmRelease.of({ namespace: 'lifecycle', operatorNamespace: 'global', catalogNamespace: 'catalogs' });
    expect(removalSteps[0]?.targets.map(title)).toEqual(['ClusterServiceVersion lifecycle/packageserver']);
    expect(removalSteps.at(-1)?.targets.map(title)).toEqual(['Namespace lifecycle', 'Namespace global', 'Namespace catalogs']);
  });

  test('has a reason for every step', () => {
    expect(steps.filter(({ reason }) => !/^[A-Z].{20,}\.$/.test(reason))).toEqual([]);
  });
});
