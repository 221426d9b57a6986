import type * as catalogSourceModule from './crds/catalog-source';
import type * as customResourceDefinitionsModule from './crds/custom-resource-definitions';
import type * as customReleaseModule from './custom-release/custom-release';
import type * as imageCatalogSpecModule from './objects/image-catalog-spec';
import type * as releaseModule from './release/release';
import type * as removalOrderModule from './release/removal-order';
import type * as catalogImageModule from './settings/catalog-image';
import type * as deleteCommandsModule from './upgrade/delete-commands';
import type * as planTableModule from './upgrade/plan-table';
import type * as planUpgradeModule from './upgrade/plan-upgrade';

// Loads on first use what only some programs need, which keeps the import of the package fast. The only file of this module that may `require`.

/** Returns the CRDs of a release. Their schemas take as long to build as everything else here, and many programs only subscribe to operators. */
export const customResourceDefinitions: typeof customResourceDefinitionsModule.customResourceDefinitions = (...args) => (
  (require('./crds/custom-resource-definitions') as typeof customResourceDefinitionsModule).customResourceDefinitions(...args)
);

/** Returns what a release does not support in the spec of a CatalogSource. */
export const catalogSourceProblems: typeof catalogSourceModule.catalogSourceProblems = (...args) => (
  (require('./crds/catalog-source') as typeof catalogSourceModule).catalogSourceProblems(...args)
);

/** Returns the objects of a release. Many programs only subscribe to operators. */
export const releaseManifests: typeof releaseModule.releaseManifests = (...args) => (
  (require('./release/release') as typeof releaseModule).releaseManifests(...args)
);

/** Returns the order in which the objects of a release are removed. */
export const removalOrder: typeof removalOrderModule.removalOrder = (...args) => (
  (require('./release/removal-order') as typeof removalOrderModule).removalOrder(...args)
);

/** Reads a release from its manifests. */
export const customRelease: typeof customReleaseModule.customRelease = (...args) => (
  (require('./custom-release/custom-release') as typeof customReleaseModule).customRelease(...args)
);

/** Returns the changes from one release to another. */
export const planUpgrade: typeof planUpgradeModule.planUpgrade = (...args) => (
  (require('./upgrade/plan-upgrade') as typeof planUpgradeModule).planUpgrade(...args)
);

/** Returns the commands that delete what a new release does not have. */
export const deleteCommands: typeof deleteCommandsModule.deleteCommands = (...args) => (
  (require('./upgrade/delete-commands') as typeof deleteCommandsModule).deleteCommands(...args)
);

/** Formats a plan as a table. */
export const planTable: typeof planTableModule.planTable = (...args) => (
  (require('./upgrade/plan-table') as typeof planTableModule).planTable(...args)
);

/** Returns the spec of the CatalogSource of an image; many programs only refer to catalogs. */
export const imageCatalogSpec: typeof imageCatalogSpecModule.imageCatalogSpec = (...args) => (
  (require('./objects/image-catalog-spec') as typeof imageCatalogSpecModule).imageCatalogSpec(...args)
);

/** Returns the problems of the image of a catalog. */
export const catalogImageProblems: typeof catalogImageModule.catalogImageProblems = (...args) => (
  (require('./settings/catalog-image') as typeof catalogImageModule).catalogImageProblems(...args)
);

/** Returns the reference used to pull the image of a catalog. */
export const pulledImage: typeof catalogImageModule.pulledImage = (...args) => (
  (require('./settings/catalog-image') as typeof catalogImageModule).pulledImage(...args)
);
