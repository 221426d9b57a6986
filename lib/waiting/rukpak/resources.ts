import { RUKPAK_GROUP } from '../../rukpak/model/rukpak-names';
import { ApiResource, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS } from '../cluster/api-resource';
import { Interest } from '../cluster/interest';
import { named } from '../cluster/queries';

/** API version of a BundleDeployment. In `v1alpha1`, Bundles are objects of their own. */
export type RukpakApiVersion = 'v1alpha1' | 'v1alpha2';

const resource = (version: RukpakApiVersion, kind: string, plural: string): ApiResource => (
  { group: RUKPAK_GROUP, version, kind, plural, namespaced: false }
);

const BUNDLES = resource('v1alpha1', 'Bundle', 'bundles');

/** Returns the interest in a BundleDeployment. */
export function deploymentInterest(name: string, version: RukpakApiVersion): Interest {
  return named(resource(version, 'BundleDeployment', 'bundledeployments'), name);
}

/** Returns the interest in the Bundles that RukPak made for a BundleDeployment. */
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

/** Returns the label selector of what RukPak creates for a BundleDeployment. */
function createdFor(name: string): string {
  return `${RUKPAK_GROUP}/owner-name=${name}`;
}
