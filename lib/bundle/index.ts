/** `olm-constructs/bundle`: operator bundles as data, from folders, archives, images and registries. Nothing inside `lib` imports this file. */

export { BundleError } from '../errors';
export { Bundle } from './bundle';
export type { BundleReadLimits, BundleReadOptions } from './files/read-options';
export type { BundleApi } from './model/bundle-content';
export { BundleErrorCode } from './model/bundle-error';
export type { BundleProblem } from './model/bundle-error';
export type { BundleProperty } from './model/bundle-property';
export { ClusterServiceVersion } from './model/cluster-service-version';
export type {
  ApiServiceDescription, CrdDescription, NativeApi, OperatorDeployment, OperatorIcon, OperatorLink, OperatorMaintainer, OperatorPermission,
  OperatorPolicyRule, OperatorProvider, RelatedImage, SupportedInstallMode, WebhookDescription,
} from './model/cluster-service-version-spec';
export { InstallModeType } from './model/install-mode';
export { Manifest } from './model/manifest';
export { ImageLayout } from './oci/image-layout';
export type { OciImageOptions, OciLayoutOptions } from './oci/image-options';
export { PlainBundle } from './plain-bundle';
export type { BundleFetchOptions, IAbortSignal, RegistryConnectionOptions, RegistryCredentials } from './registry/fetch-options';
export { BundleLimits, BundleSize } from './size';
export { SlimLevel } from './slim';
