import { Testing } from 'cdk8s';
import { InstallMode, OperatorRegistry, OperatorSubscription } from 'olm-constructs';
import { Bundle, InstallModeType, SlimLevel } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { sampleBundle } from '../builders/sample-bundle';
import { one, synth } from '../builders/synthesized';

const IMAGE = `quay.io/example/sample-bundle@sha256:${'1'.repeat(64)}`;

/** Reads a catalog whose bundle is an image. */
function imageCatalog(metadata?: object): Catalog {
  const name = 'foreign.v1.0.0';
  return Catalog.fromString([
    { schema: 'olm.package', name: 'foreign', defaultChannel: 'stable' },
    { schema: 'olm.channel', name: 'stable', package: 'foreign', entries: [{ name }] },
    {
      schema: 'olm.bundle', name, package: 'foreign', image: IMAGE,
      properties: [
        { type: 'olm.package', value: { packageName: 'foreign', version: '1.0.0' } },
        ...(metadata === undefined ? [] : [{ type: 'olm.csv.metadata', value: metadata }]),
      ],
    },
  ].map(document => JSON.stringify(document)).join('\n'));
}

/** Returns a string that does not compress well, the same each time. */
function noise(length: number): string {
  let noise = '';
  for (let state = 1; noise.length < length; state = (state * 48271) % 2147483647) {
    noise += state.toString(36);
  }
  return noise;
}

describe('an OperatorRegistry of a catalog that was read', () => {
  test('serves bundles by image, without their content', () => {
    const chart = Testing.chart();
    const registry = new OperatorRegistry(chart, 'registry', { catalog: imageCatalog() });

    expect(Testing.synth(chart)).not.toHaveLength(0);
    expect(registry.catalogName).toBe('foreign-catalog');
    expect(registry.catalog.toJsonLines()).toBe(imageCatalog().toJsonLines());
  });

  test('has the display name of the catalog\'s bundle', () => {
    const chart = Testing.chart();
    new OperatorRegistry(chart, 'registry', { catalog: imageCatalog({ displayName: 'Foreign Operator' }) });

    const source = one(synth(chart), 'CatalogSource');
    expect(source.spec['displayName']).toBe('Foreign Operator');
  });

  test('refuses an empty catalog', () => {
    expect(() => new OperatorRegistry(Testing.chart(), 'registry', { catalog: Catalog.fromString('') }))
      .toThrow("[test/registry] 'catalog' is empty; set it to a catalog with a package");
  });

  test('checks the size of inline bundles, and slims them', () => {
    const catalog = Catalog.fromString(Catalog.fromBundles([sampleBundle({ description: 'word '.repeat(400_000) })]).toJsonLines());
    const chart = Testing.chart();
    new OperatorRegistry(chart, 'registry', { catalog });
    expect(() => void Testing.synth(chart)).toThrow(/sample-operator\.v1\.0\.0.*SlimLevel\.CRD_DESCRIPTIONS/s);

    const slimmed = new OperatorRegistry(Testing.chart(), 'registry', { catalog, slim: SlimLevel.CRD_DESCRIPTIONS });
    expect(slimmed.removed).toHaveLength(1);
    expect(slimmed.catalog.toJsonLines().length).toBeLessThan(100_000);
    expect(slimmed.catalog.bundleNames).toEqual(catalog.bundleNames);
  });
});

describe('an OperatorRegistry with a bundle by image', () => {
  const registryOf = (bundle: Bundle): (() => void) => () => {
    const chart = Testing.chart();
    new OperatorRegistry(chart, 'registry', { catalog: Catalog.fromBundles([bundle], { images: { [bundle.name]: IMAGE } }) });
    Testing.synth(chart);
  };

  test('accepts one that is too large for an inline catalog', () => {
    // Each quote takes one more character in the CRD, and another two in an InstallPlan.
    const bundle = sampleBundle({ description: 'wo"d '.repeat(220_000) });
    const chart = Testing.chart();
    new OperatorRegistry(chart, 'registry', { bundles: [bundle] });
    expect(() => void Testing.synth(chart)).toThrow('too large');
    expect(registryOf(bundle)).not.toThrow();
  });

  test('refuses one that OLM v0 could not unpack, and names the engine that could', () => {
    expect(registryOf(sampleBundle({ description: noise(1_450_000) })))
      .toThrow(/bundle "sample-operator\.v1\.0\.0" is too large for OLM v0 to install from its image: it takes \d\.\d\d MB .* at most 1\.05 MB; .* OLM v1/);
  });
});

describe('an OperatorSubscription to a catalog that was read', () => {
  const subscribe = (metadata: object | undefined, installMode?: InstallMode): OperatorSubscription => {
    const chart = Testing.chart();
    const registry = new OperatorRegistry(chart, 'registry', { catalog: imageCatalog(metadata) });
    const subscription = new OperatorSubscription(chart, 'foreign', { catalog: registry, version: '1.0.0', ...(installMode === undefined ? {} : { installMode }) });
    Testing.synth(chart);
    return subscription;
  };
  const supporting = (type: InstallModeType): object => ({ installModes: [{ type, supported: true }] });

  test('knows package, channel and bundle', () => {
    expect(subscribe(undefined)).toMatchObject({ packageName: 'foreign', channel: 'stable', startingCsv: 'foreign.v1.0.0' });
  });

  test('accepts any install mode if the catalog does not contain those of the bundle', () => {
    expect(subscribe(undefined).installMode.type).toBe(InstallModeType.OWN_NAMESPACE);
    expect(subscribe(undefined, InstallMode.allNamespaces()).installMode.type).toBe(InstallModeType.ALL_NAMESPACES);
  });

  test('checks the install modes of the catalog', () => {
    expect(subscribe(supporting(InstallModeType.ALL_NAMESPACES)).installMode.type).toBe(InstallModeType.ALL_NAMESPACES);
    expect(() => subscribe(supporting(InstallModeType.ALL_NAMESPACES), InstallMode.ownNamespace()))
      .toThrow(/bundle 'foreign\.v1\.0\.0' does not support the install mode OwnNamespace; it supports AllNamespaces/);
  });
});
