import { fieldAt, mapListField, stringField } from '../../../formats/json/json-value';
import { CONTROLLERS, namespaceInterests } from '../operator/operator-interests';
import { listableVersion } from '../rules/crds';
import {
  ApiResource, CLUSTER_ROLE_BINDINGS, CLUSTER_ROLES, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, MUTATING_WEBHOOKS, ROLE_BINDINGS,
  VALIDATING_WEBHOOKS,
} from '../view/api-resource';
import { deploymentNames, OwnedApi } from '../view/cluster-service-version';
import { ClusterView, inNamespace, Interest, named, objectOf, optional, withoutCopies } from '../view/cluster-view';
import { KubernetesObject, specString } from '../view/kubernetes-object';
import { bundleObjectInterests, type BundleObjectInterests } from './bundle-object-stage';
import { conversionService, conversionServiceInterest } from './crd-conversion';
import { recordedCrd, recordedCrds } from './operator-crds';
import { OperatorFootprint, operatorRecord } from './operator-footprint';
import { OperatorRemovalOptions } from './operator-removal-options';
import { Leftover, objectTitle } from './stage';
import { shell } from '../../../text/shell';

/** Interests of the removal of an operator. */
export interface RemovalInterests {
  readonly subscriptions: Interest;
  readonly csvs: Interest;
  readonly allCsvs: Interest;
  readonly deployments: Interest;
  readonly controllers: Interest;
  readonly operands: readonly { readonly api: OwnedApi; readonly interest: Interest }[];
  readonly crds: readonly Interest[];
  readonly operator: Interest | undefined;
  /** CRDs in OLM's record of an operator whose APIs are unknown, because an earlier removal deleted the operator. */
  readonly recorded: readonly Interest[];
  /** Cluster-scoped objects with OLM's label of the operator's ClusterServiceVersions. */
  readonly owned: readonly Interest[];
  /** RoleBindings in kube-system, of which OLM creates one for each Deployment with webhooks or aggregated APIs. */
  readonly authReaders: Interest;
  /** InstallPlans, which show what OLM created for the operator. */
  readonly plans: Interest;
  /** OperatorGroups of the namespace. */
  readonly groups: Interest;
  readonly bundleObjects: BundleObjectInterests;
  /** Services of the conversion webhooks of the CRDs. */
  readonly services: readonly Interest[];
}

/** Resources of cluster-scoped objects that OLM creates for a ClusterServiceVersion. */
const OWNED = [CLUSTER_ROLES, CLUSTER_ROLE_BINDINGS, VALIDATING_WEBHOOKS, MUTATING_WEBHOOKS];

const ALL_CSVS = withoutCopies({ resource: CLUSTER_SERVICE_VERSIONS });

/** Returns all interests of a removal; the options decide which of them are needed. */
export function removalInterests({ namespace }: OperatorRemovalOptions, footprint: OperatorFootprint, view: ClusterView): RemovalInterests {
  const { subscriptions, csvs, deployments, plans, groups } = namespaceInterests(namespace);
  const operator = footprint.package === undefined ? undefined : operatorRecord(footprint.package, namespace);
  return {
    subscriptions, csvs, deployments,
    plans: optional(plans),
    groups: optional(groups),
    bundleObjects: bundleObjectInterests(footprint, ALL_CSVS, view),
    allCsvs: ALL_CSVS,
    controllers: CONTROLLERS,
    operands: footprint.apis.map((api) => ({ api, interest: { resource: servedResource(api, objectOf(view, crdOf(api))) } })),
    crds: footprint.apis.map(crdOf),
    operator,
    recorded: operator === undefined || footprint.apis.length > 0 ? [] : recordedCrds(objectOf(view, operator)).map(recordedCrd),
    owned: footprint.csvs.length === 0 ? []
      : OWNED.map((resource) => optional({ resource, labelSelector: `olm.owner in (${[...footprint.csvs].sort().join(',')})` })),
    authReaders: AUTH_READERS,
    services: footprint.apis.map((api) => objectOf(view, crdOf(api))).map((crd) => (crd ? conversionService(crd) : undefined))
      .filter((service) => service !== undefined).map(conversionServiceInterest),
  };
}

const crdOf = ({ crd }: OwnedApi): Interest => named(CUSTOM_RESOURCE_DEFINITIONS, crd);

/** Returns the resource of an API in the version in which its objects are stored, if that is served. */
function servedResource({ group, plural, kind, version }: OwnedApi, crd: KubernetesObject | null | undefined): ApiResource {
  const known = (crd ? listableVersion(crd, version) : undefined) ?? version;
  return { group, plural, kind, version: known, namespaced: specString(crd ?? undefined, 'scope') !== 'Cluster' };
}

const KUBE_SYSTEM = 'kube-system';

/** Interest in the RoleBindings, including those with which servers of webhooks and aggregated APIs may read how the API server authenticates. */
export const AUTH_READERS: Interest = optional(inNamespace(ROLE_BINDINGS, KUBE_SYSTEM));

/**
 * Returns the RoleBindings that OLM created for operators of a namespace and left behind. They have no owner, because it would be in another
 * namespace.
 *
 * @param bindings RoleBindings in kube-system
 * @param csvs remaining ClusterServiceVersions of the namespace, whose RoleBindings are in use
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/v0.46.0/pkg/controller/install/certresources.go
 */
export function leftAuthReaders(namespace: string, bindings: readonly KubernetesObject[], csvs: readonly KubernetesObject[]): Leftover[] {
  const used = new Set(csvs.flatMap(deploymentNames).map((deployment) => `${deployment}-service-auth-reader`));
  return bindings.filter((binding) => isAuthReader(binding) && !used.has(binding.metadata.name) && isFor(namespace, binding)).map((object) => ({
    object: objectTitle({ resource: ROLE_BINDINGS, object }),
    reason: `OLM created it for a webhook or an aggregated API of an operator in ${namespace}, and never deletes it; to delete it, run `
      + shell`kubectl delete rolebinding -n ${KUBE_SYSTEM} ${object.metadata.name}`,
  }));
}

function isAuthReader({ metadata: { name }, roleRef }: KubernetesObject): boolean {
  return name.endsWith('-service-auth-reader') && fieldAt(roleRef, 'kind') === 'Role' && fieldAt(roleRef, 'name') === 'extension-apiserver-authentication-reader';
}

/** Whether all accounts of a RoleBinding are in a namespace. */
function isFor(namespace: string, binding: KubernetesObject): boolean {
  const subjects = mapListField(binding, 'subjects');
  return subjects.length > 0 && subjects.every((subject) => stringField(subject, 'kind') === 'ServiceAccount' && stringField(subject, 'namespace') === namespace);
}
