/** Where upstream's releases run OLM. */
export const OLM_NAMESPACE = 'olm';

/** Where operators for all namespaces go in upstream's releases. */
export const OPERATOR_NAMESPACE = 'operators';
