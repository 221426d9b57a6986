import { ClusterServiceVersion } from '../../../lib/bundle/model/cluster-service-version';
import { Manifest } from '../../../lib/bundle/model/manifest';

function csvOf(content: { [key: string]: unknown }): ClusterServiceVersion {
  return ClusterServiceVersion._of(Manifest._of('manifests/csv.yaml', content));
}

describe('a ClusterServiceVersion', () => {
  it('returns its fields as typed values', () => {
    const csv = csvOf({
      metadata: { name: 'demo.v1.0.0', annotations: { 'olm.skipRange': '<1.0.0', 'x': 'y' }, labels: { l: 'v' } },
      spec: {
        version: '1.0.0',
        release: 3,
        displayName: 'Demo',
        description: '# Demo',
        provider: { name: 'Us', url: 'https://example.test' },
        icon: [{ base64data: 'aGk=', mediatype: 'image/png' }],
        keywords: ['a', 'b'],
        maintainers: [{ name: 'n', email: 'e@example.test' }],
        links: [{ name: 'Home', url: 'https://example.test' }],
        maturity: 'alpha',
        minKubeVersion: '1.20.0',
        replaces: 'demo.v0.9.0',
        skips: ['demo.v0.9.1'],
        installModes: [{ type: 'AllNamespaces', supported: true }, { type: 'Elsewhere', supported: true }],
        install: {
          spec: {
            deployments: [{ name: 'd', label: { a: 'b' }, spec: { replicas: 1 } }],
            permissions: [{ serviceAccountName: 's', rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: ['p'] }] }],
            clusterPermissions: [{ serviceAccountName: 't', rules: [{ verbs: ['get'], nonResourceURLs: ['/metrics'] }] }],
          },
        },
        customresourcedefinitions: {
          owned: [{ name: 'as.g', version: 'v1', kind: 'A', displayName: 'An A', description: 'about A', resources: [] }],
          required: [{ name: 'bs.g', version: 'v1', kind: 'B' }],
        },
        apiservicedefinitions: {
          owned: [{ name: 'xs', group: 'g', version: 'v1', kind: 'X', deploymentName: 'd', containerPort: 8443 }],
          required: [{ name: 'zs', group: 'g', version: 'v1', kind: 'Z' }],
        },
        webhookdefinitions: [{ type: 'ConversionWebhook', generateName: 'w', deploymentName: 'd', containerPort: 443, conversionCRDs: ['as.g'] }],
        relatedImages: [{ name: 'i', image: 'example.test/i' }],
        nativeAPIs: [{ group: 'apps', version: 'v1', kind: 'Deployment' }],
      },
    });
    const { manifest, ...fields } = csv;
    expect(manifest.name).toBe('demo.v1.0.0');
    expect(fields).toEqual({
      name: 'demo.v1.0.0',
      version: '1.0.0',
      release: '3',
      annotations: { 'olm.skipRange': '<1.0.0', 'x': 'y' },
      labels: { l: 'v' },
      displayName: 'Demo',
      description: '# Demo',
      provider: { name: 'Us', url: 'https://example.test' },
      icons: [{ base64data: 'aGk=', mediaType: 'image/png' }],
      keywords: ['a', 'b'],
      maintainers: [{ name: 'n', email: 'e@example.test' }],
      links: [{ name: 'Home', url: 'https://example.test' }],
      maturity: 'alpha',
      minKubeVersion: '1.20.0',
      replaces: 'demo.v0.9.0',
      skips: ['demo.v0.9.1'],
      skipRange: '<1.0.0',
      installModes: [{ type: 'AllNamespaces', supported: true }],
      deployments: [{ name: 'd', labels: { a: 'b' }, spec: { replicas: 1 } }],
      permissions: [
        { serviceAccountName: 's', rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: ['p'], nonResourceUrls: [] }] },
      ],
      clusterPermissions: [
        { serviceAccountName: 't', rules: [{ verbs: ['get'], apiGroups: [], resources: [], resourceNames: [], nonResourceUrls: ['/metrics'] }] },
      ],
      ownedCrds: [{ name: 'as.g', version: 'v1', kind: 'A', displayName: 'An A', description: 'about A' }],
      requiredCrds: [{ name: 'bs.g', version: 'v1', kind: 'B' }],
      ownedApiServices: [{ name: 'xs', group: 'g', version: 'v1', kind: 'X', deploymentName: 'd', containerPort: 8443 }],
      requiredApiServices: [{ name: 'zs', group: 'g', version: 'v1', kind: 'Z' }],
      webhookDefinitions: [
        {
          type: 'ConversionWebhook',
          generateName: 'w',
          deploymentName: 'd',
          containerPort: 443,
          conversionCrds: ['as.g'],
          content: { type: 'ConversionWebhook', generateName: 'w', deploymentName: 'd', containerPort: 443, conversionCRDs: ['as.g'] },
        },
      ],
      relatedImages: [{ name: 'i', image: 'example.test/i' }],
      nativeApis: [{ group: 'apps', version: 'v1', kind: 'Deployment' }],
    });
  });

  it.each([
    ['no fields', {}],
    ['scalars instead of maps', { metadata: 1, spec: [] }],
    [
      'other types than it must',
      {
        metadata: { name: 1, annotations: [1], labels: { l: 1 } },
        spec: {
          version: 1,
          release: {},
          displayName: {},
          provider: 'x',
          icon: {},
          keywords: [1],
          maintainers: ['x'],
          replaces: 1,
          skips: 'x',
          installModes: [1, { type: 1 }],
          install: [],
          customresourcedefinitions: { owned: [1], required: {} },
          apiservicedefinitions: 'x',
          webhookdefinitions: [[]],
          relatedImages: null,
        },
      },
    ],
  ])('reads as empty with %s', (_, content) => {
    const csv = csvOf(content);
    expect([csv.name, csv.version, csv.displayName, csv.description, csv.maturity, csv.minKubeVersion]).toEqual(['', '', '', '', '', '']);
    expect([csv.release, csv.replaces, csv.skipRange]).toEqual([undefined, undefined, undefined]);
    expect([csv.annotations, csv.labels]).toEqual([{}, {}]);
    expect(csv.provider).toEqual({ name: '' });
    expect([csv.icons, csv.keywords, csv.maintainers, csv.links, csv.skips, csv.installModes].flat()).toEqual([]);
    expect([csv.deployments, csv.permissions, csv.clusterPermissions, csv.webhookDefinitions].flat()).toEqual([]);
    expect([csv.ownedCrds, csv.requiredCrds, csv.ownedApiServices, csv.requiredApiServices, csv.relatedImages, csv.nativeApis].flat()).toEqual([]);
  });
});
