import { App, Chart } from 'cdk8s';
import { BundleDeployment, CertificateProvider, OlmV0Engine, OlmV1Engine, PlainEngine, RukpakEngine } from 'olm-constructs';
import { InstallModeType } from 'olm-constructs/bundle';
import type { Manifest } from '../../../lib/cluster/operations/manifests';
import { Action } from '../../../lib/cluster/waiting/view/action';
import { resourceName } from '../../../lib/cluster/waiting/view/api-resource';
import { KubernetesObject } from '../../../lib/cluster/waiting/view/kubernetes-object';
import { resourceOfKind } from '../../../lib/formats/schema/kubernetes-manifest';
import { bundleOf, crdOf } from '../../builders/bundle-of';
import { synth, type Manifest as Synthesized } from '../../builders/synthesized';
import { ClusterEvent } from '../waiting/simulated-cluster';

/** Engines of the operators, in this order again and again. */
export const ENGINES = ['olm-v0', 'plain', 'olm-v1', 'plain', 'rukpak', 'plain'] as const;

/** One of the operators. */
export interface MixedOperator {
  readonly name: string;
  readonly engine: typeof ENGINES[number];
  readonly namespace: string;

  /** What its constructs write. */
  readonly manifests: readonly Manifest[];
}

/** Namespace of several operators without OLM v0. */
const SHARED = 'shared';

/** Returns operators of all engines, several of them in one namespace. Some of those without OLM have a conversion webhook. */
export function mixedOperators(count: number): MixedOperator[] {
  return Array.from({ length: count }, (_, index) => mixedOperator(index));
}

function mixedOperator(index: number): MixedOperator {
  const engine = ENGINES[index % ENGINES.length]!;
  const name = `op${String.fromCharCode(97 + Math.floor(index / 26), 97 + index % 26)}`;
  const namespace = engine !== 'olm-v0' && index % 4 < 2 ? SHARED : name;
  const isConverting = engine === 'plain' && index % 3 === 0;
  const engines = {
    'olm-v0': () => new OlmV0Engine(), 'olm-v1': () => new OlmV1Engine({ catalogImage: `example.test/${name}-catalog:1` }),
    'rukpak': () => new RukpakEngine(),
    'plain': () => new PlainEngine({ certificates: CertificateProvider.certManager() }),
  };
  const chart = new Chart(new App(), name);
  new BundleDeployment(chart, 'operator', {
    bundle: bundleOf({ package: name, ...operatorFacts(name, isConverting) }), engine: engines[engine](), namespace,
    createNamespace: namespace !== SHARED,
  });
  return { name, engine, namespace, manifests: synth(chart).map((object) => manifestOf(object, `${name}.yaml`)) };
}

function kindOf(name: string): string {
  return `${name[0]!.toUpperCase()}${name.slice(1)}`;
}

function operatorFacts(name: string, isConverting: boolean): object {
  const crd = `${name}s.example.test`;
  const webhook = {
    type: 'ConversionWebhook', generateName: `c${name}.example.test`, deploymentName: name, sideEffects: 'None', admissionReviewVersions: ['v1'], conversionCRDs: [crd],
  };
  return {
    spec: {
      installModes: [{ type: InstallModeType.ALL_NAMESPACES, supported: true }],
      install: { strategy: 'deployment', spec: { deployments: [{ name, spec: podSpec(name) }] } },
      customresourcedefinitions: { owned: [{ name: crd, version: 'v1', kind: kindOf(name) }] },
      ...(isConverting ? { webhookdefinitions: [webhook] } : {}),
    },
    files: { 'manifests/crd.yaml': { ...crdOf(kindOf(name)), spec: { ...(crdOf(kindOf(name)) as Synthesized).spec, preserveUnknownFields: false } } },
  };
}

/** Pods of all operators have the label that operator-sdk sets. */
function podSpec(name: string): object {
  const labels = { 'control-plane': 'controller-manager' };
  return { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers: [{ name, image: `example.test/${name}:1` }] } } };
}

function manifestOf(object: Synthesized, source: string): Manifest {
  const { apiVersion, kind, metadata: { name, namespace } } = object;
  return { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }), object, source };
}

/** Returns the objects of a cluster in which operators run, except for one that is broken, if it is specified. */
export function clusterWith(operators: readonly MixedOperator[], broken?: MixedOperator): ClusterEvent[] {
  const namespaces = [...new Set([SHARED, ...operators.map(({ namespace }) => namespace)])];
  return [
    ...namespaces.map((name) => added('namespaces', { metadata: { name }, status: { phase: 'Active' } })),
    ...operators.flatMap((operator) => objectsOf(operator, operator === broken)),
  ];
}

/** Returns an object of the API of an operator. */
export function operandOf({ name, namespace }: MixedOperator): ClusterEvent {
  return added(`${name}s.example.test`, { metadata: { name: `${name}-example`, namespace, uid: `uid-of-${name}-example` } });
}

function objectsOf(operator: MixedOperator, isBroken: boolean): ClusterEvent[] {
  const { manifests } = operator;
  const applied = manifests.filter(({ kind }) => kind !== 'Namespace').map(({ kind, apiVersion, object }): ClusterEvent => {
    const { metadata, ...fields } = object as unknown as KubernetesObject;
    // catalogd sets this label, by which constructs select a catalog.
    const labels = kind === 'ClusterCatalog' ? { labels: { 'olm.operatorframework.io/metadata.name': metadata.name } } : {};
    const own = { ...fields, metadata: { ...metadata, ...labels, uid: `uid-of-${kind}-${metadata.name}`, generation: 1 } };
    const slash = apiVersion.indexOf('/');
    return added(`${resourceOfKind(kind)}${slash < 0 ? '' : `.${apiVersion.slice(0, slash)}`}`, { ...own, status: statusOf(operator, kind, isBroken) });
  });
  return [
    ...applied.map((event) => withCa(event, isBroken)), ...created(operator, isBroken), ...pods(operator, isBroken), operandOf(operator),
    ...endpoints(operator),
  ];
}

/** Returns the events after an object of a cluster was deleted: OLM and RukPak delete what they created for it. */
export function deletion(cluster: readonly ClusterEvent[], { type, target: { resource, name, namespace } }: Action, now: number): ClusterEvent[] {
  const isDeleted = (found: ClusterEvent): boolean => (
    found.resource === resourceName(resource) && found.object.metadata.name === name && found.object.metadata.namespace === namespace
  );
  const isOwned = ({ object: { metadata: { labels = {} } } }: ClusterEvent): boolean => (
    Object.entries(OWNER_LABELS).some(([kind, label]) => resource.kind === kind && labels[label] === name)
  );
  return type !== 'delete' ? [] : cluster.filter((found) => isDeleted(found) || isOwned(found)).map((found) => ({ ...found, type: 'DELETED', at: now + 100 }));
}

const OWNER_LABELS = {
  ClusterServiceVersion: 'olm.owner', ClusterExtension: 'olm.operatorframework.io/owner-name', BundleDeployment: 'core.rukpak.io/owner-name',
};

function statusOf({ name, engine }: MixedOperator, kind: string, isBroken: boolean): object {
  const csv = `${name}.v1.0.0`;
  switch (kind) {
    case 'CustomResourceDefinition': return CRD_STATUS;
    case 'Deployment': return deploymentStatus(engine === 'plain' && isBroken ? 0 : 1);
    case 'Certificate': return { conditions: [{ type: 'Ready', status: 'True' }] };
    case 'CatalogSource': return { connectionState: { lastObservedState: 'READY', address: `${name}-catalog.${name}.svc:50051` } };
    case 'Subscription': return { state: 'AtLatestKnown', installedCSV: csv, currentCSV: csv };
    case 'ClusterCatalog': return { conditions: [condition('Progressing', 'True', 'Succeeded'), condition('Serving', 'True', 'Available')], resolvedSource: {} };
    case 'ClusterExtension': return isBroken
      ? { conditions: [condition('Installed', 'False', 'Failed'), condition('Progressing', 'True', 'Retrying', `no bundles found for package "${name}"`)] }
      : { conditions: [condition('Installed', 'True', 'Succeeded'), condition('Progressing', 'True', 'Succeeded')], install: { bundle: { name: csv, version: '1.0.0' } } };
    case 'BundleDeployment': return {
      observedGeneration: 1,
      conditions: [condition('Unpacked', 'True', 'UnpackSuccessful'), isBroken ? condition('Installed', 'False', 'InstallFailed', `cannot install ${name}`)
        : condition('Installed', 'True', 'InstallationSucceeded')],
    };
    default: return {};
  }
}

/** A CRD with a conversion webhook has no CA without cert-manager. */
function withCa(event: ClusterEvent, isBroken: boolean): ClusterEvent {
  const json = JSON.stringify(event);
  return isBroken || event.resource !== 'customresourcedefinitions.apiextensions.k8s.io' ? event
    : JSON.parse(json.replace('"clientConfig":{', '"clientConfig":{"caBundle":"Q0E=",')) as ClusterEvent;
}

/** Returns what OLM or RukPak created for an operator. */
function created({ name, engine, namespace }: MixedOperator, isBroken: boolean): ClusterEvent[] {
  const labels = {
    'olm-v0': { 'olm.owner': `${name}.v1.0.0`, 'olm.owner.kind': 'ClusterServiceVersion', 'olm.owner.namespace': namespace },
    'olm-v1': { 'olm.operatorframework.io/owner-name': name, 'olm.operatorframework.io/owner-kind': 'ClusterExtension' },
    'rukpak': { 'core.rukpak.io/owner-name': name, 'core.rukpak.io/owner-kind': 'BundleDeployment' },
    'plain': undefined,
  }[engine];
  if (labels === undefined || (isBroken && engine !== 'olm-v0')) {
    return [];
  }
  const crd = crdOf(kindOf(name)) as KubernetesObject;
  const csv: KubernetesObject = {
    metadata: { name: `${name}.v1.0.0`, namespace, uid: `uid-of-${name}.v1.0.0`, labels: { [`operators.coreos.com/${name}.${namespace}`]: '' } },
    spec: {
      version: '1.0.0', customresourcedefinitions: { owned: [{ name: crd.metadata.name, kind: kindOf(name), version: 'v1' }] },
      install: { spec: { deployments: [{ name }] } },
    },
    status: isBroken ? { phase: 'Failed', reason: 'InstallCheckFailed', message: `install timeout of ${name}` } : { phase: 'Succeeded' },
  };
  return [
    added('customresourcedefinitions.apiextensions.k8s.io', { ...crd, metadata: { ...crd.metadata, uid: `uid-of-${name}s`, ...(engine === 'olm-v0' ? {} : { labels }) }, status: CRD_STATUS }),
    added('deployments.apps', {
      metadata: { name, namespace, labels, uid: `uid-of-${name}`, generation: 1 }, spec: podSpec(name), status: deploymentStatus(isBroken ? 0 : 1),
    }),
    ...(engine === 'olm-v0' ? [added('clusterserviceversions.operators.coreos.com', csv)] : []),
  ];
}

/** Returns the pod of a broken operator, which has the labels of every other operator. */
function pods({ name, engine, namespace }: MixedOperator, isBroken: boolean): ClusterEvent[] {
  if (!isBroken || engine === 'olm-v1' || engine === 'rukpak') {
    return [];
  }
  const pod = `${name}-7d9f6c8b5-x2x4z`;
  const message = `0/1 nodes are available for ${name}`;
  return [
    added('pods', {
      metadata: { name: pod, namespace, labels: { 'control-plane': 'controller-manager' }, ownerReferences: [{ kind: 'ReplicaSet', name: `${name}-7d9f6c8b5` }] },
      status: { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }] },
    }),
    added('events', { type: 'Warning', reason: 'FailedScheduling', message, involvedObject: { kind: 'Pod', name: pod }, metadata: { name: `${pod}.1`, namespace } }),
  ];
}

function endpoints({ name, manifests, namespace }: MixedOperator): ClusterEvent[] {
  return manifests.filter(({ kind }) => kind === 'Service').map((service) => added('endpointslices.discovery.k8s.io', {
    metadata: { name: `${service.name}-${name}`, namespace, labels: { 'kubernetes.io/service-name': service.name } },
    endpoints: [{ addresses: ['10.0.0.1'], conditions: { ready: true } }],
  }));
}

const CRD_STATUS = { conditions: [{ type: 'NamesAccepted', status: 'True' }, { type: 'Established', status: 'True' }] };

function deploymentStatus(available: number): object {
  return { observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas: available };
}

function condition(type: string, status: string, reason: string, message = ''): object {
  return { type, status, reason, message, observedGeneration: 1 };
}

function added(resource: string, object: KubernetesObject): ClusterEvent {
  return { at: 0, type: 'ADDED', resource, object: { ...object, metadata: { resourceVersion: '1', ...object.metadata } } };
}
