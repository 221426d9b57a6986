import { KnownCause } from './known-cause';

/** What keeps pods from running. */
export const POD_CAUSES = {
  'deployment-missing': {
    patience: 'timeout',
    remedy: 'OLM makes it from the ClusterServiceVersion; if it does not come back, look at the log of olm-operator',
  },
  'deployment-unavailable': {
    patience: 'timeout',
    remedy: 'look at the pods of the Deployment',
  },
  'pod-security': {
    patience: 'timeout',
    remedy: 'raise the Pod Security level of the namespace (label pod-security.kubernetes.io/enforce), or make the pod meet it',
  },
  'quota': {
    patience: 'timeout',
    remedy: 'raise the quota of the namespace, or ask for less in the Subscription\'s config',
  },
  'pods-refused': {
    patience: 'timeout',
    remedy: 'the message says who refused the pods: an admission webhook, a policy or a missing ServiceAccount',
  },
  'image-pull': {
    patience: 'timeout',
    remedy: 'check the image reference, the mirror and the pull secret, and that nodes can reach the registry',
  },
  'unschedulable': {
    patience: 'timeout',
    remedy: 'give the cluster a node that fits, or change nodeSelector, tolerations or resources in the Subscription\'s config',
  },
  'crash': {
    patience: 'timeout',
    remedy: 'read the log of the container (kubectl logs --previous); its last words stand above where it left any',
  },
  'out-of-memory': {
    patience: 'timeout',
    remedy: 'raise the memory limit in the Subscription\'s config.resources',
  },
  'container-config': {
    patience: 'timeout',
    remedy: 'create the ConfigMap or Secret that the container names, or correct the name',
  },
  'pod-starting': {
    patience: 'timeout',
    remedy: 'look at the events of the pod, and at its probes',
  },
} satisfies { [cause: string]: KnownCause };
