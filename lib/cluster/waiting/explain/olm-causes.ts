import type { KnownCause } from './known-cause';

/** Causes that keep OLM from creating an InstallPlan for a Subscription. */
export const RESOLUTION_CAUSES = {
  'subscription-missing': {
    grace: 'terminal',
    remedy: 'run `pulumi up --refresh` to create it again; if it exists, the kubeconfig or context set for waiting selects another cluster than the provider',
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
    remedy: 'correct the name of the channel, or omit it to follow all channels of the package',
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
  'package-conflict': {
    grace: 'transient',
    remedy: 'change what requests the package, so that one version satisfies all of them, or install one of the operators in another namespace',
  },
  'bundle-deprecated': {
    grace: 'terminal',
    remedy: 'choose another version or channel: one whose bundle does not have this property',
  },
  'channel-invalid': {
    grace: 'transient',
    remedy: 'fix the channel in the catalog: one entry that no other replaces, and from it one chain of `replaces` without a cycle; or use another channel',
  },
  'resolution-outdated': {
    grace: 'timeout',
    remedy: 'change the Subscription, for example an annotation, so that OLM resolves again; by itself, it does so within 18 minutes',
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
    remedy: 'check whether the channel leads from the installed version to the wanted one (replaces, skips, skipRange), or whether that version '
      + 'is in another channel',
  },
  'newer-version-installed': {
    grace: 'none',
    remedy: 'OLM never downgrades: keep the newer version, or remove the operator (its CRDs can stay) and install the older version',
  },
} satisfies { [cause: string]: KnownCause };

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
  'api-missing': {
    grace: 'transient',
    remedy: 'install the CRDs of the project that owns the API, or leave the object out of the bundle: `omit` of the BundleDeployment or OperatorRegistry',
  },
  'plan-api-missing': {
    grace: 'none',
    recoverable: true,
    remedy: 'install the CRDs of the project that owns the API, or leave the object out of the bundle: `omit` of the BundleDeployment or OperatorRegistry; then '
      + 'delete the InstallPlan and the ClusterServiceVersion that it created, because OLM never retries a failed plan',
  },
  'kind-unsupported': {
    grace: 'none',
    remedy: 'leave the object out of the bundle, with `omit` of the BundleDeployment or OperatorRegistry, or use OLM v1 or the engine PlainEngine',
  },
  'plan-breaks-objects': {
    grace: 'none',
    remedy: 'change the objects so that the schema of the new version accepts them, too; then delete the failed InstallPlan, because OLM never retries it',
  },
  'plan-removes-stored-version': {
    grace: 'none',
    remedy: 'write every object of the CustomResourceDefinition once more, then remove the version that the new bundle drops from its status.storedVersions; '
      + 'then delete the failed InstallPlan, because OLM never retries it',
  },
  'plan-retrying': {
    grace: 'timeout',
    remedy: 'fix what the message names; OLM retries for about a minute, after which the InstallPlan has failed and has to be deleted',
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
  'min-kube-version-invalid': {
    grace: 'terminal',
    remedy: 'set minKubeVersion in the bundle to a version of Kubernetes such as 1.28.0, use another version, or report it to its authors',
  },
  'kubernetes-version-unknown': {
    grace: 'timeout',
    remedy: 'check that the API server answers GET /version; OLM compares again by itself',
  },
  'owned-crd-missing': {
    grace: 'timeout',
    remedy: 'see the InstallPlan, which creates the CustomResourceDefinition; if the plan is Complete, it was deleted since then: apply '
      + 'that of the bundle again',
  },
  'required-crd-missing': {
    grace: 'timeout',
    remedy: 'install the operator that provides this API, or only its CustomResourceDefinitions: OLM installs it by itself only if a catalog has it',
  },
  'requirement-outdated': {
    grace: 'timeout',
    remedy: 'change the ClusterServiceVersion, for example an annotation, so that OLM checks again; by itself, it does so within 17 minutes',
  },
  'crd-of-replaced-version': {
    grace: 'timeout',
    remedy: 'see the InstallPlan, which updates the CustomResourceDefinition: the new version starts once its step is done',
  },
  'required-api-service-missing': {
    grace: 'timeout',
    remedy: 'install what serves this API; if it is installed, check the pods and the Service behind the APIService',
  },
  'native-api-missing': {
    grace: 'timeout',
    remedy: 'use a cluster that serves the API, or a version of the operator that does not need it',
  },
  'service-account-missing': {
    grace: 'timeout',
    remedy: 'see the InstallPlan, which creates the ServiceAccount; if the plan is Complete, it was deleted since then: create it again',
  },
  'service-account-of-another': {
    grace: 'timeout',
    remedy: 'install one of the two operators in another namespace, or give its ServiceAccount another name in the bundle',
  },
  'permissions-missing': {
    grace: 'timeout',
    remedy: 'see the InstallPlan, which creates the roles; if the plan is Complete, bind the ServiceAccount to a Role or ClusterRole with these rules: OLM '
      + 'accepts any that grants them',
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
