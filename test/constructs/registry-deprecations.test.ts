import { gunzipSync } from 'node:zlib';
import { Testing } from 'cdk8s';
import { OperatorRegistry, OperatorRegistryProps } from 'olm-constructs';
import { Catalog, ChannelPlan } from 'olm-constructs/catalog';
import { sampleBundle } from '../builders/sample-bundle';
import { Manifest, synth } from '../builders/synthesized';

const BUNDLES = [
  sampleBundle({ version: '1.0.0', name: 'sample-operator.v1.0.0', channels: 'old,stable' }),
  sampleBundle({ version: '1.1.0', name: 'sample-operator.v1.1.0', replaces: 'sample-operator.v1.0.0' }),
];

/** Returns the catalog that the pods of a registry serve, read back from its ConfigMaps. */
function servedBy(props: OperatorRegistryProps): Catalog {
  const chart = Testing.chart();
  new OperatorRegistry(chart, 'registry', props);
  const parts = synth(chart).filter(({ kind }) => kind === 'ConfigMap').map(packed);
  return Catalog.fromString(gunzipSync(Buffer.concat(parts)).toString());
}

function packed(configMap: Manifest): Buffer {
  return Buffer.concat(Object.values(configMap['binaryData'] as { [key: string]: string }).map(part => Buffer.from(part, 'base64')));
}

describe('an OperatorRegistry of bundles with deprecations', () => {
  test('serves them', () => {
    const served = servedBy({
      bundles: BUNDLES,
      deprecations: {
        'sample-operator': {
          packageMessage: 'use other-operator', channels: { old: 'use stable' }, bundles: { 'sample-operator.v1.0.0': 'upgrade to 1.1.0' },
        },
      },
    }).findPackage('sample-operator');

    expect(served.deprecation).toBe('use other-operator');
    expect(served.channels.map(({ name, deprecation }) => [name, deprecation])).toEqual([['old', 'use stable'], ['stable', undefined]]);
    expect(served.bundles.map(({ deprecation }) => deprecation)).toEqual(['upgrade to 1.1.0', undefined]);
  });

  test('serves the same catalog as Catalog.fromBundles with the same options', () => {
    const options = { channels: ChannelPlan.bySemver(), deprecations: { 'sample-operator': { channels: { 'stable-v1.0': 'use stable-v1.1' } } } };
    expect(servedBy({ bundles: BUNDLES, ...options }).contentHash).toBe(Catalog.fromBundles(BUNDLES, options).contentHash);
  });

  test('rolls out a changed message', () => {
    const configMapsWith = (message: string): string[] => {
      const chart = Testing.chart();
      const deprecations = { 'sample-operator': { packageMessage: message } };
      return new OperatorRegistry(chart, 'registry', { bundles: BUNDLES, deprecations }).configMaps.map(({ name }) => name);
    };
    expect(configMapsWith('use a')).not.toEqual(configMapsWith('use b'));
  });

  test('refuses unknown names, with the available ones', () => {
    const deprecations = { 'sample-operator': { channels: { stabel: 'gone' } } };
    expect(() => new OperatorRegistry(Testing.chart(), 'registry', { bundles: BUNDLES, deprecations }))
      .toThrow("'deprecations' names the channel 'stabel', which package 'sample-operator' does not have; available: 'old', 'stable'");
  });

  test('refuses them beside a catalog, which has its own', () => {
    const catalog = Catalog.fromBundles(BUNDLES);
    expect(() => new OperatorRegistry(Testing.chart(), 'registry', { catalog, deprecations: { 'sample-operator': { packageMessage: 'gone' } } }))
      .toThrow("[test/registry] 'deprecations' deprecates parts of 'bundles', and 'catalog' has its own; pass 'deprecations' to Catalog.fromBundles");
  });
});
