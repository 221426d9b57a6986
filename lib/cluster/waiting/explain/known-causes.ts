/**
 * Grace period of a problem, after which it ends the wait:
 * - `none`: it ends the wait immediately, because it never goes away by itself
 * - `terminal`: it does not go away by itself either, but it may have been observed halfway through a change
 * - `transient`: OLM often recovers from it
 * - `timeout`: it may go away at any time, so it only explains a timeout
 */
export type GracePeriod = 'none' | 'terminal' | 'transient' | 'timeout';

/** Words for the operand of a waiter that remedies contain, because they differ between kinds of waiters. */
export interface RemedyWords {
  /** Where the user changes the resource requests of the pods, such as `in config of the Subscription`. */
  readonly podSettings?: string;
  /** Controllers that act on the operand, such as `olm-operator and catalog-operator`. */
  readonly controllers?: string;
}

/** Known cause of a failed wait. */
export interface KnownCause {
  readonly grace: GracePeriod;
  /** Remedy for the user. */
  readonly remedy: string;
  /** Key of the words that complete the remedy, if the waiter specifies them. */
  readonly completedBy?: keyof RemedyWords;
  /** Set if OLM retries once the failed InstallPlan, ClusterServiceVersion or unpack Job is deleted. */
  readonly recoverable?: true;
}

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
  'olm-config-ignored': {
    grace: 'none',
    remedy: 'move the settings to the OLMConfig named cluster, and delete this one',
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
    remedy: 'change the Subscription, for example an annotation, so that OLM resolves again: nothing else has to be done',
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

/** Causes that keep OLM v1 from serving a ClusterCatalog or installing a ClusterExtension. */
export const OLM_V1_CAUSES = {
  'olm-v1-missing': {
    grace: 'terminal',
    remedy: 'install OLM v1 (catalogd and operator-controller) first, and make everything that needs it depend on it; or select the cluster that runs it '
      + 'with kubeconfig and context',
  },
  'olm-v1-idle': {
    grace: 'timeout',
    remedy: 'check that the controller runs, and its log',
  },
  'olm-v1-retrying': {
    grace: 'transient',
    remedy: 'OLM v1 retries by itself, at intervals of up to 17 minutes; if the error persists, fix what the message names',
  },
  'olm-v1-blocked': {
    grace: 'none',
    remedy: 'OLM v1 does not retry until the object changes: correct what the message names',
  },
  'extension-invalid': {
    grace: 'none',
    remedy: 'correct the field that the message names in the spec of the ClusterExtension',
  },
  'rollout-deadline-exceeded': {
    grace: 'none',
    remedy: 'fix what keeps the objects from becoming available, then install another version, or raise progressDeadlineMinutes',
  },
  'revision-unavailable': {
    grace: 'timeout',
    remedy: 'check the objects that the message names, and the pods behind them',
  },

  'cluster-catalog-missing': {
    grace: 'terminal',
    remedy: 'create a ClusterCatalog, or correct the catalog selector of the ClusterExtension',
  },
  'cluster-catalog-disabled': {
    grace: 'terminal',
    remedy: 'set the availability mode of the ClusterCatalog to Available, or use another catalog',
  },
  'cluster-catalog-not-served': {
    grace: 'timeout',
    remedy: 'see the conditions of the ClusterCatalog; OLM v1 resolves nothing as long as a selected catalog cannot be read',
  },
  'catalog-image-invalid': {
    grace: 'terminal',
    remedy: 'build the image from a valid file-based catalog, with the label operators.operatorframework.io.index.configs.v1 that names its folder',
  },
  'catalogs-ambiguous': {
    grace: 'terminal',
    remedy: 'give the catalogs different priorities, or select one of them in the ClusterExtension',
  },
  'bundle-not-found': {
    grace: 'transient',
    remedy: 'correct package, channels and version range, or use a catalog that contains such a bundle',
  },
  'bundle-unsupported': {
    grace: 'terminal',
    remedy: 'OLM v1 cannot install this bundle: choose another version, or install it with OLM v0',
  },
  'successor-missing': {
    grace: 'transient',
    remedy: 'choose a version that the catalogs contain, with an upgrade edge from the installed one; or set the upgrade constraint policy to SelfCertified, '
      + 'which allows any upgrade or downgrade',
  },

  'image-not-found': {
    grace: 'transient',
    remedy: 'push the image, or correct its reference',
  },
  'image-unauthorized': {
    grace: 'transient',
    remedy: 'check the reference, and add credentials to the global pull secret of catalogd and operator-controller (flag --global-pull-secret): neither '
      + 'ClusterCatalogs nor ClusterExtensions have their own pull secret',
  },
  'image-reference-invalid': {
    grace: 'none',
    remedy: 'correct the reference of the image',
  },
  'registry-untrusted': {
    grace: 'transient',
    remedy: 'add the certificate authority of the registry to the folder of the flag --pull-cas-dir of catalogd and operator-controller, or use a '
      + 'registry with a certificate that they trust',
  },
  'registry-unreachable': {
    grace: 'transient',
    remedy: 'check the host name of the registry, and that network policies, proxy and firewall allow the pods of OLM v1 to connect to it',
  },

  'extension-account-missing': {
    grace: 'terminal',
    remedy: 'create the ServiceAccount before the ClusterExtension, and keep it until the ClusterExtension is deleted; OLM v1 needs none from 1.11.0 on',
  },
  'extension-rights-missing': {
    grace: 'transient',
    remedy: 'grant the ServiceAccount of the ClusterExtension these permissions; OLM v1 needs none from 1.11.0 on',
  },
  'crd-upgrade-unsafe': {
    grace: 'terminal',
    remedy: 'keep the installed version; or migrate the existing objects, then set the enforcement of crdUpgradeSafety to None for this upgrade',
  },
  'object-owned-by-another': {
    grace: 'terminal',
    remedy: 'delete the object, or what owns it: OLM v1 does not take over objects that exist, and an object belongs to one ClusterExtension only',
  },
} satisfies { [cause: string]: KnownCause };

/** Causes that keep an operator without OLM from becoming ready. */
export const PLAIN_CAUSES = {
  'cert-manager-missing': {
    grace: 'transient',
    remedy: 'install cert-manager before the operator, or use another source of certificates',
  },
  'certificate-not-ready': {
    grace: 'timeout',
    remedy: 'check the Issuer of the Certificate, its CertificateRequest, and the log of cert-manager',
  },
  'ca-not-injected': {
    grace: 'timeout',
    remedy: 'check that the controller that adds CAs runs: cainjector of cert-manager, or the service CA of OpenShift; and the certificate it reads',
  },
  'webhook-unreachable': {
    grace: 'timeout',
    remedy: 'check the pods behind the Service, and that its selector and ports match them',
  },
} satisfies { [cause: string]: KnownCause };

/** Causes that keep RukPak from unpacking or installing a bundle. */
export const RUKPAK_CAUSES = {
  'rukpak-missing': {
    grace: 'terminal',
    remedy: 'install RukPak first, in the release that the object is for; or select the cluster that runs it with kubeconfig and context',
  },
  'rukpak-idle': {
    grace: 'timeout',
    remedy: 'check that the provisioner of the class in the spec runs, and its log: RukPak\'s own are in namespace rukpak-system',
  },
  'rukpak-unpack-failed': {
    grace: 'transient',
    remedy: 'correct the source in the spec, or what the message names: RukPak retries by itself',
  },
  'rukpak-bundle-unsupported': {
    grace: 'terminal',
    remedy: 'change the bundle, or install it with OLM v0, OLM v1 or as plain manifests: RukPak cannot install it',
  },
  'rukpak-content-unreadable': {
    grace: 'transient',
    remedy: 'check the log of the provisioner, and that its volume with unpacked bundles has space',
  },
  'rukpak-install-failed': {
    grace: 'transient',
    remedy: 'fix what the message names: RukPak retries by itself, at growing intervals',
  },
  'rukpak-release-too-large': {
    grace: 'terminal',
    remedy: 'make the bundle smaller, or install it with OLM v1 or as plain manifests: RukPak stores it in a Secret of at most 1 MiB',
  },
  'rukpak-crd-upgrade-unsafe': {
    grace: 'terminal',
    remedy: 'keep the installed version; or migrate the existing objects, then set crdUpgradeSafety to false for this upgrade',
  },
  'rukpak-object-exists': {
    grace: 'terminal',
    remedy: 'delete the object, or what owns it: RukPak does not take over objects that exist',
  },
  'rukpak-unhealthy': {
    grace: 'timeout',
    remedy: 'check the objects that the message names, and the pods behind them',
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
