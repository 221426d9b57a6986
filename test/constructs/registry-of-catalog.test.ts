import { Testing } from 'cdk8s';
import { Bundle, Catalog, InstallMode, InstallModeType, OperatorRegistry, OperatorSubscription, SlimLevel } from 'olm-constructs';
import { sampleBundle } from './sample-bundle';

const IMAGE = `quay.io/example/sample-bundle@sha256:${'1'.repeat(64)}`;

/** A catalog whose bundle is an image, as someone else may have made it. */
function foreignCatalog(metadata?: object): Catalog {
  const name = 'foreign.v1.0.0';
  return Catalog.fromText([
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

/** Text that does not compress well, the same each time. */
function noise(letters: number): string {
  let text = '';
  for (let state = 1; text.length < letters; state = (state * 48271) % 2147483647) {
    text += state.toString(36);
  }
  return text;
}

describe('an OperatorRegistry of a catalog that was read', () => {
  test('serves bundles that are images, whatever is known of them', () => {
    const chart = Testing.chart();
    const registry = new OperatorRegistry(chart, 'registry', { catalog: foreignCatalog() });

    expect(Testing.synth(chart)).not.toHaveLength(0);
    expect(registry.name).toBe('foreign-catalog');
    expect(registry.catalog.toJsonLines()).toBe(foreignCatalog().toJsonLines());
  });

  test('is called in consoles what the catalog says', () => {
    const chart = Testing.chart();
    new OperatorRegistry(chart, 'registry', { catalog: foreignCatalog({ displayName: 'Foreign Operator' }) });

    const manifests = Testing.synth(chart) as { kind: string; spec: { displayName?: string } }[];
    const source = manifests.find(({ kind }) => kind === 'CatalogSource');
    expect(source!.spec.displayName).toBe('Foreign Operator');
  });

  test('refuses an empty catalog', () => {
    expect(() => new OperatorRegistry(Testing.chart(), 'registry', { catalog: Catalog.fromText('') }))
      .toThrow("[test/registry] the catalog is empty, so there is nothing to serve; give one with a package in 'catalog'");
  });

  test('measures and slims the manifests that the catalog carries', () => {
    const catalog = Catalog.fromText(Catalog.fromBundles([sampleBundle({ description: 'word '.repeat(400_000) })]).toJsonLines());
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

  test('takes one that is too large to be carried by the catalog', () => {
    // Each quote takes one more letter in the CRD, and two more again in an InstallPlan.
    const bundle = sampleBundle({ description: 'wo"d '.repeat(220_000) });
    const chart = Testing.chart();
    new OperatorRegistry(chart, 'registry', { bundles: [bundle] });
    expect(() => void Testing.synth(chart)).toThrow('too large');
    expect(registryOf(bundle)).not.toThrow();
  });

  test('refuses one that OLM v0 could not unpack, and says what can take it', () => {
    expect(registryOf(sampleBundle({ description: noise(1_450_000) })))
      .toThrow(/bundle "sample-operator\.v1\.0\.0" is too large for OLM v0 to install from its image: it takes \d\.\d\d MB .* of at most 1\.05 MB; .* OLM v1/);
  });
});

describe('an OperatorSubscription to a catalog that was read', () => {
  const subscribe = (metadata: object | undefined, installMode?: InstallMode): OperatorSubscription => {
    const chart = Testing.chart();
    const registry = new OperatorRegistry(chart, 'registry', { catalog: foreignCatalog(metadata) });
    const subscription = new OperatorSubscription(chart, 'foreign', { registry, version: '1.0.0', ...(installMode === undefined ? {} : { installMode }) });
    Testing.synth(chart);
    return subscription;
  };
  const supporting = (type: InstallModeType): object => ({ installModes: [{ type, supported: true }] });

  test('knows package, channel and bundle', () => {
    expect(subscribe(undefined)).toMatchObject({ package: 'foreign', channel: 'stable', startingCsv: 'foreign.v1.0.0' });
  });

  test('takes any install mode where the catalog does not say which the bundle supports', () => {
    expect(subscribe(undefined).installMode.type).toBe(InstallModeType.OWN_NAMESPACE);
    expect(subscribe(undefined, InstallMode.allNamespaces()).installMode.type).toBe(InstallModeType.ALL_NAMESPACES);
  });

  test('takes what the catalog says of install modes', () => {
    expect(subscribe(supporting(InstallModeType.ALL_NAMESPACES)).installMode.type).toBe(InstallModeType.ALL_NAMESPACES);
    expect(() => subscribe(supporting(InstallModeType.ALL_NAMESPACES), InstallMode.ownNamespace()))
      .toThrow(/bundle 'foreign\.v1\.0\.0' does not support the install mode OwnNamespace; it supports AllNamespaces/);
  });
});
