/**
 * The door `olm-constructs/pulumi/waiters`: what Pulumi's process for dynamic resources runs. The text in each user's state names it and
 * these, so they keep their names. It knows neither Pulumi nor cdk8s, which that process need not load.
 */
export { CATALOG_READY as catalogReady } from './catalog-ready';
export { OLM_READY as olmReady } from './olm-ready';
export { OPERATOR_ADOPTION as operatorAdoption } from './operator-adoption';
export { OPERATOR_PLACE as operatorPlace } from './operator-place';
export { OPERATOR_READY as operatorReady } from './operator-ready';
