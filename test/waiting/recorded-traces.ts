import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Happening } from './simulated-cluster';
import { mapsField, textField } from '../../../lib/bundle/json-value';
import { KubernetesObject } from '../../../lib/pulumi/wait/cluster/kubernetes-object';
import { ownedApis } from '../../../lib/pulumi/wait/operator/owned-apis';

/** What real OLM controllers did lies beside the checkout; it may be absent. */
const TRACES = resolve(__dirname, '..', '..', '..', '..', 'shared', 'data', 'olm-traces');

/** What a test says when the traces are absent. */
export const WITHOUT_TRACES = 'no recorded traces at hand; this ran without them';

export const HAS_TRACES = existsSync(TRACES);

const GROUP: { readonly [plural: string]: string } = { deployments: 'apps' };

interface Line {
  readonly t: number;
  readonly event: Happening['type'] | 'ACTION';
  readonly resource: string;
  readonly object: KubernetesObject;
}

/**
 * What happened in a scenario. The recording has neither Namespaces nor CRDs: the first is there from the start, the others from when
 * a ClusterServiceVersion says that it found them.
 */
export function recordedTrace(name: string): Happening[] {
  const lines = gunzipSync(readFileSync(join(TRACES, `${name}.jsonl.gz`))).toString().trim().split('\n')
    .map((line) => JSON.parse(line) as Line).filter(({ event }) => event !== 'ACTION');
  const namespace = lines[0]!.object.metadata.namespace!;
  const crds = new Set<string>();
  return [
    { at: 0, type: 'ADDED', resource: 'namespaces', object: { metadata: { name: namespace, uid: namespace }, status: { phase: 'Active' } } },
    ...lines.flatMap(({ t, event, resource, object }): Happening[] => {
      const at = Math.round(t * 1000);
      const happening: Happening = { at, type: event as Happening['type'], resource: `${resource}.${GROUP[resource] ?? 'operators.coreos.com'}`, object };
      return [...newCrds(object, crds).map((crd): Happening => ({ at, type: 'ADDED', resource: 'customresourcedefinitions.apiextensions.k8s.io', object: crd })), happening];
    }),
  ];
}

function newCrds(object: KubernetesObject, known: Set<string>): KubernetesObject[] {
  const present = mapsField(object.status, 'requirementStatus')
    .filter((requirement) => textField(requirement, 'kind') === 'CustomResourceDefinition' && textField(requirement, 'status') === 'Present')
    .map((requirement) => textField(requirement, 'name'));
  return ownedApis(object).filter(({ crd }) => present.includes(crd) && !known.has(crd)).map(({ crd, version }) => {
    known.add(crd);
    return establishedCrd(crd, version);
  });
}

/** A CRD that the API server serves. */
export function establishedCrd(name: string, version: string): KubernetesObject {
  return {
    metadata: { name, uid: name },
    spec: { versions: [{ name: version, served: true, storage: true }] },
    status: { conditions: [{ type: 'NamesAccepted', status: 'True' }, { type: 'Established', status: 'True' }] },
  };
}
