/** Namespace of OLM in upstream's releases. */
export const OLM_NAMESPACE = 'olm';

/** Namespace of operators that watch all namespaces, in upstream's releases. */
export const OPERATOR_NAMESPACE = 'operators';

/** Namespace of RukPak's controllers, which read Secrets and ConfigMaps of bundles in it. */
export const RUKPAK_NAMESPACE = 'rukpak-system';

/** Annotation of a Subscription: name of the Subscription whose operator it takes over, because it was renamed. */
export const PREVIOUS_NAME = 'olm-constructs/previous-name';
