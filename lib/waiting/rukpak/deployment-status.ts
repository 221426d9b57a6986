import { RukpakApiVersion } from './resources';
import { fieldAt, integerField, mapListField, stringField } from '../../json/json-value';
import { Condition, condition, KubernetesObject } from '../cluster/kubernetes-object';

/** Conditions of a BundleDeployment, for its current spec. */
export interface DeploymentStatus {
  /** Whether the bundle is unpacked. */
  readonly unpacked: Condition | undefined;
  /** Whether the objects of the bundle are applied. */
  readonly installed: Condition | undefined;
  /** Whether they work; undefined unless the feature gate BundleDeploymentHealth is on. */
  readonly healthy: Condition | undefined;
  /** Error of reading the unpacked bundle; undefined if it was read since. */
  readonly unreadable: Condition | undefined;
}

/**
 * Returns the conditions of a BundleDeployment; undefined while its provisioner has not processed the current spec. The generation is part of the
 * status since RukPak 0.9.0.
 */
export function deploymentStatus(deployment: KubernetesObject, version: RukpakApiVersion): DeploymentStatus | undefined {
  const { status, metadata: { generation = 0 } } = deployment;
  const observed = integerField(status, 'observedGeneration');
  if (mapListField(status, 'conditions').length === 0 || (observed !== undefined && observed < generation)) {
    return undefined;
  }
  const valid = condition(deployment, 'HasValidBundle');
  return {
    unpacked: version === 'v1alpha1' ? valid : condition(deployment, 'Unpacked'),
    installed: condition(deployment, 'Installed'),
    healthy: condition(deployment, 'Healthy'),
    unreadable: valid?.status === 'False' && valid.reason !== 'UnpackFailed' && !wasReadSince(deployment, version) ? valid : undefined,
  };
}

/** Whether a bundle is unpacked. In `v1alpha1`, `HasValidBundle` is true while it is being unpacked, too. */
export function isUnpacked(unpacked: Condition | undefined): boolean {
  return unpacked?.status === 'True' && unpacked.reason === 'UnpackSuccessful';
}

/** Returns the image, commit or URL that was unpacked; undefined if there is none. */
export function resolvedSource({ status }: KubernetesObject): string | undefined {
  const source = fieldAt(status, 'resolvedSource');
  const paths = [['image', 'ref'], ['git', 'ref', 'commit'], ['http', 'url']];
  return paths.map((path) => fieldAt(source, ...path)).find((found) => typeof found === 'string');
}

/** Whether the bundle was installed after an error of reading it: in `v1alpha2`, RukPak never takes that error back. */
function wasReadSince(deployment: KubernetesObject, version: RukpakApiVersion): boolean {
  const [failed, installed] = ['HasValidBundle', 'Installed'].map((type) => {
    const found = mapListField(deployment.status, 'conditions').find((other) => stringField(other, 'type') === type);
    return found?.['status'] === (type === 'Installed' ? 'True' : 'False') ? stringField(found, 'lastTransitionTime') : undefined;
  });
  return version === 'v1alpha2' && failed !== undefined && installed !== undefined && installed >= failed;
}
