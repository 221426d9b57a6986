import { OLM_V1_CAUSES, PLAIN_CAUSES, RUKPAK_CAUSES } from './engine-causes';
import type { KnownCause } from './known-cause';
import { INSTALL_CAUSES, RESOLUTION_CAUSES } from './olm-causes';

/** Causes in the cluster, the connection to it, or OLM itself. */
export const CLUSTER_CAUSES = {
  'access-denied': {
    grace: 'none',
    remedy: 'grant the account this permission; the page "Permissions of waiters" lists the minimal role',
  },
  'invalid-credentials': {
    grace: 'none',
    remedy: 'renew the credentials, or check that the kubeconfig and context select the right cluster',
  },
  'api-server-unreachable': {
    grace: 'transient',
    remedy: 'check that the cluster is running, that the kubeconfig and context select it, and that network, VPN, proxy and firewall allow the connection',
  },
  'request-rejected': {
    grace: 'none',
    remedy: 'see the API server\'s answer for the reason; an admission webhook or a policy may have rejected the request',
  },
  'not-inspected': {
    grace: 'timeout',
    remedy: 'allow the account to list and watch these resources to get a more complete explanation',
  },
  'namespace-missing': {
    grace: 'terminal',
    remedy: 'create the Namespace first, or let the component create it',
  },
  'namespace-terminating': {
    grace: 'terminal',
    remedy: 'wait until the Namespace is deleted, then run again; nothing can be created in it until then',
  },

  'olm-missing': {
    grace: 'terminal',
    remedy: 'install OLM first, for example with OlmInstallation, and make everything that needs it depend on it; or select the cluster that runs OLM '
      + 'with kubeconfig and context',
  },
  'olm-exists': {
    grace: 'none',
    remedy: 'use the OLM that exists, adopt it, or remove it first: see `existing` of OlmInstallation',
  },
  'olm-elsewhere': {
    grace: 'none',
    remedy: 'set the namespaces to those of the OLM in the cluster',
  },
  'olm-not-running': {
    grace: 'timeout',
    remedy: 'check the pods of this Deployment; OLM does nothing until it is available',
  },
  'olm-config-ignored': {
    grace: 'none',
    remedy: 'move the settings to the OLMConfig named cluster, and delete this one',
  },
  'object-missing': {
    grace: 'terminal',
    remedy: 'run `pulumi up --refresh` to create it again; if it exists, the kubeconfig or context set for waiting selects another cluster than the provider',
  },
  'object-outdated': {
    grace: 'terminal',
    remedy: 'run `pulumi up --refresh` to update it; if it is up to date, the kubeconfig or context set for waiting selects another cluster than the provider',
  },
  'api-service-unavailable': {
    grace: 'timeout',
    remedy: 'check the pods and the Service behind the APIService; until it is available, no Namespace in the cluster can be deleted',
  },
  'conversion-webhook-failed': {
    grace: 'terminal',
    remedy: 'fix the webhook: its Service, and the pods behind it; if its operator is gone, remove it: '
      + 'kubectl patch crd NAME --type merge -p \'{"spec":{"conversion":{"strategy":"None","webhook":null}}}\'',
  },
  'crd-not-established': {
    grace: 'timeout',
    remedy: 'see the conditions of the CustomResourceDefinition for what the API server is waiting for',
  },
  'crd-names-conflict': {
    grace: 'terminal',
    remedy: 'another CustomResourceDefinition of the same group uses one of these names; delete the one that is not needed',
  },
  'crd-version-not-served': {
    grace: 'timeout',
    remedy: 'the CustomResourceDefinition comes from an older bundle or from another operator: replace it with the one from this bundle',
  },
} satisfies { [cause: string]: KnownCause };

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
  'node-label-missing': {
    grace: 'timeout',
    remedy: 'label a node, or change nodeSelector or affinity',
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

/** Causes that block a removal. */
export const REMOVAL_CAUSES = {
  'operands-remaining': {
    grace: 'none',
    remedy: 'delete these objects while the operator is still running, or choose what happens to them: "ignore" or "delete"',
  },
  'operands-at-risk': {
    grace: 'none',
    remedy: 'delete these objects while the operator is still running, or set operands to "delete", or to "ignore" to lose them without their cleanup',
  },
  'operators-remaining': {
    grace: 'none',
    remedy: 'remove these operators first, or set removeOperators to remove them together with OLM',
  },
  'finalizers-remaining': {
    grace: 'timeout',
    remedy: 'let the controller that set the finalizers finish its work; force removes them and skips that work',
  },
  'crd-cleanup-delayed': {
    grace: 'timeout',
    remedy: 'wait up to five minutes, after which the API server tries again; any change of the CRD, such as an annotation, makes it try at once',
  },
  'deletion-pending': {
    grace: 'timeout',
    remedy: 'check the finalizers and the owner of the object',
  },
  'namespace-stuck': {
    grace: 'timeout',
    remedy: 'the message names what blocks the deletion: an API that is not available, or objects with finalizers',
  },
} satisfies { [cause: string]: KnownCause };

/** Causes that are used if no rule finds a more specific one. */
const GENERAL_CAUSES = {
  'warning-event': {
    grace: 'timeout',
    remedy: 'check whether it is related to the failure: events cover everything that happens nearby',
  },
  'unexplained': {
    grace: 'timeout',
    remedy: 'check the logs of the controllers',
    completedBy: 'controllers',
  },
} satisfies { [cause: string]: KnownCause };

const CAUSES = {
  ...CLUSTER_CAUSES, ...RESOLUTION_CAUSES, ...INSTALL_CAUSES, ...OLM_V1_CAUSES, ...PLAIN_CAUSES, ...RUKPAK_CAUSES, ...POD_CAUSES,
  ...REMOVAL_CAUSES, ...GENERAL_CAUSES,
};

/** Name of a cause; stable, so that programs can rely on it. */
export type CauseName = keyof typeof CAUSES;

/** Known causes of failed waits. */
export const KNOWN_CAUSES: { readonly [cause in CauseName]: KnownCause } = CAUSES;
