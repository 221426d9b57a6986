import { CrdDescriptions } from '../../../../lib/formats/schema/custom-resource-definition';
import { DefaultCatalog } from '../../../../lib/olm/v0/settings/default-catalog';
import type { KubernetesManifest } from '../../../../lib/formats/schema/kubernetes-manifest';
import type { OlmSettings } from '../../../../lib/olm/v0/settings/olm-settings';
import { releaseManifests } from '../../../../lib/olm/v0/release/release';
import { withoutDescriptions } from '../recorded-release';

const CLUSTER_SCOPED = ['ClusterRole', 'ClusterRoleBinding', 'CustomResourceDefinition', 'Namespace', 'OLMConfig'];

function title({ kind, metadata: { name, namespace } }: KubernetesManifest): string {
  return namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}

function titles(settings: OlmSettings, kind: string): string[] {
  return releaseManifests(settings).all.filter((object) => object.kind === kind).map(title);
}

function containerOf(deployment: KubernetesManifest): { [key: string]: unknown } {
  const spec = deployment['spec'] as { template: { spec: { containers: { [key: string]: unknown }[] } } };
  return spec.template.spec.containers[0] ?? {};
}

describe('a release of OLM', () => {
  test('consists of these objects, in this order', () => {
    expect(releaseManifests().all.map(title)).toEqual([
      'CustomResourceDefinition catalogsources.operators.coreos.com',
      'CustomResourceDefinition clusterserviceversions.operators.coreos.com',
      'CustomResourceDefinition installplans.operators.coreos.com',
      'CustomResourceDefinition olmconfigs.operators.coreos.com',
      'CustomResourceDefinition operatorconditions.operators.coreos.com',
      'CustomResourceDefinition operatorgroups.operators.coreos.com',
      'CustomResourceDefinition operators.operators.coreos.com',
      'CustomResourceDefinition subscriptions.operators.coreos.com',
      'Namespace olm',
      'Namespace operators',
      'NetworkPolicy olm/default-deny-all-traffic',
      'NetworkPolicy olm/olm-operator',
      'NetworkPolicy olm/catalog-operator',
      'NetworkPolicy olm/packageserver',
      'NetworkPolicy operators/default-allow-all',
      'NetworkPolicy olm/olm-catalog-grpc-ingress',
      'NetworkPolicy olm/bundle-unpack-egress',
      'ServiceAccount olm/olm-operator-serviceaccount',
      'ClusterRole system:controller:operator-lifecycle-manager',
      'ClusterRoleBinding olm-operator-binding-olm',
      'OLMConfig cluster',
      'Deployment olm/olm-operator',
      'Deployment olm/catalog-operator',
      'ClusterRole aggregate-olm-edit',
      'ClusterRole aggregate-olm-view',
      'OperatorGroup operators/global-operators',
      'OperatorGroup olm/olm-operators',
      'ClusterServiceVersion olm/packageserver',
      'CatalogSource olm/operatorhubio-catalog',
    ]);
  });

  test('has every object by role, and all of them in the order of roles', () => {
    const { all, ...byRole } = releaseManifests();
    expect(Object.values(byRole).flat()).toEqual(all);
  });

  test('is the same for the same settings', () => {
    expect(JSON.stringify(releaseManifests())).toBe(JSON.stringify(releaseManifests({})));
  });

  test('contains only JSON values', () => {
    const { all } = releaseManifests();
    expect(JSON.parse(JSON.stringify(all))).toStrictEqual(all);
  });

  test('omits the catalog of OperatorHub.io on request', () => {
    const without = releaseManifests({ defaultCatalog: DefaultCatalog.none() });
    expect(without).not.toHaveProperty('defaultCatalog');
    expect(without.all).toEqual(releaseManifests().all.filter((object) => object.kind !== 'CatalogSource'));
  });

  test('keeps the empty argument that turns off reporting to a ClusterOperator', () => {
    expect(containerOf(releaseManifests().olmOperator)['args']).toEqual(['--namespace', '$(OPERATOR_NAMESPACE)', '--writeStatusName', '']);
  });

  test('runs every program from an image by digest', () => {
    const { olmOperator, catalogOperator, packageserver } = releaseManifests();
    const { install } = packageserver['spec'] as { install: { spec: { deployments: KubernetesManifest[] } } };
    const images = [olmOperator, catalogOperator, ...install.spec.deployments].map((deployment) => containerOf(deployment)['image']);
    expect(images).toEqual(Array(3).fill(expect.stringMatching(/^quay\.io\/operator-framework\/olm@sha256:[0-9a-f]{64}$/)));
  });
});

describe.each<[string, OlmSettings]>([
  ['upstream\'s namespaces', {}],
  ['other namespaces', { namespace: 'lifecycle', operatorNamespace: 'global', catalogNamespace: 'lifecycle' }],
  ['a third namespace for catalogs', { catalogNamespace: 'catalogs' }],
  ['catalogs in the namespace of operators', { catalogNamespace: 'operators' }],
  ['operators in the namespace of OLM', { operatorNamespace: 'olm' }],
  ['everything in one namespace', { namespace: 'one', operatorNamespace: 'one' }],
  ['operators in the namespace of OLM and catalogs elsewhere', { operatorNamespace: 'olm', catalogNamespace: 'catalogs' }],
])('a release with %s', (_title, settings) => {
  const { all } = releaseManifests(settings);

  test('has no two objects with the same kind and name', () => {
    expect(new Set(all.map(title)).size).toBe(all.length);
  });

  test('sets a namespace on exactly the namespaced objects', () => {
    expect(all.filter((object) => !('namespace' in object.metadata)).map(({ kind }) => kind))
      .toEqual(all.map(({ kind }) => kind).filter((kind) => CLUSTER_SCOPED.includes(kind)));
  });

  test('has every Namespace before the first object in it', () => {
    const created = new Set<string>();
    for (const { kind, metadata } of all) {
      if (kind === 'Namespace') {
        created.add(metadata.name);
      } else if (metadata.namespace !== undefined) {
        expect([...created]).toContain(metadata.namespace);
      }
    }
  });

  test('has at most one OperatorGroup in each namespace', () => {
    const groups = all.filter(({ kind }) => kind === 'OperatorGroup').map(({ metadata }) => metadata.namespace);
    expect(new Set(groups).size).toBe(groups.length);
  });
});

describe('namespaces', () => {
  const names = { namespace: 'lifecycle', operatorNamespace: 'global', catalogNamespace: 'catalogs' };

  test('are used in all references', () => {
    const release = releaseManifests(names);
    expect(release.clusterRoleBinding.metadata.name).toBe('olm-operator-binding-lifecycle');
    expect(release.clusterRoleBinding['subjects']).toEqual([expect.objectContaining({ namespace: 'lifecycle' })]);
    expect(containerOf(release.catalogOperator)['args']).toEqual(expect.arrayContaining(['--namespace', 'catalogs']));
    expect(JSON.stringify(release.packageserver)).toContain('"--global-namespace","catalogs"');
    expect(titles(names, 'CatalogSource')).toEqual(['CatalogSource catalogs/operatorhubio-catalog']);
    expect(release.operatorGroups.map(title)).toEqual(['OperatorGroup global/global-operators', 'OperatorGroup lifecycle/olm-operators']);
    expect(release.operatorGroups[1]?.['spec']).toEqual({ targetNamespaces: ['lifecycle'] });
    expect(JSON.stringify(release.all.slice(release.crds.length))).not.toMatch(/"(olm|operators)"(?!,"packages")/);
  });

  test.each<[string, OlmSettings, { [namespace: string]: string }]>([
    ['restricted for OLM and baseline for operators', {}, { olm: 'restricted', operators: 'baseline' }],
    ['restricted for a namespace of catalogs', { catalogNamespace: 'catalogs' }, { olm: 'restricted', operators: 'baseline', catalogs: 'restricted' }],
    ['baseline if operators share OLM\'s namespace', { operatorNamespace: 'olm' }, { olm: 'baseline' }],
  ])('enforce the Pod Security level %s', (_title, settings, levels) => {
    const enforced = releaseManifests(settings).namespaces.map(({ metadata }) => (
      [metadata.name, metadata.labels?.['pod-security.kubernetes.io/enforce']]
    ));
    expect(Object.fromEntries(enforced)).toEqual(levels);
  });

  test.each(['audit', 'warn'])('%s by the restricted level everywhere', (mode) => {
    for (const { metadata } of releaseManifests(names).namespaces) {
      expect(metadata.labels).toMatchObject({
        [`pod-security.kubernetes.io/${mode}`]: 'restricted',
        [`pod-security.kubernetes.io/${mode}-version`]: 'latest',
      });
    }
  });

  test('have the OperatorGroup for all namespaces if operators share OLM\'s namespace', () => {
    const { operatorGroups } = releaseManifests({ operatorNamespace: 'olm' });
    expect(operatorGroups).toEqual([
      { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'global-operators', namespace: 'olm' } },
    ]);
  });
});

describe('the size of a release', () => {
  /** Maximum size of the annotations of an object, in bytes: client-side apply stores the whole object in one. */
  const ANNOTATION_LIMIT = 262_144;

  test.each(releaseManifests({ crdDescriptions: CrdDescriptions.FULL }).all.map((object) => [title(object), object]))(
    'allows client-side apply of %s',
    (_title, object) => {
      expect(Buffer.byteLength(JSON.stringify(object))).toBeLessThan(ANNOTATION_LIMIT / 2);
    },
  );

  test('shrinks without descriptions, and only these are omitted', () => {
    const full = releaseManifests({ crdDescriptions: CrdDescriptions.FULL }).crds;
    const none = releaseManifests({ crdDescriptions: CrdDescriptions.NONE }).crds;
    expect(JSON.stringify(none).length).toBeLessThan(JSON.stringify(full).length);
    expect(none).toEqual(full.map(withoutDescriptions));
  });

  test('includes descriptions by default', () => {
    expect(releaseManifests().crds).toEqual(releaseManifests({ crdDescriptions: CrdDescriptions.FULL }).crds);
  });
});
