/**
 * How long something wrong is waited for before it ends the wait:
 * - `none`: it never passes by itself
 * - `short`: it does not pass by itself either, but it may have been caught halfway
 * - `long`: OLM often mends it
 * - `timeout`: it may pass any time; it only explains why nothing happened until then
 */
export type Patience = 'none' | 'short' | 'long' | 'timeout';

/** What is known about a cause. */
export interface KnownCause {
  readonly patience: Patience;
  /** What a person can do about it. */
  readonly remedy: string;
  /** Set where deleting the failed InstallPlan and ClusterServiceVersion lets OLM try again. */
  readonly recoverable?: true;
}

const CAUSES = {
  // The cluster and the way to it.
  'access-denied': {
    patience: 'none',
    remedy: 'give the account these rights; the guide "Waiting" holds the least role that a waiter needs',
  },
  'credentials': {
    patience: 'none',
    remedy: 'renew the credentials, or check that kubeconfig and context name the cluster you mean',
  },
  'no-answer': {
    patience: 'long',
    remedy: 'check that the cluster runs and that kubeconfig and context name it; proxies and firewalls on the way count too',
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

  // OLM itself.
  'olm-missing': {
    patience: 'short',
    remedy: 'install OLM first, for example with OlmInstallation, and let what needs it depend on that',
  },
  'olm-not-running': {
    patience: 'timeout',
    remedy: 'look at the pods of this Deployment; as long as it does not run, OLM does nothing',
  },
  'still-missing': {
    patience: 'timeout',
    remedy: 'run again to create what is missing; if it was there, see who deletes it',
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
    remedy: 'another operator or an older bundle put an other CustomResourceDefinition in place; install a bundle whose versions include this one',
  },

  // The way to an InstallPlan.
  'subscription-missing': {
    patience: 'short',
    remedy: 'run again to create it; if somebody deleted it, ask why: an operator without Subscription gets no updates',
  },
  'operator-group-missing': {
    patience: 'short',
    remedy: 'create exactly one OperatorGroup in the namespace; without one OLM does nothing there and says nothing',
  },
  'operator-groups-several': {
    patience: 'short',
    remedy: 'delete all but one; with more than one OLM does nothing in the namespace',
  },
  'operator-group-account': {
    patience: 'short',
    remedy: 'create the ServiceAccount, or take spec.serviceAccountName out of the OperatorGroup',
  },
  'catalog-missing': {
    patience: 'short',
    remedy: 'correct source and sourceNamespace of the Subscription, or create the CatalogSource',
  },
  'catalog-invalid': {
    patience: 'short',
    remedy: 'correct the spec of the CatalogSource',
  },
  'catalog-unreachable': {
    patience: 'timeout',
    remedy: 'check that its Service leads to a running registry pod, and that network policies let OLM reach it; OLM tries again by itself, '
      + 'up to a minute apart',
  },
  'package-unknown': {
    patience: 'short',
    remedy: 'correct the name of the package, or name the catalog that has it',
  },
  'channel-unknown': {
    patience: 'short',
    remedy: 'correct the name of the channel, or leave it out for the package\'s default channel',
  },
  'version-unknown': {
    patience: 'short',
    remedy: 'choose a version that the channel has, or a catalog that still has this one',
  },
  'dependency-missing': {
    patience: 'short',
    remedy: 'add a catalog with an operator that gives this API, or install one first',
  },
  'csv-without-subscription': {
    patience: 'short',
    remedy: 'delete that ClusterServiceVersion (CRDs and their objects stay) and run again, or subscribe under the name it was installed under',
  },
  'not-resolvable': {
    patience: 'long',
    remedy: 'all Subscriptions of a namespace are resolved together: one that cannot be met stops the others too',
  },
  'resolution-error': {
    patience: 'timeout',
    remedy: 'OLM tries again by itself; if it stays, the message says which catalog or which object is in the way',
  },
  'unpack-failed': {
    patience: 'short',
    recoverable: true,
    remedy: 'make the bundle image reachable (registry, pull secret, network), then delete the failed Job or turn on recover: OLM does not '
      + 'try again by itself',
  },
  'unpacking': {
    patience: 'timeout',
    remedy: 'look at the Job that unpacks the bundle, and at its pod',
  },
  'installed-is-newer': {
    patience: 'none',
    remedy: 'OLM never goes back to an older version: keep the newer one, or remove the operator (its CRDs can stay) and install the older one',
  },

  // InstallPlans.
  'plan-not-allowed': {
    patience: 'short',
    remedy: 'pin one of these versions, allow them by name, or allow steps on the way with the upgrade path "stepwise"',
  },
  'plan-of-another': {
    patience: 'timeout',
    remedy: 'whoever owns that InstallPlan has to approve it, or gets a namespace of his own: OLM handles a namespace as one',
  },
  'plan-waits-for-approval': {
    patience: 'timeout',
    remedy: 'approve the InstallPlan, pin the version so that it is approved here, or use automatic approval',
  },
  'plan-failed': {
    patience: 'none',
    recoverable: true,
    remedy: 'OLM never tries a failed InstallPlan again: mend the cause, then delete the plan and the ClusterServiceVersion it made, or turn '
      + 'on recover',
  },
  'plan-would-break-objects': {
    patience: 'none',
    remedy: 'objects of the old CustomResourceDefinition would not fit the new one: change or delete those objects, or migrate stored versions',
  },
  'plan-lacks-rights': {
    patience: 'timeout',
    remedy: 'give the ServiceAccount of the OperatorGroup the right to create this; OLM tries until it may',
  },

  // ClusterServiceVersions.
  'install-mode': {
    patience: 'short',
    remedy: 'give the OperatorGroup the target namespaces that an install mode of the operator allows',
  },
  'operator-group-conflict': {
    patience: 'short',
    remedy: 'two OperatorGroups that see the same namespaces give the same API: make their target namespaces disjoint, or keep one operator',
  },
  'api-of-another-operator': {
    patience: 'none',
    remedy: 'one operator may own an API in the cluster: remove the other one, or do not install this one',
  },
  'kubernetes-too-old': {
    patience: 'short',
    remedy: 'upgrade the cluster, or choose a version of the operator that runs on this one',
  },
  'csv-invalid': {
    patience: 'none',
    recoverable: true,
    remedy: 'the bundle itself is wrong: take another version, or tell its authors',
  },
  'csv-component-failed': {
    patience: 'none',
    recoverable: true,
    remedy: 'OLM tries again only when permissions in the namespace change: mend what the message names, then delete the ClusterServiceVersion '
      + 'and its InstallPlan, or turn on recover',
  },
  'csv-failed': {
    patience: 'long',
    recoverable: true,
    remedy: 'look at the Deployments of the operator and at their pods',
  },
  'csv-start-repeats': {
    patience: 'timeout',
    remedy: 'OLM gives an operator 5 minutes to start and then begins again, for ever: mend what keeps its pods from getting ready',
  },
  'requirement-missing': {
    patience: 'timeout',
    remedy: 'what is required comes from the bundle or from another operator: see which of the two did not bring it',
  },
  'upgrade-held-back': {
    patience: 'timeout',
    remedy: 'the installed operator asks not to be upgraded now (OperatorCondition Upgradeable): see its reason, or override the condition',
  },

  // Pods.
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

  // Removal.
  'operands-left': {
    patience: 'none',
    remedy: 'delete these objects while the operator still runs, or choose what is to happen to them: "ignore" or "delete"',
  },
  'operators-left': {
    patience: 'none',
    remedy: 'remove these operators first, or say that they are to go with OLM',
  },
  'finalizers-left': {
    patience: 'timeout',
    remedy: 'let the controller that set the finalizers run and finish; force takes them off, which skips what they were for',
  },
  'still-there': {
    patience: 'timeout',
    remedy: 'look at the finalizers and the owner of the object',
  },
  'namespace-stuck': {
    patience: 'timeout',
    remedy: 'the message names what keeps the Namespace: an API that does not answer, or objects with finalizers',
  },

  // What is left when no rule knows more.
  'warning': {
    patience: 'timeout',
    remedy: 'an event of the cluster; it may be the cause or only nearby',
  },
  'unexplained': {
    patience: 'timeout',
    remedy: 'look at the logs of olm-operator and catalog-operator',
  },
} satisfies { [cause: string]: KnownCause };

/** The name of a cause: stable, so that programs may tell causes apart. */
export type CauseName = keyof typeof CAUSES;

/** The causes of failed waits, and what to do about each. */
export const KNOWN_CAUSES: { readonly [cause in CauseName]: KnownCause } = CAUSES;
