/**
 * The public API of `olm-constructs`: the constructs, and what their props are made of. Nothing inside `lib` imports this file.
 *
 * What else there is has submodules. Their types refer to those of earlier submodules and, in `gitops`, of this file, never the reverse: Go allows no
 * cycles.
 */

export { BundleDeployment } from './constructs/bundle-deployment';
export type { BundleDeploymentProps } from './constructs/bundle-deployment';
export type { CatalogDisplay, CatalogIcon } from './constructs/catalogs/catalog-display';
export { ImageCatalog } from './constructs/catalogs/image-catalog';
export type { ImageCatalogProps } from './constructs/catalogs/image-catalog';
export { OperatorRegistry } from './constructs/catalogs/operator-registry';
export type { IOperatorRegistry, OperatorRegistryOptions, OperatorRegistryProps } from './constructs/catalogs/operator-registry';
export type { IPackageEngine, OlmV1Result, PackageEngineRequest, PackageEngineResult } from './constructs/catalogs/package-engine';
export { Cluster } from './constructs/cluster';
export type { ClusterProps } from './constructs/cluster';
export { BundleEngine } from './constructs/engines/bundle-engine';
export type { BundleEngineRequest, BundleEngineResult, OlmV0Result, PlainResult, RukpakResult } from './constructs/engines/bundle-engine';
export { OlmV0Engine } from './constructs/engines/olm-v0-engine';
export type { OlmV0EngineOptions } from './constructs/engines/olm-v0-engine';
export { OlmV1Engine } from './constructs/engines/olm-v1-engine';
export type { OlmV1EngineOptions } from './constructs/engines/olm-v1-engine';
export { PlainBundleDeployment } from './constructs/engines/plain-bundle-deployment';
export type { PlainBundleDeploymentProps } from './constructs/engines/plain-bundle-deployment';
export { PlainEngine } from './constructs/engines/plain-engine';
export type { PlainEngineOptions } from './constructs/engines/plain-engine';
export { RukpakEngine } from './constructs/engines/rukpak-engine';
export type { RukpakEngineOptions } from './constructs/engines/rukpak-engine';
export { Fleet } from './constructs/fleet';
export type { ExistingOlmProps } from './constructs/installation/existing-olm';
export { ImageMirror } from './constructs/image-mirror';
export { OlmInstallation } from './constructs/installation/olm-installation';
export type { OlmInstallationProps } from './constructs/installation/olm-installation';
export type { IOlmInstallation } from './constructs/installation/olm-of-cluster';
export { OperatorLock } from './constructs/lock/operator-lock';
export type { OperatorLockOptions, OperatorLockProps } from './constructs/lock/operator-lock';
export { MigrationPlan } from './constructs/migration-plan';
export type { BundleMigrationOptions, MigrationOptions } from './constructs/migration-plan';
export { CatalogRef } from './constructs/model/catalog-ref';
export type { CatalogRefOptions, ICatalog } from './constructs/model/catalog-ref';
export type { ImageMirrorOptions } from './constructs/model/mirror-of-cluster';
export type { OperatorConfig, OperatorResources, ResourceClaim } from './constructs/model/operator-config';
export type {
  EnvFromSource, EnvReference, EnvVariable, EnvVariableSource, FileKeySelector, KeySelector, ObjectFieldSelector, ResourceFieldSelector,
} from './constructs/model/operator-env';
export type {
  ConfigMapVolume, EmptyDirVolume, KeyToPath, OperatorVolume, OperatorVolumeMount, PersistentVolumeClaimVolume, SecretVolume,
} from './constructs/model/operator-volume';
export { CatalogAvailabilityMode, ClusterCatalog } from './constructs/olm-v1/cluster-catalog';
export type { ClusterCatalogProps, IClusterCatalog } from './constructs/olm-v1/cluster-catalog';
export { ClusterExtension, CrdUpgradeSafety, UpgradeConstraintPolicy } from './constructs/olm-v1/cluster-extension';
export type { ClusterExtensionProps } from './constructs/olm-v1/cluster-extension';
export type { OlmV1Props } from './constructs/olm-v1/olm-v1-target';
export { InstallPlanApprovers } from './constructs/rights/install-plan-approvers';
export type { InstallPlanApproversProps } from './constructs/rights/install-plan-approvers';
export { InstallerRoles } from './constructs/rights/installer-roles';
export type { InstallerRolesProps } from './constructs/rights/installer-roles';
export { RbacSubject } from './constructs/rights/rbac-subject';
export { OperatorServiceAccount } from './constructs/rights/operator-service-account';
export type { CreatedServiceAccountOptions } from './constructs/rights/operator-service-account';
export { OperatorGroupRef } from './constructs/model/operator-group-ref';
export { OperatorSubscription } from './constructs/subscription/operator-subscription';
export { InstallPlanApproval, OperatorUpgradeStrategy } from './constructs/subscription/operator-subscription-props';
export type { OperatorSubscriptionProps } from './constructs/subscription/operator-subscription-props';
export { MigrationActor } from './olm/v1/operator-migration';
export type { MigrationStep, OperatorMigration } from './olm/v1/operator-migration';
export * from './data';

export * as bundle from './bundle';
export * as catalog from './catalog';
export * as report from './report';
export * as validation from './validation';
export * as resolve from './resolve';
export * as gitops from './gitops';

// Typed objects for every kind of OLM, as `cdk8s import` makes them.
export * as olm from '../imports/operators.coreos.com';

// Those of OLM v1. The controller alone writes ClusterExtensionRevisions and ClusterObjectSets; their types are for reading.
export * as olmv1 from '../imports/olm.operatorframework.io';

export * as rukpak from './constructs/rukpak';
