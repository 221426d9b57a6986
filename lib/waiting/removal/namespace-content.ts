import { listableVersion } from './crd-conversion';
import { FoundObject, objectTitle } from './stage';
import {
  ApiResource, CATALOG_SOURCES, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, NAMESPACES, PERSISTENT_VOLUME_CLAIMS, PODS,
} from '../cluster/api-resource';
import { ClusterView } from '../cluster/cluster-view';
import { Interest } from '../cluster/interest';
import { KubernetesObject } from '../cluster/kubernetes-object';
import { inNamespace, objectsOf, named } from '../cluster/queries';
import { field, stringField } from '../../json/json-value';
import { OLM_GROUP } from '../../olm/model/olm-names';
import { namespaceInterests } from '../operator/operator-interests';
import { byName } from '../operator/situation';

/** Interests that show what uses the OperatorGroup and the Namespace of an operator. */
export interface NamespaceContentInterests {
  /** Interests for the OperatorGroup. */
  readonly ofGroup: { readonly subscriptions: Interest; readonly csvs: Interest; readonly groups: Interest };

  /** Further interests for the Namespace. */
  readonly ofNamespace: {
    readonly namespace: Interest; readonly catalogs: Interest; readonly deployments: Interest; readonly pods: Interest; readonly claims: Interest;
    /** All CRDs: OLM labels those of operators, and they stay when their operator is removed. */
    readonly crds: Interest;
  };

  /** Objects of the labeled CRDs in the namespace. */
  readonly operands: readonly Interest[];
}

const CRDS: Interest = { resource: CUSTOM_RESOURCE_DEFINITIONS };

/** Returns all interests for the removal of an operator's namespace. */
export function namespaceContentInterests(namespace: string, view: ClusterView): NamespaceContentInterests {
  const { subscriptions, csvs, groups, deployments } = namespaceInterests(namespace);
  return {
    ofGroup: { subscriptions, csvs, groups },
    ofNamespace: {
      namespace: named(NAMESPACES, namespace),
      catalogs: inNamespace(CATALOG_SOURCES, namespace),
      deployments,
      pods: inNamespace(PODS, namespace),
      claims: inNamespace(PERSISTENT_VOLUME_CLAIMS, namespace),
      crds: CRDS,
    },
    operands: (objectsOf(view, CRDS) ?? []).filter(isOfOperator).map(namespacedResource)
      .filter((resource) => resource !== undefined).map((resource) => inNamespace(resource, namespace)),
  };
}

/** Whether a CRD carries OLM's label of an operator. No selector can match it, because the operator is part of the label's key. */
function isOfOperator({ metadata: { labels = {} } }: KubernetesObject): boolean {
  return Object.keys(labels).some((label) => label.startsWith(`${OLM_GROUP}/`));
}

/** Returns the namespaced resource of a CRD in a version that can be listed; undefined if it is cluster-scoped or serves no version. */
function namespacedResource(crd: KubernetesObject): ApiResource | undefined {
  const { spec } = crd;
  const version = listableVersion(crd);
  const [group, names] = [stringField(spec, 'group'), field(spec, 'names')];
  const [plural, kind] = [stringField(names, 'plural'), stringField(names, 'kind')];
  const isComplete = version !== undefined && group !== undefined && plural !== undefined && kind !== undefined;
  return isComplete && stringField(spec, 'scope') === 'Namespaced' ? { group, version, plural, kind, namespaced: true } : undefined;
}

/** Returns the operators that use an OperatorGroup: those of its namespace if it is the only group. With two, OLM does nothing for any of them. */
export function usersOfGroup(
  group: KubernetesObject, { ofGroup: { subscriptions, csvs, groups } }: NamespaceContentInterests, view: ClusterView,
): string[] {
  const others = (objectsOf(view, groups) ?? []).filter((other) => other !== group);
  return others.length > 0 ? [] : [...titles(subscriptions, view), ...titles(csvs, view)];
}

/** Returns the objects that keep a Namespace in use. */
export function usersOfNamespace(
  { ofGroup: { subscriptions, csvs, groups }, ofNamespace: { catalogs, claims }, operands }: NamespaceContentInterests, view: ClusterView,
): string[] {
  return [subscriptions, csvs, groups, catalogs, claims, ...operands].flatMap((interest) => titles(interest, view));
}

/** Returns the Deployments of a namespace without those of removed operators, which are not garbage collected yet. */
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
