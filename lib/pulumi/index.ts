/** The public API of `olm-constructs/pulumi`. Nothing inside `lib` imports this file. */

// Imported first, so that a missing peer dependency results in one clear error message.
import './peers';

// The constructs as components.
export * from './components/bundle-deployment';
export * from './components/chart-component';
export * from './components/cluster-catalog';
export * from './components/cluster-extension';
export * from './components/image-catalog';
export * from './components/installer-roles';
export * from './components/plain-bundle-deployment';
export * from './components/olm-installation';
export * from './components/operator-registry';
export * from './components/operator-subscription';
export * from './components/rukpak';
export type { ConstructComponent } from './components/construct-component';
export type { OperatorComponent, OperatorComponentArgs } from './components/operator-component';

// The types of their arguments.
export * from '../constructs/install-plan-approval';
export type { InstallerRolesProps } from '../constructs/installer-roles';
export type { PlainBundleDeploymentProps } from '../constructs/plain-bundle-deployment';
export * from '../constructs/installer-subject';
export * from '../constructs/bundle-engine';
export type { BundleEngineRequest } from '../constructs/bundle-engine-request';
export type { BundleEngineResult, OlmV0Result, PlainResult, RukpakResult } from '../constructs/bundle-engine-result';
export * from '../constructs/engines';
export type { OlmV1EngineOptions } from '../constructs/olm-v1-engine-options';
export type { OlmV1Result } from '../constructs/olm-v1-result';
export type { ClusterExtension as ClusterExtensionConstruct } from '../constructs/olm-v1/cluster-extension';
export type { PackageEngineRequest, PackageEngineResult } from '../constructs/package-engine-request';
export * from '../constructs/rukpak/git-ref';
export * from '../constructs/rukpak/provisioner-class';
export type { RukpakBundleDeployment as RukpakBundleDeploymentConstruct } from '../constructs/rukpak/rukpak-bundle-deployment';
export type { RukpakBundleDeploymentProps } from '../constructs/rukpak/rukpak-bundle-deployment-props';
export type { RukpakBundleInstanceProps } from '../constructs/rukpak/rukpak-bundle-instance';
export type { RukpakBundleProps } from '../constructs/rukpak/rukpak-bundle';
export type { RukpakEngineOptions } from '../constructs/rukpak/rukpak-engine-options';
export type { RukpakProps } from '../constructs/rukpak/rukpak-props';
export * from '../constructs/rukpak/rukpak-source';
export type { RukpakConfigMap, RukpakGitOptions, RukpakImageOptions, RukpakServerOptions } from '../constructs/rukpak/source-options';
export * from '../constructs/catalog-ref';
export type { OlmV0EngineOptions } from '../constructs/olm-v0-engine-options';
export type { PlainEngineOptions } from '../constructs/plain-engine-options';
export * from '../constructs/operator-group-ref';
export type { ExistingOlmProps } from '../constructs/existing-olm';
export type { IOlmInstallation } from '../constructs/i-olm-installation';
export * from '../constructs/image-catalog-props';
export * from '../constructs/olm-v1/cluster-catalog-props';
export * from '../constructs/olm-v1/cluster-extension-props';
export type { IClusterCatalog } from '../constructs/olm-v1/i-cluster-catalog';
export * from '../constructs/catalog-display';
export * from '../constructs/operator-registry-props';
export * from '../constructs/model/operator-service-account';
export * from '../constructs/operator-subscription-props';
export * from '../constructs/operator-upgrade-strategy';
export type { DeepInput, InputProps } from './components/construct-component';
export type { ExistingObjectPolicy } from './program/ownership-policy';
export type { OwnershipArgs } from './components/ownership';

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
