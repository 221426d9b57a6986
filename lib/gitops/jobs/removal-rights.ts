import { clusterRules as waitingInCluster, operatorRules as waitingForOperator, rule } from './wait-rights';
import { groupBy } from '../../text/group-by';
import { OLM_GROUP } from '../../olm/v0/model/olm-names';
import { OlmRemovalTarget } from '../../olm/v0/release/removal-order';
import { InstallRule } from '../../report/install-rule';
import { resourceOfKind } from '../../formats/schema/resource-of-kind';

const FOLLOW = ['list', 'watch'];
const IDENTIFICATION: InstallRule = { ...rule('identify the cluster', '', ['namespaces'], ['get']), resourceNames: ['kube-system'] };

/** What a removal deletes in addition to operators. */
export interface RemovalChanges {
  /** Whether it deletes the objects of the operators' APIs. */
  readonly deletesOperands: boolean;

  /** Whether it deletes CRDs. */
  readonly deletesCrds: boolean;
}

/** Returns the rules for the namespace of an operator. The guide "What the waiters may do" contains the same rules; a test compares both. */
export function operatorRemovalRules(): InstallRule[] {
  return [
    ...waitingForOperator({ approves: false, recovers: false }),
    rule('remove the operator', OLM_GROUP, ['subscriptions', 'clusterserviceversions'], ['delete']),
  ];
}

/**
 * Returns the rules for the whole cluster.
 *
 * @param namespaces namespaces of the operators
 * @param crds names of the CRDs of the operators
 */
export function clusterRemovalRules(
  namespaces: readonly string[], crds: readonly string[], { deletesOperands, deletesCrds }: RemovalChanges,
): InstallRule[] {
  return [
    ...waitingInCluster(namespaces),
    ...crds.map(crd => {
      const [resource, ...group] = crd.split('.');
      return rule('find the objects of the operator', group.join('.'), [resource!], [...FOLLOW, ...(deletesOperands ? ['delete'] : [])]);
    }),
    rule('remove what OLM records of the operator', OLM_GROUP, ['operators'], [...FOLLOW, 'delete']),
    // Without names, the rule would apply to all CRDs.
    ...(deletesCrds && crds.length > 0 ? [
      rule('find the operators that own a CRD', OLM_GROUP, ['clusterserviceversions'], FOLLOW),
      { ...rule('remove CRDs', 'apiextensions.k8s.io', ['customresourcedefinitions'], ['delete']), resourceNames: [...crds] },
    ] : []),
    rule('report what OLM did not delete', 'rbac.authorization.k8s.io', ['clusterroles', 'clusterrolebindings'], FOLLOW),
    rule('report what OLM did not delete', 'admissionregistration.k8s.io', ['validatingwebhookconfigurations', 'mutatingwebhookconfigurations'], FOLLOW),
    rule('report CRDs whose conversion webhook was removed', '', ['services'], FOLLOW),
    IDENTIFICATION,
  ];
}

/**
 * Returns the rules for the whole cluster to remove OLM.
 *
 * @param targets what its removal deletes: objects by name, or all objects of a kind
 */
export function olmRemovalRules(targets: readonly OlmRemovalTarget[]): InstallRule[] {
  const byResource = groupBy(targets, ({ apiVersion, kind }) => `${apiVersion} ${kind}`);
  return [
    ...[...byResource.values()].map(same => {
      const [{ apiVersion, kind }] = same as [OlmRemovalTarget];
      const names = [...new Set(same.map(({ name }) => name))].filter(name => name !== undefined).sort();
      const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
      const all = rule('remove OLM', group, [resourceOfKind(kind)], [...FOLLOW, 'delete']);
      return same.every(({ name }) => name !== undefined) ? { ...all, resourceNames: names } : all;
    }),
    rule('keep namespaces that are in use', '', ['pods', 'persistentvolumeclaims'], FOLLOW),
    rule('explain that OLM does not run', 'apps', ['deployments'], FOLLOW),
    IDENTIFICATION,
  ];
}
