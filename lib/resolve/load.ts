import type * as lockChangesModule from './lock/lock-changes';
import type * as printLockModule from './lock/print-lock';
import type * as readLockModule from './lock/read-lock';

// Loads modules at the first call, so that importing the package stays fast. The only file of the module that may `require`.

/** Reads a lock file. */
export const readLock: typeof readLockModule.readLock = (...args) => (require('./lock/read-lock') as typeof readLockModule).readLock(...args);

/** Prints a lock file. */
export const printLock: typeof printLockModule.printLock = (...args) => (require('./lock/print-lock') as typeof printLockModule).printLock(...args);

/** Compares lock files. */
export const lockChanges: typeof lockChangesModule.lockChanges = (...args) => (
  (require('./lock/lock-changes') as typeof lockChangesModule).lockChanges(...args)
);
