import type * as dumpFilesModule from './source/dump-files';

// Loads modules on first use: most programs read a cluster, and never a dump. The only file of the module that may `require`.

/** Reads dumps of a cluster. */
export const readDump: typeof dumpFilesModule.readDump = (...args) => (require('./source/dump-files') as typeof dumpFilesModule).readDump(...args);
