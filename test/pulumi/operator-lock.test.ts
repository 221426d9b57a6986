import { Program } from './program';
import { bundleOf, crdOf } from '../builders/bundle-of';
import { Catalog, CatalogRef, OperatorLockFile, OperatorSubscription } from '../../lib/pulumi';

const CONTENT = Catalog.fromBundles([
  bundleOf({
    package: 'shop', files: { 'metadata/dependencies.yaml': { dependencies: [{ type: 'olm.package', value: { packageName: 'cache', version: '>=1.0.0' } }] } },
  }),
  bundleOf({
    package: 'cache', spec: { customresourcedefinitions: { owned: [{ name: 'caches.example.test', version: 'v1', kind: 'Cache' }] } },
    files: { 'manifests/crd.yaml': crdOf('Cache') },
  }),
]);

const LOCK = OperatorLockFile.fromString(`lockVersion: 1
catalogs:
- {name: hub, namespace: olm}
operators:
- {namespace: shop, package: cache, version: 1.0.0, csv: cache.v1.0.0, channel: stable, catalog: hub, catalogNamespace: olm, requiredBy: [shop.v1.0.0]}
- {namespace: shop, package: shop, version: 1.0.0, csv: shop.v1.0.0, channel: stable, catalog: hub, catalogNamespace: olm, subscription: shop}
`);

describe('an OperatorSubscription with a lock', () => {
  test('has a Subscription and a waiter for the dependency, before its own', async () => {
    const program = await Program.run(() => new OperatorSubscription('shop', {
      catalog: CatalogRef.named('hub', 'olm', { content: CONTENT }), packageName: 'shop', lock: LOCK,
    }));
    const subscriptions = program.registered.filter(({ type }) => type.endsWith(':Subscription'));
    const waiters = program.registered.filter(({ type }) => type.includes('OperatorReady'));

    expect(subscriptions.map(({ inputs }) => (inputs['spec'] as { startingCSV: string }).startingCSV)).toEqual(['cache.v1.0.0', 'shop.v1.0.0']);
    expect(waiters.map(({ name }) => name)).toEqual(['shop/Dependency-cache/OperatorReady', 'shop/OperatorReady']);
    expect(subscriptions[1]!.after).toContain('shop/Dependency-cache/OperatorReady');
    expect(waiters.map(({ inputs }) => inputs['pin'])).toEqual([
      { csv: 'cache.v1.0.0', intermediateCsvs: [], dependencyCsvs: ['shop.v1.0.0'] }, { csv: 'shop.v1.0.0', intermediateCsvs: [], dependencyCsvs: ['cache.v1.0.0'] },
    ]);
  });

  test('has what is locked in the namespace at each waiter, for its refresh', async () => {
    const program = await Program.run(() => new OperatorSubscription('shop', {
      catalog: CatalogRef.named('hub', 'olm', { content: CONTENT }), packageName: 'shop', lock: LOCK,
    }));
    const common = { version: '1.0.0', channel: 'stable', catalog: 'hub', catalogNamespace: 'olm' };
    const locked = [{ packageName: 'cache', csv: 'cache.v1.0.0', ...common }, { packageName: 'shop', csv: 'shop.v1.0.0', ...common, subscription: 'shop' }];
    expect(program.registered.filter(({ type }) => type.includes('OperatorReady')).map(({ inputs }) => inputs['locked'])).toEqual([locked, locked]);
  });

  test('is refused with a lock for something else', async () => {
    await expect(Program.run(() => new OperatorSubscription('shop', {
      catalog: CatalogRef.named('other', 'olm', { content: CONTENT }), packageName: 'shop', lock: LOCK,
    }))).rejects.toThrow("package 'shop' is locked to the catalog 'olm/hub', and the Subscription has 'olm/other'; run `olm-constructs lock`");
  });
});
