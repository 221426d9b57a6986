/**
 * `olm-constructs/gitops`: Argo CD, Flux, Jobs in the cluster, checks and policies over a whole app, and rendered manifests. Nothing
 * inside `lib` imports this file.
 */

export { ArgoCdApplication } from './argocd/application';
export type { ArgoCdApplicationProps } from './argocd/application';
export { ArgoCdApplicationSet, ArgoCdGenerator } from './argocd/application-set';
export type { ArgoCdApplicationSetProps, ArgoCdClusterGeneratorOptions, ArgoCdGitGeneratorOptions } from './argocd/application-set';
export type { ArgoCdApplicationOptions, ArgoCdDestination, ArgoCdIgnoredDifference, ArgoCdSource } from './argocd/application-spec';
export { ArgoCd } from './argocd/argocd';
export { ArgoCdHook, ArgoCdHookDeletePolicy } from './argocd/argocd-annotations';
export type { ArgoCdObjectProps } from './argocd/argocd-object';
export { ArgoCdHealthChecks } from './argocd/health-checks';
export type { ArgoCdHealthCheck, ArgoCdHealthChecksProps } from './argocd/health-checks';
export { ArgoCdTracking } from './argocd/prepare-options';
export type { ArgoCdPrepareOptions } from './argocd/prepare-options';
export { ArgoCdProject } from './argocd/project';
export type { ArgoCdProjectProps, ArgoCdResourceKind } from './argocd/project';
export { AppChecks } from './checks/app-checks';
export type { AppChecksOptions } from './checks/app-checks';
export { AppReport } from './checks/app-report';
export type { AppCheck, AppFinding, AppSarifOptions, WaivedFinding } from './checks/app-report';
export type { AppWaiver } from './checks/app-waiver';
export { FluxGitRepository } from './flux/flux-git-repository';
export type { FluxGitRepositoryProps } from './flux/flux-git-repository';
export { FluxHealthChecks } from './flux/flux-health-checks';
export { FluxDeletionPolicy, FluxKustomization } from './flux/flux-kustomization';
export type {
  FluxDependency, FluxHealthCheck, FluxHealthCheckExpression, FluxKustomizationProps, IFluxKustomization,
} from './flux/flux-kustomization';
export type { FluxObjectProps } from './flux/flux-object';
export { FluxOciProvider, FluxOciRepository } from './flux/flux-oci-repository';
export type { FluxOciRepositoryProps } from './flux/flux-oci-repository';
export { FluxSourceRef } from './flux/flux-source';
export type { IFluxSource } from './flux/flux-source';
export { FluxStages } from './flux/flux-stages';
export type { FluxStagesProps } from './flux/flux-stages';
export { FluxStage } from './flux/staged-objects';
export { InClusterProgram } from './jobs/in-cluster-program';
export type { InClusterProgramProps } from './jobs/in-cluster-program';
export type { OperatorJobProps } from './jobs/job-objects';
export { OperatorMetrics } from './jobs/operator-metrics';
export type { OperatorMetricsProps, OperatorServiceMonitor } from './jobs/operator-metrics';
export { OperandRemoval, OperatorRemovalJob } from './jobs/operator-removal-job';
export type { OperatorRemovalJobProps } from './jobs/operator-removal-job';
export { OperatorWaitJob } from './jobs/operator-wait-job';
export type { OperatorWaitJobProps } from './jobs/operator-wait-job';
export { OperatorPolicy } from './policy/operator-policy';
export type { OperatorPolicyProps } from './policy/operator-policy';
export { ManifestTree } from './tree/manifest-tree';
export type { ManifestTreeChanges, ManifestTreeOptions } from './tree/manifest-tree';
export { ManifestTreeDiff } from './tree/manifest-tree-diff';
export { TreeChangeKind } from './tree/tree-changes';
export type { TreeClusterDiff, TreeObjectChange, TreeOperatorChange } from './tree/tree-changes';
