/** Namespace of OLM in upstream's releases. */
export const OLM_NAMESPACE = 'olm';

/** Namespace of operators that watch all namespaces, in upstream's releases. */
export const OPERATOR_NAMESPACE = 'operators';

/** Namespace of RukPak's controllers, which read Secrets and ConfigMaps of bundles in it. */
export const RUKPAK_NAMESPACE = 'rukpak-system';
