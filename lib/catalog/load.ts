import type * as catalogFolderModule from './catalog-folder';
import type * as builtImageModule from './catalog-image';
import type * as communityFolderModule from './community/community-folder';
import type * as diffBlobsModule from './compare/diff-blobs';
import type * as diffTableModule from './compare/diff-table';
import type * as writeBlobModule from './declcfg/write-blob';
import type * as filterModule from './filter/filter';
import type * as channelDrawingModule from './graph/channel-drawing';
import type * as mermaidModule from './graph/mermaid';
import type * as svgModule from './graph/svg';
import type * as upgradePathModule from './graph/upgrade-path';
import type * as inlineBundleModule from './inline-bundle';
import type * as mergeBlobsModule from './merge/merge-blobs';
import type * as csvMetadataModule from './migrate/csv-metadata';
import type * as packModule from './pack';
import type * as catalogFilesModule from './read/catalog-files';
import type * as catalogImageModule from './read/catalog-image-files';
import type * as imageOptionsModule from './read/image-options';
import type * as readOptionsModule from './read/read-options';
import type * as plannedChannelsModule from './render/planned-channels';
import type * as renderBundlesModule from './render/render-bundles';
import type * as filterFilesModule from './stream/filter-files';
import type * as readTemplateModule from './template/read-template';
import type * as templateBundlesModule from './template/template-bundles';
import type * as readCatalogModule from './validate/read-catalog';

// Loads modules that only some programs need at the first call, so that importing the package stays fast. Only this file of the module may call
// `require`.

/** Filters the blobs of a catalog. */
export const filterBlobs: typeof filterModule.filterBlobs = (...args) => (require('./filter/filter') as typeof filterModule).filterBlobs(...args);

/** Filters a catalog in files, without holding all of it in memory. */
export const filterFiles: typeof filterFilesModule.filterFiles = (...args) => (
  (require('./stream/filter-files') as typeof filterFilesModule).filterFiles(...args)
);

/** Merges the blobs of several catalogs. */
export const mergeBlobs: typeof mergeBlobsModule.mergeBlobs = (...args) => (
  (require('./merge/merge-blobs') as typeof mergeBlobsModule).mergeBlobs(...args)
);

/** Renders the blobs of a catalog from bundles. */
export const renderBundles: typeof renderBundlesModule.renderBundles = (...args) => (
  (require('./render/render-bundles') as typeof renderBundlesModule).renderBundles(...args)
);

/** Replaces manifests in bundle blobs with `olm.csv.metadata`. */
export const migrateToCsvMetadata: typeof csvMetadataModule.migrateToCsvMetadata = (...args) => (
  (require('./migrate/csv-metadata') as typeof csvMetadataModule).migrateToCsvMetadata(...args)
);

/** Reads the bundle whose manifests a blob contains. */
export const inlineBundle: typeof inlineBundleModule.inlineBundle = (...args) => (
  (require('./inline-bundle') as typeof inlineBundleModule).inlineBundle(...args)
);

/** Reads a file of a catalog. */
export const catalogFile: typeof catalogFilesModule.catalogFile = (...args) => (
  (require('./read/catalog-files') as typeof catalogFilesModule).catalogFile(...args)
);

/** Reads the files of a catalog in a folder. */
export const catalogFiles: typeof catalogFilesModule.catalogFiles = (...args) => (
  (require('./read/catalog-files') as typeof catalogFilesModule).catalogFiles(...args)
);

/** Checks the path of a catalog file, without reading it. */
export const catalogPath: typeof catalogFilesModule.catalogPath = (...args) => (
  (require('./read/catalog-files') as typeof catalogFilesModule).catalogPath(...args)
);

/** Fetches the files of a catalog from its image; most programs read catalogs from disk. */
export const fetchedCatalogFiles: typeof catalogImageModule.fetchedCatalogFiles = (...args) => (
  (require('./read/catalog-image-files') as typeof catalogImageModule).fetchedCatalogFiles(...args)
);

/** Reads the files of a catalog from an image layout. */
export const layoutCatalogFiles: typeof catalogImageModule.layoutCatalogFiles = (...args) => (
  (require('./read/catalog-image-files') as typeof catalogImageModule).layoutCatalogFiles(...args)
);

/** Lists the files of a catalog in a folder, without reading them. */
export const catalogPaths: typeof catalogFilesModule.catalogPaths = (...args) => (
  (require('./read/catalog-files') as typeof catalogFilesModule).catalogPaths(...args)
);

/** Reads the folder of an operator in a community repository. */
export const readCommunityFolder: typeof communityFolderModule.readCommunityFolder = (...args) => (
  (require('./community/community-folder') as typeof communityFolderModule).readCommunityFolder(...args)
);

/** Reads and validates the blobs in a string. */
export const readCatalogString: typeof readCatalogModule.readCatalogString = (...args) => (
  (require('./validate/read-catalog') as typeof readCatalogModule).readCatalogString(...args)
);

/** Reads and validates the blobs in files. */
export const readCatalogFiles: typeof readCatalogModule.readCatalogFiles = (...args) => (
  (require('./validate/read-catalog') as typeof readCatalogModule).readCatalogFiles(...args)
);

/** Refuses blobs that opm would refuse. */
export const validateBlobs: typeof readCatalogModule.validateBlobs = (...args) => (
  (require('./validate/read-catalog') as typeof readCatalogModule).validateBlobs(...args)
);

/** Reads a template. */
export const readTemplate: typeof readTemplateModule.readTemplate = (...args) => (
  (require('./template/read-template') as typeof readTemplateModule).readTemplate(...args)
);

/** Returns the blobs of the bundles that a template names. */
export const templateBundles: typeof templateBundlesModule.templateBundles = (...args) => (
  (require('./template/template-bundles') as typeof templateBundlesModule).templateBundles(...args)
);

/** Compares the blobs of two catalogs. */
export const diffBlobs: typeof diffBlobsModule.diffBlobs = (...args) => (
  (require('./compare/diff-blobs') as typeof diffBlobsModule).diffBlobs(...args)
);

/** Formats changes of a catalog as a table. */
export const diffTable: typeof diffTableModule.diffTable = (...args) => (
  (require('./compare/diff-table') as typeof diffTableModule).diffTable(...args)
);

/** Returns the content of the drawing of a channel. */
export const channelDrawing: typeof channelDrawingModule.channelDrawing = (...args) => (
  (require('./graph/channel-drawing') as typeof channelDrawingModule).channelDrawing(...args)
);

/** Draws channels as a Mermaid flowchart. */
export const toMermaid: typeof mermaidModule.toMermaid = (...args) => (require('./graph/mermaid') as typeof mermaidModule).toMermaid(...args);

/** Draws channels as an SVG image. */
export const toSvg: typeof svgModule.toSvg = (...args) => (require('./graph/svg') as typeof svgModule).toSvg(...args);

/** Returns the upgrades that OLM makes in a channel. */
export const upgradePath: typeof upgradePathModule.upgradePath = (...args) => (
  (require('./graph/upgrade-path') as typeof upgradePathModule).upgradePath(...args)
);

/** Returns the channels in the annotations of bundles. */
export const channelsByBundles: typeof plannedChannelsModule.channelsByBundles = (...args) => (
  (require('./render/planned-channels') as typeof plannedChannelsModule).channelsByBundles(...args)
);

/** Returns the channels in the annotations of bundles, with the upgrades in the order of the versions. */
export const channelsByOrder: typeof plannedChannelsModule.channelsByOrder = (...args) => (
  (require('./render/planned-channels') as typeof plannedChannelsModule).channelsByOrder(...args)
);

/** Returns channels by version. */
export const channelsBySemver: typeof plannedChannelsModule.channelsBySemver = (...args) => (
  (require('./render/planned-channels') as typeof plannedChannelsModule).channelsBySemver(...args)
);

/** Writes blobs as YAML. Programs that only subscribe to a catalog write none. */
export const blobsToYaml: typeof writeBlobModule.blobsToYaml = (...args) => (
  (require('./declcfg/write-blob') as typeof writeBlobModule).blobsToYaml(...args)
);

/** Writes blobs as JSON lines. */
export const blobsToJsonLines: typeof writeBlobModule.blobsToJsonLines = (...args) => (
  (require('./declcfg/write-blob') as typeof writeBlobModule).blobsToJsonLines(...args)
);

/** Returns a blob that opm can serve. */
export const servableBlob: typeof writeBlobModule.servableBlob = (...args) => (
  (require('./declcfg/write-blob') as typeof writeBlobModule).servableBlob(...args)
);

/** Returns the files of a catalog. */
export const catalogFolder: typeof catalogFolderModule.catalogFolder = (...args) => (
  (require('./catalog-folder') as typeof catalogFolderModule).catalogFolder(...args)
);

/** Writes the files of a catalog. */
export const writeFolder: typeof catalogFolderModule.writeFolder = (...args) => (
  (require('./catalog-folder') as typeof catalogFolderModule).writeFolder(...args)
);

/** Builds the image of a catalog. */
export const catalogImage: typeof builtImageModule.catalogImage = (...args) => (
  (require('./catalog-image') as typeof builtImageModule).catalogImage(...args)
);

/** Packs a catalog into parts for ConfigMaps. */
export const packCatalog: typeof packModule.packCatalog = (...args) => (require('./pack') as typeof packModule).packCatalog(...args);

/** Returns the limits for reading a catalog. */
export const catalogReadLimits: typeof readOptionsModule.catalogReadLimits = (...args) => (
  (require('./read/read-options') as typeof readOptionsModule).catalogReadLimits(...args)
);

/** Returns the limits for fetching a catalog. */
export const catalogFetchLimits: typeof imageOptionsModule.catalogFetchLimits = (...args) => (
  (require('./read/image-options') as typeof imageOptionsModule).catalogFetchLimits(...args)
);

/** Returns the limits for reading a catalog from an image layout. */
export const catalogLayoutLimits: typeof imageOptionsModule.catalogLayoutLimits = (...args) => (
  (require('./read/image-options') as typeof imageOptionsModule).catalogLayoutLimits(...args)
);
