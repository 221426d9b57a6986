import { KnownCause } from './known-cause';

/** Causes that keep an InstallPlan from completing or a ClusterServiceVersion from succeeding. */
export const INSTALL_CAUSES = {
  'plan-not-allowed': {
    grace: 'terminal',
    remedy: 'pin one of these versions, allow them by name, or allow intermediate versions with the upgrade path "stepwise"',
  },
  'upgrade-plan-exceeded': {
    grace: 'terminal',
    remedy: 'create and review the upgrade plan again, from the current catalogs of the cluster; or install what is not planned in another namespace',
  },
  'upgrade-plan-out-of-order': {
    grace: 'terminal',
    remedy: 'create and review the upgrade plan again, from what is installed now; or install the earlier versions first',
  },
  'plan-not-owned': {
    grace: 'timeout',
    remedy: 'approve that InstallPlan for its owner, or move one of the operators to its own namespace: OLM processes a namespace as a whole',
  },
  'plan-requires-approval': {
    grace: 'timeout',
    remedy: 'approve the InstallPlan, pin the version so that the waiter approves it, or use automatic approval',
  },
  'plan-failed': {
    grace: 'none',
    recoverable: true,
    remedy: 'OLM never retries a failed InstallPlan: fix the cause, then delete the plan and the ClusterServiceVersion it created, or set recover',
  },
  'plan-breaks-objects': {
    grace: 'none',
    remedy: 'existing objects are not valid under the new CustomResourceDefinition: change or delete those objects, or migrate stored versions',
  },
  'plan-forbidden': {
    grace: 'timeout',
    remedy: 'grant the ServiceAccount of the OperatorGroup permission to create this; OLM retries until it succeeds',
  },

  'install-mode-unsupported': {
    grace: 'terminal',
    remedy: 'set target namespaces on the OperatorGroup that match an install mode of the operator',
  },
  'operator-group-conflict': {
    grace: 'terminal',
    remedy: 'two OperatorGroups with overlapping target namespaces provide the same API: make their target namespaces disjoint, or keep only one operator',
  },
  'api-owned-by-another': {
    grace: 'none',
    remedy: 'only one operator can own an API in a cluster: remove the other one, or do not install this one',
  },
  'kubernetes-too-old': {
    grace: 'terminal',
    remedy: 'upgrade the cluster, or choose a version of the operator that supports this Kubernetes version',
  },
  'csv-invalid': {
    grace: 'none',
    recoverable: true,
    remedy: 'the bundle itself is invalid: use another version, or report it to its authors',
  },
  'csv-component-failed': {
    grace: 'none',
    recoverable: true,
    remedy: 'OLM retries only when permissions in the namespace change: fix what the message names and set recover, or delete the '
      + 'Subscription and the ClusterServiceVersion, refresh, and run again',
  },
  'csv-missing': {
    grace: 'terminal',
    recoverable: true,
    remedy: 'pin the deleted version, and it is reinstalled; or set recover to accept another version, which may not handle the existing objects of its APIs',
  },
  'csv-failed': {
    grace: 'transient',
    recoverable: true,
    remedy: 'check the Deployments of the operator and their pods',
  },
  'csv-start-timeout': {
    grace: 'timeout',
    remedy: 'OLM gives an operator 5 minutes to start, then starts over, indefinitely: fix what keeps its pods from becoming ready',
  },
  'requirement-missing': {
    grace: 'timeout',
    remedy: 'the requirement comes from the bundle or from another operator: find out which of the two did not provide it',
  },
  'upgrade-from-failed': {
    grace: 'timeout',
    remedy: 'fix the failed version, which the next one replaces as soon as it has succeeded; or set upgradeStrategy to '
      + 'TechPreviewUnsafeFailForward, with which OLM also upgrades a version that failed',
  },
  'upgrade-blocked': {
    grace: 'timeout',
    remedy: 'the installed operator blocks upgrades for now (OperatorCondition Upgradeable): see its reason, or override the condition',
  },
} satisfies { [cause: string]: KnownCause };
