import { bundleOf, crdOf, podOf } from '../builders/bundle-of';
import { BundleReport } from '../../lib/report/bundle-report';

const bundle = bundleOf({
  channels: 'stable,fast',
  replaces: 'demo.v0.9.0',
  skips: ['demo.v0.9.1'],
  skipRange: '>=0.8.0 <0.9.0',
  spec: {
    minKubeVersion: '1.25.0',
    customresourcedefinitions: {
      owned: [{ name: 'things.example.test', version: 'v1', kind: 'Thing' }],
      required: [{ name: 'others.other.test', version: 'v1', kind: 'Other' }],
    },
    webhookdefinitions: [{
      type: 'ValidatingAdmissionWebhook',
      generateName: 'vthing.example.test',
      deploymentName: 'demo',
      rules: [{ apiGroups: ['example.test', ''], resources: ['things', 'pods'] }],
    }, { type: 'ConversionWebhook', generateName: 'cthing.example.test', conversionCRDs: ['things.example.test'], failurePolicy: 'Ignore' }],
    install: {
      strategy: 'deployment',
      spec: {
        deployments: [{ name: 'demo', spec: podOf('example.test/demo:1') }],
        clusterPermissions: [{ serviceAccountName: 'demo', rules: [
          { verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'], apiGroups: ['example.test'], resources: ['things'] },
          { verbs: ['get'], apiGroups: [''], resources: ['secrets'], resourceNames: ['mine'] },
          { verbs: ['impersonate', 'get'], apiGroups: [''], resources: ['users', 'groups'] },
          { verbs: ['get'], nonResourceURLs: ['/metrics'] },
        ] }],
      },
    },
  },
  files: {
    'manifests/crd.yaml': crdOf('Thing'),
    'metadata/dependencies.yaml': { dependencies: [{ type: 'olm.package', value: { packageName: 'other', version: '>=1.0.0' } }] },
  },
});

describe('a report on a bundle', () => {
  const { content } = BundleReport.of(bundle);

  it('has the name, version, channels and upgrades of the bundle', () => {
    expect(content).toMatchObject({
      name: 'demo.v1.0.0',
      packageName: 'demo',
      version: '1.0.0',
      channels: ['stable', 'fast'],
      minKubeVersion: '1.25.0',
      replaces: 'demo.v0.9.0',
      skips: ['demo.v0.9.1'],
      skipRange: '>=0.8.0 <0.9.0',
      installModes: ['AllNamespaces'],
    });
  });

  it('has the owned and required APIs', () => {
    expect(content.ownedApis).toBe(bundle.ownedApis);
    expect(content.requiredApis).toBe(bundle.requiredApis);
    expect(content.dependencies).toBe(bundle.dependencies);
    expect(content.crds).toEqual([
      { name: 'things.example.test', kind: 'Thing', namespaced: true, servedVersions: ['v1'], storageVersion: 'v1', conversion: 'None' },
    ]);
  });

  it('has the webhooks that OLM configures', () => {
    expect(content.webhooks).toEqual([
      {
        type: 'ValidatingAdmissionWebhook',
        name: 'vthing.example.test',
        deployment: 'demo',
        failurePolicy: 'Fail',
        resources: ['things.example.test', 'pods.example.test', 'things', 'pods'],
        conversionCrds: [],
      },
      { type: 'ConversionWebhook', name: 'cthing.example.test', deployment: '', failurePolicy: 'Ignore', resources: [], conversionCrds: ['things.example.test'] },
    ]);
  });

  it('has the sizes with their limits', () => {
    expect(content.sizes.map(({ bytes, limitBytes, fits }) => [bytes, limitBytes, fits])).toEqual([
      [bundle.size.installPlan, 1_507_328, true], [bundle.size.unpackedImage, 1_048_576, true],
      [Buffer.byteLength(bundle.csv.manifest.toJson()), 1_572_864, true],
    ]);
  });

  it('is frozen', () => {
    expect(() => (content.rbac as unknown[]).push({})).toThrow(TypeError);
  });

  it('is printed as aligned tables', () => {
    expect(BundleReport.of(bundle).toText()).toBe([
      'bundle         demo.v1.0.0',
      'package        demo 1.0.0',
      'channels       stable, fast',
      'upgrades       replaces demo.v0.9.0, skips demo.v0.9.1, skips the range >=0.8.0 <0.9.0',
      'install modes  AllNamespaces',
      'Kubernetes     1.25.0 or later',
      '',
      'APIS',
      '  owns      Thing        v1  example.test, namespaced',
      '  requires  Other        v1  other.test',
      '  depends   olm.package      packageName other, version >=1.0.0',
      '',
      'NEEDS FROM THE CLUSTER',
      '  certificate  for ValidatingAdmissionWebhook vthing.example.test, ConversionWebhook',
      '               cthing.example.test: created by OLM v0; OLM v1 and plain manifests need cert-manager',
      '               or the like',
      '  platform     linux on amd64: the CSV has no labels for other platforms',
      '',
      'RIGHTS',
      '  ServiceAccount demo in the cluster',
      '    get,impersonate  groups, users',
      '    get              secrets named mine',
      '    read/write       things in example.test',
      '    get              /metrics',
      '',
      'RISKS',
      '  ServiceAccount demo in the cluster',
      '    high  impersonate  may act as other users, with all their rights',
      '',
      'IMAGES',
      '  tag  unlisted  example.test/demo:1  (container demo)',
      '',
      'WEBHOOKS',
      '  ValidatingAdmission  Fail    vthing.example.test for things.example.test, pods.example.test,',
      '                               things, pods',
      '  Conversion           Ignore  cthing.example.test for things.example.test',
      '',
      'SIZES',
      '  0.01 of 1.51 MB  fits  InstallPlan, from a catalog with inline manifests',
      '  0.00 of 1.05 MB  fits  unpacked by OLM from an image',
      '  0.00 of 1.57 MB  fits  largest object, ClusterServiceVersion demo.v1.0.0',
    ].join('\n'));
  });

  it('omits empty sections', () => {
    const text = BundleReport.of(bundleOf()).toText();
    expect(text).toContain('upgrades       none: it declares no previous version');
    expect(text.match(/^[A-Z ]+$/gm)).toEqual(['NEEDS FROM THE CLUSTER', 'RISKS', 'IMAGES', 'SIZES']);
    expect(text).toContain('  none found');
  });
});
