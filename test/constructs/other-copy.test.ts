import { App, Chart, Testing } from 'cdk8s';
import { BundleDeployment, CatalogRef, ClusterCatalog, OlmInstallation, OperatorRegistry, OperatorSubscription } from 'olm-constructs';
import { sampleBundle } from '../builders/sample-bundle';

/** Another copy of the library, as a package manager may install it for a platform's own constructs. */
const other = ((): typeof import('olm-constructs') => {
  let copy: typeof import('olm-constructs') | undefined;
  jest.isolateModules(() => {
    // The transformer of the tests loads a module when a name of it is used: the copy uses all of them.
    copy = { ...jest.requireActual<typeof import('olm-constructs')>('olm-constructs') };
  });
  return copy!;
})();

describe('constructs of another copy of the library', () => {
  const chart = new Chart(new App(), 'chart');
  const installation = new other.OlmInstallation(chart, 'olm', { catalogNamespace: 'catalogs' });
  const registry = new other.OperatorRegistry(chart, 'registry', { bundles: [sampleBundle()] });
  const subscription = new other.OperatorSubscription(chart, 'subscription', { catalog: registry });
  const clusterCatalog = new other.ClusterCatalog(chart, 'cluster-catalog', { image: 'example.test/catalog:1' });
  const deployment = new other.BundleDeployment(chart, 'deployment', { bundle: sampleBundle({ package: 'other' }) });

  test('are recognized by their kind, without instanceof', () => {
    expect(other.OperatorRegistry).not.toBe(OperatorRegistry);
    expect(registry instanceof OperatorRegistry).toBe(false);

    expect(OlmInstallation.isOlmInstallation(installation)).toBe(true);
    expect(OperatorRegistry.isOperatorRegistry(registry)).toBe(true);
    expect(OperatorSubscription.isOperatorSubscription(subscription)).toBe(true);
    expect(BundleDeployment.isBundleDeployment(deployment)).toBe(true);
    expect(ClusterCatalog.isClusterCatalog(clusterCatalog)).toBe(true);
    expect(CatalogRef.isCatalogRef(other.CatalogRef.named('a', 'b'))).toBe(true);
  });

  test('carry registered symbols, which are the same in every version', () => {
    for (const [name, construct] of Object.entries({
      OlmInstallation: installation, OperatorRegistry: registry, OperatorSubscription: subscription, BundleDeployment: deployment,
      ClusterCatalog: clusterCatalog, CatalogRef: CatalogRef.named('a', 'b'),
    })) {
      expect([name, Symbol.for(`olm-constructs.${name}`) in construct]).toEqual([name, true]);
    }
  });

  test.each<[string, (x: unknown) => boolean]>([
    ['OlmInstallation', x => OlmInstallation.isOlmInstallation(x)],
    ['OperatorRegistry', x => OperatorRegistry.isOperatorRegistry(x)],
    ['OperatorSubscription', x => OperatorSubscription.isOperatorSubscription(x)],
    ['BundleDeployment', x => BundleDeployment.isBundleDeployment(x)],
    ['ClusterCatalog', x => ClusterCatalog.isClusterCatalog(x)],
    ['CatalogRef', x => CatalogRef.isCatalogRef(x)],
  ])('are not mistaken for one another, and nothing else is mistaken for them: %s', (kind, isKind) => {
    const all = {
      OlmInstallation: installation, OperatorRegistry: registry, OperatorSubscription: subscription, BundleDeployment: deployment,
      ClusterCatalog: clusterCatalog,
    };
    for (const [name, construct] of Object.entries(all)) {
      expect([name, isKind(construct)]).toEqual([name, name === kind]);
    }
    for (const value of [undefined, null, 'OperatorRegistry', 1, {}, Testing.chart()]) {
      expect(isKind(value)).toBe(false);
    }
  });

  test('share the OLM of the app', () => {
    expect(() => OlmInstallation.fromOpenShift(chart, 'second')).toThrow("this app has an OLM already, at 'chart/olm'");
    expect(new OperatorRegistry(chart, 'mine', { bundles: [sampleBundle({ package: 'mine' })] }).catalogNamespace).toBe('catalogs');
  });

  test('are checked against a registry', () => {
    expect(() => new OperatorSubscription(chart, 'wrong', { catalog: registry, channel: 'fast' })).toThrow("channel 'fast' not found in package 'sample-operator'");
  });
});
