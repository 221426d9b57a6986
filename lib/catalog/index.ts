/**
 * `olm-constructs/catalog`: file-based catalogs as data: reading, validating, rendering, filtering, comparing and writing them. Nothing
 * inside `lib` imports this file.
 */

export { CatalogError } from '../errors';
export * from './catalog';
export * from './catalog-bundle';
export * from './catalog-channel';
export * from './catalog-diff';
export * from './catalog-options';
export * from './catalog-package';
export * from './catalog-template';
export * from './community-folder';
export * from './compare/catalog-changes';
export * from './declcfg/catalog-problem';
export * from './filter/catalog-filter';
export * from './merge-blobs';
export * from './read/read-options';
export * from './render/append-options';
export * from './render/channel-plan';
export * from './render/deprecations';
export * from './upgrade-graph';
