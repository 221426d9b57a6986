import type * as inline from './inline-bundle';
import type * as merge from './merge/merge-documents';
import type * as select from './selection/select';
import type * as stream from './stream/select-files';

// What only some programs do with catalogs, loaded at the first use.

/** Keeps a part of a catalog's documents. */
export const selectDocuments: typeof select.selectDocuments = (...args) => (
  (require('./selection/select') as typeof select).selectDocuments(...args)
);

/** Keeps a part of the catalog in files. */
export const selectFromFiles: typeof stream.selectFromFiles = (...args) => (
  (require('./stream/select-files') as typeof stream).selectFromFiles(...args)
);

/** The bundle whose manifests a catalog carries. */
export const inlineBundle: typeof inline.inlineBundle = (...args) => (require('./inline-bundle') as typeof inline).inlineBundle(...args);

/** Makes one catalog of several. */
export const mergeDocuments: typeof merge.mergeDocuments = (...args) => (
  (require('./merge/merge-documents') as typeof merge).mergeDocuments(...args)
);
