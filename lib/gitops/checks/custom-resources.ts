import type { ApiObject } from 'cdk8s';
import { refusedFields } from '../../constructs/model/checked-object';
import { ClusterCatalog } from '../../constructs/olm-v1/cluster-catalog';
import { ClusterExtension } from '../../constructs/olm-v1/cluster-extension';
import { OLM_GROUP, OLM_V1_GROUP, PACKAGES_GROUP, RUKPAK_GROUP } from '../../formats/schema/api-groups';
import { FindingSeverity } from '../../validation/model/finding';
import { type AppOperator, nameOf, plainObjectsOf, providedApis } from './app-operator';
import { type CheckDefinition, type CheckedCluster, ownerOf } from './checked-cluster';
import { shell } from '../../text/shell';

/** API groups of Kubernetes without a dot, and those of tools for which there are constructs. */
const KNOWN_GROUPS = [
  '', 'apps', 'autoscaling', 'batch', 'extensions', 'policy', OLM_GROUP, PACKAGES_GROUP, OLM_V1_GROUP,
  RUKPAK_GROUP, 'argoproj.io',
];

/** Suffixes of API groups of Kubernetes and of tools for which there are constructs. */
const KNOWN_ENDS = ['.k8s.io', '.fluxcd.io'];

/** The API server would refuse the object, but only once the operator is installed. */
export const CUSTOM_RESOURCE_INVALID: CheckDefinition = {
  id: 'custom-resource-invalid',
  severity: FindingSeverity.ERROR,
  summary: 'the CRDs of the installed operators accept the custom resources of the app',
  remedy: 'fix the object, or choose the version of the operator that accepts it',
  source: 'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation',
  find: (view) => view.ownObjects.flatMap((object) => {
    const crd = isCheckedByConstruct(object) ? undefined : view.crdOf(object.apiGroup, object.kind);
    const operator = view.operatorOf(object.apiGroup, object.kind);
    return crd === undefined ? [] : refusedFields(object, view.manifestOf(object), crd).map((problem) => ({
      constructs: [ownerOf(object)],
      message: `the API server refuses ${object.kind} '${object.name}' under the CustomResourceDefinition '${crd.metadata.name}'${origin(operator)}: ${problem}`,
      ...(operator?.isLocked !== true ? {} : {
        remedy: `fix the object, or lock a version of package '${operator.package}' that accepts it, with \`${shell`olm-constructs lock --update ${operator.package}`}\``,
      }),
    }));
  }),
};

/** Returns the operator of a CRD as the end of a message, or an empty string if it has none. */
function origin(operator: AppOperator | undefined): string {
  return operator === undefined ? '' : ` of the ${operator.isLocked ? 'locked ' : ''}${nameOf(operator)}`;
}

/**
 * If the bundle of an operator is unknown, nothing is known about kinds, since it may provide any of them. Objects of bundles that are installed
 * without OLM are checked as needs of their bundle.
 */
export const KIND_UNKNOWN: CheckDefinition = {
  id: 'kind-unknown',
  severity: FindingSeverity.WARNING,
  summary: 'something provides the kinds of all objects',
  remedy: 'install the operator that provides the kind, fix `apiVersion` and `kind`, or declare the API with `apis` of the Cluster or of the checks',
  source: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#api-verbs',
  find: (view) => {
    if (view.isPartial || view.operators.some((operator) => operator.engine !== 'Plain' && providedApis(operator) === undefined)) {
      return [];
    }
    const provided = new Set(view.operators.flatMap((operator) => providedApis(operator) ?? []).map(({ group, kind }) => `${group}/${kind}`));
    const ofBundles = new Set(view.operators.flatMap(plainObjectsOf));
    return view.ownObjects
      .filter((object) => !ofBundles.has(object))
      .filter(({ apiGroup, apiVersion, kind }) => !isKnownGroup(view, groupOf(apiGroup)) && !view.declares(groupOf(apiGroup), versionOf(apiVersion), kind) && !provided.has(`${apiGroup}/${kind}`) && view.crdOf(apiGroup, kind) === undefined)
      .map((object) => ({
        constructs: [ownerOf(object)],
        message: `nothing in the app provides the kind ${object.kind} of ${object.apiVersion}, which '${object.name}' has`,
      }));
  },
};

/** Whether the construct of an object checks it against its CRD at synthesis. */
function isCheckedByConstruct({ node: { scope } }: ApiObject): boolean {
  return ClusterExtension.isClusterExtension(scope) || ClusterCatalog.isClusterCatalog(scope);
}

/** cdk8s calls the core group `core`. */
function groupOf(apiGroup: string): string {
  return apiGroup === 'core' ? '' : apiGroup;
}

function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}

function isKnownGroup({ isOpenShift }: CheckedCluster, group: string): boolean {
  return KNOWN_GROUPS.includes(group)
    || [...KNOWN_ENDS, ...(isOpenShift ? ['.openshift.io'] : [])].some((end) => group.endsWith(end));
}
