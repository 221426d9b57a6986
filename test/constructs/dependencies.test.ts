import { Chart, Testing } from 'cdk8s';
import {
  BundleDeployment, CatalogRef, DefaultCatalog, OlmInstallation, OlmV0Engine, OperatorGroupRef, OperatorRegistry, OperatorSubscription,
} from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { bundleOf, crdOf } from '../builders/bundle-of';
import { synth } from '../builders/synthesized';

const API = { name: 'caches.example.test', version: 'v1', kind: 'Cache' };

/** A shop that requires a cache, by its package or by its API. */
function shop(requirement: 'package' | 'api', range = '>=1.0.0 <2.0.0'): Bundle {
  return bundleOf({
    package: 'shop', channels: 'stable', version: '1.0.0',
    ...(requirement === 'api' ? { spec: { customresourcedefinitions: { required: [API] } } } : {
      files: { 'metadata/dependencies.yaml': { dependencies: [{ type: 'olm.package', value: { packageName: 'cache', version: range } }] } },
    }),
  });
}

function cache(version: string): Bundle {
  return bundleOf({
    package: 'cache', channels: 'stable', version,
    spec: { customresourcedefinitions: { owned: [API] } },
    files: { 'manifests/crd.yaml': crdOf('Cache', { type: 'object' }) },
  });
}

/** Returns a chart with an OLM that has no catalog but those of the app. */
function chartWithOlm(defaultCatalog = DefaultCatalog.none()): Chart {
  const chart = Testing.chart();
  new OlmInstallation(chart, 'olm', { defaultCatalog });
  return chart;
}

const PROBLEM = "[test/shop] bundle 'shop.v1.0.0' requires package 'cache' >=1.0.0 <2.0.0, and no catalog that OLM uses in namespace 'shop' has it; "
  + 'add a package that provides it to the registry, for example with `dependencies`';

describe('a requirement of a bundle', () => {
  it.each(['package', 'api'] as const)('is met by the catalog of the Subscription (%s)', (requirement) => {
    const chart = chartWithOlm();
    const catalog = new OperatorRegistry(chart, 'registry', { bundles: [shop(requirement), cache('1.2.0')] });
    new OperatorSubscription(chart, 'shop', { catalog, packageName: 'shop' });

    expect(() => synth(chart)).not.toThrow();
  });

  it.each([
    ['package', PROBLEM],
    ['api', PROBLEM.replace("package 'cache' >=1.0.0 <2.0.0", 'the API example.test/v1 Cache')],
  ] as const)('is an error if nothing meets it (%s)', (requirement, problem) => {
    const chart = chartWithOlm();
    const catalog = new OperatorRegistry(chart, 'registry', { bundles: [shop(requirement)] });
    new OperatorSubscription(chart, 'shop', { catalog });

    expect(() => synth(chart)).toThrow(problem);
  });

  it('is not met by a version outside of the range', () => {
    const chart = chartWithOlm();
    const catalog = new OperatorRegistry(chart, 'registry', { bundles: [shop('package'), cache('2.0.0')] });
    new OperatorSubscription(chart, 'shop', { catalog, packageName: 'shop' });

    expect(() => synth(chart)).toThrow(PROBLEM);
  });

  it('is met by another catalog of the namespace, or by a global one', () => {
    for (const namespace of ['shop', 'olm']) {
      const chart = chartWithOlm();
      new OperatorRegistry(chart, 'caches', { bundles: [cache('1.0.0')], namespace });
      const catalog = new OperatorRegistry(chart, 'registry', { bundles: [shop('package')] });
      new OperatorSubscription(chart, 'shop', { catalog });

      expect(() => synth(chart)).not.toThrow();
    }
  });

  it('is not met by a catalog of another namespace, which the error names', () => {
    const chart = chartWithOlm();
    new OperatorRegistry(chart, 'caches', { bundles: [cache('1.0.0')], namespace: 'caches' });
    const catalog = new OperatorRegistry(chart, 'registry', { bundles: [shop('package')] });
    new OperatorSubscription(chart, 'shop', { catalog });

    expect(() => synth(chart)).toThrow("package 'cache' of 'test/caches' provides it: set `dependencies` of the registry to that catalog, or put it into "
      + "OLM's global catalog namespace");
  });

  it('is met by another Subscription of the namespace', () => {
    const chart = chartWithOlm();
    const catalog = new OperatorRegistry(chart, 'registry', { bundles: [shop('package')], namespace: 'shop' });
    const other = new OperatorRegistry(chart, 'caches', { bundles: [cache('1.0.0')], namespace: 'shop' });
    const subscription = new OperatorSubscription(chart, 'shop', { catalog });
    const namespaced = { namespace: 'shop', createNamespace: false };
    new OperatorSubscription(chart, 'cache', { catalog: other, ...namespaced, operatorGroup: OperatorGroupRef.fromObject(subscription.operatorGroup!) });

    expect(() => synth(chart)).not.toThrow();
  });

  it.each([
    ['a default catalog', DefaultCatalog.operatorHub()],
    ['no OLM of the app', undefined],
  ])('is not checked where a catalog may be in the cluster that the app does not know: %s', (_, defaultCatalog) => {
    const chart = defaultCatalog === undefined ? Testing.chart() : chartWithOlm(defaultCatalog);
    const catalog = new OperatorRegistry(chart, 'registry', { bundles: [shop('package')] });
    new OperatorSubscription(chart, 'shop', { catalog });

    expect(() => synth(chart)).not.toThrow();
  });

  it('is checked on any OLM if global catalogs are excluded', () => {
    const chart = Testing.chart();
    const catalog = new OperatorRegistry(chart, 'registry', { bundles: [shop('package')], namespace: 'shop' });
    new OperatorSubscription(chart, 'shop', { catalog, excludeGlobalCatalogs: true });

    expect(() => synth(chart)).toThrow(PROBLEM);
  });

  it('is not checked if another Subscription of the namespace may install anything', () => {
    const chart = chartWithOlm();
    const catalog = new OperatorRegistry(chart, 'registry', { bundles: [shop('package')] });
    const { operatorGroup } = new OperatorSubscription(chart, 'shop', { catalog });
    new OperatorSubscription(chart, 'any', {
      catalog: CatalogRef.named('catalog', 'olm'), packageName: 'any', namespace: 'shop', createNamespace: false,
      operatorGroup: OperatorGroupRef.fromObject(operatorGroup!),
    });

    expect(() => synth(chart)).not.toThrow();
  });

  it('is not checked without the content of the catalog', () => {
    const chart = chartWithOlm();
    new OperatorSubscription(chart, 'shop', { catalog: CatalogRef.named('catalog', 'olm'), packageName: 'shop' });

    expect(() => synth(chart)).not.toThrow();
  });
});

describe('dependencies of a registry', () => {
  const supplied = Catalog.fromBundles([cache('1.0.0'), bundleOf({ package: 'other', channels: 'stable', version: '1.0.0' })]);

  it('are added with what its bundles require, and nothing else', () => {
    const chart = chartWithOlm();
    const registry = new OperatorRegistry(chart, 'registry', { bundles: [shop('package')], dependencies: supplied });
    new OperatorSubscription(chart, 'shop', { catalog: registry, packageName: 'shop' });

    expect(registry.catalog.packageNames).toEqual(['cache', 'shop']);
    expect(registry.addedDependencies).toEqual(['cache.v1.0.0']);
    expect(registry.catalogName).toBe('shop-catalog');
    expect(() => synth(chart)).not.toThrow();
  });

  it('do not change a registry that requires nothing, or has everything', () => {
    const chart = Testing.chart();
    const bundles = [shop('api'), cache('1.1.0')];
    const [complete, plain] = [
      new OperatorRegistry(chart, 'complete', { bundles, dependencies: supplied, name: 'complete' }),
      new OperatorRegistry(chart, 'plain', { bundles, name: 'plain' }),
    ];

    expect(complete.addedDependencies).toEqual([]);
    expect(complete.catalog.toYaml()).toBe(plain.catalog.toYaml());
  });

  it('are an option of the engine', () => {
    const chart = chartWithOlm();
    const engine = new OlmV0Engine({ registry: { dependencies: supplied } });
    const { registry } = new BundleDeployment(chart, 'shop', { bundle: shop('api'), engine }).olmV0;

    expect(registry.addedDependencies).toEqual(['cache.v1.0.0']);
    expect(() => synth(chart)).not.toThrow();
  });
});
