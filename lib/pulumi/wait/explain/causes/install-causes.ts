import { KnownCause } from './known-cause';

/** What keeps an InstallPlan from installing, and a ClusterServiceVersion from succeeding. */
export const INSTALL_CAUSES = {
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
    remedy: 'OLM tries again only when permissions in the namespace change: mend what the message names and turn on recover, or delete the '
      + 'Subscription and the ClusterServiceVersion, refresh, and run again',
  },
  'csv-lost': {
    patience: 'short',
    recoverable: true,
    remedy: 'OLM does not install it again for this Subscription: turn on recover, or delete the Subscription, refresh, and run again; objects of its APIs stay',
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
} satisfies { [cause: string]: KnownCause };
