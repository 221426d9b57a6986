import { rule } from './wait-rights';
import { OLM_GROUP } from '../../olm/v0/model/olm-names';
import { InstallRule } from '../../report/install-rule';

const FOLLOW = ['list', 'watch'];

/** Returns the rules to read in each observed namespace. */
export function namespaceMetricsRules(): InstallRule[] {
  return [
    rule('follow operators', OLM_GROUP, ['subscriptions', 'installplans', 'clusterserviceversions', 'operatorgroups', 'catalogsources'], FOLLOW),
    rule('follow rollouts', 'apps', ['deployments'], FOLLOW),
  ];
}

/** Returns the rules to observe a whole cluster. */
export function clusterMetricsRules(): InstallRule[] {
  return [
    ...namespaceMetricsRules(),
    rule('follow ClusterExtensions', 'olm.operatorframework.io', ['clustercatalogs', 'clusterextensions'], FOLLOW),
    rule('recognize the release of OLM', 'apiextensions.k8s.io', ['customresourcedefinitions'], FOLLOW),
    rule('follow packageserver', 'apiregistration.k8s.io', ['apiservices'], FOLLOW),
    rule('follow namespaces that are being deleted', '', ['namespaces'], FOLLOW),
  ];
}
