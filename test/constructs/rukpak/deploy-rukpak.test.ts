import { Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { InstallMode } from 'olm-constructs';
import { InstallModeType, Manifest as ManifestFile } from 'olm-constructs/bundle';
import { ProvisionerClass, RukpakSource, RukpakVersion } from 'olm-constructs/rukpak';
import { deployRukpak, type RukpakEngineOptions, type RukpakRequest } from '../../../lib/constructs/engines/rukpak-engine';
import { bundleOf, crdOf } from '../../builders/bundle-of';
import { sampleBundle } from '../../builders/sample-bundle';
import { kindsOf, Manifest, one, synth } from '../../builders/synthesized';

const IMAGE = { source: RukpakSource.image('quay.io/example/bundle:v1') };

interface Deployed {
  readonly namespace: string;
  readonly objects: Manifest[];
}

function deploy(options: RukpakEngineOptions = {}, request: Partial<RukpakRequest> = {}): Deployed {
  const chart = Testing.chart();
  const { namespace } = deployRukpak(new Construct(chart, 'app'), { bundle: sampleBundle(), ...request }, options);
  return { namespace, objects: synth(chart) };
}

describe('deployRukpak', () => {
  test('installs the files of a bundle from ConfigMaps, in a namespace that it creates', () => {
    const { namespace, objects } = deploy({}, { labels: { team: 'a' } });
    expect(namespace).toBe('sample-operator');
    expect(kindsOf(objects)).toEqual(['Namespace', 'ConfigMap', 'ConfigMap', 'BundleDeployment']);
    expect(objects.map(({ metadata }) => metadata.labels)).toEqual(objects.map(() => ({ team: 'a' })));
    expect(Object.keys(objects[1]!['data'] as object)).toEqual(['crd.json', 'csv.json']);
    expect(objects[2]!['data']).toEqual({ 'annotations.yaml': expect.stringContaining('operators.operatorframework.io.bundle.package.v1: sample-operator') as unknown });
    expect(objects[3]).toMatchObject({ metadata: { name: 'sample-operator' }, spec: { installNamespace: 'sample-operator', provisionerClassName: 'core-rukpak-io-registry' } });
  });

  test('installs from an image, in an existing namespace', () => {
    const { objects } = deploy({ ...IMAGE, name: 'mine', crdUpgradeSafety: false }, { namespace: 'apps', createNamespace: false });
    expect(kindsOf(objects)).toEqual(['BundleDeployment']);
    expect(objects[0]).toMatchObject({
      metadata: { name: 'mine' },
      spec: { installNamespace: 'apps', source: { type: 'image' }, preflight: { crdUpgradeSafety: { disabled: true } } },
    });
  });

  test('leaves the namespace to RukPak before 0.20.0', () => {
    const { namespace, objects } = deploy({ version: RukpakVersion.V0_16_0 });
    expect(namespace).toBe('sample-operator-system');
    expect(kindsOf(objects)).toEqual(['ConfigMap', 'ConfigMap', 'BundleDeployment']);
    expect(objects[2]!.spec).toMatchObject({
      provisionerClassName: 'core-rukpak-io-plain', template: { spec: { provisionerClassName: 'core-rukpak-io-registry' } },
    });
  });

  test.each([
    [InstallMode.allNamespaces(), ['']],
    [InstallMode.ownNamespace(), ['sample-operator-system']],
    [InstallMode.multiNamespace(['a', 'b']), ['a', 'b']],
  ])('watches the namespaces of %j in the releases that support it', (installMode, watchNamespaces) => {
    expect(one(deploy({ version: RukpakVersion.V0_19_0 }, { installMode }).objects, 'BundleDeployment').spec['watchNamespaces']).toEqual(watchNamespaces);
  });

  test('lets an operator watch its own namespace before 0.12.0', () => {
    const bundle = sampleBundle({ installModes: [InstallModeType.OWN_NAMESPACE] });
    expect(kindsOf(deploy({ ...IMAGE, version: RukpakVersion.V0_11_0 }, { bundle, installMode: InstallMode.ownNamespace() }).objects)).toEqual(['BundleDeployment']);
  });

  test('leaves what a bundle contains to a provisioner of the user', () => {
    const bundle = sampleBundle({ installModes: [] });
    expect(kindsOf(deploy({ ...IMAGE, provisionerClass: ProvisionerClass.of('mine') }, { bundle }).objects)).toEqual(['Namespace', 'BundleDeployment']);
  });

  test('keeps all objects of a file', () => {
    const sample = sampleBundle();
    const configMap = (name: string): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
    const bundle = sample._withManifests([
      ...sample.manifests, ...['one', 'two'].map(name => ManifestFile._of('manifests/all.yaml', { ...configMap(name) })),
    ]);
    const files = Object.entries(deploy({}, { bundle }).objects[1]!['data'] as { [file: string]: string });
    expect(files.filter(([, content]) => content.includes('"ConfigMap"')).map(([file]) => file)).toEqual(['all-2.json', 'all.json']);
  });

  const withApiService = bundleOf({
    package: 'sample-operator', channels: 'stable',
    spec: {
      installModes: [{ type: 'AllNamespaces', supported: true }],
      apiservicedefinitions: { owned: [{ name: 'things.example.test', group: 'example.test', version: 'v1', kind: 'Thing', deploymentName: 'd', containerPort: 443 }] },
    },
  });
  const withWebhook = bundleOf({
    package: 'sample-operator', channels: 'stable',
    spec: {
      installModes: [{ type: 'AllNamespaces', supported: true }],
      webhookdefinitions: [{ type: 'ValidatingAdmissionWebhook', generateName: 'w', deploymentName: 'd', admissionReviewVersions: ['v1'], sideEffects: 'None' }],
    },
  });
  const withPod = bundleOf({
    package: 'sample-operator', channels: 'stable',
    spec: { installModes: [{ type: 'AllNamespaces', supported: true }] },
    files: { 'manifests/pod.yaml': { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'one' } } },
  });
  const large = bundleOf({
    package: 'sample-operator', channels: 'stable',
    spec: {
      installModes: [{ type: 'AllNamespaces', supported: true }],
      customresourcedefinitions: { owned: [{ name: 'things.example.test', version: 'v1', kind: 'Thing' }] },
    },
    files: { 'manifests/crd.yaml': crdOf('Thing', { type: 'object', description: 'x'.repeat(1024 * 1024) }) },
  });
  const ENGINES = "set 'engine' to new OlmV0Engine(), new OlmV1Engine() or new PlainEngine()";

  test.each<[string, RukpakEngineOptions, Partial<RukpakRequest>]>([
    [": the operator serves APIs through API aggregation; set 'engine' to new OlmV0Engine()", {}, { bundle: withApiService }],
    [`: the operator has webhooks; ${ENGINES}`, {}, { bundle: withWebhook }],
    [`: the operator must support the install mode AllNamespaces, and it supports OwnNamespace, SingleNamespace; ${ENGINES}`, {},
      { bundle: sampleBundle({ installModes: [InstallModeType.OWN_NAMESPACE, InstallModeType.SINGLE_NAMESPACE] }) }],
    [`: the operator must support the install mode AllNamespaces or OwnNamespace, and it supports none; ${ENGINES}`, { ...IMAGE, version: RukpakVersion.V0_9_0 },
      { bundle: sampleBundle({ installModes: [] }) }],
    ['the install mode OwnNamespace is set, and RukPak 0.24.0 cannot use it for bundle \'sample-operator.v1.0.0\': it always installs this operator with AllNamespaces; omit '
      + `'installMode', or ${ENGINES}`, {}, { installMode: InstallMode.ownNamespace() }],
    ["because it contains the Pod 'one', and no bundle may contain objects of that kind; remove it from the bundle", {}, { bundle: withPod }],
    ["; set 'source' of RukpakEngine to RukpakSource.image(...) with the image of the bundle", {}, { bundle: large }],
    ["channel 'stable' is set, and RukPak follows no channel; omit 'channel', or set 'engine' to new OlmV0Engine() or new OlmV1Engine()", {}, { channel: 'stable' }],
    ["namespace 'apps' is set, and RukPak 0.16.0 installs bundle 'sample-operator.v1.0.0' in the namespace 'sample-operator-system', which it creates; omit 'namespace', or set "
      + "'version' to RukpakVersion.V0_20_0 or later", { version: RukpakVersion.V0_16_0 }, { namespace: 'apps' }],
    ['createNamespace is false, and RukPak 0.16.0 installs', { version: RukpakVersion.V0_16_0 }, { createNamespace: false }],
    ["source 'configMaps' is not supported by RukPak 0.9.0, only by RukPak 0.12.0 and later", { version: RukpakVersion.V0_9_0 }, {}],
    ["namespace 'A' must consist of", {}, { namespace: 'A' }],
  ])('refuses what RukPak refuses: %s', (message, options, request) => {
    expect(() => deploy(options, request)).toThrow(message);
  });
});
