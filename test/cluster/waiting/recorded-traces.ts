import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ClusterEvent } from './simulated-cluster';
import { mapListField, stringField } from '../../../lib/formats/json/json-value';
import { KubernetesObject } from '../../../lib/cluster/waiting/view/kubernetes-object';
import { ownedApis } from '../../../lib/cluster/waiting/view/cluster-service-version';
import { Needed } from '../../needed';

/** Folder with recordings of real OLM controllers. */
export const TRACES = Needed.sharedData('olm-traces');

const GROUP: { readonly [plural: string]: string } = { deployments: 'apps' };

interface Line {
  readonly t: number;
  readonly event: ClusterEvent['type'] | 'ACTION';
  readonly resource: string;
  readonly object: KubernetesObject;
}

/**
 * Returns the events of a scenario. The recording has neither Namespaces nor CRDs: the Namespace is added at the start, and each CRD when a
 * ClusterServiceVersion reports it as present.
 */
export function recordedTrace(name: string): ClusterEvent[] {
  const lines = gunzipSync(readFileSync(join(TRACES.value, `${name}.jsonl.gz`))).toString().trim().split('\n')
    .map((line) => JSON.parse(line) as Line).filter(({ event }) => event !== 'ACTION');
  const namespace = lines[0]!.object.metadata.namespace!;
  const crds = new Set<string>();
  return [
    { at: 0, type: 'ADDED', resource: 'namespaces', object: { metadata: { name: namespace, uid: namespace }, status: { phase: 'Active' } } },
    ...lines.flatMap(({ t, event, resource, object }): ClusterEvent[] => {
      const at = Math.round(t * 1000);
      const clusterEvent: ClusterEvent = { at, type: event as ClusterEvent['type'], resource: `${resource}.${GROUP[resource] ?? 'operators.coreos.com'}`, object };
      return [...newCrds(object, crds).map((crd): ClusterEvent => ({ at, type: 'ADDED', resource: 'customresourcedefinitions.apiextensions.k8s.io', object: crd })), clusterEvent];
    }),
  ];
}

function newCrds(object: KubernetesObject, known: Set<string>): KubernetesObject[] {
  const present = mapListField(object.status, 'requirementStatus')
    .filter((requirement) => stringField(requirement, 'kind') === 'CustomResourceDefinition' && stringField(requirement, 'status') === 'Present')
    .map((requirement) => stringField(requirement, 'name'));
  return ownedApis(object).filter(({ crd }) => present.includes(crd) && !known.has(crd)).map(({ crd, version }) => {
    known.add(crd);
    return establishedCrd(crd, version);
  });
}

/** A CRD that the API server serves. */
export function establishedCrd(name: string, ...versions: readonly string[]): KubernetesObject {
  return {
    metadata: { name, uid: name },
    spec: { versions: versions.map((version, index) => ({ name: version, served: true, storage: index === 0 })) },
    status: { conditions: [{ type: 'NamesAccepted', status: 'True' }, { type: 'Established', status: 'True' }] },
  };
}
