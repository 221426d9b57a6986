import type * as clusterCatalogOfImageModule from './cluster-catalog-of-image';
import type * as enginesModule from './engines';
import type * as installationContentModule from './installation-content';
import type * as lockCommandModule from './lock-command';
import type * as lockOfAppModule from './lock-of-app';
import type * as lockedDependenciesModule from './locked-dependencies';
import type * as lockedPropsModule from './locked-props';
import type * as migrationFactsModule from './migration-facts-of';
import type * as migrationRefusalsModule from './migration-refusals';
import type * as deploymentConfigModule from './model/deployment-config';
import type * as olmV1DeploymentModule from './olm-v1-deployment';
import type * as clusterExtensionSpecModule from './olm-v1/cluster-extension-spec';
import type * as extensionAccountModule from './olm-v1/extension-account';
import type * as extensionChoiceModule from './olm-v1/extension-choice';
import type * as packageRequestModule from './package-request';
import type * as plainBundleObjectsModule from './plain-bundle-objects';
import type * as plainDeploymentModule from './plain-deployment';
import type * as registryContentModule from './registry-content';
import type * as installRolesModule from './rights/install-roles';
import type * as bindSourceModule from './rukpak/bind-source';
import type * as bundleDeploymentSpecModule from './rukpak/bundle-deployment-spec';
import type * as rukpakDeploymentModule from './rukpak-deployment';
import type * as serviceAccountChoiceModule from './service-account-choice';
import type * as upgradeFromModule from './upgrade-from';
import type * as unlockedVersionModule from './unlocked-version';
import type * as upgradePathModule from './upgrade-path';

// Loads on first use what only some constructs or props need, so that importing the package stays fast. The only file of the module that may
// `require`.

/** Returns what an OlmInstallation installs. Many programs only subscribe to operators. */
export const installationContent: typeof installationContentModule.installationContent = (...args) => (
  (require('./installation-content') as typeof installationContentModule).installationContent(...args)
);

/** Refuses settings that a release could not apply. */
export const checkSettingsApplied: typeof installationContentModule.checkSettingsApplied = (...args) => (
  (require('./installation-content') as typeof installationContentModule).checkSettingsApplied(...args)
);

/** Returns the changes from the release that is installed. */
export const planFrom: typeof upgradeFromModule.planFrom = (...args) => (require('./upgrade-from') as typeof upgradeFromModule).planFrom(...args);

/** Returns the engines of the library, which extend the class that returns them. */
export const engines = (): typeof enginesModule => require('./engines') as typeof enginesModule;

/** Checks the keys of a deployment config. Few programs set one. */
export const checkDeploymentConfig: typeof deploymentConfigModule.checkDeploymentConfig = (...args) => (
  (require('./model/deployment-config') as typeof deploymentConfigModule).checkDeploymentConfig(...args)
);

/** Creates the objects of the plain engine. */
export const deployPlain: typeof plainDeploymentModule.deployPlain = (...args) => (
  (require('./plain-deployment') as typeof plainDeploymentModule).deployPlain(...args)
);

/** Checks the props of a ClusterExtension. Few programs use OLM v1. */
export const chooseExtension: typeof extensionChoiceModule.chooseExtension = (...args) => (
  (require('./olm-v1/extension-choice') as typeof extensionChoiceModule).chooseExtension(...args)
);

/** Returns the ServiceAccount of a ClusterExtension. */
export const chooseExtensionAccount: typeof extensionAccountModule.chooseExtensionAccount = (...args) => (
  (require('./olm-v1/extension-account') as typeof extensionAccountModule).chooseExtensionAccount(...args)
);

/** Returns the spec of a ClusterExtension. */
export const clusterExtensionSpec: typeof clusterExtensionSpecModule.clusterExtensionSpec = (...args) => (
  (require('./olm-v1/cluster-extension-spec') as typeof clusterExtensionSpecModule).clusterExtensionSpec(...args)
);

/** Creates the objects of a bundle without a ClusterServiceVersion. */
export const deployPlainBundle: typeof plainBundleObjectsModule.deployPlainBundle = (...args) => (
  (require('./plain-bundle-objects') as typeof plainBundleObjectsModule).deployPlainBundle(...args)
);

/** Creates the objects of the engine for OLM v1. */
export const deployWithOlmV1: typeof olmV1DeploymentModule.deployWithOlmV1 = (...args) => (
  (require('./olm-v1-deployment') as typeof olmV1DeploymentModule).deployWithOlmV1(...args)
);

/** Creates the objects of the engine for RukPak. */
export const deployWithRukpak: typeof rukpakDeploymentModule.deployWithRukpak = (...args) => (
  (require('./rukpak-deployment') as typeof rukpakDeploymentModule).deployWithRukpak(...args)
);

/** Creates the ClusterCatalog of an image. */
export const createClusterCatalog: typeof clusterCatalogOfImageModule.createClusterCatalog = (...args) => (
  (require('./cluster-catalog-of-image') as typeof clusterCatalogOfImageModule).createClusterCatalog(...args)
);

/** Creates the objects of a package of OLM v1. */
export const installWithOlmV1: typeof olmV1DeploymentModule.installWithOlmV1 = (...args) => (
  (require('./olm-v1-deployment') as typeof olmV1DeploymentModule).installWithOlmV1(...args)
);

/** Returns what determines how the operator of a Subscription moves to OLM v1. */
export const migrationFacts: typeof migrationFactsModule.migrationFacts = (...args) => (
  (require('./migration-facts-of') as typeof migrationFactsModule).migrationFacts(...args)
);

/** Returns what a ClusterExtension would do with a bundle of OLM v0. */
export const migrationTarget: typeof migrationRefusalsModule.migrationTarget = (...args) => (
  (require('./migration-refusals') as typeof migrationRefusalsModule).migrationTarget(...args)
);

/** Returns what an engine other than that of OLM v0 is to install. */
export const packageRequest: typeof packageRequestModule.packageRequest = (...args) => (
  (require('./package-request') as typeof packageRequestModule).packageRequest(...args)
);

/** Returns the props of a subscription without a range of versions. */
export const withoutRange: typeof packageRequestModule.withoutRange = (...args) => (
  (require('./package-request') as typeof packageRequestModule).withoutRange(...args)
);

/** Returns what an OperatorRegistry serves. */
export function registryContent(
  ...args: ConstructorParameters<typeof registryContentModule.RegistryContent>
): registryContentModule.RegistryContent {
  const { RegistryContent } = require('./registry-content') as typeof registryContentModule;
  return new RegistryContent(...args);
}

/** Returns the ServiceAccount with which OLM installs an operator. */
export const chooseServiceAccount: typeof serviceAccountChoiceModule.chooseServiceAccount = (...args) => (
  (require('./service-account-choice') as typeof serviceAccountChoiceModule).chooseServiceAccount(...args)
);

/** Returns a ServiceAccount with its name only. */
export const namedServiceAccount: typeof serviceAccountChoiceModule.namedServiceAccount = (...args) => (
  (require('./service-account-choice') as typeof serviceAccountChoiceModule).namedServiceAccount(...args)
);

/** Creates the roles of an installer. */
export const createInstallRoles: typeof installRolesModule.createInstallRoles = (...args) => (
  (require('./rights/install-roles') as typeof installRolesModule).createInstallRoles(...args)
);

/** Returns the rules of several bundles. */
export const joinedRules: typeof installRolesModule.joinedRules = (...args) => (
  (require('./rights/install-roles') as typeof installRolesModule).joinedRules(...args)
);

/** Creates a ServiceAccount with its rights. */
export const createScopedAccount: typeof installRolesModule.createScopedAccount = (...args) => (
  (require('./rights/install-roles') as typeof installRolesModule).createScopedAccount(...args)
);

/** Returns the upgrades from an installed bundle. */
export const upgradePath: typeof upgradePathModule.upgradePath = (...args) => (
  (require('./upgrade-path') as typeof upgradePathModule).upgradePath(...args)
);

/** Checks where RukPak finds a bundle, and creates the ConfigMaps for it. */
export const bindRukpakSource: typeof bindSourceModule.bindSource = (...args) => (
  (require('./rukpak/bind-source') as typeof bindSourceModule).bindSource(...args)
);

/** Returns the spec of a BundleDeployment of RukPak. */
export const rukpakDeploymentSpec: typeof bundleDeploymentSpecModule.deploymentSpec = (...args) => (
  (require('./rukpak/bundle-deployment-spec') as typeof bundleDeploymentSpecModule).deploymentSpec(...args)
);

/** Returns the props of a Subscription with the locked version. Few programs have a lock. */
export const lockedProps: typeof lockedPropsModule.lockedProps = (...args) => (
  (require('./locked-props') as typeof lockedPropsModule).lockedProps(...args)
);

/** Creates the Subscriptions of locked dependencies. */
export const createLockedDependencies: typeof lockedDependenciesModule.createLockedDependencies = (...args) => (
  (require('./locked-dependencies') as typeof lockedDependenciesModule).createLockedDependencies(...args)
);

/** Returns why a package that OLM v1 installs is not locked. */
export const unlockedVersion: typeof unlockedVersionModule.unlockedVersion = (...args) => (
  (require('./unlocked-version') as typeof unlockedVersionModule).unlockedVersion(...args)
);

/** Makes the lock of an app. */
export const lockOfApp: typeof lockOfAppModule.lockOfApp = (...args) => (require('./lock-of-app') as typeof lockOfAppModule).lockOfApp(...args);

/** Plans an upgrade of an app. */
export const planOfApp: typeof lockOfAppModule.planOfApp = (...args) => (require('./lock-of-app') as typeof lockOfAppModule).planOfApp(...args);

/** Returns what the command `olm-constructs lock` requests of the app that it runs. */
export const lockCommand: typeof lockCommandModule.lockCommand = (...args) => (
  (require('./lock-command') as typeof lockCommandModule).lockCommand(...args)
);
