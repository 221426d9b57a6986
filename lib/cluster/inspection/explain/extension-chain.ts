import { fieldAt } from '../../../formats/json/json-value';
import { selectsLabels } from '../../../formats/schema/label-selector';
import { isCatalogReady, isDisabled } from '../../waiting/olm-v1/cluster-catalog-waiter';
import { activeRevisions, extensionSituation, unavailableRevisions } from '../../waiting/olm-v1/extension-situation';
import { ALL_CATALOGS, currentCondition } from '../../waiting/olm-v1/resources';
import { pods } from '../../waiting/operator/operator-interests';
import { ClusterView, objectsOf } from '../../waiting/view/cluster-view';
import { KubernetesObject } from '../../waiting/view/kubernetes-object';
import { brokenCrdLink, ChainLink, deploymentLink, LinkMark, missingLink, phaseLink } from './chain-link';

/** Returns the chain from a ClusterExtension to its pods. */
export function extensionChain(name: string, view: ClusterView): ChainLink {
  const { extension, namespace, installed, deployments = [], crds = [] } = extensionSituation(name, view);
  if (!extension) {
    return missingLink(`ClusterExtension ${name}`);
  }
  const unavailable = unavailableRevisions(extension).map((revision) => revision.name);
  const found = namespace === undefined ? [] : objectsOf(view, pods(namespace)) ?? [];
  const { state, mark } = progressOf(extension);
  return phaseLink('ClusterExtension', extension, {
    state: installed === undefined || mark !== 'ok' ? state : `${installed.name} installed`, mark,
    links: [
      ...selectedCatalogs(extension, view).map(clusterCatalogLink),
      ...activeRevisions(extension).map((revision): ChainLink => (
        { object: `Revision ${revision}`, links: [], ...(unavailable.includes(revision) ? { state: 'not available', mark: 'waiting' } : { state: 'available', mark: 'ok' }) }
      )),
      ...crds.map((crd) => brokenCrdLink(crd.metadata.name, crd, undefined)).filter((link) => link !== undefined),
      ...deployments.map((deployment) => deploymentLink(deployment, found)),
    ],
  });
}

/** Returns the link of a ClusterCatalog. */
export function clusterCatalogLink(catalog: KubernetesObject): ChainLink {
  const { state, mark } = progressOf(catalog);
  return phaseLink('ClusterCatalog', catalog, isDisabled(catalog) ? { state: 'disabled', mark: 'ok' }
    : isCatalogReady(catalog) ? { state: 'served', mark: 'ok' } : { state, mark: mark === 'ok' ? 'waiting' : mark });
}

/** Returns the ClusterCatalogs that the selector of a ClusterExtension matches. */
function selectedCatalogs(extension: KubernetesObject, view: ClusterView): KubernetesObject[] {
  const selector = fieldAt(extension.spec, 'source', 'catalog', 'selector');
  return (objectsOf(view, ALL_CATALOGS) ?? []).filter(({ metadata: { labels = {} } }) => selectsLabels(selector, labels));
}

function progressOf(object: KubernetesObject): { readonly state: string; readonly mark: LinkMark } {
  const progressing = currentCondition(object, 'Progressing');
  if (progressing === undefined) {
    return { state: 'not processed yet', mark: 'waiting' };
  }
  const { status, reason } = progressing;
  return { state: reason, mark: reason === 'Succeeded' ? 'ok' : status === 'False' || reason === 'Retrying' || reason === 'Blocked' ? 'failed' : 'waiting' };
}
