/**
 * The entry `olm-constructs/pulumi/waiters`, which Pulumi's process for dynamic resources loads. Users' state refers to it and to these names, so
 * they never change. It imports neither Pulumi nor cdk8s, which that process need not load.
 */
export { CATALOG_READY as catalogReady } from './catalog-ready-provider';
export { CLUSTER_CATALOG_READY as clusterCatalogReady } from './cluster-catalog-ready-provider';
export { CLUSTER_EXTENSION_READY as clusterExtensionReady } from './cluster-extension-ready-provider';
export { IMAGE_PUSH as imagePush } from './image-push-provider';
export { OLM_DETECTION as olmDetection } from './olm-detection-provider';
export { OLM_READY as olmReady } from './olm-ready-provider';
export { OPERATOR_ADOPTION as operatorAdoption } from './operator-adoption-provider';
export { OPERATOR_NAMESPACE as operatorPlace } from './operator-namespace-provider';
export { OPERATOR_READY as operatorReady } from './operator-ready-provider';
export { PLAIN_READY as plainReady } from './plain-ready-provider';
export { RUKPAK_READY as rukpakReady } from './rukpak-ready-provider';
