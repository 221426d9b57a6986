/** API group of OLM v0's own kinds. */
export const OLM_GROUP = 'operators.coreos.com';

/** API group of the PackageManifests that packageserver serves. */
export const PACKAGES_GROUP = 'packages.operators.coreos.com';

/** Namespace of OLM in upstream's releases. */
export const OLM_NAMESPACE = 'olm';

/** Namespace of operators that watch all namespaces, in upstream's releases. */
export const OPERATOR_NAMESPACE = 'operators';
