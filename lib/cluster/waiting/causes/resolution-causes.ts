import { KnownCause } from './known-cause';

/** Causes that keep OLM from creating an InstallPlan for a Subscription. */
export const RESOLUTION_CAUSES = {
  'subscription-missing': {
    grace: 'terminal',
    remedy: 'run again to create it; if it exists, the kubeconfig or context set for waiting selects another cluster than the provider',
  },
  'operator-group-missing': {
    grace: 'terminal',
    remedy: 'create exactly one OperatorGroup in the namespace; without one, OLM does nothing there and reports nothing',
  },
  'too-many-operator-groups': {
    grace: 'terminal',
    remedy: 'delete all but one; with more than one, OLM does nothing in the namespace',
  },
  'operator-group-service-account': {
    grace: 'terminal',
    remedy: 'create the ServiceAccount, or remove spec.serviceAccountName from the OperatorGroup',
  },
  'catalog-missing': {
    grace: 'terminal',
    remedy: 'correct source and sourceNamespace of the Subscription, or create the CatalogSource',
  },
  'catalog-invalid': {
    grace: 'terminal',
    remedy: 'correct the spec of the CatalogSource',
  },
  'catalog-unreachable': {
    grace: 'timeout',
    remedy: 'check that its Service selects a running registry pod, and that network policies let OLM connect to it; OLM retries by itself, '
      + 'up to a minute apart',
  },
  'package-unknown': {
    grace: 'terminal',
    remedy: 'correct the name of the package, or use a catalog that contains it',
  },
  'channel-unknown': {
    grace: 'terminal',
    remedy: 'correct the name of the channel, or omit it to use the default channel of the package',
  },
  'version-unknown': {
    grace: 'terminal',
    remedy: 'choose a version that is in the channel, or a catalog that still contains this one',
  },
  'dependency-missing': {
    grace: 'terminal',
    remedy: 'add a catalog with an operator that meets this dependency, or install one first',
  },
  'csv-without-subscription': {
    grace: 'terminal',
    remedy: 'set adopt, so that the Subscription takes it over as it runs; or delete the ClusterServiceVersion (CRDs and their objects are kept) and run again',
  },
  'several-csvs-without-subscription': {
    grace: 'terminal',
    remedy: 'delete the ClusterServiceVersions that are not needed (CRDs and their objects are kept), then run again to adopt the remaining one',
  },
  'package-subscribed-twice': {
    grace: 'terminal',
    remedy: 'delete one of the Subscriptions; the operator it installed keeps running',
  },
  'subscription-of-another-package': {
    grace: 'none',
    remedy: 'use another name for the Subscription, or remove the operator that this one installed',
  },
  'constraints-not-satisfiable': {
    grace: 'transient',
    remedy: 'OLM resolves all Subscriptions of a namespace together: one that cannot be satisfied blocks the others',
  },
  'resolution-error': {
    grace: 'timeout',
    remedy: 'OLM retries by itself; if the error persists, the message names the catalog or the object that causes it',
  },
  'unpack-failed': {
    grace: 'terminal',
    recoverable: true,
    remedy: 'make the bundle image accessible (registry, pull secret, network), then delete the failed Job or set recover: OLM does not '
      + 'retry by itself',
  },
  'unpacking': {
    grace: 'timeout',
    remedy: 'check the Job that unpacks the bundle, and its pod',
  },
  'no-upgrade-path': {
    grace: 'timeout',
    remedy: 'check whether the channel leads from the installed version to the pinned one (replaces, skips, skipRange), or whether that version '
      + 'is in another channel',
  },
  'newer-version-installed': {
    grace: 'none',
    remedy: 'OLM never downgrades: keep the newer version, or remove the operator (its CRDs can stay) and install the older version',
  },
} satisfies { [cause: string]: KnownCause };
