import type * as documents from './diff-documents';
import type * as table from './diff-table';

// Comparing, loaded at the first use.

/** The packages that differ. */
export const diffDocuments: typeof documents.diffDocuments = (...args) => (
  (require('./diff-documents') as typeof documents).diffDocuments(...args)
);

/** Changes as a table. */
export const diffTable: typeof table.diffTable = (...args) => (
  (require('./diff-table') as typeof table).diffTable(...args)
);
