import type * as changesTextModule from './changes-text';
import type * as crdChangesModule from './crd-changes';

// Loads modules at the first call, so that importing the package stays fast. Only this file of the module may call `require`.

/** Returns all changes between two CustomResourceDefinitions. */
export const crdChanges: typeof crdChangesModule.crdChanges = (oldCrd, newCrd) => {
  const { crdChanges: compare } = require('./crd-changes') as typeof crdChangesModule;
  return compare(oldCrd, newCrd);
};

/** Returns changes as the lines of a table. */
export const changesText: typeof changesTextModule.changesText = (...changed) => {
  const { changesText: make } = require('./changes-text') as typeof changesTextModule;
  return make(...changed);
};
