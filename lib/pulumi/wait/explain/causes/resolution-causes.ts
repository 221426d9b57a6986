import { KnownCause } from './known-cause';

/** What keeps a Subscription from leading to an InstallPlan. */
export const RESOLUTION_CAUSES = {
  'subscription-missing': {
    patience: 'short',
    remedy: 'run again to create it; if it is there, the kubeconfig or context that is given for waiting names another cluster than the provider',
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
    remedy: 'set adopt, so that the Subscription takes it over as it runs; or delete that ClusterServiceVersion (CRDs and their objects stay) and run again',
  },
  'csvs-without-subscription': {
    patience: 'short',
    remedy: 'delete the ClusterServiceVersions that are not wanted (CRDs and their objects stay), and run again to take over the one that is left',
  },
  'package-subscribed-twice': {
    patience: 'short',
    remedy: 'delete one of the Subscriptions; the operator that it installed stays',
  },
  'subscription-of-another-package': {
    patience: 'none',
    remedy: 'give another name to the Subscription, or remove the operator that this one installed',
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
  'no-upgrade-path': {
    patience: 'timeout',
    remedy: 'see whether the channel leads from the installed version to the wanted one (replaces, skips, skipRange), or whether that one is in '
      + 'another channel',
  },
  'installed-is-newer': {
    patience: 'none',
    remedy: 'OLM never goes back to an older version: keep the newer one, or remove the operator (its CRDs can stay) and install the older one',
  },
} satisfies { [cause: string]: KnownCause };
