import { KubernetesObject } from '../../waiting/view/kubernetes-object';

/** Returns a CRD about which only the versions that are served are known. */
export function servedCrd(name: string, versions: readonly string[]): KubernetesObject {
  return {
    metadata: { name },
    spec: { versions: versions.map((version) => ({ name: version, served: true })) },
    status: { conditions: [{ type: 'NamesAccepted', status: 'True' }, { type: 'Established', status: 'True' }] },
  };
}
