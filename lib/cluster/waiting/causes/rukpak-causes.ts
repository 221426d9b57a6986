import { KnownCause } from './known-cause';

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
