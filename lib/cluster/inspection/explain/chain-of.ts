import { ExplainedObject } from './explained-object';
import { catalogChain } from '../chain/catalog-chain';
import { ChainLink } from '../chain/chain-link';
import { deploymentChain } from '../chain/deployment-chain';
import { clusterCatalogLink, extensionChain } from '../chain/extension-chain';
import { missingLink } from '../chain/links';
import { olmChain } from '../chain/olm-chain';
import { csvChain, groupLinks, operatorChain, planChain } from '../chain/operator-chain';
import { installationChain, rukpakBundleLink } from '../chain/rukpak-chain';
import { csvSituation } from '../judgement/csv-judge';
import { planSituation } from '../judgement/plan-judge';
import { installationIn } from '../judgement/rukpak-subjects';
import {
  CATALOG_SOURCES, CLUSTER_EXTENSIONS, CLUSTER_SERVICE_VERSIONS, DEPLOYMENTS, INSTALL_PLANS, NAMESPACES, OPERATOR_GROUPS,
} from '../../waiting/view/api-resource';
import { ClusterView } from '../../waiting/view/cluster-view';
import { isTerminating, KubernetesObject, statusString } from '../../waiting/view/kubernetes-object';
import { inNamespace, named, objectOf, objectsOf } from '../../waiting/view/queries';
import { CLUSTER_CATALOGS, catalogInterest } from '../../waiting/olm-v1/resources';
import { namespaceInterests, pods } from '../../waiting/operator/operator-interests';
import { situation } from '../../waiting/operator/situation';
import { BUNDLE_DEPLOYMENTS, BUNDLE_INSTANCES, bundleInterest, BUNDLES } from '../../waiting/rukpak/resources';

/** Returns the chain of an object, from the request down to the pods. */
export function chainOf({ resource, name, namespace = 'default', expected }: ExplainedObject, view: ClusterView): ChainLink {
  switch (resource) {
    case undefined:
      return olmChain(view);
    case CLUSTER_SERVICE_VERSIONS:
      return csvChain(csvSituation(namespace, name, view), name);
    case INSTALL_PLANS:
      return planChain(planSituation(namespace, name, view), name);
    case CATALOG_SOURCES:
      return catalogChain({
        name, namespace, catalog: objectOf(view, named(CATALOG_SOURCES, name, namespace)) ?? undefined,
        deployments: objectsOf(view, inNamespace(DEPLOYMENTS, namespace)) ?? [], pods: objectsOf(view, pods(namespace)) ?? [],
      }, view);
    case OPERATOR_GROUPS: {
      const groups = objectsOf(view, namespaceInterests(namespace).groups) ?? [];
      return groupLinks({ namespace, groups }).find(({ object }) => object.endsWith(`/${name}`)) ?? missingLink(`OperatorGroup ${namespace}/${name}`);
    }
    case NAMESPACES:
      return namespaceLink(name, objectOf(view, named(NAMESPACES, name)));
    case CLUSTER_EXTENSIONS:
      return extensionChain(name, view);
    case CLUSTER_CATALOGS: {
      const catalog = objectOf(view, catalogInterest(name));
      return catalog ? clusterCatalogLink(catalog) : missingLink(`ClusterCatalog ${name}`);
    }
    case BUNDLE_DEPLOYMENTS:
      return installationChain(installationIn('BundleDeployment', name, view), view);
    case BUNDLE_INSTANCES:
      return installationChain(installationIn('BundleInstance', name, view), view);
    case BUNDLES: {
      const bundle = objectOf(view, bundleInterest(name));
      return bundle ? rukpakBundleLink(bundle) : missingLink(`Bundle ${name}`);
    }
    case DEPLOYMENTS:
      return deploymentChain(namespace, name, view);
    default:
      return operatorChain(situation({ namespace, subscription: name, ...(expected === undefined ? {} : { pin: { csv: expected } }) }, view), view);
  }
}

function namespaceLink(name: string, namespace: KubernetesObject | null | undefined): ChainLink {
  if (!namespace) {
    return missingLink(`Namespace ${name}`);
  }
  const phase = statusString(namespace, 'phase') ?? '';
  const isDeleted = isTerminating(namespace) || phase === 'Terminating';
  return { object: `Namespace ${name}`, state: isDeleted ? 'being deleted' : phase, mark: isDeleted ? 'waiting' : 'ok', links: [] };
}
