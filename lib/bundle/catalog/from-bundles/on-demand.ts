import type * as documents from './documents-of-bundles';

/** Makes the documents of a catalog of bundles. Loaded at the first use. */
export const documentsOfBundles: typeof documents.documentsOfBundles = (...args) => (
  (require('./documents-of-bundles') as typeof documents).documentsOfBundles(...args)
);
