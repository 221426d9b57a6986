import { KubernetesObject, ObjectMetadata } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { clusterObject, deployment, event } from '../objects';
import { ClusterEvent } from '../simulated-cluster';

/** Objects of OLM v1, with the conditions that catalogd and operator-controller 1.11 write, according to their code. */

export const DIGEST = `sha256:${'a'.repeat(64)}`;

/** Image of the catalog, as its spec names it. */
export const IMAGE = 'quay.io/demo/catalog:v1';

/** A condition of OLM v1. */
export interface V1Condition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  /** Generation that it refers to. @default 1 */
  readonly observedGeneration?: number;
}

const v1Conditions = (found: readonly V1Condition[]): V1Condition[] => found.map((condition) => ({ observedGeneration: 1, ...condition }));

/** The condition `Progressing` with an error. */
export function progressing(reason: string, message: string, status: V1Condition['status'] = 'True', observedGeneration = 1): V1Condition {
  return { type: 'Progressing', status, reason, message, observedGeneration };
}

export const PROGRESSED = progressing('Succeeded', 'Desired state reached');
export const SERVING: V1Condition = { type: 'Serving', status: 'True', reason: 'Available', message: 'Serving desired content from resolved source' };

/** A ClusterCatalog with conditions; one that serves has a resolved image. */
export function clusterCatalog(
  conditions: readonly V1Condition[],
  parts: { name?: string; image?: string; disabled?: boolean; generation?: number; resolved?: string; labels?: object } = {},
): KubernetesObject {
  const { name = 'cat', image = IMAGE, disabled = false, generation = 1, resolved, labels = {} } = parts;
  return clusterObject(name, {
    metadata: { generation, labels: { 'olm.operatorframework.io/metadata.name': name, ...labels } },
    spec: { source: { type: 'Image', image: { ref: image } }, availabilityMode: disabled ? 'Unavailable' : 'Available' },
    status: {
      conditions: v1Conditions(conditions),
      ...(resolved === undefined ? {} : {
        resolvedSource: { type: 'Image', image: { ref: resolved } }, urls: { base: `https://catalogd-service.olmv1-system.svc/catalogs/${name}` },
      }),
    },
  });
}

/** A ClusterCatalog that catalogd serves. */
export function servedCatalog(parts: Parameters<typeof clusterCatalog>[1] = {}): KubernetesObject {
  return clusterCatalog([progressing('Succeeded', 'Successfully unpacked and stored content from resolved source'), SERVING], {
    resolved: `quay.io/demo/catalog@${DIGEST}`, ...parts,
  });
}

/** A ClusterExtension of package plain in namespace demo. */
export function clusterExtension(
  conditions: readonly V1Condition[],
  parts: { version?: string; generation?: number; spec?: object; catalog?: object; status?: object; metadata?: Partial<ObjectMetadata> } = {},
): KubernetesObject {
  const { version, generation = 1, spec = {}, catalog = {}, status = {}, metadata = {} } = parts;
  return clusterObject('plain', {
    metadata: { generation, finalizers: ['olm.operatorframework.io/cleanup-unpack-cache'], ...metadata },
    spec: { namespace: 'demo', source: { sourceType: 'Catalog', catalog: { packageName: 'plain', ...catalog } }, ...spec },
    status: {
      conditions: v1Conditions(conditions),
      ...(version === undefined ? {} : { install: { bundle: { name: `plain.v${version}`, version } } }),
      ...status,
    },
  });
}

/** The condition `Installed`. */
export function installedCondition(status: V1Condition['status'] = 'True', observedGeneration = 1): V1Condition {
  return status === 'True'
    ? { type: 'Installed', status, reason: 'Succeeded', message: 'Installed bundle quay.io/demo/plain:v1 successfully', observedGeneration }
    : { type: 'Installed', status, reason: 'Failed', message: 'No bundle installed', observedGeneration };
}

/** A ClusterExtension of which version 0.2.0 is installed. */
export function installedExtension(parts: Parameters<typeof clusterExtension>[1] = {}): KubernetesObject {
  return clusterExtension([installedCondition(), PROGRESSED], { version: '0.2.0', ...parts });
}

/** A ClusterExtension without a bundle, with an error. */
export function failedExtension(condition: V1Condition, parts: Parameters<typeof clusterExtension>[1] = {}): KubernetesObject {
  return clusterExtension([installedCondition('False'), condition], parts);
}

const OWNED = { labels: { 'olm.operatorframework.io/owner-name': 'plain' }, ownerReferences: [{ kind: 'ClusterExtension', name: 'plain', uid: 'uid-of-plain' }] };

/** The Deployment of the bundle. */
export function operatorDeployment(available: number, metadata: Partial<ObjectMetadata> = {}): KubernetesObject {
  return deployment('plain-op', available, { metadata: { ...OWNED, ...metadata } });
}

/** The CRD of the bundle. */
export function operatorCrd(established = true, metadata: Partial<ObjectMetadata> = {}): KubernetesObject {
  return clusterObject('plains.demo.test', {
    metadata: { ...OWNED, ...metadata },
    spec: { group: 'demo.test', names: { plural: 'plains', kind: 'Plain' }, scope: 'Namespaced', versions: [{ name: 'v1', served: true, storage: true }] },
    status: { conditions: [{ type: 'NamesAccepted', status: 'True' }, { type: 'Established', status: established ? 'True' : 'False', message: 'not yet' }] },
  });
}

/** A Deployment of OLM v1 itself. */
export function controller(name: 'catalogd' | 'operator-controller', available: number): KubernetesObject {
  return deployment(`${name}-controller-manager`, available, { metadata: { namespace: 'olmv1-system', labels: { 'app.kubernetes.io/name': name } } });
}

const GROUP = '.olm.operatorframework.io';

/** Returns the event of a changed object of OLM v1. */
export function v1Event(at: number, plural: 'clustercatalogs' | 'clusterextensions', found: KubernetesObject, type: ClusterEvent['type'] = 'MODIFIED'): ClusterEvent {
  return { ...event(at, plural, found, type), resource: `${plural}${GROUP}` };
}

export const catalogAt = (at: number, found: KubernetesObject): ClusterEvent => v1Event(at, 'clustercatalogs', found);
export const extensionAt = (at: number, found: KubernetesObject): ClusterEvent => v1Event(at, 'clusterextensions', found);
