/** API group of roles and bindings. */
export const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** API group of OLM v0's own kinds. */
export const OLM_GROUP = 'operators.coreos.com';

/** API group of the PackageManifests that packageserver serves. */
export const PACKAGES_GROUP = 'packages.operators.coreos.com';

/** API group of OLM v1. */
export const OLM_V1_GROUP = 'olm.operatorframework.io';

/** Label that catalogd sets on every ClusterCatalog; its value is the name of the ClusterCatalog. */
export const CATALOG_NAME_LABEL = `${OLM_V1_GROUP}/metadata.name`;

/** API group of RukPak. */
export const RUKPAK_GROUP = 'core.rukpak.io';

/** Returns group and version as in the field `apiVersion`. */
export function groupVersion({ group, version }: { readonly group: string; readonly version: string }): string {
  return group === '' ? version : `${group}/${version}`;
}
