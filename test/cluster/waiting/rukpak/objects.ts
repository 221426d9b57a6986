import { KubernetesObject, ObjectMetadata } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { clusterObject, deployment, event } from '../objects';
import { ClusterEvent } from '../simulated-cluster';

/** Objects of RukPak, with the conditions that its provisioners 0.13 and 0.24 write, according to their code. */

/** A condition of RukPak, which has no generation. */
export interface RukpakCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime?: string;
}

const condition = (type: string, status: RukpakCondition['status'], reason: string, message = ''): RukpakCondition => ({ type, status, reason, message });

/** In `v1alpha2`. */
export const UNPACKED = condition('Unpacked', 'True', 'UnpackSuccessful', 'Successfully unpacked the image Bundle');
export const UNPACKING = condition('Unpacked', 'False', 'UnpackPending', 'pending unpack pod');
export const unpackFailed = (message: string): RukpakCondition => condition('Unpacked', 'False', 'UnpackFailed', message);

/** In `v1alpha1`. */
export const VALID = condition('HasValidBundle', 'True', 'UnpackSuccessful', 'Successfully unpacked the app-x Bundle');
export const PENDING = condition('HasValidBundle', 'True', 'UnpackPending', 'Waiting for the app-x Bundle to be unpacked');

export const unreadable = (message: string): RukpakCondition => condition('HasValidBundle', 'False', 'BundleLoadFailed', message);
export const INSTALLED = condition('Installed', 'True', 'InstallationSucceeded', 'Instantiated bundle app successfully');
export const installFailed = (message: string, reason = 'InstallFailed'): RukpakCondition => condition('Installed', 'False', reason, message);
export const HEALTHY = condition('Healthy', 'True', 'Healthy', 'BundleDeployment is healthy');
export const unhealthy = (message: string): RukpakCondition => condition('Healthy', 'False', 'Unhealthy', message);

/** Content of the bundle, as a template and as the spec of its Bundle. */
const SOURCE = { provisionerClassName: 'core-rukpak-io-plain', source: { type: 'git', git: { repository: 'https://git.test/app', ref: { branch: 'main' } } } };

/** A BundleDeployment with conditions for a generation; in `v1alpha2`, RukPak does not look at its template. */
export function bundleDeployment(
  conditions: readonly RukpakCondition[],
  parts: { status?: object; generation?: number; observed?: number; metadata?: Partial<ObjectMetadata>; spec?: object } = {},
): KubernetesObject {
  const { status = {}, generation = 1, observed = generation, metadata = {}, spec = { template: { spec: SOURCE } } } = parts;
  return clusterObject('app', { metadata: { generation, ...metadata }, spec, status: conditions.length === 0 ? {} : { conditions, observedGeneration: observed, ...status } });
}

const LABELS = { 'core.rukpak.io/owner-kind': 'BundleDeployment', 'core.rukpak.io/owner-name': 'app' };

/** Returns the event of a changed object of RukPak. */
export function rukpakEvent(at: number, plural: 'bundledeployments' | 'bundleinstances' | 'bundles', found: KubernetesObject, type: ClusterEvent['type'] = 'MODIFIED'): ClusterEvent {
  return { ...event(at, plural, found, type), resource: `${plural}.core.rukpak.io` };
}

export const deploymentAt = (at: number, found: KubernetesObject): ClusterEvent => rukpakEvent(at, 'bundledeployments', found);

export const OWNER = [{ kind: 'BundleDeployment', name: 'app' }];

/** The Bundle of the BundleDeployment, in `v1alpha1`, with the empty fields that RukPak writes. */
export function bundle(name = 'app-x', branch = 'main', more: Partial<KubernetesObject> = {}): KubernetesObject {
  const { git } = SOURCE.source;
  return clusterObject(name, {
    metadata: { labels: LABELS, ownerReferences: OWNER },
    spec: { ...SOURCE, source: { type: 'git', git: { ...git, ref: { branch }, auth: { secret: {} } } } },
    status: {
      phase: 'Unpacked', conditions: [UNPACKED], contentURL: `https://core.rukpak-system.svc/bundles/${name}.tgz`,
      resolvedSource: { type: 'git', git: { ref: { commit: '0123abcd' } } },
    },
    ...more,
  });
}

/** A Bundle in a phase, with its condition. */
export function bundleIn(phase: string, unpacked: RukpakCondition): KubernetesObject {
  return bundle('app-x', 'main', { status: { phase, conditions: [unpacked] } });
}

/** The Deployment of the bundle, with the number of available pods out of one. */
export function operator(available: number, metadata: Partial<ObjectMetadata> = {}): KubernetesObject {
  return deployment('plain-op', available, { metadata: { labels: LABELS, ownerReferences: OWNER, ...metadata } });
}

/** The CRD of the bundle. */
export function crd(metadata: Partial<ObjectMetadata> = {}): KubernetesObject {
  return clusterObject('plains.demo.test', {
    metadata: { labels: LABELS, ownerReferences: OWNER, ...metadata },
    spec: { group: 'demo.test', names: { plural: 'plains', kind: 'Plain' }, scope: 'Namespaced', versions: [{ name: 'v1', served: true, storage: true }] },
    status: { conditions: [{ type: 'NamesAccepted', status: 'True' }, { type: 'Established', status: 'True' }] },
  });
}

/** The Namespace of the bundle, which RukPak created before 0.20.0. */
export function namespace(): KubernetesObject {
  return clusterObject('app-system', { metadata: { labels: LABELS, ownerReferences: OWNER } });
}
