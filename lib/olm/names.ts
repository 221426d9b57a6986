/** API group of OLM v0's own kinds. */
export const OLM_GROUP = 'operators.coreos.com';

/** API group of the PackageManifests that packageserver serves. */
export const PACKAGES_GROUP = 'packages.operators.coreos.com';

/** Namespace of OLM in upstream's releases. */
export const OLM_NAMESPACE = 'olm';

/** Namespace of operators that watch all namespaces, in upstream's releases. */
export const OPERATOR_NAMESPACE = 'operators';

/** API group of OLM v1. */
export const OLM_V1_GROUP = 'olm.operatorframework.io';

/** Label that catalogd sets on every ClusterCatalog; its value is the name of the ClusterCatalog. */
export const CATALOG_NAME_LABEL = 'olm.operatorframework.io/metadata.name';

/** API group of RukPak. */
export const RUKPAK_GROUP = 'core.rukpak.io';

/** Namespace of RukPak's controllers, which read Secrets and ConfigMaps of bundles in it. */
export const RUKPAK_NAMESPACE = 'rukpak-system';
