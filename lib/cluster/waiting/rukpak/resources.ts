import { RUKPAK_GROUP } from '../../../formats/schema/api-groups';
import { ApiResource, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS, NAMESPACES } from '../view/api-resource';
import { Interest, named } from '../view/cluster-view';

/** API version of an object of RukPak. In `v1alpha1`, Bundles are separate objects. */
export type RukpakApiVersion = 'v1alpha1' | 'v1alpha2';

/** Kind of an object that installs a bundle. BundleDeployments were called BundleInstances before RukPak 0.6.0. */
export type InstallationKind = 'BundleDeployment' | 'BundleInstance';

/** An object that installs a bundle. */
export interface Installation {
  /** @default 'BundleDeployment' */
  readonly kind?: InstallationKind;
  readonly name: string;
  readonly version: RukpakApiVersion;
}

const resource = (version: RukpakApiVersion, kind: string, plural: string): ApiResource => (
  { group: RUKPAK_GROUP, version, kind, plural, namespaced: false }
);

/** Bundles of RukPak 0.1.0 to 0.16.0. */
export const BUNDLES = resource('v1alpha1', 'Bundle', 'bundles');

/** BundleDeployments in their last API version. */
export const BUNDLE_DEPLOYMENTS = resource('v1alpha2', 'BundleDeployment', 'bundledeployments');

/** BundleInstances, the predecessors of BundleDeployments before RukPak 0.6.0. */
export const BUNDLE_INSTANCES = resource('v1alpha1', 'BundleInstance', 'bundleinstances');

/** Returns the interest in an object that installs a bundle. */
export function installationInterest({ kind = 'BundleDeployment', name, version }: Installation): Interest {
  return named({ ...(kind === 'BundleInstance' ? BUNDLE_INSTANCES : BUNDLE_DEPLOYMENTS), version }, name);
}

/** Returns the interest in a Bundle. */
export function bundleInterest(name: string): Interest {
  return named(BUNDLES, name);
}

/** Returns the interest in the Bundles that RukPak created for an installation. */
export function bundlesOf(name: string): Interest {
  return { resource: BUNDLES, labelSelector: createdFor(name) };
}

/** Returns the interest in the Deployments of an installed bundle, in any namespace. */
export function deploymentsOf(name: string): Interest {
  return { resource: DEPLOYMENTS, labelSelector: createdFor(name) };
}

/** Returns the interest in the CRDs of an installed bundle. */
export function crdsOf(name: string): Interest {
  return { resource: CUSTOM_RESOURCE_DEFINITIONS, labelSelector: createdFor(name) };
}

/** Returns the interest in the Namespaces of an installed bundle. */
export function namespacesOf(name: string): Interest {
  return { resource: NAMESPACES, labelSelector: createdFor(name) };
}

/** Returns the label selector of what RukPak creates for an installation. */
function createdFor(name: string): string {
  return `${RUKPAK_GROUP}/owner-name=${name}`;
}
