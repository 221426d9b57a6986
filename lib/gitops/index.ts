/**
 * `olm-constructs/gitops`: Argo CD, Flux, Jobs in the cluster, checks and policies over a whole app, and rendered manifests. Nothing
 * inside `lib` imports this file.
 */

export * from './argocd/application';
export * from './argocd/application-set';
export * from './argocd/application-spec';
export * from './argocd/argocd';
export * from './argocd/argocd-annotations';
export * from './argocd/argocd-object';
export * from './argocd/health-checks';
export * from './argocd/prepare-options';
export * from './argocd/project';
export * from './checks/app-checks';
export * from './checks/app-images';
export * from './checks/app-report';
export * from './checks/app-waiver';
export * from './flux/flux-git-repository';
export * from './flux/flux-health-checks';
export * from './flux/flux-kustomization';
export * from './flux/flux-object';
export * from './flux/flux-oci-repository';
export * from './flux/flux-source';
export * from './flux/flux-stages';
export * from './flux/staged-objects';
export * from './jobs/in-cluster-program';
export * from './jobs/job-objects';
export * from './jobs/operator-metrics';
export * from './jobs/operator-removal-job';
export * from './jobs/operator-wait-job';
export * from './policy/operator-policy';
export * from './tree/manifest-tree';
export * from './tree/manifest-tree-diff';
export * from './tree/tree-changes';
