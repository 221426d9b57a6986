/** The public API of `olm-constructs`. Nothing inside `lib` imports this file. */

// The constructs, and what their props are made of.
export * from './constructs/image-catalog';
export * from './constructs/image-catalog-props';
export * from './constructs/install-plan-approval';
export * from './constructs/installer-roles';
export * from './constructs/installer-subject';
export * from './constructs/bundle-deployment';
export * from './constructs/bundle-engine';
export * from './constructs/engines';
export type { BundleEngineRequest } from './constructs/bundle-engine-request';
export type { BundleEngineResult, OlmV0Result, PlainResult, RukpakResult } from './constructs/bundle-engine-result';
export * from './constructs/catalog-display';
export * from './constructs/catalog-ref';
export * from './constructs/cluster';
export { ExistingOlmProps } from './constructs/existing-olm';
export * from './constructs/fleet';
export * from './constructs/i-olm-installation';
export * from './constructs/olm-installation';
export * from './constructs/olm-installation-props';
export * from './constructs/migration-plan';
export { MigrationActor } from './olm/v1/migration/operator-migration';
export type { MigrationStep, OperatorMigration } from './olm/v1/migration/operator-migration';
export { OlmV0EngineOptions } from './constructs/olm-v0-engine-options';
export * from './constructs/olm-v1/cluster-catalog';
export * from './constructs/olm-v1/cluster-catalog-props';
export * from './constructs/olm-v1/cluster-extension';
export * from './constructs/olm-v1/cluster-extension-props';
export type { IClusterCatalog } from './constructs/olm-v1/i-cluster-catalog';
export type { OlmV1Props } from './constructs/olm-v1/olm-v1-target';
export type { OlmV1EngineOptions } from './constructs/olm-v1-engine-options';
export type { OlmV1Result } from './constructs/olm-v1-result';
export * from './constructs/operator-group-ref';
export * from './constructs/operator-lock';
export type { OperatorLockOptions, OperatorLockProps } from './constructs/operator-lock-props';
export * from './constructs/operator-registry';
export * from './constructs/operator-registry-props';
export * from './constructs/model/operator-service-account';
export * from './constructs/operator-subscription';
export * from './constructs/operator-subscription-props';
export * from './constructs/operator-upgrade-strategy';
export type { PackageEngineRequest, PackageEngineResult } from './constructs/package-engine-request';
export * from './constructs/plain-bundle-deployment';
export { PlainEngineOptions } from './constructs/plain-engine-options';

// The constructs for RukPak.
export * from './constructs/rukpak/git-ref';
export * from './constructs/rukpak/provisioner-class';
export * from './constructs/rukpak/rukpak-bundle';
export * from './constructs/rukpak/rukpak-bundle-deployment';
export type { RukpakBundleDeploymentProps } from './constructs/rukpak/rukpak-bundle-deployment-props';
export * from './constructs/rukpak/rukpak-bundle-instance';
export type { RukpakProps } from './constructs/rukpak/rukpak-props';
export * from './constructs/rukpak/rukpak-source';
export type { RukpakEngineOptions } from './constructs/rukpak/rukpak-engine-options';
export type { RukpakConfigMap, RukpakGitOptions, RukpakImageOptions, RukpakServerOptions } from './constructs/rukpak/source-options';

// What Argo CD and Flux need.
export * from './gitops/jobs/in-cluster-program';
export type { InClusterProgramProps } from './gitops/jobs/in-cluster-program-props';
export type { OperatorJobProps } from './gitops/jobs/operator-job-props';
export * from './gitops/jobs/operator-metrics';
export type { OperatorMetricsProps, OperatorServiceMonitor } from './gitops/jobs/operator-metrics-props';
export * from './gitops/jobs/operator-removal-job';
export * from './gitops/jobs/operator-removal-job-props';
export * from './gitops/jobs/operator-wait-job';
export type { OperatorWaitJobProps } from './gitops/jobs/operator-wait-job-props';

// Checks and policies over a whole app.
export * from './gitops/checks/app-checks';
export type { AppChecksOptions } from './gitops/checks/app-checks-options';
export type { AppCheck, AppFinding, WaivedFinding } from './gitops/findings/app-finding';
export * from './gitops/findings/app-report';
export type { AppWaiver } from './gitops/findings/app-waiver';
export * from './gitops/policy/operator-policy';
export * from './gitops/policy/operator-policy-props';

// Rendered manifests.
export * from './gitops/tree/manifest-tree';
export * from './gitops/tree/manifest-tree-diff';
export * from './gitops/tree/tree-diff-content';

// GitOps with Flux.
export * from './gitops/flux/flux-git-repository';
export { FluxHealthChecks } from './gitops/flux/flux-health-checks';
export * from './gitops/flux/flux-kustomization';
export * from './gitops/flux/flux-kustomization-props';
export type { FluxObjectProps } from './gitops/flux/flux-object';
export * from './gitops/flux/flux-oci-repository';
export type { IFluxSource } from './gitops/flux/flux-source';
export { FluxSourceRef } from './gitops/flux/flux-source';
export { FluxStage } from './gitops/flux/flux-stage';
export * from './gitops/flux/flux-stages';
export * from './gitops/flux/flux-stages-props';

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
export * from './gitops/argocd/argocd-hook';
export * from './gitops/argocd/argocd-tracking';
export * from './gitops/argocd/application';
export type { ArgoCdApplicationOptions, ArgoCdDestination, ArgoCdSource } from './gitops/argocd/application-options';
export * from './gitops/argocd/application-set';
export type { ArgoCdObjectProps } from './gitops/argocd/argocd-object-props';
export * from './gitops/argocd/generator';
export * from './gitops/argocd/health-checks';
export type { ArgoCdIgnoredDifference } from './gitops/argocd/ignored-difference';
export type { ArgoCdPrepareOptions } from './gitops/argocd/prepare-options';
export * from './gitops/argocd/project';
