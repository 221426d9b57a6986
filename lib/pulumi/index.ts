/** The public API of `olm-constructs/pulumi`. Nothing inside `lib` imports this file. */

// Imported first, so that a missing peer dependency results in one clear error message.
import './peers';

// The constructs as components.
export * from './components/bundle-deployment';
export * from './components/chart-component';
export * from './components/cluster-catalog';
export * from './components/cluster-extension';
export * from './components/image-catalog';
export * from './components/image-mirror';
export * from './components/install-plan-approvers';
export * from './components/installer-roles';
export * from './components/plain-bundle-deployment';
export * from './components/olm-installation';
export * from './components/platform-checks';
export * from './components/operator-registry';
export * from './components/operator-subscription';
export * from './components/rukpak';
export type { ConstructComponent } from './components/construct-component';
export type { OperatorComponent, OperatorComponentArgs } from './components/operator-component';

// The types of their arguments.
export * from '../constructs/subscription/operator-subscription-props';
export { RbacSubject } from '../constructs/rights/rbac-subject';
export type { InstallPlanApproversProps } from '../constructs/rights/install-plan-approvers';
export type { InstallerRolesProps } from '../constructs/rights/installer-roles';
export type { PlainBundleDeploymentProps } from '../constructs/engines/plain-bundle-deployment';
export { BundleEngine } from '../constructs/engines/bundle-engine';
export type { BundleEngineRequest, BundleEngineResult, OlmV0Result, PlainResult, RukpakResult } from '../constructs/engines/bundle-engine';
export { OlmV1Engine } from '../constructs/engines/olm-v1-engine';
export type { OlmV1EngineOptions } from '../constructs/engines/olm-v1-engine';
export type { IPackageEngine, OlmV1Result, PackageEngineRequest, PackageEngineResult } from '../constructs/catalogs/package-engine';
export type { ClusterExtension as ClusterExtensionConstruct } from '../constructs/olm-v1/cluster-extension';
export { GitRef } from '../constructs/rukpak/source-options';
export type { RukpakConfigMap, RukpakGitOptions, RukpakImageOptions, RukpakServerOptions } from '../constructs/rukpak/source-options';
export { ProvisionerClass } from '../constructs/rukpak/provisioner-class';
export type { RukpakBundleDeployment as RukpakBundleDeploymentConstruct } from '../constructs/rukpak/rukpak-bundle-deployment';
export type { RukpakBundleDeploymentProps } from '../constructs/rukpak/rukpak-bundle-deployment';
export type { RukpakBundleInstanceProps } from '../constructs/rukpak/rukpak-bundle-instance';
export type { RukpakBundleProps } from '../constructs/rukpak/rukpak-bundle';
export { RukpakEngine } from '../constructs/engines/rukpak-engine';
export { RukpakVersion } from '../olm/rukpak/rukpak-version';
export type { RukpakEngineOptions } from '../constructs/engines/rukpak-engine';
export type { RukpakProps } from '../constructs/rukpak/rukpak-object';
export * from '../constructs/rukpak/rukpak-source';
export { CatalogRef } from '../constructs/model/catalog-ref';
export type { CatalogRefOptions, ICatalog } from '../constructs/model/catalog-ref';
export type { OperatorConfig, OperatorResources, ResourceClaim } from '../constructs/model/operator-config';
export type * from '../constructs/model/operator-env';
export type * from '../constructs/model/operator-volume';
export { OlmV0Engine } from '../constructs/engines/olm-v0-engine';
export type { OlmV0EngineOptions } from '../constructs/engines/olm-v0-engine';
export { PlainEngine } from '../constructs/engines/plain-engine';
export type { PlainEngineOptions } from '../constructs/engines/plain-engine';
export { OperatorGroupRef } from '../constructs/model/operator-group-ref';
export type { ExistingOlmProps } from '../constructs/installation/existing-olm';
export type { IOlmInstallation } from '../constructs/installation/olm-of-cluster';
export type { ImageMirrorOptions } from '../constructs/model/mirror-of-cluster';
export type { ImageCatalogProps } from '../constructs/catalogs/image-catalog';
export { CatalogAvailabilityMode } from '../constructs/olm-v1/cluster-catalog';
export type { ClusterCatalogProps, IClusterCatalog } from '../constructs/olm-v1/cluster-catalog';
export { CrdUpgradeSafety, UpgradeConstraintPolicy } from '../constructs/olm-v1/cluster-extension';
export type { OlmV1Props } from '../constructs/olm-v1/olm-v1-target';
export type { ClusterExtensionProps } from '../constructs/olm-v1/cluster-extension';
export * from '../constructs/catalogs/catalog-display';
export type { OperatorRegistryOptions, OperatorRegistryProps } from '../constructs/catalogs/operator-registry';
export * from '../constructs/rights/operator-service-account';
export type { DeepInput, InputProps } from './components/construct-component';
export type { ExistingObjectPolicy } from './program/ownership-policy';
export type { OwnershipArgs } from './components/ownership';

// Images that Pulumi pushes.
export * from './resources/bundle-image';
export * from './resources/catalog-image';
export type { ImagePush, ImagePushArgs } from './resources/image-push';

// The waiters, which wait for what the components created, and remove it in order.
export * from './resources/catalog-ready';
export * from './resources/cluster-catalog-ready';
export * from './resources/cluster-extension-ready';
export * from './resources/olm-detection';
export * from './resources/olm-ready';
export * from './resources/operator-adoption';
export * from './resources/operator-namespace';
export * from './resources/operator-ready';
export * from './resources/plain-ready';
export * from './resources/rukpak-ready';
export * from './resources/wait-args';
export type { WaiterResource } from './resources/waiter-resource';

// Releases of OLM, bundles and catalogs as data, validation, and errors.
export * from '../data';

// Typed objects for every kind of OLM and OLM v1, as `cdk8s import` generates them.
export * as olm from '../../imports/operators.coreos.com';
export * as olmv1 from '../../imports/olm.operatorframework.io';
