import { KubernetesObject } from '../../waiting/cluster/kubernetes-object';

/** Returns a CRD of which only is known that it is served, in some versions. */
export function servedCrd(name: string, versions: readonly string[]): KubernetesObject {
  return {
    metadata: { name },
    spec: { versions: versions.map((version) => ({ name: version, served: true })) },
    status: { conditions: [{ type: 'NamesAccepted', status: 'True' }, { type: 'Established', status: 'True' }] },
  };
}
