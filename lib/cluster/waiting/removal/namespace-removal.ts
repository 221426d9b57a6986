import { field, stringField } from '../../../formats/json/json-value';
import { OLM_GROUP, OLM_V1_GROUP } from '../../../formats/schema/api-groups';
import { list } from '../explain/formatting';
import { DEFAULT_TIMEOUTS, Timeouts, Waiter, withTimeouts } from '../machine/waiter';
import { Observation, ObservationContext, WaiterState } from '../machine/waiter-state';
import { namespaceInterests } from '../operator/operator-interests';
import { byName } from '../operator/situation';
import { listableVersion } from '../rules/crds';
import { stuckNamespaceFindings } from '../rules/namespaces';
import {
  ApiResource, CATALOG_SOURCES, CLUSTER_EXTENSIONS, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, NAMESPACES, OPERATOR_GROUPS,
  PERSISTENT_VOLUME_CLAIMS, PODS, resourceName,
} from '../view/api-resource';
import { ClusterView, distinct, inNamespace, Interest, named, objectOf, objectsOf } from '../view/cluster-view';
import { isTerminating, KubernetesObject, specString, statusString } from '../view/kubernetes-object';
import { observeStages, RemovalMemory, removalWaiter, unlisted } from './removal-waiter';
import { DeletionPolicy, deletionStage, FoundObject, objectTitle, RemovalReport, Stage } from './stage';

/** Options of `namespaceRemoval`. */
export interface NamespaceRemovalOptions {
  readonly namespace: string;
  /** Names of the OperatorGroups to delete, each if no operator uses it. @default - none */
  readonly operatorGroups?: readonly string[];
  /** Whether to delete the Namespace if it is not in use. @default false */
  readonly removeNamespace?: boolean;
  /** Names of CRDs whose objects use the Namespace, besides those that OLM installed. @default - none */
  readonly crds?: readonly string[];
  /** Whether to remove the finalizers of objects stuck in deletion for more than a minute, which skips their cleanup. @default false */
  readonly force?: boolean;
  /** @default - `NAMESPACE_REMOVAL_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** Phases of `namespaceRemoval`, in their order. */
export type NamespaceRemovalPhase = 'inspecting' | 'operator group' | 'namespace';

/** Timeouts of `namespaceRemoval`. The deletion of a Namespace takes time. */
export const NAMESPACE_REMOVAL_TIMEOUTS: Timeouts = {
  ...DEFAULT_TIMEOUTS, total: 10 * 60_000, settling: 0, phases: { 'operator group': 2 * 60_000, 'namespace': 5 * 60_000 },
};

/** Removes the OperatorGroup and the Namespace of a removed operator, each only if it is no longer used; otherwise it reports what uses them. */
export function namespaceRemoval(options: NamespaceRemovalOptions): Waiter<WaiterState<RemovalMemory>, RemovalReport> {
  return removalWaiter<RemovalMemory>({
    subject: `removal of operator namespace ${options.namespace}`,
    memory: { removed: [] },
    timeouts: withTimeouts(NAMESPACE_REMOVAL_TIMEOUTS, options.timeouts),
    observe: (memory, view, context) => observe(options, memory, view, context),
  });
}

function observe(
  options: NamespaceRemovalOptions, memory: RemovalMemory, view: ClusterView, { timeInPhase }: ObservationContext,
): Observation<RemovalMemory, RemovalReport> {
  const interests = namespaceContentInterests(options.namespace, view, options.crds);
  const watch = distinct([
    ...((options.operatorGroups ?? []).length === 0 ? [] : Object.values(interests.ofGroup)),
    ...(options.removeNamespace === true ? usersInterests(interests, view) : []),
  ]);
  if (watch.some((interest) => objectsOf(view, interest) === undefined)) {
    return unlisted(memory, watch);
  }
  const policy = { description: '', force: options.force ?? false, timeInPhase };
  const groups = (options.operatorGroups ?? []).map((name) => () => groupStage(name, interests, view, policy));
  return observeStages(memory.removed, [...groups, () => namespaceStage(options, interests, view, policy)], watch);
}

function groupStage(name: string, interests: NamespaceContentInterests, view: ClusterView, policy: DeletionPolicy): Stage {
  const phase = 'operator group';
  const group = byName(objectsOf(view, interests.ofGroup.groups) ?? [], name);
  if (group === undefined) {
    return { phase };
  }
  const found = { resource: OPERATOR_GROUPS, object: group };
  const users = usersOfGroup(group, interests, view);
  return users.length > 0 && !isTerminating(group)
    ? { phase, left: [{ object: objectTitle(found), reason: `in use by ${list(users)}` }] }
    : deletionStage(phase, [found], { ...policy, description: 'deletes the OperatorGroup, which is no longer used' });
}

function namespaceStage(
  { removeNamespace }: NamespaceRemovalOptions, interests: NamespaceContentInterests, view: ClusterView, policy: DeletionPolicy,
): Stage {
  const namespace = objectOf(view, interests.ofNamespace.namespace);
  if (removeNamespace !== true || !namespace) {
    return { phase: 'namespace' };
  }
  const pods = activePods(objectsOf(view, interests.ofNamespace.pods) ?? []);
  return namespaceDeletion('namespace', namespace, {
    users: usersOfNamespace(interests, view), running: [...activeDeployments(interests, view), ...pods],
  }, policy);
}

/** Interests that show what uses the OperatorGroup and the Namespace of an operator. */
export interface NamespaceContentInterests {
  readonly namespace: string;

  /** Interests for the OperatorGroup. */
  readonly ofGroup: { readonly subscriptions: Interest; readonly csvs: Interest; readonly groups: Interest };

  /** Further interests for the Namespace. */
  readonly ofNamespace: {
    readonly namespace: Interest; readonly catalogs: Interest; readonly deployments: Interest; readonly pods: Interest; readonly claims: Interest;
    /** All CRDs. OLM labels those of operators, and they are kept when their operator is removed. */
    readonly crds: Interest;
  };

  /** Objects of the labeled and the named CRDs in the namespace. */
  readonly operands: readonly Interest[];

  /** All ClusterExtensions, which are cluster-scoped. */
  readonly extensions: Interest;
}

const CRDS: Interest = { resource: CUSTOM_RESOURCE_DEFINITIONS };

/** Returns all interests for the removal of an operator's namespace. */
export function namespaceContentInterests(namespace: string, view: ClusterView, crds: readonly string[] = []): NamespaceContentInterests {
  const { subscriptions, csvs, groups, deployments } = namespaceInterests(namespace);
  const ownCrds = new Set(crds);
  return {
    namespace,
    extensions: { resource: CLUSTER_EXTENSIONS },
    ofGroup: { subscriptions, csvs, groups },
    ofNamespace: {
      namespace: named(NAMESPACES, namespace),
      catalogs: inNamespace(CATALOG_SOURCES, namespace),
      deployments,
      pods: inNamespace(PODS, namespace),
      claims: inNamespace(PERSISTENT_VOLUME_CLAIMS, namespace),
      crds: CRDS,
    },
    operands: (objectsOf(view, CRDS) ?? []).filter((crd) => isOfOperator(crd) || ownCrds.has(crd.metadata.name)).map(namespacedResource)
      .filter((resource) => resource !== undefined).map((resource) => inNamespace(resource, namespace)),
  };
}

/**
 * Returns the interests that show what uses the Namespace. An API of OLM is requested only if the cluster has its CRD: an account in a cluster with
 * only OLM v1 needs no permissions for OLM v0, and vice versa.
 */
export function usersInterests({ ofGroup, ofNamespace, operands, extensions }: NamespaceContentInterests, view: ClusterView): Interest[] {
  const crds = objectsOf(view, CRDS) ?? [];
  const isServed = ({ resource }: Interest): boolean => byName(crds, resourceName(resource)) !== undefined;
  const { catalogs, ...others } = ofNamespace;
  return [...Object.values(others), ...[...Object.values(ofGroup), catalogs, extensions].filter(isServed), ...operands];
}

/** Whether OLM labeled a CRD as belonging to an operator. No selector can match the label of OLM v0, because its key contains the operator. */
function isOfOperator({ metadata: { labels = {} } }: KubernetesObject): boolean {
  return Object.keys(labels).some((label) => label.startsWith(`${OLM_GROUP}/`) || label === `${OLM_V1_GROUP}/owner-name`);
}

/** Returns the namespaced resource of a CRD in a version that can be listed, or undefined if it is cluster-scoped or serves no version. */
function namespacedResource(crd: KubernetesObject): ApiResource | undefined {
  const { spec } = crd;
  const version = listableVersion(crd);
  const [group, names] = [stringField(spec, 'group'), field(spec, 'names')];
  const [plural, kind] = [stringField(names, 'plural'), stringField(names, 'kind')];
  const isComplete = version !== undefined && group !== undefined && plural !== undefined && kind !== undefined;
  return isComplete && stringField(spec, 'scope') === 'Namespaced' ? { group, version, plural, kind, namespaced: true } : undefined;
}

/** Returns the operators that use an OperatorGroup: those of its namespace if it is the only group. With two groups, OLM ignores all of them. */
export function usersOfGroup(
  group: KubernetesObject, { ofGroup: { subscriptions, csvs, groups } }: NamespaceContentInterests, view: ClusterView,
): string[] {
  const others = (objectsOf(view, groups) ?? []).filter((other) => other !== group);
  return others.length > 0 ? [] : [...titles(subscriptions, view), ...titles(csvs, view)];
}

/** Returns the objects that keep a Namespace in use. */
export function usersOfNamespace(
  { namespace, ofGroup: { subscriptions, csvs, groups }, ofNamespace: { catalogs, claims }, operands, extensions }: NamespaceContentInterests,
  view: ClusterView,
): string[] {
  return [
    ...[subscriptions, csvs, groups, catalogs, claims, ...operands].flatMap((interest) => titles(interest, view)),
    ...found(extensions, view).filter(({ object }) => specString(object, 'namespace') === namespace).map(objectTitle),
  ];
}

/** Returns the Deployments of a namespace, except those of removed operators that are not garbage collected yet. */
export function activeDeployments({ ofGroup, ofNamespace }: NamespaceContentInterests, view: ClusterView): FoundObject[] {
  const csvs = objectsOf(view, ofGroup.csvs) ?? [];
  return found(ofNamespace.deployments, view).filter(({ object: { metadata: { ownerReferences = [] } } }) => (
    !ownerReferences.some(({ kind, name }) => kind === CLUSTER_SERVICE_VERSIONS.kind && byName(csvs, name) === undefined)
  ));
}

function titles(interest: Interest, view: ClusterView): string[] {
  return found(interest, view).map(objectTitle);
}

function found(interest: Interest, view: ClusterView): FoundObject[] {
  return (objectsOf(view, interest) ?? []).map((object) => ({ resource: interest.resource, object }));
}

/** How long running pods may take to terminate before they count as in use, in milliseconds. */
const TERMINATION_GRACE = 30_000;

/** Content of a Namespace. */
export interface NamespaceContent {
  /** Objects that keep the Namespace in use. */
  readonly users: readonly string[];
  /** Running pods and Deployments. Those of deleted owners are about to terminate. */
  readonly running: readonly FoundObject[];
}

/** Deletes a Namespace that is no longer in use, and waits until it is gone. */
export function namespaceDeletion(phase: string, namespace: KubernetesObject, { users, running }: NamespaceContent, policy: DeletionPolicy): Stage {
  const found = { resource: NAMESPACES, object: namespace };
  const deletion = deletionStage(phase, [found], { ...policy, description: 'deletes the Namespace, which is no longer used' });
  if (isTerminating(namespace)) {
    return { ...deletion, findings: [...stuckNamespaceFindings(namespace), ...(deletion.findings ?? [])] };
  }
  const titles = running.map(objectTitle);
  if (users.length === 0 && running.length > 0 && policy.timeInPhase(phase) < TERMINATION_GRACE) {
    return { phase, waitingFor: `${list(titles)} to terminate` };
  }
  const inUse = [...users, ...titles];
  return inUse.length === 0 ? deletion : { phase, left: [{ object: objectTitle(found), reason: `in use by ${list(inUse)}` }] };
}

/** Returns the pods that have not finished. */
export function activePods(pods: readonly KubernetesObject[]): FoundObject[] {
  return pods.filter((pod) => !['Succeeded', 'Failed'].includes(statusString(pod, 'phase') ?? '')).map((object) => ({ resource: PODS, object }));
}
