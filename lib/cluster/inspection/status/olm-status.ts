import { OlmStatus } from './cluster-status';
import { detailOf, stateOf } from './status-words';
import { Judgement } from '../judgement/judgement';
import { recognizedParts } from '../judgement/olm-judge';
import { recognizedOlm } from '../judgement/recognized-olm';
import { ageOf } from '../source/object-times';
import { integerField } from '../../../formats/json/json-value';
import { CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS } from '../../waiting/view/api-resource';
import { ClusterView } from '../../waiting/view/cluster-view';
import { deploymentNames } from '../../waiting/view/install-strategy';
import { isConditionTrue, KubernetesObject, specString, statusString } from '../../waiting/view/kubernetes-object';
import { named, objectOf } from '../../waiting/view/queries';
import { title } from '../../waiting/olm/found-olm';

/** Returns the state of the OLM of a cluster, or undefined. */
export function olmStatus(view: ClusterView, judgement: Judgement, now: number): OlmStatus | undefined {
  const recognized = recognizedOlm(view);
  if (recognized === undefined || recognized === 'unknown') {
    return undefined;
  }
  const { crds, deployments, csvs: [server] } = recognizedParts(recognized);
  const { release, namespaces: [namespace] } = recognized;
  const csv = objectOf(view, named(CLUSTER_SERVICE_VERSIONS, server!.name, server!.namespace)) ?? undefined;
  const operator = objectOf(view, named(DEPLOYMENTS, 'olm-operator', namespace));
  const age = operator ? ageOf(operator, now) : undefined;
  const found = [...deployments, ...deploymentNames(csv).map((name) => ({ ...server!, name }))];
  return {
    title: title(recognized),
    ...(release === undefined ? {} : { release }),
    ...(namespace === undefined ? {} : { namespace }),
    verdict: judgement.verdict, state: stateOf(judgement), ...detailOf(judgement),
    ...(age === undefined ? {} : { age }),
    crds: {
      established: crds.filter((name) => isConditionTrue(objectOf(view, named(CUSTOM_RESOURCE_DEFINITIONS, name)) ?? undefined, 'Established')).length,
      total: crds.length,
    },
    deployments: found.map((of) => ({ name: of.name, ready: readyPods(objectOf(view, named(DEPLOYMENTS, of.name, of.namespace))) })),
    ...(csv === undefined ? {} : {
      packageserver: { version: specString(csv, 'version')?.replace(/^v/, '') ?? '', phase: statusString(csv, 'phase') ?? 'not processed yet' },
    }),
  };
}

function readyPods(deployment: KubernetesObject | null | undefined): string {
  return deployment ? `${integerField(deployment.status, 'availableReplicas') ?? 0}/${integerField(deployment.spec, 'replicas') ?? 1}` : 'missing';
}
