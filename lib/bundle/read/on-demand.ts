import type * as archive from './archive';
import type * as directory from './directory';
import type * as packageManifests from './package-manifests/package-manifests';
import type * as path from './path';
import type * as registryV1 from './registry-v1';

// Reading bundles, loaded at the first use: a program that only subscribes to operators reads none.

/** The files of a bundle in a folder. */
export const readDirectory: typeof directory.readDirectory = (...args) => (require('./directory') as typeof directory).readDirectory(...args);

/** The files of a bundle in an archive. */
export const readArchive: typeof archive.readArchive = (...args) => (require('./archive') as typeof archive).readArchive(...args);

/** The files of a bundle in whatever a path names. */
export const readPath: typeof path.readPath = (...args) => (require('./path') as typeof path).readPath(...args);

/** The content of a bundle of files. */
export const readRegistryV1: typeof registryV1.readRegistryV1 = (...args) => (
  (require('./registry-v1') as typeof registryV1).readRegistryV1(...args)
);

/** The contents of bundles in the layout before bundles. */
export const readPackageManifests: typeof packageManifests.readPackageManifests = (...args) => (
  (require('./package-manifests/package-manifests') as typeof packageManifests).readPackageManifests(...args)
);
