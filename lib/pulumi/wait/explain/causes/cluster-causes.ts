import { KnownCause } from './known-cause';

/** What is wrong with the cluster, the way to it, or OLM itself. */
export const CLUSTER_CAUSES = {
  'access-denied': {
    patience: 'none',
    remedy: 'give the account this right; the guide "What the waiters may do" has the least role',
  },
  'credentials': {
    patience: 'none',
    remedy: 'renew the credentials, or check that kubeconfig and context name the cluster you mean',
  },
  'no-answer': {
    patience: 'long',
    remedy: 'check that the cluster runs, that kubeconfig and context name it, and that network, VPN, proxy and firewall let you through',
  },
  'refused': {
    patience: 'none',
    remedy: 'the API server\'s answer says what it does not take; an admission webhook or a policy may be behind it',
  },
  'blind-spot': {
    patience: 'timeout',
    remedy: 'let the account list and watch these too, and the explanation will say more',
  },
  'namespace-missing': {
    patience: 'short',
    remedy: 'create the Namespace first, or let the component own it',
  },
  'namespace-terminating': {
    patience: 'short',
    remedy: 'wait until the Namespace is gone and run again; nothing can be created in it until then',
  },

  'olm-missing': {
    patience: 'short',
    remedy: 'install OLM first, for example with OlmInstallation, and let what needs it depend on that; or name the cluster that has it, by kubeconfig and '
      + 'context',
  },
  'olm-not-running': {
    patience: 'timeout',
    remedy: 'look at the pods of this Deployment; as long as it does not run, OLM does nothing',
  },
  'still-missing': {
    patience: 'short',
    remedy: 'run again to create it; if it is there, the kubeconfig or context that is given for waiting names another cluster than the provider',
  },
  'api-not-available': {
    patience: 'timeout',
    remedy: 'look at the pods and the Service behind the APIService; while it does not answer, no Namespace of the cluster can be deleted',
  },
  'crd-not-established': {
    patience: 'timeout',
    remedy: 'the conditions of the CustomResourceDefinition say what the API server waits for',
  },
  'crd-names-clash': {
    patience: 'short',
    remedy: 'another CustomResourceDefinition of the same group has one of these names; remove the one that is not wanted',
  },
  'crd-version-not-served': {
    patience: 'timeout',
    remedy: 'another CustomResourceDefinition is in place, of an older bundle or of another operator: replace it by the one of this bundle',
  },
} satisfies { [cause: string]: KnownCause };
