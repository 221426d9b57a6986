import { fieldAt } from '../../../formats/json/json-value';
import { isResolvedAgain, isRestart, PLAN_NOT_CREATED } from '../../../olm/v0/transient-states';
import { CATALOG_LABEL, podsOfCatalog } from '../../waiting/olm/catalog-waiter';
import { byName, ownCatalog, requiresApproval, Situation } from '../../waiting/operator/situation';
import { catalogFindings, isAnswering } from '../../waiting/rules/catalogs';
import { planFindings } from '../../waiting/rules/plans';
import { podsOfJob } from '../../waiting/rules/pods';
import { deploymentNames } from '../../waiting/view/cluster-service-version';
import { ClusterView, objectsOf } from '../../waiting/view/cluster-view';
import { condition, isConditionTrue, KubernetesObject, specString, statusString } from '../../waiting/view/kubernetes-object';
import { brokenCrdLink, ChainLink, deploymentLink, LinkMark, missingLink, phaseLink, podLink, unknownLink } from './chain-link';

/** Returns the chain from a Subscription to its pods. */
export function operatorChain(found: Situation, view: ClusterView): ChainLink {
  const { namespace, name, subscription } = found;
  if (!subscription) {
    return missingLink(`Subscription ${namespace}/${name}`);
  }
  const before = [...namespaceLinks(found), catalogOf(subscription, found, view), ...groupLinks(found), ...unpackLinks(subscription, found)];
  return phaseLink('Subscription', subscription, { ...subscriptionState(subscription), links: [...before, ...planLinks(found), ...csvLinks(found)] });
}

/** Returns the chain from an InstallPlan, with the Subscription that it belongs to. */
export function planChain(found: Situation, name: string): ChainLink {
  const { plan, namespace } = found;
  if (plan === undefined) {
    return missingLink(`InstallPlan ${namespace}/${name}`);
  }
  const link = planLink(plan);
  // What a plan installs cannot be the reason that the plan is not complete.
  return { ...link, links: [...namespaceLinks(found), ...groupLinks(found), ...ownerLinks(found), ...(link.mark === 'ok' ? csvLinks(found) : [])] };
}

/** Returns the chain from a ClusterServiceVersion to its pods. */
export function csvChain(found: Situation, name: string): ChainLink {
  const [link] = csvLinks(found);
  return link === undefined ? missingLink(`ClusterServiceVersion ${found.namespace}/${name}`)
    : { ...link, links: [...namespaceLinks(found), ...groupLinks(found), ...link.links] };
}

/** Returns the link of an object that was not found: one that a dump lacks may exist. */
function absentLink(isSelection: boolean, object: string): ChainLink {
  return isSelection ? unknownLink(object) : missingLink(object);
}

/** Returns the links of the OperatorGroups of a namespace: OLM does nothing unless there is exactly one. */
export function groupLinks({ namespace, groups = [], isSelection }: Pick<Situation, 'namespace' | 'groups' | 'isSelection'>): ChainLink[] {
  if (groups.length === 0) {
    return [absentLink(isSelection, `OperatorGroup in namespace ${namespace}`)];
  }
  return groups.map((group) => {
    const account = condition(group, 'OperatorGroupServiceAccount');
    const [state, mark]: [string, LinkMark] = groups.length > 1 ? [`one of ${groups.length}`, 'failed']
      : account?.reason === 'ServiceAccountNotFound' ? ['its ServiceAccount does not exist', 'failed'] : [targetNamespaces(group), 'ok'];
    return phaseLink('OperatorGroup', group, { state, mark });
  });
}

function targetNamespaces({ status }: KubernetesObject): string {
  const targets = (status as { readonly namespaces?: unknown } | undefined)?.namespaces;
  const names = Array.isArray(targets) ? targets.filter((target): target is string => typeof target === 'string') : [];
  return names.length === 0 ? 'not processed yet' : names.includes('') ? 'targets all namespaces'
    : names.length > 3 ? `targets ${names.length} namespaces` : `targets ${names.join(', ')}`;
}

function namespaceLinks({ namespace, namespaceObject }: Situation): ChainLink[] {
  const isDeleted = namespaceObject ? statusString(namespaceObject, 'phase') === 'Terminating' : false;
  return namespaceObject === null ? [missingLink(`Namespace ${namespace}`)]
    : isDeleted ? [{ object: `Namespace ${namespace}`, state: 'being deleted', mark: 'failed', links: [] }] : [];
}

function subscriptionState(subscription: KubernetesObject): { readonly state: string; readonly mark: LinkMark } {
  const state = statusString(subscription, 'state');
  const unresolved = condition(subscription, 'ResolutionFailed');
  if (unresolved?.status === 'True') {
    return isResolvedAgain(unresolved) ? { state: 'cannot be resolved yet', mark: 'waiting' } : { state: 'cannot be resolved', mark: 'failed' };
  }
  const unpackFailed = condition(subscription, 'BundleUnpackFailed');
  if (unpackFailed?.status === 'True') {
    return unpackFailed.reason === PLAN_NOT_CREATED ? { state: 'its InstallPlan could not be created yet', mark: 'waiting' }
      : { state: 'its bundle cannot be unpacked', mark: 'failed' };
  }
  return state === undefined || state === '' ? { state: 'not resolved yet', mark: 'waiting' }
    : { state, mark: state === 'AtLatestKnown' ? 'ok' : state === 'UpgradeFailed' ? 'failed' : 'waiting' };
}

function catalogOf(subscription: KubernetesObject, situation: Situation, view: ClusterView): ChainLink {
  const { catalogs = [], deployments = [], catalogPods: pods, isSelection } = situation;
  const [name, namespace] = [specString(subscription, 'source') ?? '', specString(subscription, 'sourceNamespace') ?? ''];
  const catalog = ownCatalog(subscription, catalogs);
  return catalog === undefined && isSelection ? unknownLink(`CatalogSource ${namespace}/${name}`)
    : catalogChain({ name, namespace, catalog, deployments, pods }, view);
}

function unpackLinks(subscription: KubernetesObject, { unpackJobs, catalogPods }: Situation): ChainLink[] {
  const concerns = ['BundleUnpacking', 'BundleUnpackFailed'].some((type) => isConditionTrue(subscription, type));
  return !concerns ? [] : unpackJobs.filter((job) => !isConditionTrue(job, 'Complete')).map((job) => {
    const hasFailed = isConditionTrue(job, 'Failed');
    return phaseLink('Job', job, {
      state: hasFailed ? 'Failed' : 'unpacking the bundle', mark: hasFailed ? 'failed' : 'waiting', links: podsOfJob(job, catalogPods).map(podLink),
    });
  });
}

function planLinks({ namespace, subscription, plan, isSelection }: Situation): ChainLink[] {
  const name = fieldAt(subscription?.status, 'installPlanRef', 'name');
  const unknown = isSelection && typeof name === 'string' ? [unknownLink(`InstallPlan ${namespace}/${name}`)] : [];
  return plan === undefined ? unknown : [planLink(plan)];
}

function planLink(plan: KubernetesObject): ChainLink {
  const phase = statusString(plan, 'phase') ?? 'not processed yet';
  const hasFailed = phase === 'Failed' || planFindings(plan).some(({ cause }) => cause !== 'unpacking');
  return phaseLink('InstallPlan', plan, {
    state: requiresApproval(plan) ? 'requires approval' : phase, mark: phase === 'Complete' ? 'ok' : hasFailed ? 'failed' : 'waiting',
  });
}

function ownerLinks({ subscription }: Situation): ChainLink[] {
  return subscription ? [phaseLink('Subscription', subscription, subscriptionState(subscription))] : [];
}

function csvLinks(found: Situation): ChainLink[] {
  const { namespace, csv, targetCsv, deployments, pods, apis, isSelection } = found;
  if (csv === undefined) {
    return isSelection && targetCsv !== undefined ? [unknownLink(`ClusterServiceVersion ${namespace}/${targetCsv}`)] : [];
  }
  const [phase, reason] = [statusString(csv, 'phase') ?? 'not processed yet', statusString(csv, 'reason')];
  const isDone = phase === 'Succeeded';
  // Before the phase Installing, OLM has not created the Deployments.
  const isMissing = phase === 'Installing' || (isDone && deployments !== undefined);
  const ofDeployments = deploymentNames(csv).flatMap((name) => {
    const deployment = byName(deployments, name);
    return deployment === undefined ? isMissing ? [absentLink(isSelection, `Deployment ${namespace}/${name}`)] : [] : [deploymentLink(deployment, pods)];
  });
  const ofCrds = !isDone ? [] : apis.map(({ api, crd }) => brokenCrdLink(api.crd, crd, api.version)).filter((link) => link !== undefined);
  return [phaseLink('ClusterServiceVersion', csv, {
    state: isDone || reason === undefined ? phase : `${phase} (${reason})`, mark: isDone ? 'ok' : phase === 'Failed' && !isRestart(reason) ? 'failed' : 'waiting',
    links: [...ofCrds, ...ofDeployments],
  })];
}

/** A CatalogSource and the objects that may serve it. */
export interface ServedCatalog {
  readonly name: string;
  readonly namespace: string;

  /** The CatalogSource, or undefined if it does not exist. */
  readonly catalog: KubernetesObject | undefined;
  readonly deployments: readonly KubernetesObject[];
  readonly pods: readonly KubernetesObject[];
}

/** States of a connection in gRPC, which OLM writes. */
const CONNECTION_STATES = ['IDLE', 'CONNECTING', 'READY', 'TRANSIENT_FAILURE', 'SHUTDOWN'] as const;

/** State of OLM's connection to a catalog, which has none before OLM has processed the catalog. */
export type ConnectionState = typeof CONNECTION_STATES[number] | 'INVALID_STATE' | 'not connected yet';

/** Returns the state of the connection to a catalog, as OLM reports it. */
export function connectionState({ status }: KubernetesObject): ConnectionState {
  const state = fieldAt(status, 'connectionState', 'lastObservedState');
  return typeof state !== 'string' || state === '' ? 'not connected yet' : CONNECTION_STATES.find((known) => known === state) ?? 'INVALID_STATE';
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
    state: isInvalid ? 'invalid' : state, mark: isAnswering(catalog) ? 'ok' : isInvalid ? 'failed' : 'waiting',
    links: [...serving.map((deployment) => deploymentLink(deployment, pods)), ...[...once.values()].map(podLink)],
  });
}
