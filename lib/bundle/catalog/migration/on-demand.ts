import type * as migration from './csv-metadata';

/** Puts `olm.csv.metadata` in place of manifests. Loaded at the first use. */
export const migrateToCsvMetadata: typeof migration.migrateToCsvMetadata = (documents) => (
  (require('./csv-metadata') as typeof migration).migrateToCsvMetadata(documents)
);
