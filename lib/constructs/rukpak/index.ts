/**
 * `olm-constructs/rukpak`: constructs for RukPak, and typed objects for its kinds as `cdk8s import` makes them: BundleDeployments of `v1alpha1` and, with the
 * suffix V1Alpha2, of `v1alpha2`. Nothing inside `lib` imports this file.
 */

export { RukpakVersion } from '../../olm/rukpak/rukpak-version';
export { ProvisionerClass } from './provisioner-class';
export { RukpakBundle } from './rukpak-bundle';
export type { IRukpakBundle, RukpakBundleProps } from './rukpak-bundle';
export { RukpakBundleDeployment } from './rukpak-bundle-deployment';
export type { RukpakBundleDeploymentProps } from './rukpak-bundle-deployment';
export { RukpakBundleInstance } from './rukpak-bundle-instance';
export type { RukpakBundleInstanceProps } from './rukpak-bundle-instance';
export type { RukpakProps } from './rukpak-object';
export { RukpakSource } from './rukpak-source';
export { GitRef } from './source-options';
export type { RukpakConfigMap, RukpakGitOptions, RukpakImageOptions, RukpakServerOptions } from './source-options';
export * from '../../../imports/core.rukpak.io';
