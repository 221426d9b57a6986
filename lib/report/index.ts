/**
 * `olm-constructs/report`: what bundles own, require and may do, and what changes from one to the next. Nothing
 * inside `lib` imports this file.
 */

export * from '../formats/schema/changes/crd-change';
export * from '../formats/schema/changes/crd-comparison';
export * from '../formats/schema/node-labels';
export * from './build-comparison';
export * from './build-report';
export * from './bundle-comparison';
export * from './bundle-images';
export * from './bundle-report';
export * from './image-formats';
export * from './image-list';
export * from './image-places';
export * from './install-permissions';
export * from './install-rule';
export * from './plain-install-rules';
export * from './needs/cluster-apis';
export * from './needs/cluster-needs';
export * from './needs/node-needs';
export * from './rights/forbidden-rights';
export * from './rights/rbac-rule';
