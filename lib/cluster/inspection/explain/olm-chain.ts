import { RecognizedOlm } from '../../../olm/v0/recognize-olm';
import { NamespacedName, OlmParts } from '../../waiting/olm/olm-waiter';
import { pods } from '../../waiting/operator/operator-interests';
import { API_SERVICES, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS } from '../../waiting/view/api-resource';
import { deploymentNames, outdatedImage } from '../../waiting/view/cluster-service-version';
import { ClusterView, Interest, isPartial, named, objectOf, objectsOf } from '../../waiting/view/cluster-view';
import { isConditionTrue, KubernetesObject, statusString } from '../../waiting/view/kubernetes-object';
import { olmTitle, recognizedOlm, recognizedParts } from '../judgement/olm-judge';
import { releaseObjects } from '../judgement/release-objects';
import { brokenCrdLink, ChainLink, deploymentLink, missingLink, phaseLink, unknownLink } from './chain-link';

/** Returns the chain from the OLM of a cluster to its pods. */
export function olmChain(view: ClusterView): ChainLink {
  const recognized = recognizedOlm(view);
  if (recognized === undefined || recognized === 'unknown') {
    return { object: 'OLM', state: 'not installed', mark: 'failed', links: [] };
  }
  const parts = recognizedParts(recognized);
  const ofCrds = parts.crds.map((name) => brokenCrdLink(name, objectOf(view, named(CUSTOM_RESOURCE_DEFINITIONS, name)), undefined));
  const links = [
    ...ofCrds.filter((link) => link !== undefined), ...releaseLinks(recognized, parts, view),
    ...parts.deployments.map((of) => partLink(of, view)), ...parts.csvs.map((of) => packageserverLink(of, view)), ...apiLinks(parts, view),
  ];
  const isWell = links.every(({ mark }) => mark === 'ok' || mark === 'unknown');
  return { object: 'OLM', state: olmTitle(recognized, view), mark: isWell ? 'ok' : 'waiting', links };
}

/** Returns the links of the objects of the release that are missing or lack something, besides those that have links of their own. */
function releaseLinks(recognized: RecognizedOlm, { crds }: OlmParts, view: ClusterView): ChainLink[] {
  const own = ['Deployment ', 'ClusterServiceVersion ', ...crds.map((name) => `${CUSTOM_RESOURCE_DEFINITIONS.kind} ${name}`)];
  return (releaseObjects(recognized, view) ?? []).flatMap(({ object, state, difference }): ChainLink[] => {
    const isMissing = state === 'missing' && !own.some((start) => object.startsWith(start));
    return isMissing ? [missingLink(object)] : state === 'differs' ? [{ object, state: difference ?? '', mark: 'failed', links: [] }] : [];
  });
}

function partLink({ namespace, name }: NamespacedName, view: ClusterView): ChainLink {
  const interest = named(DEPLOYMENTS, name, namespace);
  const deployment = objectOf(view, interest);
  return deployment ? deploymentLink(deployment, objectsOf(view, pods(namespace)) ?? []) : absentLink(interest, view);
}

/** Returns the link of an object that was not found: one that a dump lacks may exist. */
function absentLink(interest: Interest, view: ClusterView): ChainLink {
  const { resource: { kind }, namespace, name = '' } = interest;
  const object = `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
  return isPartial(view, interest) ? unknownLink(object) : missingLink(object);
}

function packageserverLink({ namespace, name }: NamespacedName, view: ClusterView): ChainLink {
  const interest = named(CLUSTER_SERVICE_VERSIONS, name, namespace);
  const csv = objectOf(view, interest);
  if (!csv) {
    return absentLink(interest, view);
  }
  const phase = statusString(csv, 'phase') ?? 'not processed yet';
  return phaseLink('ClusterServiceVersion', csv, {
    state: phase, mark: phase === 'Succeeded' ? 'ok' : phase === 'Failed' ? 'failed' : 'waiting',
    links: deploymentNames(csv).map((deployment) => strategyLink({ namespace, name: deployment }, csv, view)),
  });
}

/** Returns the link of a Deployment of packageserver, which OLM updates to what the ClusterServiceVersion specifies. */
function strategyLink(of: NamespacedName, csv: KubernetesObject, view: ClusterView): ChainLink {
  const deployment = objectOf(view, named(DEPLOYMENTS, of.name, of.namespace));
  const isOutdated = deployment ? outdatedImage(deployment, csv) !== undefined : false;
  const link = partLink(of, view);
  return isOutdated && link.mark === 'ok' ? { ...link, state: 'not updated by OLM yet', mark: 'waiting' } : link;
}

function apiLinks({ apiServices }: OlmParts, view: ClusterView): ChainLink[] {
  return apiServices.map((name) => {
    const service = objectOf(view, named(API_SERVICES, name));
    const isAvailable = service ? isConditionTrue(service, 'Available') : false;
    return service ? phaseLink('APIService', service, { state: isAvailable ? 'available' : 'not available', mark: isAvailable ? 'ok' : 'failed' })
      : absentLink(named(API_SERVICES, name), view);
  });
}
