import { KnownCause } from './known-cause';

/** Causes in the cluster, the connection to it, or OLM itself. */
export const CLUSTER_CAUSES = {
  'access-denied': {
    grace: 'none',
    remedy: 'grant the account this permission; the guide "What the waiters may do" lists the minimal role',
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
  'object-missing': {
    grace: 'terminal',
    remedy: 'run again to create it; if it exists, the kubeconfig or context set for waiting selects another cluster than the provider',
  },
  'object-outdated': {
    grace: 'terminal',
    remedy: 'run again to update it; if it is up to date, the kubeconfig or context set for waiting selects another cluster than the provider',
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
