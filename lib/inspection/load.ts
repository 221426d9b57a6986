import type * as dumpFilesModule from './source/dump-files';

// Loads modules at the first call: most programs look at a cluster, and never read a dump. The only file of the module that may `require`.

/** Reads dumps of a cluster. */
export const readDump: typeof dumpFilesModule.readDump = (...args) => (require('./source/dump-files') as typeof dumpFilesModule).readDump(...args);
