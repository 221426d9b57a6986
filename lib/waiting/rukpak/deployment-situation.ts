import { DeploymentStatus, deploymentStatus } from './deployment-status';
import { crdsOf, deploymentInterest, deploymentsOf, RukpakApiVersion } from './resources';
import { ClusterView } from '../cluster/cluster-view';
import { isTerminating, KubernetesObject } from '../cluster/kubernetes-object';
import { objectOf, objectsOf } from '../cluster/queries';

/** What is observed of a BundleDeployment. */
export interface DeploymentSituation {
  readonly name: string;
  readonly version: RukpakApiVersion;
  readonly view: ClusterView;
  /** The BundleDeployment: undefined until it is listed, null if it does not exist. */
  readonly deployment: KubernetesObject | null | undefined;
  /** Its conditions; undefined while RukPak has not processed it. */
  readonly status: DeploymentStatus | undefined;
  /** Deployments of the bundle; undefined until they are listed. */
  readonly deployments: readonly KubernetesObject[] | undefined;
  /** CRDs of the bundle; undefined until they are listed. */
  readonly crds: readonly KubernetesObject[] | undefined;
}

/** Returns what is observed of a BundleDeployment. */
export function deploymentSituation(name: string, version: RukpakApiVersion, view: ClusterView): DeploymentSituation {
  const deployment = objectOf(view, deploymentInterest(name, version));
  return {
    name, version, view, deployment,
    status: deployment ? deploymentStatus(deployment, version) : undefined,
    deployments: objectsOf(view, deploymentsOf(name))?.filter((object) => !isTerminating(object)),
    crds: objectsOf(view, crdsOf(name)),
  };
}
