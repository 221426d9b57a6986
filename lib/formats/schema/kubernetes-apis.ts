import { ownValue } from '../json/json-value';

/** Releases of Kubernetes that serve a kind of one of its own APIs without a special flag, as minor versions of Kubernetes 1. */
export interface KubernetesApi {
  /** First release that serves it. @default - every release since 1.16 */
  readonly since?: number;

  /** First release that no longer serves it. @default - every release serves it */
  readonly until?: number;
}

/** Kinds with the releases that serve them. */
export interface KubernetesKinds extends KubernetesApi {
  readonly kinds: string;
}

/**
 * Kinds of Kubernetes' own APIs. Alpha APIs, and beta APIs introduced after Kubernetes 1.24, are missing: clusters serve them only if a flag of
 * the API server enables them.
 *
 * @see https://kubernetes.io/docs/reference/using-api/deprecation-guide/
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.34/
 */
export const KUBERNETES_APIS: { readonly [apiVersion: string]: readonly KubernetesKinds[] } = {
  'v1': [{
    kinds: 'Binding ComponentStatus ConfigMap Endpoints Event LimitRange Namespace Node PersistentVolume PersistentVolumeClaim Pod PodTemplate '
      + 'ReplicationController ResourceQuota Secret Service ServiceAccount',
  }],
  'admissionregistration.k8s.io/v1': [
    { kinds: 'MutatingWebhookConfiguration ValidatingWebhookConfiguration' },
    { kinds: 'ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding', since: 30 },
    { kinds: 'MutatingAdmissionPolicy MutatingAdmissionPolicyBinding', since: 36 },
  ],
  'admissionregistration.k8s.io/v1beta1': [{ kinds: 'MutatingWebhookConfiguration ValidatingWebhookConfiguration', until: 22 }],
  'apiextensions.k8s.io/v1': [{ kinds: 'CustomResourceDefinition' }],
  'apiextensions.k8s.io/v1beta1': [{ kinds: 'CustomResourceDefinition', until: 22 }],
  'apiregistration.k8s.io/v1': [{ kinds: 'APIService' }],
  'apiregistration.k8s.io/v1beta1': [{ kinds: 'APIService', until: 22 }],
  'apps/v1': [{ kinds: 'ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet' }],
  'apps/v1beta1': [{ kinds: 'ControllerRevision Deployment StatefulSet', until: 16 }],
  'apps/v1beta2': [{ kinds: 'ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet', until: 16 }],
  'authentication.k8s.io/v1': [{ kinds: 'TokenReview' }, { kinds: 'SelfSubjectReview', since: 28 }],
  'authentication.k8s.io/v1beta1': [{ kinds: 'TokenReview', until: 22 }],
  'authorization.k8s.io/v1': [{ kinds: 'LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview' }],
  'authorization.k8s.io/v1beta1': [
    { kinds: 'LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview', until: 22 },
  ],
  'autoscaling/v1': [{ kinds: 'HorizontalPodAutoscaler Scale' }],
  'autoscaling/v2': [{ kinds: 'HorizontalPodAutoscaler', since: 23 }],
  'autoscaling/v2beta1': [{ kinds: 'HorizontalPodAutoscaler', until: 25 }],
  'autoscaling/v2beta2': [{ kinds: 'HorizontalPodAutoscaler', until: 26 }],
  'batch/v1': [{ kinds: 'Job' }, { kinds: 'CronJob', since: 21 }],
  'batch/v1beta1': [{ kinds: 'CronJob', until: 25 }],
  'certificates.k8s.io/v1': [{ kinds: 'CertificateSigningRequest', since: 19 }],
  'certificates.k8s.io/v1beta1': [{ kinds: 'CertificateSigningRequest', until: 22 }],
  'coordination.k8s.io/v1': [{ kinds: 'Lease' }],
  'coordination.k8s.io/v1beta1': [{ kinds: 'Lease', until: 22 }],
  'discovery.k8s.io/v1': [{ kinds: 'EndpointSlice', since: 21 }],
  'discovery.k8s.io/v1beta1': [{ kinds: 'EndpointSlice', since: 17, until: 25 }],
  'events.k8s.io/v1': [{ kinds: 'Event', since: 19 }],
  'events.k8s.io/v1beta1': [{ kinds: 'Event', until: 25 }],
  'extensions/v1beta1': [
    { kinds: 'DaemonSet Deployment NetworkPolicy PodSecurityPolicy ReplicaSet', until: 16 },
    { kinds: 'Ingress', until: 22 },
  ],
  'flowcontrol.apiserver.k8s.io/v1': [{ kinds: 'FlowSchema PriorityLevelConfiguration', since: 29 }],
  'flowcontrol.apiserver.k8s.io/v1beta1': [{ kinds: 'FlowSchema PriorityLevelConfiguration', since: 20, until: 26 }],
  'flowcontrol.apiserver.k8s.io/v1beta2': [{ kinds: 'FlowSchema PriorityLevelConfiguration', since: 23, until: 29 }],
  'flowcontrol.apiserver.k8s.io/v1beta3': [{ kinds: 'FlowSchema PriorityLevelConfiguration', since: 26, until: 32 }],
  'networking.k8s.io/v1': [
    { kinds: 'NetworkPolicy' },
    { kinds: 'Ingress IngressClass', since: 19 },
    { kinds: 'IPAddress ServiceCIDR', since: 33 },
  ],
  'networking.k8s.io/v1beta1': [{ kinds: 'Ingress', until: 22 }, { kinds: 'IngressClass', since: 18, until: 22 }],
  'node.k8s.io/v1': [{ kinds: 'RuntimeClass', since: 20 }],
  'node.k8s.io/v1beta1': [{ kinds: 'RuntimeClass', until: 25 }],
  'policy/v1': [{ kinds: 'Eviction', since: 22 }, { kinds: 'PodDisruptionBudget', since: 21 }],
  'policy/v1beta1': [{ kinds: 'PodDisruptionBudget PodSecurityPolicy', until: 25 }],
  'rbac.authorization.k8s.io/v1': [{ kinds: 'ClusterRole ClusterRoleBinding Role RoleBinding' }],
  'rbac.authorization.k8s.io/v1beta1': [{ kinds: 'ClusterRole ClusterRoleBinding Role RoleBinding', until: 22 }],
  'resource.k8s.io/v1': [{ kinds: 'DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice', since: 34 }],
  'scheduling.k8s.io/v1': [{ kinds: 'PriorityClass' }],
  'scheduling.k8s.io/v1beta1': [{ kinds: 'PriorityClass', until: 22 }],
  'storage.k8s.io/v1': [
    { kinds: 'StorageClass VolumeAttachment' },
    { kinds: 'CSINode', since: 17 },
    { kinds: 'CSIDriver', since: 18 },
    { kinds: 'CSIStorageCapacity', since: 24 },
    { kinds: 'VolumeAttributesClass', since: 34 },
  ],
  'storage.k8s.io/v1beta1': [
    { kinds: 'CSIDriver CSINode StorageClass VolumeAttachment', until: 22 },
    { kinds: 'CSIStorageCapacity', since: 21, until: 27 },
  ],
};

/** Returns the releases of Kubernetes that serve a kind, or undefined if it is not of Kubernetes, or only served if a flag enables it. */
export function kubernetesApi(apiVersion: string, kind: string): KubernetesApi | undefined {
  return ownValue(KUBERNETES_APIS, apiVersion)?.find(({ kinds }) => kinds.split(' ').includes(kind));
}

const GROUPS: ReadonlySet<string> = new Set([
  ...Object.keys(KUBERNETES_APIS).map((apiVersion) => (apiVersion.includes('/') ? apiVersion.split('/')[0]! : '')),
  'internal.apiserver.k8s.io', 'storagemigration.k8s.io',
]);

/** Whether an API group is one of Kubernetes itself; the core group is the empty string. */
export function isKubernetesGroup(group: string): boolean {
  return GROUPS.has(group);
}

/** Returns the releases that serve an API as words, such as `1.19 to 1.24`, or an empty string if every release serves it. */
export function releasesText({ since, until }: KubernetesApi): string {
  if (until === undefined) {
    return since === undefined ? '' : `1.${since} or later`;
  }
  return since === undefined ? `1.${until - 1} or earlier` : `1.${since} to 1.${until - 1}`;
}
