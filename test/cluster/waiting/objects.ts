import { ClusterEvent } from './simulated-cluster';
import { KubernetesObject, ObjectMetadata } from '../../../lib/cluster/waiting/view/kubernetes-object';

/** Namespace of the objects created here. */
export const DEMO = 'demo';

/** The last resource version; each new object has a higher one. */
let version = 1000;

/** An object of namespace demo; its uid is its name. */
export function object(
  name: string, parts: { spec?: unknown; status?: unknown; metadata?: Partial<ObjectMetadata>; [field: string]: unknown } = {},
): KubernetesObject {
  const { metadata, ...rest } = parts;
  version += 1;
  return { metadata: { name, namespace: DEMO, uid: `uid-of-${name}`, resourceVersion: `${version}`, ...metadata }, ...rest };
}

/** An object that belongs to no namespace. */
export function clusterObject(name: string, parts: Parameters<typeof object>[1] = {}): KubernetesObject {
  const { metadata: { namespace: _, ...metadata }, ...rest } = object(name, parts);
  return { metadata, ...rest };
}

/** A list of conditions that are true. */
export function conditions(...found: { type: string; status?: string; reason?: string; message?: string }[]): object[] {
  return found.map((condition) => ({ status: 'True', ...condition }));
}

export function subscription(status: object = {}, spec: object = {}, name = 'plain'): KubernetesObject {
  return object(name, { spec: { name: 'plain', channel: 'alpha', source: 'cat', sourceNamespace: DEMO, ...spec }, status });
}

/** The status of a Subscription that refers to an InstallPlan. */
export function planned(plan: string, currentCSV: string, installedCSV?: string): object {
  const installed = installedCSV === undefined ? {} : { installedCSV };
  return { state: 'UpgradePending', currentCSV, ...installed, installPlanRef: { name: plan, uid: `uid-of-${plan}` } };
}

export function plan(
  name: string, csvs: string[], phase: string, parts: { approved?: boolean; owner?: string; status?: object } = {},
): KubernetesObject {
  const { approved = false, owner = 'plain', status = {} } = parts;
  return object(name, {
    metadata: { ownerReferences: [{ kind: 'Subscription', name: owner, uid: `uid-of-${owner}` }] },
    spec: { approval: 'Manual', approved, clusterServiceVersionNames: csvs },
    status: { phase, ...status },
  });
}

export function csv(
  name: string, phase: string, parts: { status?: object; spec?: object; metadata?: Partial<ObjectMetadata> } = {},
): KubernetesObject {
  return object(name, {
    metadata: parts.metadata ?? {},
    spec: {
      version: name.slice(name.indexOf('.v') + 2),
      customresourcedefinitions: { owned: [{ name: 'plains.demo.test', kind: 'Plain', version: 'v1' }] },
      install: { spec: { deployments: [{ name: 'plain-op' }] } },
      ...parts.spec,
    },
    status: { phase, ...parts.status },
  });
}

export function deployment(
  name: string, available: number, parts: { conditions?: object[]; metadata?: Partial<ObjectMetadata> } = {},
): KubernetesObject {
  return object(name, {
    metadata: { generation: 1, ...parts.metadata },
    spec: { replicas: 1, selector: { matchLabels: { app: name } } },
    status: {
      observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas: available,
      ...(parts.conditions === undefined ? {} : { conditions: parts.conditions }),
    },
  });
}

export function pod(name: string, app: string, status: object): KubernetesObject {
  return object(name, { metadata: { labels: { app } }, status });
}

export function catalog(state: string | undefined, parts: { status?: object; name?: string } = {}): KubernetesObject {
  const { status = {}, name = 'cat' } = parts;
  return object(name, {
    spec: { sourceType: 'grpc', address: `${name}.demo.svc:50051` },
    status: { ...(state === undefined ? {} : { connectionState: { lastObservedState: state, address: `${name}.demo.svc:50051` } }), ...status },
  });
}

export function packageManifest(name: string, channels: { [channel: string]: string[] }): KubernetesObject {
  return object(name, {
    status: {
      catalogSource: 'cat', catalogSourceNamespace: DEMO, packageName: name, defaultChannel: Object.keys(channels)[0],
      channels: Object.entries(channels).map(([channel, entries]) => (
        { name: channel, currentCSV: entries[0], entries: entries.map((entry) => ({ name: entry })) }
      )),
    },
  });
}

const GROUPS: { readonly [plural: string]: string } = {
  deployments: '.apps', pods: '', events: '', jobs: '.batch', namespaces: '', persistentvolumeclaims: '',
  packagemanifests: '.packages.operators.coreos.com',
  customresourcedefinitions: '.apiextensions.k8s.io', apiservices: '.apiregistration.k8s.io', plains: '.demo.test',
  services: '', clusterroles: '.rbac.authorization.k8s.io', rolebindings: '.rbac.authorization.k8s.io', clusterrolebindings: '.rbac.authorization.k8s.io',
};

/** Returns the event of a changed object, by the plural of its resource. */
export function event(at: number, plural: string, found: KubernetesObject, type: ClusterEvent['type'] = 'MODIFIED'): ClusterEvent {
  return { at, type, resource: `${plural}${GROUPS[plural] ?? '.operators.coreos.com'}`, object: found };
}

/** Returns the objects of a namespace in which operators can be installed. */
export function readyNamespace(): ClusterEvent[] {
  const old = ({ metadata, ...rest }: KubernetesObject): KubernetesObject => ({ ...rest, metadata: { ...metadata, resourceVersion: '1' } });
  return [
    event(0, 'namespaces', old(clusterObject(DEMO, { status: { phase: 'Active' } }))),
    event(0, 'operatorgroups', old(object('og'))),
    event(0, 'catalogsources', old(catalog('READY'))),
  ];
}
