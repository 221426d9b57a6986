import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { CatalogRef, ClusterExtension, InstallMode, OperatorSubscription } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { bundleOf, crdOf } from './bundle-of';

/** All install modes of an operator. */
export const ALL_MODES = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'].map((type) => ({ type, supported: true }));

/** Returns a bundle that owns a kind of example.test. */
export function operator(name: string, kind: string, facts: Parameters<typeof bundleOf>[0] = {}, schema: object = { type: 'object' }): Bundle {
  const plural = `${kind.toLowerCase()}s`;
  return bundleOf({
    package: name,
    ...facts,
    spec: {
      installModes: ALL_MODES,
      customresourcedefinitions: { owned: [{ name: `${plural}.example.test`, version: 'v1', kind }] },
      ...facts.spec,
    },
    files: { 'manifests/crd.yaml': crdOf(kind, schema), ...facts.files },
  });
}

/** Installs a bundle from a catalog whose content the app knows. */
export function subscribe(scope: Construct, bundle: Bundle, namespace: string, installMode?: InstallMode): OperatorSubscription {
  return new OperatorSubscription(scope, namespace, {
    catalog: CatalogRef.named('catalog', 'olm', { content: Catalog.fromBundles([bundle]) }), namespace, ...(installMode === undefined ? {} : { installMode }),
  });
}

/** Creates a plain object. */
export function object(scope: Construct, id: string, apiVersion: string, kind: string, namespace: string | undefined, spec?: object): ApiObject {
  const metadata = { name: id, ...(namespace === undefined ? {} : { namespace }) };
  return new ApiObject(scope, id, { apiVersion, kind, metadata, ...(spec === undefined ? {} : { spec }) });
}

/** Creates a Subscription as a plain object. */
export function plainSubscription(scope: Construct, id: string, packageName: string, namespace = 'ns', spec: object = {}): ApiObject {
  return object(scope, id, 'operators.coreos.com/v1alpha1', 'Subscription', namespace, { name: packageName, source: 'catalog', sourceNamespace: 'olm', ...spec });
}

/** Creates a ClusterExtension. */
export function extension(scope: Construct, id: string, packageName: string, namespace: string): ClusterExtension {
  return new ClusterExtension(scope, id, { packageName, namespace, name: id });
}
