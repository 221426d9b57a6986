import { RecognizedOlm } from '../../../olm/v0/recognize-olm';
import { title } from '../../waiting/olm/olm-detection';
import { NamespacedName, OlmParts } from '../../waiting/olm/olm-waiter';
import { pods } from '../../waiting/operator/operator-interests';
import { API_SERVICES, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS } from '../../waiting/view/api-resource';
import { deploymentNames } from '../../waiting/view/cluster-service-version';
import { ClusterView, named, objectOf, objectsOf } from '../../waiting/view/cluster-view';
import { isConditionTrue, statusString } from '../../waiting/view/kubernetes-object';
import { recognizedOlm, recognizedParts } from '../judgement/olm-judge';
import { releaseObjects } from '../judgement/release-objects';
import { brokenCrdLink, ChainLink, deploymentLink, missingLink, phaseLink } from './chain-link';

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
  const isWell = links.every(({ mark }) => mark === 'ok');
  return { object: 'OLM', state: title(recognized), mark: isWell ? 'ok' : 'waiting', links };
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
  const deployment = objectOf(view, named(DEPLOYMENTS, name, namespace));
  return deployment ? deploymentLink(deployment, objectsOf(view, pods(namespace)) ?? []) : missingLink(`Deployment ${namespace}/${name}`);
}

function packageserverLink({ namespace, name }: NamespacedName, view: ClusterView): ChainLink {
  const csv = objectOf(view, named(CLUSTER_SERVICE_VERSIONS, name, namespace));
  if (!csv) {
    return missingLink(`ClusterServiceVersion ${namespace}/${name}`);
  }
  const phase = statusString(csv, 'phase') ?? 'not processed yet';
  return phaseLink('ClusterServiceVersion', csv, {
    state: phase, mark: phase === 'Succeeded' ? 'ok' : phase === 'Failed' ? 'failed' : 'waiting',
    links: deploymentNames(csv).map((deployment) => partLink({ namespace, name: deployment }, view)),
  });
}

function apiLinks({ apiServices }: OlmParts, view: ClusterView): ChainLink[] {
  return apiServices.map((name) => {
    const service = objectOf(view, named(API_SERVICES, name));
    const isAvailable = service ? isConditionTrue(service, 'Available') : false;
    return service ? phaseLink('APIService', service, { state: isAvailable ? 'available' : 'not available', mark: isAvailable ? 'ok' : 'failed' })
      : missingLink(`APIService ${name}`);
  });
}
