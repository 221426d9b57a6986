import type * as files from './catalog-files';
import type * as reading from './read-catalog';

// Reading catalogs, loaded at the first use: a program that makes them of bundles reads none.

/** A file of a catalog. */
export const catalogFile: typeof files.catalogFile = (...args) => (require('./catalog-files') as typeof files).catalogFile(...args);

/** The files of a catalog in a folder. */
export const catalogFiles: typeof files.catalogFiles = (...args) => (require('./catalog-files') as typeof files).catalogFiles(...args);

/** A file of a catalog, not read yet. */
export const catalogPath: typeof files.catalogPath = (...args) => (require('./catalog-files') as typeof files).catalogPath(...args);

/** The files of a catalog in a folder, not read yet. */
export const catalogPaths: typeof files.catalogPaths = (...args) => (require('./catalog-files') as typeof files).catalogPaths(...args);

/** Refuses documents that opm would refuse. */
export const checkDocuments: typeof reading.checkDocuments = (...args) => (
  (require('./read-catalog') as typeof reading).checkDocuments(...args)
);

/** The documents of files. */
export const documentsOfFiles: typeof reading.documentsOfFiles = (...args) => (
  (require('./read-catalog') as typeof reading).documentsOfFiles(...args)
);

/** The documents of a text. */
export const documentsOfText: typeof reading.documentsOfText = (...args) => (
  (require('./read-catalog') as typeof reading).documentsOfText(...args)
);
