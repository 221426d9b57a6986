import { KNOWN_CAUSES } from '../../waiting/explain/known-causes';
import { catalogInterest, CLUSTER_CATALOGS } from '../../waiting/olm-v1/resources';
import { namespaceInterests, pods } from '../../waiting/operator/operator-interests';
import { situation } from '../../waiting/operator/situation';
import { isAnswering, webhookCalls } from '../../waiting/plain/webhook-calls';
import { BUNDLE_DEPLOYMENTS, BUNDLE_INSTANCES, bundleInterest, BUNDLES } from '../../waiting/rukpak/resources';
import {
  ApiResource, CATALOG_SOURCES, CLUSTER_EXTENSIONS, CLUSTER_SERVICE_VERSIONS, DEPLOYMENTS, INSTALL_PLANS, NAMESPACES, OPERATOR_GROUPS, SUBSCRIPTIONS,
} from '../../waiting/view/api-resource';
import { ClusterView, inNamespace, isPartial, named, objectOf, objectsOf } from '../../waiting/view/cluster-view';
import { condition, isTerminating, KubernetesObject, statusString } from '../../waiting/view/kubernetes-object';
import { deploymentSituation } from '../judgement/deployment-subject';
import { ObservedName } from '../judgement/observed-object';
import { observedResource } from '../judgement/observed-resources';
import { csvSituation, planSituation } from '../judgement/operator-judges';
import { installationIn, SubjectName } from '../judgement/subjects';
import { ChainLink, deploymentLink, missingLink, phaseLink } from './chain-link';
import { clusterCatalogLink, extensionChain } from './extension-chain';
import { olmChain } from './olm-chain';
import { catalogChain, csvChain, groupLinks, operatorChain, planChain } from './operator-chain';
import { installationChain, rukpakBundleLink } from './rukpak-chain';

/** An object to explain, or the OLM of the cluster if it has no resource. */
export interface ExplainedObject extends SubjectName {
  readonly resource?: ApiResource;
}

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
      return groupLinks({ namespace, groups, isSelection: isPartial(view, namespaceInterests(namespace).groups) }).find(({ object }) => object.endsWith(`/${name}`)) ?? missingLink(`OperatorGroup ${namespace}/${name}`);
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
    case SUBSCRIPTIONS:
      return operatorChain(situation({ namespace, subscription: name, ...(expected === undefined ? {} : { pin: { csv: expected } }) }, view), view);
    default:
      return observedLink(resource, { name, namespace }, view);
  }
}

/** Returns the link of an object that no waiter waits for, with the objects that it stands for. */
function observedLink(resource: ApiResource, name: ObservedName, view: ClusterView): ChainLink {
  const { kind, namespaced } = resource;
  const observed = observedResource(resource)?.observe(name, view);
  if (!observed?.object) {
    return missingLink(`${kind} ${namespaced ? `${name.namespace}/` : ''}${name.name}`);
  }
  const { object, state, waitingFor, findings, parts = [] } = observed;
  const hasFailed = findings.some(({ cause, grace = KNOWN_CAUSES[cause].grace }) => grace === 'none' || grace === 'terminal');
  return phaseLink(kind, object, {
    state, mark: waitingFor === undefined ? 'ok' : hasFailed ? 'failed' : 'waiting',
    links: parts.map((part) => phaseLink(part.kind, part.object, { state: part.state, mark: part.isHealthy ? 'ok' : 'waiting' })),
  });
}

function namespaceLink(name: string, namespace: KubernetesObject | null | undefined): ChainLink {
  if (!namespace) {
    return missingLink(`Namespace ${name}`);
  }
  const phase = statusString(namespace, 'phase') ?? '';
  const isDeleted = isTerminating(namespace) || phase === 'Terminating';
  return { object: `Namespace ${name}`, state: isDeleted ? 'being deleted' : phase, mark: isDeleted ? 'waiting' : 'ok', links: [] };
}

/** Returns the chain from the Deployment of an operator without OLM to its certificates, pods and webhooks. */
export function deploymentChain(namespace: string, name: string, view: ClusterView): ChainLink {
  const { deployment, certificates, webhooks } = deploymentSituation(namespace, name, view);
  if (!deployment) {
    return missingLink(`Deployment ${namespace}/${name}`);
  }
  const link = deploymentLink(deployment, objectsOf(view, pods(namespace)) ?? []);
  return {
    ...link,
    links: [
      ...certificates.map(certificateLink), ...link.links,
      ...webhooks.map(({ resource: { kind }, object }): ChainLink => {
        const answers = webhookCalls({ kind, object }).every((call) => isAnswering(view, call));
        return phaseLink(kind, object, { state: answers ? 'answers' : 'does not answer', mark: answers ? 'ok' : 'waiting' });
      }),
    ],
  };
}

function certificateLink(certificate: KubernetesObject): ChainLink {
  const isIssued = condition(certificate, 'Ready')?.status === 'True';
  return phaseLink('Certificate', certificate, { state: isIssued ? 'issued' : 'not issued', mark: isIssued ? 'ok' : 'waiting' });
}
