import { KnownCause } from './known-cause';

/** Causes that keep pods from running. */
export const POD_CAUSES = {
  'deployment-missing': {
    grace: 'timeout',
    remedy: 'OLM creates it from the ClusterServiceVersion; if it does not come back, check the log of olm-operator',
  },
  'deployment-outdated': {
    grace: 'timeout',
    remedy: 'OLM updates it from the ClusterServiceVersion; if it does not, check the log of olm-operator',
  },
  'deployment-unavailable': {
    grace: 'timeout',
    remedy: 'check the pods of the Deployment',
  },
  'pod-security': {
    grace: 'timeout',
    remedy: 'relax the Pod Security level of the namespace (label pod-security.kubernetes.io/enforce), or make the pods comply with it',
  },
  'quota-exceeded': {
    grace: 'timeout',
    remedy: 'raise the quota of the namespace, or request fewer resources',
    completedBy: 'podSettings',
  },
  'pods-rejected': {
    grace: 'timeout',
    remedy: 'the message names what rejected the pods: an admission webhook, a policy or a missing ServiceAccount',
  },
  'image-pull-failed': {
    grace: 'timeout',
    remedy: 'check the image reference, the mirror and the pull secret, and that the nodes can reach the registry',
  },
  'unschedulable': {
    grace: 'timeout',
    remedy: 'add a node that fits, or change nodeSelector, tolerations or resources',
    completedBy: 'podSettings',
  },
  'container-crash': {
    grace: 'timeout',
    remedy: 'check the log of the container (kubectl logs --previous); its termination message, if any, is quoted above',
  },
  'out-of-memory': {
    grace: 'timeout',
    remedy: 'raise the memory limit of the container',
    completedBy: 'podSettings',
  },
  'container-config-invalid': {
    grace: 'timeout',
    remedy: 'create the ConfigMap or Secret that the container refers to, or correct its name',
  },
  'pod-not-ready': {
    grace: 'timeout',
    remedy: 'check the events and the probes of the pod',
  },
} satisfies { [cause: string]: KnownCause };
