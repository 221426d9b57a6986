import { Cluster } from '../../constructs/cluster';
import { fieldAt, mapListField, stringField } from '../../formats/json/json-value';
import { isEarlierKubernetes } from '../../formats/semver/kubernetes-version';
import { printableLine } from '../../text/printable';
import { removalOf } from '../../validation/model/removed-apis';
import { FindingSeverity } from '../../validation/model/finding';
import { type AppOperator, nameOf } from './app-operator';
import { type CheckDefinition, ownerOf, type Problem } from './checked-cluster';

/** OperatorSubscriptions check the version of their `Cluster` themselves. */
export const KUBERNETES_TOO_OLD: CheckDefinition = {
  id: 'kubernetes-too-old',
  severity: FindingSeverity.ERROR,
  summary: 'clusters have the version of Kubernetes that operators require',
  remedy: 'use an earlier version of the operator, or upgrade the cluster and change its `kubernetesVersion`',
  source: 'https://olm.operatorframework.io/docs/concepts/crds/clusterserviceversion/',
  find: (view) => {
    const ofCluster = Cluster.of(view.cluster)?.kubernetesVersion;
    return view.operators.filter(({ isChecked }) => !isChecked || ofCluster === undefined).flatMap((operator) => {
      const required = operator.entry?.minKubeVersion ?? operator.bundle?.csv.minKubeVersion;
      return !isEarlierKubernetes(view.kubernetesVersion, required) ? [] : [{
        constructs: [operator.construct],
        message: `${nameOf(operator)} requires Kubernetes ${required} or later, and the cluster has ${view.kubernetesVersion}`,
      }];
    });
  },
};

/** OperatorSubscriptions print these warnings themselves. */
export const DEPRECATED_CONTENT: CheckDefinition = {
  id: 'deprecated-content',
  severity: FindingSeverity.WARNING,
  summary: 'packages, channels and bundles are not deprecated in their catalog',
  remedy: 'follow another channel or package that the message recommends',
  source: 'https://olm.operatorframework.io/docs/reference/file-based-catalogs/#olmdeprecations-1',
  find: (view) => view.operators.filter(({ isChecked }) => !isChecked).flatMap((operator): Problem[] => (
    deprecations(operator).map((message) => ({ constructs: [operator.construct], message }))
  )),
};

/** An API that the cluster no longer serves is an error: objects of its kinds cannot be applied. */
export const API_REMOVED: CheckDefinition = {
  id: 'api-removed',
  severity: FindingSeverity.ERROR,
  summary: 'objects have an API that Kubernetes serves',
  remedy: 'write the object in a later version of the API',
  source: 'https://kubernetes.io/docs/reference/using-api/deprecation-guide/',
  find: (view) => view.ownObjects.flatMap((object) => {
    const release = removalOf(object.apiVersion, object.kind);
    return release === undefined || isEarlierKubernetes(view.kubernetesVersion, release) ? [] : [{
      constructs: [ownerOf(object)],
      message: `${object.kind} '${object.name}' has the API version ${object.apiVersion}, which Kubernetes ${release.replace(/\.0$/, '')} removed`,
    }];
  }),
};

/** Includes OLM's own deprecated API. */
export const API_DEPRECATED: CheckDefinition = {
  id: 'api-deprecated',
  severity: FindingSeverity.WARNING,
  summary: 'custom resources have a version that their CRD does not deprecate',
  remedy: 'write the object in a version that is not deprecated',
  source: 'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#version-deprecation',
  find: (view) => view.ownObjects.flatMap((object) => {
    const { apiVersion, apiGroup, kind, name } = object;
    const isOldGroup = apiVersion === 'operators.coreos.com/v1alpha2' && kind === 'OperatorGroup';
    const version = mapListField(fieldAt(view.crdOf(apiGroup, kind), 'spec'), 'versions').find((each) => `${apiGroup}/${stringField(each, 'name')}` === apiVersion);
    const isDeprecated = isOldGroup || version?.['deprecated'] === true;
    const reason = stringField(version, 'deprecationWarning');
    return !isDeprecated ? [] : [{
      constructs: [ownerOf(object)],
      message: `${kind} '${name}' has the API version ${apiVersion}, which is deprecated${reason === undefined ? '' : `: ${printableLine(reason)}`}`,
    }];
  }),
};

function deprecations({ knownPackage, knownChannel, channels, entry, isPinned }: AppOperator): string[] {
  // With automatic approval, OLM goes on to the head of the channel.
  const bundles = [...new Set([entry, isPinned ? undefined : knownChannel?.head])];
  return [
    { what: `package '${knownPackage?.name}'`, message: knownPackage?.deprecation },
    { what: `channel '${knownChannel?.name}' of package '${knownPackage?.name}'`, message: channels.length === 0 ? undefined : knownChannel?.deprecation },
    ...bundles.map((bundle) => ({ what: `bundle '${bundle?.name}'`, message: bundle?.deprecation })),
  ].flatMap(({ what, message }) => (message === undefined ? [] : [`${what} is deprecated: ${printableLine(message)}`]));
}
