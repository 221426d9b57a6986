/**
 * `olm-constructs/catalog`: file-based catalogs as data: reading, validating, rendering, filtering, comparing and writing them. Nothing
 * inside `lib` imports this file.
 */

export { CatalogError } from '../errors';
export { Catalog } from './catalog';
export { CatalogBundle } from './catalog-bundle';
export type { RequiredPackage } from './catalog-bundle';
export { CatalogChannel } from './catalog-channel';
export type { CatalogChannelEntry } from './catalog-channel';
export { CatalogDiff } from './catalog-diff';
export type { CatalogImageLayoutOptions, CatalogMergeOptions, CatalogOptions, CommunityFolderOptions, FilteredCatalog } from './catalog-options';
export { CatalogPackage } from './catalog-package';
export { CatalogTemplate } from './catalog-template';
export type { TemplateBundles } from './catalog-template';
export { UpdateGraph } from './community-folder';
export { CatalogChange, UpgradeEdgeKind } from './compare/catalog-changes';
export type { BundleChange, ChannelChange, DeprecationChange, PackageChange, UpgradeEdge } from './compare/catalog-changes';
export { CatalogErrorCode } from './declcfg/catalog-error';
export type { CatalogProblem } from './declcfg/catalog-error';
export { ChannelGaps } from './filter/catalog-filter';
export type { CatalogFilter, ChannelFilter, PackageFilter } from './filter/catalog-filter';
export { SamePackage } from './merge-blobs';
export type { CatalogFetchOptions, CatalogImageReadOptions, CatalogOciLayoutOptions, CatalogReadOptions } from './read/read-options';
export { ChannelPlan } from './render/channel-plan';
export type { SemverChannelOptions } from './render/channel-plan';
export type { PackageDeprecations } from './render/deprecations';
export { UpgradeGraph } from './upgrade-graph';
export type { UpgradeGraphOptions } from './upgrade-graph';
