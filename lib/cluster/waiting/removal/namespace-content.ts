import { listableVersion } from './crd-conversion';
import { FoundObject, objectTitle } from './stage';
import {
  ApiResource, CATALOG_SOURCES, CLUSTER_EXTENSIONS, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, NAMESPACES, PERSISTENT_VOLUME_CLAIMS, PODS,
  resourceName,
} from '../view/api-resource';
import { ClusterView } from '../view/cluster-view';
import { Interest } from '../view/interest';
import { KubernetesObject, specString } from '../view/kubernetes-object';
import { inNamespace, objectsOf, named } from '../view/queries';
import { field, stringField } from '../../../formats/json/json-value';
import { OLM_GROUP } from '../../../olm/v0/model/olm-names';
import { OLM_V1_GROUP } from '../../../olm/v1/model/olm-v1-names';
import { namespaceInterests } from '../operator/operator-interests';
import { byName } from '../operator/situation';

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
    operands: (objectsOf(view, CRDS) ?? []).filter((crd) => isOfOperator(crd) || crds.includes(crd.metadata.name)).map(namespacedResource)
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
