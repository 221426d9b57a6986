import type * as bundlePropertiesModule from './bundle-properties';
import type * as readOptionsModule from './files/read-options';
import type * as gzipModule from './gzip';
import type * as installPlanSizeModule from './install-plan-size';
import type * as goTypesModule from './model/go-types';
import type * as bundleLayoutModule from './oci/bundle-layout';
import type * as imageOptionsModule from './oci/image-options';
import type * as layoutArchiveModule from './oci/layout-archive';
import type * as writeLayoutModule from './oci/write-layout';
import type * as packageManifestsModule from './package-manifests/package-manifests';
import type * as readPlainModule from './plain/read-plain';
import type * as archiveModule from './read/archive';
import type * as directoryModule from './read/directory';
import type * as pathModule from './read/path';
import type * as bundleImageModule from './registry-v1/build-bundle-image';
import type * as registryV1Module from './registry-v1/registry-v1';
import type * as fetchBundleModule from './registry/fetch-bundle';

// Loads modules at the first call, so that importing the package stays fast. Only this file of the module may call `require`.

/** Reads the files of a bundle from a folder. */
export const readDirectory: typeof directoryModule.readDirectory = (...args) => (
  (require('./read/directory') as typeof directoryModule).readDirectory(...args)
);

/** Reads the files of a bundle from an archive. */
export const readArchive: typeof archiveModule.readArchive = (...args) => (require('./read/archive') as typeof archiveModule).readArchive(...args);

/** Reads the files of a bundle from a path. */
export const readPath: typeof pathModule.readPath = (...args) => (require('./read/path') as typeof pathModule).readPath(...args);

/** Reads the content of a bundle from its files. */
export const readRegistryV1: typeof registryV1Module.readRegistryV1 = (...args) => (
  (require('./registry-v1/registry-v1') as typeof registryV1Module).readRegistryV1(...args)
);

/** Reads bundles from package manifests. */
export const readPackageManifests: typeof packageManifestsModule.readPackageManifests = (...args) => (
  (require('./package-manifests/package-manifests') as typeof packageManifestsModule).readPackageManifests(...args)
);

/** Reads the files of a bundle from an image layout. */
export const readBundleLayout: typeof bundleLayoutModule.readBundleLayout = (...args) => (
  (require('./oci/bundle-layout') as typeof bundleLayoutModule).readBundleLayout(...args)
);

/** Reads the files of a bundle from an archive of images. */
export const readBundleArchive: typeof bundleLayoutModule.readBundleArchive = (...args) => (
  (require('./oci/bundle-layout') as typeof bundleLayoutModule).readBundleArchive(...args)
);

/** Whether an archive contains images. */
export const containsImages: typeof layoutArchiveModule.containsImages = (...args) => (
  (require('./oci/layout-archive') as typeof layoutArchiveModule).containsImages(...args)
);

/** Returns the files of an archive of images. */
export const imageArchive: typeof layoutArchiveModule.imageArchive = (...args) => (
  (require('./oci/layout-archive') as typeof layoutArchiveModule).imageArchive(...args)
);

/** Reads a bundle without a ClusterServiceVersion. */
export const readPlainDirectory: typeof readPlainModule.readPlainDirectory = (...args) => (
  (require('./plain/read-plain') as typeof readPlainModule).readPlainDirectory(...args)
);

/** Returns the limits for reading a bundle without a ClusterServiceVersion. */
export const plainReadLimits: typeof readOptionsModule.plainReadLimits = (...args) => (
  (require('./files/read-options') as typeof readOptionsModule).plainReadLimits(...args)
);

/** Fetches a bundle from a registry; most programs read bundles from disk. */
export const fetchBundle: typeof fetchBundleModule.fetchBundle = (...settings) => {
  const { fetchBundle: fetch } = require('./registry/fetch-bundle') as typeof fetchBundleModule;
  return fetch(...settings);
};

/** Returns the manifests of a bundle as properties of a catalog. */
export const bundleObjects: typeof bundlePropertiesModule.bundleObjects = (...args) => (
  (require('./bundle-properties') as typeof bundlePropertiesModule).bundleObjects(...args)
);

/** Returns the size of the InstallPlan of a bundle. */
export const installPlanBytes: typeof installPlanSizeModule.installPlanBytes = (...args) => (
  (require('./install-plan-size') as typeof installPlanSizeModule).installPlanBytes(...args)
);

/** Returns the limits for reading a bundle. Programs that only subscribe to operators read no bundles. */
export const bundleReadLimits: typeof readOptionsModule.bundleReadLimits = (...args) => (
  (require('./files/read-options') as typeof readOptionsModule).bundleReadLimits(...args)
);

/** Returns the limits for reading a bundle from an image layout. */
export const bundleLayoutLimits: typeof imageOptionsModule.bundleLayoutLimits = (...args) => (
  (require('./oci/image-options') as typeof imageOptionsModule).bundleLayoutLimits(...args)
);

/** Returns the spec of a CSV with the field names of its Go type. */
export const csvSpec: typeof goTypesModule.csvSpec = (...args) => (require('./model/go-types') as typeof goTypesModule).csvSpec(...args);

/** Returns the value of a property with the field names of its Go type. */
export const propertyValue: typeof goTypesModule.propertyValue = (...args) => (
  (require('./model/go-types') as typeof goTypesModule).propertyValue(...args)
);

/** Compresses with gzip so that the bytes depend only on the content. */
export const gzip: typeof gzipModule.gzip = (...args) => (require('./gzip') as typeof gzipModule).gzip(...args);

/** Builds the image of a bundle. */
export const buildBundleImage: typeof bundleImageModule.buildBundleImage = (...args) => (
  (require('./registry-v1/build-bundle-image') as typeof bundleImageModule).buildBundleImage(...args)
);

/** Writes an image layout into a folder. */
export const writeLayout: typeof writeLayoutModule.writeLayout = (...args) => (
  (require('./oci/write-layout') as typeof writeLayoutModule).writeLayout(...args)
);
