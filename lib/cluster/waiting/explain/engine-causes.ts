import type { KnownCause } from './known-cause';

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
