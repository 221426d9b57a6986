import { Found, title } from './stage';
import {
  ApiResource, CATALOG_SOURCES, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, NAMESPACES, PERSISTENT_VOLUME_CLAIMS, PODS,
} from '../cluster/api-resource';
import { ClusterView } from '../cluster/cluster-view';
import { Interest } from '../cluster/interest';
import { KubernetesObject } from '../cluster/kubernetes-object';
import { inNamespace, objectsOf, one } from '../cluster/queries';
import { field, mapsField, textField } from '../../../bundle/json-value';
import { OLM_GROUP } from '../../../olm/olm-group';
import { namespaceInterests } from '../operator/operator-interests';
import { byName } from '../operator/situation';

/** What is followed to see who uses the place of an operator. */
export interface PlaceInterests {
  /** What counts for the OperatorGroup. */
  readonly ofGroup: { readonly subscriptions: Interest; readonly csvs: Interest; readonly groups: Interest };

  /** What counts for the Namespace besides. */
  readonly ofNamespace: {
    readonly namespace: Interest; readonly catalogs: Interest; readonly deployments: Interest; readonly pods: Interest; readonly claims: Interest;
    /** All of them: OLM marks those that operators bring, and they stay when their operator goes. */
    readonly crds: Interest;
  };

  /** The objects of the CRDs that are marked, in the namespace. */
  readonly operands: readonly Interest[];
}

const CRDS: Interest = { resource: CUSTOM_RESOURCE_DEFINITIONS };

/** Everything that may be looked at in the place of an operator. */
export function placeInterests(namespace: string, view: ClusterView): PlaceInterests {
  const { subscriptions, csvs, groups, deployments } = namespaceInterests(namespace);
  return {
    ofGroup: { subscriptions, csvs, groups },
    ofNamespace: {
      namespace: one(NAMESPACES, namespace),
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

/** Whether OLM noted of a CRD that an operator brought it. No selector finds that: the operator is a part of the label's name. */
function isOfOperator({ metadata: { labels = {} } }: KubernetesObject): boolean {
  return Object.keys(labels).some((label) => label.startsWith(`${OLM_GROUP}/`));
}

/** The resource that a CRD makes, in a version that is served; undefined for one whose objects are in no namespace, or that serves none. */
function namespacedResource({ spec }: KubernetesObject): ApiResource | undefined {
  const version = textField(mapsField(spec, 'versions').find((found) => found['served'] === true), 'name');
  const [group, names] = [textField(spec, 'group'), field(spec, 'names')];
  const [plural, kind] = [textField(names, 'plural'), textField(names, 'kind')];
  const isComplete = version !== undefined && group !== undefined && plural !== undefined && kind !== undefined;
  return isComplete && textField(spec, 'scope') === 'Namespaced' ? { group, version, plural, kind, namespaced: true } : undefined;
}

/** Who uses an OperatorGroup: the operators of its namespace, as long as it is the only group there. With two, OLM does nothing for anybody. */
export function usersOfGroup(group: KubernetesObject, { ofGroup: { subscriptions, csvs, groups } }: PlaceInterests, view: ClusterView): string[] {
  const others = (objectsOf(view, groups) ?? []).filter((other) => other !== group);
  return others.length > 0 ? [] : [...titles(subscriptions, view), ...titles(csvs, view)];
}

/** What somebody would miss that is in a Namespace. */
export function usersOfNamespace(
  { ofGroup: { subscriptions, csvs, groups }, ofNamespace: { catalogs, claims }, operands }: PlaceInterests, view: ClusterView,
): string[] {
  return [subscriptions, csvs, groups, catalogs, claims, ...operands].flatMap((interest) => titles(interest, view));
}

/** The Deployments of a namespace, but for those of operators that are gone: nobody has collected them yet. */
export function livingDeployments({ ofGroup, ofNamespace }: PlaceInterests, view: ClusterView): Found[] {
  const csvs = objectsOf(view, ofGroup.csvs) ?? [];
  return found(ofNamespace.deployments, view).filter(({ object: { metadata: { ownerReferences = [] } } }) => (
    !ownerReferences.some(({ kind, name }) => kind === CLUSTER_SERVICE_VERSIONS.kind && byName(csvs, name) === undefined)
  ));
}

function titles(interest: Interest, view: ClusterView): string[] {
  return found(interest, view).map(title);
}

function found(interest: Interest, view: ClusterView): Found[] {
  return (objectsOf(view, interest) ?? []).map((object) => ({ resource: interest.resource, object }));
}
