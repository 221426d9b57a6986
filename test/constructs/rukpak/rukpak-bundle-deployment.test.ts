import { ApiObject, JsonPatch, Testing } from 'cdk8s';
import { ProvisionerClass, RukpakBundleDeployment, RukpakBundleDeploymentProps, RukpakSource, RukpakVersion } from 'olm-constructs/rukpak';
import { Manifest, one, synth } from '../../builders/synthesized';

const SOURCE = RukpakSource.image('quay.io/example/bundle:v1');
const IMAGE = { type: 'image', image: { ref: 'quay.io/example/bundle:v1' } };

function deploy(props: Partial<RukpakBundleDeploymentProps>): Manifest {
  const chart = Testing.chart();
  new RukpakBundleDeployment(chart, 'app', { name: 'app', source: SOURCE, provisionerClass: ProvisionerClass.PLAIN, ...props });
  return one(synth(chart), 'BundleDeployment');
}

describe('RukpakBundleDeployment', () => {
  test('installs a bundle with the last release', () => {
    expect(deploy({ installNamespace: 'apps', crdUpgradeSafety: false, labels: { team: 'a' }, annotations: { note: 'b' } })).toEqual({
      apiVersion: 'core.rukpak.io/v1alpha2',
      kind: 'BundleDeployment',
      metadata: { name: 'app', labels: { team: 'a' }, annotations: { 'note': 'b', 'olm-constructs/part-of': 'BundleDeployment/app' } },
      spec: { installNamespace: 'apps', provisionerClassName: 'core-rukpak-io-plain', source: IMAGE, preflight: { crdUpgradeSafety: { disabled: true } } },
    });
  });

  test('has a template of a Bundle in v1alpha1', () => {
    expect(deploy({ version: RukpakVersion.V0_13_0, labels: { team: 'a' } })).toEqual({
      apiVersion: 'core.rukpak.io/v1alpha1',
      kind: 'BundleDeployment',
      metadata: { name: 'app', labels: { team: 'a' }, annotations: { 'olm-constructs/part-of': 'BundleDeployment/app' } },
      spec: {
        provisionerClassName: 'core-rukpak-io-plain',
        template: { metadata: { labels: { team: 'a' } }, spec: { provisionerClassName: 'core-rukpak-io-plain', source: IMAGE } },
      },
    });
  });

  test.each([
    [RukpakVersion.V0_8_0, ProvisionerClass.REGISTRY, undefined, 'core.rukpak.io/registry', 'core.rukpak.io/plain'],
    [RukpakVersion.V0_9_0, ProvisionerClass.REGISTRY, undefined, 'core-rukpak-io-registry', 'core-rukpak-io-plain'],
    [RukpakVersion.V0_9_0, ProvisionerClass.HELM, undefined, 'core-rukpak-io-helm', 'core-rukpak-io-helm'],
    [RukpakVersion.V0_9_0, ProvisionerClass.of('mine'), ProvisionerClass.HELM, 'mine', 'core-rukpak-io-helm'],
    [RukpakVersion.V0_6_0, ProvisionerClass.of('example.com/mine'), undefined, 'example.com/mine', 'example.com/mine'],
  ])('RukPak %s: a bundle for %j is unpacked and installed by the right provisioners', (version, provisionerClass, installerClass, unpacks, installs) => {
    const { spec } = deploy({ version, provisionerClass, ...(installerClass === undefined ? {} : { installerClass }) });
    expect(spec).toMatchObject({ provisionerClassName: installs, template: { spec: { provisionerClassName: unpacks } } });
  });

  test('chooses the watched namespaces in the releases that support it', () => {
    expect(deploy({ version: RukpakVersion.V0_18_1, provisionerClass: ProvisionerClass.REGISTRY, watchNamespaces: ['a', 'b'] }).spec).toEqual({
      provisionerClassName: 'core-rukpak-io-registry', source: IMAGE, watchNamespaces: ['a', 'b'],
    });
  });

  test('writes the values of a chart as YAML', () => {
    const { spec } = deploy({
      provisionerClass: ProvisionerClass.HELM, installNamespace: 'apps', helmValues: { replicas: 2, image: { tag: '1.0' } }, config: { other: 'x' },
    });
    expect(spec['config']).toEqual({ other: 'x', values: 'replicas: 2\nimage:\n  tag: "1.0"\n' });
  });

  test('passes the configuration to a provisioner of the user', () => {
    expect(deploy({ provisionerClass: ProvisionerClass.of('mine'), installNamespace: 'apps', config: { depth: { any: [1] } } }).spec['config']).toEqual({ depth: { any: [1] } });
  });

  test('has a name that Helm accepts, from the path', () => {
    const chart = Testing.chart();
    const deployment = new RukpakBundleDeployment(chart, 'a-very-long-construct-id-that-would-not-fit-into-the-name-of-a-release', {
      source: SOURCE, provisionerClass: ProvisionerClass.PLAIN, installNamespace: 'apps',
    });
    expect(deployment.name).toMatch(/^[-a-z0-9]{1,53}$/);
    expect(one(synth(chart), 'BundleDeployment').metadata.name).toBe(deployment.name);
  });

  test('can be recognized, patched and subclassed', () => {
    class Mine extends RukpakBundleDeployment {
      protected override bundleDeploymentSpec(): { [field: string]: unknown } {
        return { ...super.bundleDeploymentSpec(), config: { extra: 'true' } };
      }
    }
    const chart = Testing.chart();
    const mine = new Mine(chart, 'app', { source: SOURCE, provisionerClass: ProvisionerClass.PLAIN, installNamespace: 'apps' });
    mine.resource.addJsonPatch(JsonPatch.add('/metadata/labels', { patched: 'yes' }));
    expect([RukpakBundleDeployment.isRukpakBundleDeployment(mine), RukpakBundleDeployment.isRukpakBundleDeployment({})]).toEqual([true, false]);
    expect(one(synth(chart), 'BundleDeployment')).toMatchObject({ metadata: { labels: { patched: 'yes' } }, spec: { config: { extra: 'true' } } });
  });

  test('is checked as the API server checks it, with what a patch adds', () => {
    const chart = Testing.chart();
    const deployment = new RukpakBundleDeployment(chart, 'app', {
      name: 'app', source: SOURCE, provisionerClass: ProvisionerClass.PLAIN, version: RukpakVersion.V0_19_0, watchNamespaces: ['a'],
    });
    deployment.resource.addJsonPatch(JsonPatch.add('/spec/watchNamespaces/1', ''), JsonPatch.add('/spec/installNamespace', 'apps'));
    expect(() => synth(chart)).toThrow("the API server refuses BundleDeployment 'app': spec: Empty string not accepted if length of watchNamespaces is more than 1.");
  });

  test('is not created twice', () => {
    const chart = Testing.chart();
    new RukpakBundleDeployment(chart, 'app', { name: 'app', source: SOURCE, provisionerClass: ProvisionerClass.PLAIN, installNamespace: 'apps' });
    new ApiObject(chart, 'other', { apiVersion: 'core.rukpak.io/v1alpha2', kind: 'BundleDeployment', metadata: { name: 'app' } });
    expect(() => synth(chart)).toThrow("'test/other' also creates BundleDeployment 'app'; set another `name` for one of them");
  });

  test.each<[string, Partial<RukpakBundleDeploymentProps>]>([
    ["BundleDeployment is not supported by RukPak 0.5.0, only by RukPak 0.6.0 and later; set 'version' to such a release, or use RukpakBundleInstance",
      { version: RukpakVersion.V0_5_0 }],
    ["installNamespace is required by RukPak 0.24.0: set 'installNamespace' to an existing namespace", {}],
    ["installNamespace is not supported by RukPak 0.19.0, only by RukPak 0.20.0 and later; set 'version' to such a release, or omit 'installNamespace'",
      { version: RukpakVersion.V0_19_0, installNamespace: 'apps' }],
    ["installNamespace 'A' must consist of lowercase letters, digits and \"-\"", { installNamespace: 'A' }],
    ["watchNamespaces is not supported by RukPak 0.20.0, only by RukPak 0.17.0 to 0.19.0; set 'version' to such a release, or omit 'watchNamespaces'",
      { version: RukpakVersion.V0_20_0, installNamespace: 'apps', watchNamespaces: [''] }],
    ['watchNamespaces contains an empty string, which means all namespaces, together with other namespaces; remove it or the others',
      { version: RukpakVersion.V0_19_0, watchNamespaces: ['', 'a'] }],
    ["installerClass is not supported by RukPak 0.24.0, only by RukPak 0.6.0 to 0.16.0; set 'version' to such a release, or omit 'installerClass'",
      { installNamespace: 'apps', installerClass: ProvisionerClass.PLAIN }],
    ["crdUpgradeSafety is not supported by RukPak 0.21.1, only by RukPak 0.22.0 and later; set 'version' to such a release, or omit 'crdUpgradeSafety'",
      { version: RukpakVersion.V0_21_1, installNamespace: 'apps', crdUpgradeSafety: true }],
    ["config is not supported by RukPak 0.8.0, only by RukPak 0.9.0 and later; set 'version' to such a release, or omit it",
      { version: RukpakVersion.V0_8_0, config: {} }],
    ["helmValues is for ProvisionerClass.HELM, and provisionerClass is 'core-rukpak-io-plain'; use 'config'", { installNamespace: 'apps', helmValues: {} }],
    ["config.replicas must be a string for the Helm provisioner; set the values of the chart as 'helmValues'",
      { installNamespace: 'apps', provisionerClass: ProvisionerClass.HELM, config: { replicas: 1 } }],
    ["set either 'helmValues' or the key 'values' of 'config', got both",
      { installNamespace: 'apps', provisionerClass: ProvisionerClass.HELM, config: { values: '' }, helmValues: {} }],
    ["provisionerClass 'core-rukpak-io-helm' is not supported by RukPak 0.8.0, only by RukPak 0.9.0 and later",
      { version: RukpakVersion.V0_8_0, provisionerClass: ProvisionerClass.HELM }],
    ["provisionerClass 'example.com/mine' must consist of lowercase letters, digits and \"-\"", { installNamespace: 'apps', provisionerClass: ProvisionerClass.of('example.com/mine') }],
    [`name '${'a'.repeat(54)}' must have at most 53 characters, which is the limit for the Helm release of the same name, got 54`, { installNamespace: 'apps', name: 'a'.repeat(54) }],
    ["systemNamespace 'A' must consist of", { installNamespace: 'apps', systemNamespace: 'A' }],
    ["unknown key 'namespace' in props of RukpakBundleDeployment", { namespace: 'apps' } as object],
  ])('refuses what RukPak refuses: %s', (message, props) => {
    expect(() => deploy(props)).toThrow(`[test/app] ${message}`);
  });
});
