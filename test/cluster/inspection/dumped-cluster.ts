import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Dump } from '../../../lib/cluster/inspection/source/dump';
import { DumpedObject } from '../../../lib/cluster/inspection/source/dumped-objects';
import { ObjectSource } from '../../../lib/cluster/inspection/source/object-source';
import { resourceName } from '../../../lib/cluster/waiting/view/api-resource';
import { namespacedName } from '../../../lib/cluster/waiting/view/kubernetes-object';
import { stringField } from '../../../lib/formats/json/json-value';
import { ClusterEvent, PROBLEMS, Simulation } from '../waiting/simulated-cluster';

/** Start of a simulation, in milliseconds since 1970. */
export const START = Date.parse('2026-11-20T12:00:00Z');

const KINDS: { readonly [plural: string]: string } = {
  subscriptions: 'Subscription', installplans: 'InstallPlan', clusterserviceversions: 'ClusterServiceVersion', catalogsources: 'CatalogSource',
  operatorgroups: 'OperatorGroup', packagemanifests: 'PackageManifest', namespaces: 'Namespace', pods: 'Pod', events: 'Event', jobs: 'Job',
  deployments: 'Deployment', customresourcedefinitions: 'CustomResourceDefinition', apiservices: 'APIService', services: 'Service',
  clustercatalogs: 'ClusterCatalog', clusterextensions: 'ClusterExtension', bundledeployments: 'BundleDeployment', bundleinstances: 'BundleInstance', bundles: 'Bundle',
  plains: 'Plain', serviceaccounts: 'ServiceAccount', certificates: 'Certificate', validatingwebhookconfigurations: 'ValidatingWebhookConfiguration',
  endpointslices: 'EndpointSlice', operators: 'Operator', operatorconditions: 'OperatorCondition', olmconfigs: 'OLMConfig',
  clusterextensionrevisions: 'ClusterExtensionRevision', clusterobjectsets: 'ClusterObjectSet',
};

const VERSIONS: { readonly [group: string]: string } = { 'operators.coreos.com': 'v1alpha1', 'core.rukpak.io': 'v1alpha1' };

/** Returns the objects of a simulated cluster as a dump contains them. Those without a creation time receive the time at which they appeared. */
export function dumpedCluster(objects: readonly ClusterEvent[]): DumpedObject[] {
  const dumped = objects.map(({ at, resource, object }): DumpedObject => {
    const dot = resource.indexOf('.');
    const [plural, group] = dot < 0 ? [resource, ''] : [resource.slice(0, dot), resource.slice(dot + 1)];
    const kind = KINDS[plural] ?? plural;
    const version = ['OperatorGroup', 'Operator', 'OLMConfig'].includes(kind) ? 'v1' : kind === 'OperatorCondition' ? 'v2' : VERSIONS[group] ?? 'v1';
    const created = stringField(object.metadata, 'creationTimestamp') ?? new Date(START + at).toISOString();
    const apiVersion = group === '' ? version : `${group}/${version}`;
    return { kind: { group, kind }, object: { apiVersion, kind, ...object, metadata: { creationTimestamp: created, ...object.metadata } } as DumpedObject['object'] };
  });
  const system = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system' }, status: { phase: 'Active' } };
  return [...dumped, { kind: { group: '', kind: 'Namespace' }, object: system }];
}

/** Returns a dump of a simulated cluster. */
export function dumpOf(objects: readonly ClusterEvent[]): ObjectSource {
  return dumpOfObjects(dumpedCluster(objects));
}

/** Returns a dump with some objects. */
export function dumpOfObjects(objects: readonly DumpedObject[]): ObjectSource {
  return new Dump([{ objects, lists: [] }]).source();
}

/** Writes objects to a file, as kubectl does, and returns its path. */
export function dumpFileOf(objects: readonly DumpedObject[]): string {
  const path = join(mkdtempSync(join(tmpdir(), 'dump-')), 'dump.json');
  writeFileSync(path, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects.map(({ object }) => object) }));
  return path;
}

/** Returns a simulated cluster as a source that lacks nothing, as an API server does. */
export function clusterOf(objects: readonly ClusterEvent[]): ObjectSource {
  return clusterOfObjects(dumpedCluster(objects));
}

/** Returns the objects of a dump as a source that lacks nothing. */
export function clusterOfObjects(objects: readonly DumpedObject[]): ObjectSource {
  const { index } = new Dump([{ objects, lists: [] }]);
  return { notes: () => [], list: (interest) => Promise.resolve({ items: index.select(interest) }) };
}

/** Returns a source that cannot list some resources. */
export function withProblems(source: ObjectSource, problems: NonNullable<Simulation['problems']>): ObjectSource {
  return {
    isSelection: source.isSelection === true, notes: () => source.notes(),
    list: (interest) => {
      const problem = problems[resourceName(interest.resource)];
      return problem === undefined ? source.list(interest) : Promise.resolve({ problem: PROBLEMS[problem] });
    },
  };
}

/** Returns the objects of a cluster at a moment of its events. */
export function contentAt(events: readonly ClusterEvent[], moment: number): ClusterEvent[] {
  const found = new Map<string, ClusterEvent>();
  for (const event of events.filter(({ at }) => at <= moment)) {
    const key = `${event.resource} ${namespacedName(event.object)}`;
    found.delete(key);
    if (event.type !== 'DELETED') {
      found.set(key, event);
    }
  }
  return [...found.values()];
}

/** Returns when a recording began, by the times in it: an object is recorded after the second in which it was created. */
export function startOf(events: readonly ClusterEvent[]): number {
  const created = (object: ClusterEvent['object']): number => Date.parse(stringField(object.metadata, 'creationTimestamp') ?? '');
  return Math.max(...events.map(({ at, object }) => created(object) - at).filter((start) => !Number.isNaN(start)));
}
