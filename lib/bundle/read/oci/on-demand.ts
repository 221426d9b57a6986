import type * as bundleLayout from './bundle-layout';
import type * as options from './image-options';
import type * as layoutArchive from './layout-archive';

// Reading images, loaded when a path names one.

/** The files of the bundle in an image layout. */
export const readBundleLayout: typeof bundleLayout.readBundleLayout = (...args) => (
  (require('./bundle-layout') as typeof bundleLayout).readBundleLayout(...args)
);

/** The files of the bundle in an archive of images. */
export const readBundleArchive: typeof bundleLayout.readBundleArchive = (...args) => (
  (require('./bundle-layout') as typeof bundleLayout).readBundleArchive(...args)
);

/** Whether an archive holds images. */
export const holdsImages: typeof layoutArchive.holdsImages = (...args) => (
  (require('./layout-archive') as typeof layoutArchive).holdsImages(...args)
);

/** The images in an archive. */
export const imageArchive: typeof layoutArchive.imageArchive = (...args) => (
  (require('./layout-archive') as typeof layoutArchive).imageArchive(...args)
);

/** The limits of images with their defaults. */
export const imageLimits: typeof options.imageLimits = (...args) => (require('./image-options') as typeof options).imageLimits(...args);
