/** API group of OLM v1. */
export const OLM_V1_GROUP = 'olm.operatorframework.io';

/** Label that catalogd sets on every ClusterCatalog; its value is the name of the ClusterCatalog. */
export const CATALOG_NAME_LABEL = 'olm.operatorframework.io/metadata.name';
