import type * as text from './changes-text';
import type * as changes from './crd-changes';

// Comparisons, loaded at the first use: most programs make none.

/** Everything that changes from one CustomResourceDefinition to the next. */
export const crdChanges: typeof changes.crdChanges = (oldCrd, newCrd) => {
  const { crdChanges: compare } = require('./crd-changes') as typeof changes;
  return compare(oldCrd, newCrd);
};

/** Changes as the lines of a table. */
export const changesText: typeof text.changesText = (...changed) => {
  const { changesText: make } = require('./changes-text') as typeof text;
  return make(...changed);
};
