/** The public API of `olm-constructs`. Nothing inside `lib` imports this file. */

// The constructs, and what their props are made of.
export { ImageCatalog } from './constructs/catalogs/image-catalog';
export type { ImageCatalogProps } from './constructs/catalogs/image-catalog';
export * from './constructs/subscription/operator-subscription-props';
export * from './constructs/rights/installer-roles';
export * from './constructs/bundle-deployment';
export { BundleEngine } from './constructs/engines/bundle-engine';
export type { BundleEngineRequest, BundleEngineResult, OlmV0Result, PlainResult, RukpakResult } from './constructs/engines/bundle-engine';
export * from './constructs/catalogs/catalog-display';
export { CatalogRef } from './constructs/model/catalog-ref';
export type { CatalogRefOptions, ICatalog } from './constructs/model/catalog-ref';
export * from './constructs/cluster';
export type { ExistingOlmProps } from './constructs/installation/existing-olm';
export * from './constructs/fleet';
export type { IOlmInstallation } from './constructs/installation/olm-of-cluster';
export * from './constructs/installation/olm-installation';
export { MigrationPlan } from './constructs/migration-plan';
export type { BundleMigrationOptions, MigrationOptions } from './constructs/migration-plan';
export { MigrationActor } from './olm/v1/operator-migration';
export type { MigrationStep, OperatorMigration } from './olm/v1/operator-migration';
export { OlmV0Engine } from './constructs/engines/olm-v0-engine';
export type { OlmV0EngineOptions } from './constructs/engines/olm-v0-engine';
export * from './constructs/olm-v1/cluster-catalog';
export { ClusterExtension, CrdUpgradeSafety, UpgradeConstraintPolicy } from './constructs/olm-v1/cluster-extension';
export type { ClusterExtensionProps } from './constructs/olm-v1/cluster-extension';
export type { OlmV1Props } from './constructs/olm-v1/olm-v1-target';
export { OlmV1Engine } from './constructs/engines/olm-v1-engine';
export type { OlmV1EngineOptions } from './constructs/engines/olm-v1-engine';
export type { IPackageEngine, OlmV1Result, PackageEngineRequest, PackageEngineResult } from './constructs/catalogs/package-engine';
export { OperatorGroupRef } from './constructs/subscription/operator-group';
export * from './constructs/lock/operator-lock';
export * from './constructs/catalogs/operator-registry';
export * from './constructs/rights/operator-service-account';
export { OperatorSubscription } from './constructs/subscription/operator-subscription';
export { PlainBundleDeployment } from './constructs/engines/plain-bundle-deployment';
export type { PlainBundleDeploymentProps } from './constructs/engines/plain-bundle-deployment';
export { PlainEngine } from './constructs/engines/plain-engine';
export type { PlainEngineOptions } from './constructs/engines/plain-engine';

// The constructs for RukPak.
export { GitRef } from './constructs/rukpak/source-options';
export type { RukpakConfigMap, RukpakGitOptions, RukpakImageOptions, RukpakServerOptions } from './constructs/rukpak/source-options';
export { ProvisionerClass } from './constructs/rukpak/provisioner-class';
export * from './constructs/rukpak/rukpak-bundle';
export * from './constructs/rukpak/rukpak-bundle-deployment';
export * from './constructs/rukpak/rukpak-bundle-instance';
export type { RukpakProps } from './constructs/rukpak/rukpak-object';
export * from './constructs/rukpak/rukpak-source';
export { RukpakEngine } from './constructs/engines/rukpak-engine';
export type { RukpakEngineOptions } from './constructs/engines/rukpak-engine';

// What Argo CD and Flux need.
export * from './gitops/jobs/in-cluster-program';
export type { OperatorJobProps } from './gitops/jobs/job-objects';
export { OperatorMetrics } from './gitops/jobs/operator-metrics';
export type { OperatorMetricsProps, OperatorServiceMonitor } from './gitops/jobs/operator-metrics';
export { OperandRemoval, OperatorRemovalJob } from './gitops/jobs/operator-removal-job';
export type { OperatorRemovalJobProps } from './gitops/jobs/operator-removal-job';
export { OperatorWaitJob } from './gitops/jobs/operator-wait-job';
export type { OperatorWaitJobProps } from './gitops/jobs/operator-wait-job';

// Checks and policies over a whole app.
export { AppChecks } from './gitops/checks/app-checks';
export type { AppChecksOptions } from './gitops/checks/app-checks';
export { AppReport } from './gitops/checks/app-report';
export type { AppCheck, AppFinding, AppSarifOptions, WaivedFinding } from './gitops/checks/app-report';
export type { AppWaiver } from './gitops/checks/app-waiver';
export { OperatorPolicy } from './gitops/policy/operator-policy';
export type { OperatorPolicyProps } from './gitops/policy/operator-policy';

// Rendered manifests.
export { ManifestTree } from './gitops/tree/manifest-tree';
export type { ManifestTreeChanges, ManifestTreeOptions } from './gitops/tree/manifest-tree';
export { ManifestTreeDiff } from './gitops/tree/manifest-tree-diff';
export { TreeChangeKind } from './gitops/tree/tree-changes';
export type { TreeClusterDiff, TreeObjectChange, TreeOperatorChange } from './gitops/tree/tree-changes';

// GitOps with Flux.
export * from './gitops/flux/flux-git-repository';
export { FluxHealthChecks } from './gitops/flux/flux-health-checks';
export * from './gitops/flux/flux-kustomization';
export type { FluxObjectProps } from './gitops/flux/flux-object';
export * from './gitops/flux/flux-oci-repository';
export { FluxSourceRef } from './gitops/flux/flux-source';
export type { IFluxSource } from './gitops/flux/flux-source';
export { FluxStage } from './gitops/flux/staged-objects';
export * from './gitops/flux/flux-stages';

// Releases of OLM, bundles and catalogs as data, validation, and errors.
export * from './data';

// Typed objects for every kind of OLM, as `cdk8s import` makes them.
export * as olm from '../imports/operators.coreos.com';

// Those of OLM v1. The controller alone writes ClusterExtensionRevisions and ClusterObjectSets; their types are for reading.
export * as olmv1 from '../imports/olm.operatorframework.io';

// Those of RukPak: BundleDeployments of `v1alpha1` and, with the suffix V1Alpha2, of `v1alpha2`.
export * as rukpak from '../imports/core.rukpak.io';

// GitOps with Argo CD.
export * from './gitops/argocd/argocd';
export { ArgoCdHook, ArgoCdHookDeletePolicy } from './gitops/argocd/argocd-annotations';
export * from './gitops/argocd/prepare-options';
export * from './gitops/argocd/application';
export type { ArgoCdApplicationOptions, ArgoCdDestination, ArgoCdIgnoredDifference, ArgoCdSource } from './gitops/argocd/application-spec';
export * from './gitops/argocd/application-set';
export type { ArgoCdObjectProps } from './gitops/argocd/argocd-object';
export { ArgoCdHealthChecks } from './gitops/argocd/health-checks';
export type { ArgoCdHealthCheck, ArgoCdHealthChecksProps } from './gitops/argocd/health-checks';
export * from './gitops/argocd/project';
