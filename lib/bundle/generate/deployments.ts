import { field, type JsonMap, mapField, mapListField, stringField } from '../../formats/json/json-value';
import { quotedList } from '../../text/phrases';
import type { Problems } from '../model/bundle-error';
import { BundleErrorCode } from '../model/bundle-problem';
import { podServiceAccount } from '../model/cluster-service-version-fields';
import { GenerationNoteCode } from '../model/generation-note';
import { type CollectedObjects, specOf } from './collect-objects';
import type { GenerationNotes } from './generation-notes';
import { addFault, type InputObject } from './input-object';
import type { LostFields } from './lost-fields';

/** A Deployment that a ClusterServiceVersion has in its install strategy. */
export interface InstalledDeployment {
  readonly name: string;

  /** Service account of its pods. */
  readonly account: string;
  readonly podLabels: { readonly [key: string]: unknown };
  readonly labels: { readonly [key: string]: string };
  readonly spec: JsonMap;
  readonly object: InputObject;
}

/** Workloads that OLM does not install, from which somebody may have expected an operator. */
const OTHER_WORKLOADS = ['StatefulSet', 'DaemonSet', 'ReplicaSet', 'Job', 'CronJob', 'Pod'];

/** Returns the Deployments of the install strategy, in the order of the manifests. */
export function installedDeployments(objects: CollectedObjects, notes: GenerationNotes, lost: LostFields, problems: Problems): InstalledDeployment[] {
  const { deployments, others } = objects;
  if (deployments.length === 0) {
    const workloads = others.filter(({ kind }) => OTHER_WORKLOADS.includes(kind)).map(({ kind, name }) => `${kind} ${name}`);
    const found = workloads.length === 0 ? '' : `, but ${quotedList(workloads)}`;
    problems.add(BundleErrorCode.MANIFEST, `the manifests have no Deployment${found}; OLM runs an operator as Deployments: add the one of the operator`);
  }
  const names = new Map<string, InputObject>();
  for (const object of deployments) {
    const first = names.get(object.name);
    if (first !== undefined) {
      fault(problems, object, `has the name of the Deployment at ${first.file}:${first.line}, which is in another namespace; OLM installs both in one: rename one of them`);
    }
    names.set(object.name, object);
    if (object.apiVersion !== 'apps/v1') {
      fault(problems, object, `has the apiVersion ${object.apiVersion}, which Kubernetes does not serve since 1.16; change it to apps/v1`);
    }
  }
  noteNamespaces(deployments, notes);
  return deployments.map((object) => installedDeployment(object, lost, problems));
}

function fault(problems: Problems, object: InputObject, message: string): void {
  addFault(problems, object, `${object.text} ${message}`);
}

function noteNamespaces(deployments: readonly InputObject[], notes: GenerationNotes): void {
  const namespaces = homeNamespaces(deployments);
  if (namespaces.size > 1) {
    notes.decide(GenerationNoteCode.NAMESPACE, `the Deployments are in ${namespaces.size} namespaces (${[...namespaces].join(', ')}), and OLM installs all of them in the namespace of the operator; `
      + 'check that they work in one namespace');
  }
}

/** Returns the namespaces of Deployments. Those without one are in whichever namespace they are applied to. */
export function homeNamespaces(deployments: readonly Pick<InputObject, 'namespace'>[]): ReadonlySet<string> {
  return new Set(deployments.flatMap(({ namespace }) => namespace ?? []));
}

function installedDeployment(object: InputObject, lost: LostFields, problems: Problems): InstalledDeployment {
  const spec = specOf(object);
  const template = mapField(spec, 'template');
  if (mapListField(mapField(template, 'spec'), 'containers').length === 0) {
    fault(problems, object, 'has no containers in spec.template.spec.containers; add the one of the operator');
  }
  lost.add(object, {
    kept: ['labels', 'spec'], code: GenerationNoteCode.DEPLOYMENT,
    message: (fields) => `loses its ${fields}, because OLM creates Deployments with labels only; if the pods read annotations, move them to spec.template.metadata.annotations`,
  });
  return {
    name: object.name, labels: object.labels, object, account: podServiceAccount({ name: object.name, spec, labels: {} }),
    podLabels: mapField(mapField(template, 'metadata'), 'labels'),
    spec: { ...spec, template: { ...template, spec: withWatchedNamespaces(mapField(template, 'spec')) } },
  };
}

/** Environment variable with the namespaces that an operator watches. */
export const WATCH_NAMESPACE = 'WATCH_NAMESPACE';

/** Lets the variable WATCH_NAMESPACE of each container follow the OperatorGroup: OLM writes its namespaces into an annotation of the pod. */
function withWatchedNamespaces(pod: JsonMap): JsonMap {
  const watched = { name: WATCH_NAMESPACE, valueFrom: { fieldRef: { fieldPath: "metadata.annotations['olm.targetNamespaces']" } } };
  return mapContainers(pod, (container) => {
    const env = field(container, 'env');
    return !Array.isArray(env) ? container
      : { ...container, env: env.map((variable: unknown) => (stringField(variable, 'name') === WATCH_NAMESPACE ? watched : variable)) };
  });
}

/** Returns a pod with changed containers and init containers. */
export function mapContainers(pod: JsonMap, change: (container: JsonMap) => JsonMap): JsonMap {
  const changed = ['initContainers', 'containers'].filter((key) => Array.isArray(field(pod, key)));
  return { ...pod, ...Object.fromEntries(changed.map((key) => [key, mapListField(pod, key).map(change)])) };
}

/** Returns the pod of a Deployment. */
export function podOf({ spec }: Pick<InstalledDeployment, 'spec'>): JsonMap {
  return mapField(mapField(spec, 'template'), 'spec');
}

/** Returns the containers of a Deployment, then its init containers. */
export function containersOf(deployment: Pick<InstalledDeployment, 'spec'>): JsonMap[] {
  const pod = podOf(deployment);
  return [...mapListField(pod, 'containers'), ...mapListField(pod, 'initContainers')];
}

/** Returns a Deployment with another pod. */
export function withPod(deployment: InstalledDeployment, pod: JsonMap): InstalledDeployment {
  return { ...deployment, spec: { ...deployment.spec, template: { ...mapField(deployment.spec, 'template'), spec: pod } } };
}
