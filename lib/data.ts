/** What both entries of the package export: releases of OLM, bundles and catalogs as data, validation, and errors. */

// Releases of OLM and their settings.
export * from './olm/v0/settings/affinity';
export * from './olm/v0/settings/pod-settings';
export * from './formats/schema/custom-resource-definition';
export { CatalogImageOptions, DefaultCatalog, DefaultCatalogOptions } from './olm/v0/settings/default-catalog';
export { ExtractContentConfig, GrpcPodConfig, SecurityContextConfig } from './olm/v0/settings/grpc-pod-config';
export * from './olm/v0/settings/olm-settings';
export * from './olm/v0/settings/olm-settings';
export * from './olm/v0/olm-release';
export * from './olm/v0/settings/olm-settings';
export { OlmVersion } from './olm/v0/model/olm-version';
export * from './olm/v0/settings/pod-security';
export * from './olm/v0/settings/pod-settings';
export type { OlmRemovalStep, OlmRemovalTarget } from './olm/v0/release/removal-order';
export { CertManagerIssuerKind, CertManagerOptions, ServingCertificates } from './olm/v0/settings/serving-certificates';
export * from './olm/v0/upgrade/upgrade-plan';
export * from './olm/v0/upgrade/upgrade-plan';

// Releases of OLM v1.
export { OlmV1Version } from './olm/v1/olm-v1-version';
export { RukpakVersion } from './olm/rukpak/rukpak-version';

// Bundles and catalogs as data.
export { Bundle } from './bundle/bundle';
export { ImageLayout } from './bundle/oci/image-layout';
export { BundleApi } from './bundle/model/bundle-content';
export { BundleErrorCode } from './bundle/model/bundle-error';
export type { BundleProblem } from './bundle/model/bundle-error';
export type { BundleProperty } from './bundle/model/bundle-property';
export { ClusterServiceVersion } from './bundle/model/cluster-service-version';
export {
  ApiServiceDescription, CrdDescription, NativeApi, OperatorDeployment, OperatorIcon, OperatorLink, OperatorMaintainer, OperatorPermission,
  OperatorPolicyRule, OperatorProvider, SupportedInstallMode, WebhookDescription,
} from './bundle/model/cluster-service-version-spec';
export { InstallMode, InstallModeType } from './bundle/model/install-mode';
export { Manifest } from './bundle/model/manifest';
export { RelatedImage } from './bundle/model/cluster-service-version-spec';
export { PlainBundle } from './bundle/plain-bundle';
export { Catalog } from './catalog/catalog';
export { CatalogBundle, RequiredPackage } from './catalog/catalog-bundle';
export { CatalogChannel, CatalogChannelEntry } from './catalog/catalog-channel';
export { CatalogErrorCode } from './catalog/declcfg/catalog-error';
export type { CatalogProblem } from './catalog/declcfg/catalog-error';
export { CatalogImageLayoutOptions, CatalogMergeOptions, CatalogOptions, CommunityFolderOptions, FilteredCatalog } from './catalog/catalog-options';
export { UpdateGraph } from './catalog/community-folder';
export { CatalogPackage } from './catalog/catalog-package';
export {
  BundleChange, CatalogChange, ChannelChange, DeprecationChange, PackageChange, UpgradeEdge, UpgradeEdgeKind,
} from './catalog/compare/catalog-changes';
export { CatalogDiff } from './catalog/catalog-diff';
export { ChannelPlan, SemverChannelOptions } from './catalog/render/channel-plan';
export type { PackageDeprecations } from './catalog/render/deprecations';
export { SamePackage } from './catalog/merge-blobs';
export { UpgradeGraph, UpgradeGraphOptions } from './catalog/upgrade-graph';
export type { CatalogFetchOptions, CatalogImageReadOptions, CatalogOciLayoutOptions } from './catalog/read/read-options';
export type { CatalogReadOptions } from './catalog/read/read-options';
export { CatalogFilter, ChannelFilter, ChannelGaps, PackageFilter } from './catalog/filter/catalog-filter';
export { CatalogTemplate } from './catalog/catalog-template';
export type { TemplateBundles } from './catalog/catalog-template';
export type { BundleReadLimits, BundleReadOptions } from './bundle/files/read-options';
export * from './formats/schema/changes/crd-change';
export * from './formats/schema/changes/crd-comparison';
export { BundleComparison } from './report/bundle-comparison';
export { BundleComparisonContent, BundleCrdChange, BundleImageChange, BundleUpgradeEdge } from './report/build-comparison';
export { BundleImage, BundleImageUse, ImageMirroring, ImagePlace } from './report/bundle-images';
export { BundleReport } from './report/bundle-report';
export { ImageList } from './report/image-list';
export { ListedImage } from './report/image-formats';
export { InstallEngine, InstallPermissions } from './report/install-permissions';
export { InstallPermissionsComparison } from './report/install-permissions';
export type { OlmV1PermissionsOptions, PlainPermissionsOptions } from './report/plain-install-rules';
export type { IPlainRendering } from './report/plain-install-rules';
export { InstallRule, InstallRules, NamespaceInstallRules } from './report/install-rule';
export { BundleCrd, BundleReportContent, BundleSizeReport, BundleWebhook } from './report/build-report';
export { ForbiddenRight } from './report/rbac-risks';
export { BundleRbacConcern, BundleRbacGrant, BundleRbacRule, RbacRisk, RbacRiskKind, RbacScope, RiskSeverity } from './report/rbac-rule';
export type { OciImageOptions, OciLayoutOptions } from './bundle/oci/image-options';
export type { BundleFetchOptions, IAbortSignal, RegistryConnectionOptions, RegistryCredentials } from './bundle/registry/fetch-options';
export { BundleLimits, BundleSize } from './bundle/size';
export { SlimLevel } from './bundle/slim';

// What is wrong with a bundle.
export * from './validation/bundle-validation';
export * from './validation/model/finding';
export * from './validation/model/bundle-view';
export * from './validation/output/report-content';
export * from './validation/validation-report';
export * from './validation/model/rule-setting';
export * from './validation/model/finding';
export * from './validation/model/suite';
export * from './validation/model/validation-rule';

// What OLM will decide.
export type { InstalledOperator } from './resolve/model/resolution-props';
export type { ResolutionCatalog } from './resolve/model/resolution-props';
export { ResolutionFailureReason } from './resolve/model/resolution-error';
export type { ResolutionHop } from './resolve/model/resolved-operator';
export type { ResolutionProps } from './resolve/model/resolution-props';
export type { ResolutionReason } from './resolve/model/resolution-error';
export type { ResolutionSubscription } from './resolve/model/resolution-props';
export type { ResolvedOperator } from './resolve/model/resolved-operator';
export * from './resolve/resolution';

// Operators without OLM.
export * from './render/model/certificate-provider';
export * from './render/plain-manifests';
export type { PlainManifestsOptions } from './render/render-operator';
export { RenderErrorCode } from './render/model/render-error';
export type { RenderProblem } from './render/model/render-error';

// Lock files.
export * from './resolve/lock/lock-change';
export type { LockProblem } from './resolve/lock/lock-error';
export type { LockWaiver } from './resolve/lock/lock-waiver';
export type { LockedCatalog } from './resolve/lock/lock-content';
export type { LockedOperator } from './resolve/lock/lock-content';
export * from './resolve/operator-lock-file';
export * from './resolve/operator-upgrade-plan';
export type { PlanSource } from './resolve/plan/plan-content';
export type { PlannedInstallPlan } from './resolve/plan/plan-content';
export type { PlannedObject, PlannedOperator } from './resolve/plan/plan-content';
export type { UpgradeFinding } from './resolve/plan/plan-content';

// Errors, to tell apart what is caught.
export * from './errors';
