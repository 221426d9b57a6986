import { pods } from '../../waiting/operator/operator-interests';
import { InstallationSituation, installationSituation } from '../../waiting/rukpak/installation-situation';
import { hasFailedToUnpack, isBundleUnpacked, isUnpacked, unpackedCondition } from '../../waiting/rukpak/installation-status';
import { Installation } from '../../waiting/rukpak/resources';
import { ClusterView, objectsOf } from '../../waiting/view/cluster-view';
import { KubernetesObject, statusString } from '../../waiting/view/kubernetes-object';
import { brokenCrdLink, ChainLink, deploymentLink, LinkMark, missingLink, phaseLink } from './chain-link';

/** Returns the chain from an object that installs a bundle with RukPak to its pods. */
export function installationChain(installation: Installation, view: ClusterView): ChainLink {
  const situation = installationSituation(installation, view);
  const { title, object, bundle, earlierBundles, deployments = [], crds = [] } = situation;
  if (!object) {
    return missingLink(title);
  }
  return phaseLink(installation.kind ?? 'BundleDeployment', object, {
    ...stateOf(situation),
    links: [
      ...(bundle === undefined ? [] : [rukpakBundleLink(bundle)]),
      ...earlierBundles.map(({ metadata }): ChainLink => ({ object: `Bundle ${metadata.name}`, state: 'of an earlier spec', mark: 'waiting', links: [] })),
      ...crds.map((crd) => brokenCrdLink(crd.metadata.name, crd, undefined)).filter((link) => link !== undefined),
      ...deployments.map((deployment) => deploymentLink(deployment, objectsOf(view, pods(deployment.metadata.namespace ?? '')) ?? [])),
    ],
  });
}

/** Returns the link of a Bundle of RukPak. */
export function rukpakBundleLink(bundle: KubernetesObject): ChainLink {
  const unpacked = unpackedCondition(bundle);
  const state = statusString(bundle, 'phase') ?? 'not processed yet';
  return phaseLink('Bundle', bundle, { state, mark: isBundleUnpacked(bundle) ? 'ok' : hasFailedToUnpack(unpacked) ? 'failed' : 'waiting' });
}

function stateOf({ status }: InstallationSituation): { readonly state: string; readonly mark: LinkMark } {
  if (status === undefined) {
    return { state: 'not processed yet', mark: 'waiting' };
  }
  const { unpacked, installed, healthy, unreadable } = status;
  const failed = unreadable ?? (hasFailedToUnpack(unpacked) ? unpacked : installed?.status === 'False' ? installed : healthy?.status === 'False' ? healthy : undefined);
  if (failed !== undefined) {
    return { state: failed.reason, mark: 'failed' };
  }
  return !isUnpacked(unpacked) ? { state: unpacked?.reason ?? 'not unpacked yet', mark: 'waiting' }
    : installed?.status === 'True' ? { state: 'installed', mark: 'ok' } : { state: 'not installed yet', mark: 'waiting' };
}
