import { Catalog } from '../../lib/catalog';
import { CatalogRef } from '../../lib/pulumi';
import { OperatorLockFile } from '../../lib/resolve';
import { bundleOf, crdOf } from '../builders/bundle-of';

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

/** Arguments of an OperatorSubscription to the operator `shop`, with a lock that adds its dependency `cache`. */
export const SHOP_ARGS = { catalog: CatalogRef.named('hub', 'olm', { content: CONTENT }), packageName: 'shop', lock: LOCK };
