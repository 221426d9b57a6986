/**
 * `olm-constructs/rukpak`: constructs for RukPak, and typed objects for its kinds as `cdk8s import` makes them: BundleDeployments of `v1alpha1`
 * and, with the suffix V1Alpha2, of `v1alpha2`. Nothing inside `lib` imports this file.
 */

export * from '../../olm/rukpak/rukpak-version';
export * from './provisioner-class';
export * from './rukpak-bundle';
export * from './rukpak-bundle-deployment';
export * from './rukpak-bundle-instance';
export * from './rukpak-object';
export * from './rukpak-source';
export * from './source-options';
export * from '../../../imports/core.rukpak.io';
