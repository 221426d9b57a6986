/** The public API of `olm-constructs`. Nothing inside `lib` imports this file. */

// The constructs, and what their props are made of.
export * from './constructs/catalogs/image-catalog';
export * from './constructs/catalogs/image-catalog';
export * from './constructs/subscription/operator-subscription-props';
export * from './constructs/rights/installer-roles';
export * from './constructs/rights/installer-roles';
export * from './constructs/bundle-deployment';
export * from './constructs/engines/bundle-engine';
export * from './constructs/engines/engines';
export type { BundleEngineRequest } from './constructs/engines/bundle-engine';
export type { BundleEngineResult, OlmV0Result, PlainResult, RukpakResult } from './constructs/engines/bundle-engine';
export * from './constructs/catalogs/catalog-display';
export * from './constructs/model/catalog-ref';
export * from './constructs/cluster';
export { ExistingOlmProps } from './constructs/installation/existing-olm';
export * from './constructs/fleet';
export * from './constructs/installation/olm-of-cluster';
export * from './constructs/installation/olm-installation';
export * from './constructs/installation/olm-installation';
export * from './constructs/migration-plan';
export { MigrationActor } from './olm/v1/migration/operator-migration';
export type { MigrationStep, OperatorMigration } from './olm/v1/migration/operator-migration';
export { OlmV0EngineOptions } from './constructs/engines/olm-v0-engine';
export * from './constructs/olm-v1/cluster-catalog';
export * from './constructs/olm-v1/cluster-catalog';
export * from './constructs/olm-v1/cluster-extension';
export * from './constructs/olm-v1/cluster-extension';
export type { IClusterCatalog } from './constructs/olm-v1/cluster-catalog';
export type { OlmV1Props } from './constructs/olm-v1/olm-v1-target';
export type { OlmV1EngineOptions } from './constructs/engines/olm-v1-engine';
export type { OlmV1Result } from './constructs/catalogs/package-engine';
export * from './constructs/subscription/operator-group';
export * from './constructs/lock/operator-lock';
export type { OperatorLockOptions, OperatorLockProps } from './constructs/lock/operator-lock';
export * from './constructs/catalogs/operator-registry';
export * from './constructs/catalogs/operator-registry';
export * from './constructs/rights/operator-service-account';
export * from './constructs/subscription/operator-subscription';
export * from './constructs/subscription/operator-subscription-props';
export * from './constructs/subscription/operator-subscription-props';
export type { PackageEngineRequest, PackageEngineResult } from './constructs/catalogs/package-engine';
export * from './constructs/engines/plain-bundle-deployment';
export { PlainEngineOptions } from './constructs/engines/plain-engine';

// The constructs for RukPak.
export * from './constructs/rukpak/source-options';
export * from './constructs/rukpak/provisioner-class';
export * from './constructs/rukpak/rukpak-bundle';
export * from './constructs/rukpak/rukpak-bundle-deployment';
export type { RukpakBundleDeploymentProps } from './constructs/rukpak/rukpak-bundle-deployment';
export * from './constructs/rukpak/rukpak-bundle-instance';
export type { RukpakProps } from './constructs/rukpak/rukpak-object';
export * from './constructs/rukpak/rukpak-source';
export type { RukpakEngineOptions } from './constructs/engines/rukpak-engine';
export type { RukpakConfigMap, RukpakGitOptions, RukpakImageOptions, RukpakServerOptions } from './constructs/rukpak/source-options';

// What Argo CD and Flux need.
export * from './gitops/jobs/in-cluster-program';
export type { InClusterProgramProps } from './gitops/jobs/in-cluster-program';
export type { OperatorJobProps } from './gitops/jobs/job-objects';
export * from './gitops/jobs/operator-metrics';
export type { OperatorMetricsProps, OperatorServiceMonitor } from './gitops/jobs/operator-metrics';
export * from './gitops/jobs/operator-removal-job';
export * from './gitops/jobs/operator-removal-job';
export * from './gitops/jobs/operator-wait-job';
export type { OperatorWaitJobProps } from './gitops/jobs/operator-wait-job';

// Checks and policies over a whole app.
export * from './gitops/checks/app-checks';
export type { AppChecksOptions } from './gitops/checks/app-checks';
export type { AppCheck, AppFinding, WaivedFinding } from './gitops/checks/app-report';
export * from './gitops/checks/app-report';
export type { AppWaiver } from './gitops/checks/app-waiver';
export * from './gitops/policy/operator-policy';
export * from './gitops/policy/operator-policy';

// Rendered manifests.
export * from './gitops/tree/manifest-tree';
export * from './gitops/tree/manifest-tree-diff';
export * from './gitops/tree/tree-changes';

// GitOps with Flux.
export * from './gitops/flux/flux-git-repository';
export { FluxHealthChecks } from './gitops/flux/flux-health-checks';
export * from './gitops/flux/flux-kustomization';
export * from './gitops/flux/flux-kustomization';
export type { FluxObjectProps } from './gitops/flux/flux-object';
export * from './gitops/flux/flux-oci-repository';
export type { IFluxSource } from './gitops/flux/flux-source';
export { FluxSourceRef } from './gitops/flux/flux-source';
export { FluxStage } from './gitops/flux/staged-objects';
export * from './gitops/flux/flux-stages';
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
export * from './gitops/argocd/argocd-annotations';
export * from './gitops/argocd/prepare-options';
export * from './gitops/argocd/application';
export type { ArgoCdApplicationOptions, ArgoCdDestination, ArgoCdSource } from './gitops/argocd/application-spec';
export * from './gitops/argocd/application-set';
export type { ArgoCdObjectProps } from './gitops/argocd/argocd-object';
export * from './gitops/argocd/application-set';
export * from './gitops/argocd/health-checks';
export type { ArgoCdIgnoredDifference } from './gitops/argocd/application-spec';
export type { ArgoCdPrepareOptions } from './gitops/argocd/prepare-options';
export * from './gitops/argocd/project';
