import { Testing } from 'cdk8s';
import { BundleDeployment, RukpakEngine } from 'olm-constructs';
import { RukpakSource, RukpakVersion } from 'olm-constructs/rukpak';
import { bundleOf } from '../builders/bundle-of';
import { kindsOf, synth } from '../builders/synthesized';

const ALL_NAMESPACES = { installModes: [{ type: 'AllNamespaces', supported: true }] };

describe('BundleDeployment with RukPak', () => {
  test('creates a BundleDeployment of RukPak, and ConfigMaps with the bundle', () => {
    const chart = Testing.chart();
    const deployment = new BundleDeployment(chart, 'operator', { bundle: bundleOf({ spec: ALL_NAMESPACES }), engine: new RukpakEngine() });

    const manifests = synth(chart);
    expect(new Set(kindsOf(manifests))).toEqual(new Set(['Namespace', 'ConfigMap', 'BundleDeployment']));
    expect(deployment.rukpak.namespaceObject?.name).toBe('demo');
    expect(manifests.find(({ kind }) => kind === 'BundleDeployment')).toMatchObject({
      apiVersion: 'core.rukpak.io/v1alpha2', metadata: { name: 'demo' }, spec: { installNamespace: 'demo', provisionerClassName: 'core-rukpak-io-registry' },
    });
  });

  test('takes the bundle from elsewhere, with the objects of any release', () => {
    const engine = new RukpakEngine({ version: RukpakVersion.V0_13_0, source: RukpakSource.image('registry.example.com/demo:v1') });
    const chart = Testing.chart();
    new BundleDeployment(chart, 'operator', { bundle: bundleOf({ spec: ALL_NAMESPACES }), engine });
    expect(synth(chart)).toMatchObject([{ apiVersion: 'core.rukpak.io/v1alpha1', kind: 'BundleDeployment', spec: { template: { spec: { source: { type: 'image' } } } } }]);
  });

  test.each<[string, object, object, string]>([
    [
      'dependencies',
      { spec: ALL_NAMESPACES, files: { 'metadata/dependencies.yaml': { dependencies: [{ type: 'olm.package', value: { packageName: 'cache', version: '>=1.0.0' } }] } } },
      {},
      '[test/operator] bundle \'demo.v1.0.0\' requires package \'cache\' >=1.0.0, and RukPak installs nothing that a bundle requires; set \'engine\' to '
        + 'new OlmV0Engine() or new PlainEngine()',
    ],
    ['a channel', { spec: ALL_NAMESPACES }, { channel: 'stable' }, 'channel \'stable\' is set, and RukPak follows no channel; omit \'channel\', or set \'engine\''],
    ['other install modes', { spec: { installModes: [{ type: 'OwnNamespace', supported: true }] } }, {}, 'the operator must support the install mode AllNamespaces'],
  ])('rejects %s, and names the engines that can', (_, bundle, props, message) => {
    const rejected = (): unknown => new BundleDeployment(Testing.chart(), 'operator', { bundle: bundleOf(bundle), engine: new RukpakEngine(), ...props });
    expect(rejected).toThrow(message);
    expect(rejected).toThrow('new OlmV0Engine()');
  });

  test('rejects unknown options', () => {
    const engine = new RukpakEngine({ image: 'x' } as object);
    expect(() => new BundleDeployment(Testing.chart(), 'operator', { bundle: bundleOf({ spec: ALL_NAMESPACES }), engine })).toThrow(
      '[test/operator] unknown key \'image\' in options of RukpakEngine',
    );
  });
});
