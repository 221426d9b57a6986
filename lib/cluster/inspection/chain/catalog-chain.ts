import { ChainLink } from './chain-link';
import { deploymentLink, missingLink, phaseLink, podLink } from './links';
import { fieldAt } from '../../../formats/json/json-value';
import { CATALOG_LABEL, podsOfCatalog } from '../../waiting/catalog/image-pod';
import { ClusterView } from '../../waiting/view/cluster-view';
import { KubernetesObject } from '../../waiting/view/kubernetes-object';
import { objectsOf } from '../../waiting/view/queries';
import { catalogFindings, isAnswering } from '../../waiting/rules/catalogs';

/** A CatalogSource and the objects that may serve it. */
export interface ServedCatalog {
  readonly name: string;
  readonly namespace: string;

  /** The CatalogSource, or undefined if it does not exist. */
  readonly catalog: KubernetesObject | undefined;
  readonly deployments: readonly KubernetesObject[];
  readonly pods: readonly KubernetesObject[];
}

/** Returns the state of the connection to a catalog, as OLM reports it. */
export function connectionState({ status }: KubernetesObject): string {
  const state = fieldAt(status, 'connectionState', 'lastObservedState');
  return typeof state === 'string' && state !== '' ? state : 'not connected yet';
}

/** Returns the chain from a CatalogSource to the pods that serve it. */
export function catalogChain({ name, namespace, catalog, deployments, pods }: ServedCatalog, view: ClusterView): ChainLink {
  if (catalog === undefined) {
    return missingLink(`CatalogSource ${namespace}/${name}`);
  }
  const serving = deployments.filter(({ metadata }) => metadata.name === name && metadata.namespace === namespace);
  const own = [...pods, ...objectsOf(view, podsOfCatalog(name, namespace)) ?? []].filter(({ metadata }) => (
    metadata.labels?.[CATALOG_LABEL] === name && metadata.namespace === namespace
  ));
  const state = connectionState(catalog);
  const isInvalid = catalogFindings(catalog).some(({ cause }) => cause === 'catalog-invalid');
  const once = new Map(own.map((pod) => [pod.metadata.name, pod]));
  return phaseLink('CatalogSource', catalog, {
    state: isInvalid ? 'invalid' : state, mark: isAnswering(catalog) ? 'ok' : isInvalid || state === 'TRANSIENT_FAILURE' ? 'failed' : 'waiting',
    links: [...serving.map((deployment) => deploymentLink(deployment, pods)), ...[...once.values()].map(podLink)],
  });
}
