/**
 * `olm-constructs/report`: what bundles own, require and may do, and what changes from one to the next. Nothing
 * inside `lib` imports this file.
 */

export { CrdChangeKind, CrdVerdict } from '../formats/schema/changes/crd-change';
export type { CrdChange } from '../formats/schema/changes/crd-change';
export { CrdComparison } from '../formats/schema/changes/crd-comparison';
export { BundleUpgradeEdge } from './build-comparison';
export type { BundleComparisonContent, BundleCrdChange, BundleImageChange } from './build-comparison';
export type { BundleCrd, BundleReportContent, BundleSizeReport, BundleWebhook } from './build-report';
export { BundleComparison } from './bundle-comparison';
export { ImageMirroring, ImagePlace } from './bundle-images';
export type { BundleImage, BundleImageUse } from './bundle-images';
export { BundleReport } from './bundle-report';
export type { ListedImage } from './image-formats';
export { ImageList } from './image-list';
export { InstallEngine, InstallPermissions, InstallPermissionsComparison } from './install-permissions';
export type { InstallRule, InstallRules, NamespaceInstallRules } from './install-rule';
export type { IPlainRendering, OlmV1PermissionsOptions, PlainPermissionsOptions } from './plain-install-rules';
export { ForbiddenRight } from './rbac-risks';
export { RbacRiskKind, RbacScope, RiskSeverity } from './rbac-rule';
export type { BundleRbacConcern, BundleRbacGrant, BundleRbacRule, RbacRisk } from './rbac-rule';
