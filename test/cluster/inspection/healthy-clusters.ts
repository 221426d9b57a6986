import { fieldAt } from '../../../lib/formats/json/json-value';
import { DumpedObject } from '../../../lib/cluster/inspection/source/dumped-objects';
import { KubernetesObject } from '../../../lib/cluster/waiting/view/kubernetes-object';
import { OlmVersion } from '../../../lib/olm/v0/model/olm-version';
import { OlmRelease } from '../../../lib/olm/v0/olm-release';
import { clusterObject, conditions, csv, deployment, event, object, plan, planned, pod, readyNamespace, subscription } from '../waiting/objects';
import { catalogAt, controller, extensionAt, installedExtension, operatorCrd, operatorDeployment, servedCatalog } from '../waiting/olm-v1/objects';
import { server, serverDeployment } from '../waiting/olm/packageserver';
import { TRACE_SCENARIOS } from '../waiting/operator/trace-scenarios';
import { running } from '../waiting/plain/objects';
import { recordedTrace } from '../waiting/recorded-traces';
import { bundle, bundleDeployment, crd, deploymentAt, HEALTHY, INSTALLED, operator, rukpakEvent, VALID } from '../waiting/rukpak/objects';
import { ClusterEvent } from '../waiting/simulated-cluster';
import { contentAt, dumpedCluster } from './dumped-cluster';

/** A cluster in which everything is ready. */
export interface HealthyCluster {
  readonly title: string;
  readonly objects: () => readonly DumpedObject[];
}

const inNamespace = (namespace: string, { metadata, ...rest }: KubernetesObject): KubernetesObject => (
  { ...rest, metadata: { ...metadata, namespace } }
);

const RUNNING = { phase: 'Running', conditions: conditions({ type: 'Ready' }) };

/** An operator, whose catalog is in another namespace and is served from an image. */
const OPERATOR: readonly ClusterEvent[] = [
  ...readyNamespace(), event(0, 'namespaces', clusterObject('olm', { status: { phase: 'Active' } })),
  event(0, 'catalogsources', inNamespace('olm', object('hub', {
    spec: { sourceType: 'grpc', image: 'index:v1' }, status: { connectionState: { lastObservedState: 'READY', address: 'hub.olm.svc:50051' } },
  }))),
  event(0, 'pods', inNamespace('olm', object('hub-1', {
    metadata: { labels: { 'olm.catalogSource': 'hub' } }, spec: { containers: [{ image: 'index:v1' }] }, status: RUNNING,
  }))),
  event(0, 'subscriptions', subscription(
    { ...planned('install-a', 'plain.v0.2.0', 'plain.v0.2.0'), state: 'AtLatestKnown' }, { source: 'hub', sourceNamespace: 'olm' },
  )),
  event(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Complete', { approved: true })),
  event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded', { status: { message: 'install strategy completed with no errors' } })),
  event(0, 'deployments', deployment('plain-op', 1)), event(0, 'pods', pod('plain-op-1', 'plain-op', RUNNING)),
  event(0, 'customresourcedefinitions', operatorCrd()),
  event(0, 'deployments', inNamespace('olm', deployment('olm-operator', 1, { metadata: { labels: { app: 'olm-operator' } } }))),
];

/** A release of OLM, with packageserver. */
function releaseObjects(): DumpedObject[] {
  const release = OlmRelease.of({ version: OlmVersion.V0_46_0 })._manifests.filter(({ kind }) => ['CustomResourceDefinition', 'Deployment', 'Namespace', 'OperatorGroup'].includes(kind));
  return [
    ...dumpedCluster([server(0, 'Succeeded'), serverDeployment(0), event(0, 'apiservices', clusterObject('v1.packages.operators.coreos.com', {
      status: { conditions: conditions({ type: 'Available' }) },
    }))]),
    ...release.map(({ apiVersion, kind, ...manifest }): DumpedObject => {
      const slash = apiVersion.indexOf('/');
      const status = kind === 'Deployment' ? { availableReplicas: 1, updatedReplicas: 1, replicas: 1 }
        : kind === 'Namespace' ? { phase: 'Active' } : { conditions: conditions({ type: 'Established' }, { type: 'NamesAccepted' }) };
      return { kind: { group: slash < 0 ? '' : apiVersion.slice(0, slash), kind }, object: { apiVersion, kind, ...manifest, status } };
    }),
  ];
}

const SIMULATED: readonly HealthyCluster[] = [
  { title: 'an operator with a catalog from an image', objects: () => dumpedCluster(OPERATOR) },
  { title: 'OLM itself', objects: releaseObjects },
  {
    title: 'OLM v1', objects: () => dumpedCluster([
      extensionAt(0, installedExtension()), catalogAt(0, servedCatalog()), event(0, 'deployments', operatorDeployment(1)),
      event(0, 'customresourcedefinitions', operatorCrd()), event(0, 'deployments', controller('catalogd', 1)), event(0, 'deployments', controller('operator-controller', 1)),
      event(0, 'namespaces', clusterObject('demo', { status: { phase: 'Active' } })),
    ]),
  },
  ...[1, undefined].map((generation): HealthyCluster => ({
    title: `RukPak ${generation === undefined ? 'before it wrote generations' : 'with generations'}`, objects: () => dumpedCluster([
      deploymentAt(0, bundleDeployment([VALID, INSTALLED, HEALTHY], { status: { activeBundle: 'app-x', observedGeneration: generation } })),
      rukpakEvent(0, 'bundles', bundle()), event(0, 'deployments', operator(1)), event(0, 'customresourcedefinitions', crd()),
    ]),
  })),
  { title: 'an operator without OLM, with webhooks', objects: () => dumpedCluster(running()) },
];

/** Whether OLM has nothing left to do for an object. */
function isSettled({ resource, object: { status } }: ClusterEvent): boolean {
  const [plural] = resource.split('.');
  const at = (...path: string[]): unknown => fieldAt(status, ...path);
  return plural === 'subscriptions' ? at('state') === 'AtLatestKnown' && at('currentCSV') === at('installedCSV')
    : plural === 'installplans' ? at('phase') === 'Complete'
      : plural === 'clusterserviceversions' ? at('phase') === 'Succeeded'
        : plural === 'catalogsources' ? at('connectionState', 'lastObservedState') === 'READY' : true;
}

/** A recording in which an operator becomes ready, without anything that fails first. */
export interface Recording {
  readonly title: string;
  readonly moments: () => readonly (readonly DumpedObject[])[];

  /** Returns the last moment at which everything is ready, or undefined: some recordings end before OLM has written the last status. */
  readonly settled: () => readonly DumpedObject[] | undefined;
}

/** Recordings by their traces. */
export const RECORDINGS: readonly Recording[] = [...new Map(
  TRACE_SCENARIOS.filter(({ ready }) => ready !== undefined).map((scenario) => [scenario.trace, scenario]),
).values()].map(({ trace, until = Infinity, options: { subscription: name } }) => {
  const contents = (): ClusterEvent[][] => {
    const events = recordedTrace(trace).filter(({ at }) => at <= until * 1000);
    const subscribed = events.findIndex(({ resource, object: found }) => resource.startsWith('subscriptions') && found.metadata.name === name);
    return [...new Set(events.slice(subscribed).map(({ at }) => at))].map((at) => contentAt(events, at));
  };
  return {
    title: trace,
    moments: () => contents().map(dumpedCluster),
    settled: () => {
      const last = contents().filter((content) => content.some(({ resource }) => resource.startsWith('subscriptions')) && content.every(isSettled)).at(-1);
      return last === undefined ? undefined : dumpedCluster(last);
    },
  };
});

/** Clusters in which everything is ready. */
export const HEALTHY_CLUSTERS: readonly HealthyCluster[] = SIMULATED;
