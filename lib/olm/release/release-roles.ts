import { CERT_MANAGER_GROUP } from './cert-manager';
import type { KubernetesManifest } from './kubernetes-manifest';
import { METRICS_READER, METRICS_ROLE, METRICS_SERVICE_SUFFIX, MONITORING_GROUP } from './monitoring';
import { AGGREGATED_ROLE_PREFIX, CONTROLLER_BINDING_PREFIX, CONTROLLER_ROLE } from './rbac';
import type { ReleaseManifests } from './release';
import { SERVICE_ACCOUNT_NAME } from './service-account';

/** The objects of any release, known or not, by the part they play. */
export interface ReleaseRoles extends Omit<ReleaseManifests, 'aggregateEditRole' | 'aggregateViewRole' | 'all'> {
  /** The roles that give OLM's kinds to the cluster's own `edit` and `view` roles. */
  readonly aggregatedRoles: readonly KubernetesManifest[];
  /** What plays no part that the library knows. */
  readonly others: readonly KubernetesManifest[];
}

type Takes = (object: KubernetesManifest) => boolean;

const ofKind = (kind: string): Takes => (object) => object.kind === kind;

const ofGroup = (group: string): Takes => ({ apiVersion }) => apiVersion.startsWith(`${group}/`);

const called = (kind: string, prefix: string): Takes => (object) => object.kind === kind && object.metadata.name.startsWith(prefix);

const isMetricsService: Takes = ({ kind, metadata: { name } }) => kind === 'Service' && name.endsWith(METRICS_SERVICE_SUFFIX);

const isMetricsRight: Takes = ({ kind, metadata: { name } }) => /^(Cluster)?Role(Binding)?$/.test(kind) && [METRICS_ROLE, METRICS_READER].includes(name);

const isMonitoring: Takes = (object) => [ofGroup(MONITORING_GROUP), isMetricsService, isMetricsRight].some((takes) => takes(object));

/**
 * Deals the objects of a release out to the parts they play, by kind and name. Each object has one part; within a part
 * the order stays as it was, but for CRDs, which are ordered by name.
 *
 * @param version the number of the release, for errors
 * @param objects all objects of the release
 * @throws when a part without which OLM does not run is played by no object
 */
export function releaseRoles(version: string, objects: readonly KubernetesManifest[]): ReleaseRoles {
  const left = new Set(objects);
  const all = (takes: Takes): KubernetesManifest[] => {
    const taken = [...left].filter(takes);
    taken.forEach((object) => left.delete(object));
    return taken;
  };
  // A release that the library does not know has its additions first, so the last one is the one that the library knows.
  const last = (takes: Takes): KubernetesManifest | undefined => {
    const taken = [...left].filter(takes).at(-1);
    if (taken !== undefined) {
      left.delete(taken);
    }
    return taken;
  };
  const one = (kind: string, name: string, takes: Takes = (object) => object.kind === kind && object.metadata.name === name): KubernetesManifest => {
    const taken = last(takes);
    if (taken === undefined) {
      throw new Error(`OLM ${version} has no ${kind} ${name}, without which OlmInstallation cannot tell the parts of a release; `
        + 'make an ApiObject of each of the `objects` of the release instead');
    }
    return taken;
  };
  const olmConfig = last(ofKind('OLMConfig'));
  const defaultCatalog = last(ofKind('CatalogSource'));
  const roles = {
    crds: all(ofKind('CustomResourceDefinition')).sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1)),
    namespaces: all(ofKind('Namespace')),
    networkPolicies: all(ofKind('NetworkPolicy')),
    serviceAccount: one('ServiceAccount', SERVICE_ACCOUNT_NAME),
    clusterRole: one('ClusterRole', CONTROLLER_ROLE),
    clusterRoleBinding: one('ClusterRoleBinding', `${CONTROLLER_BINDING_PREFIX}<namespace>`, called('ClusterRoleBinding', CONTROLLER_BINDING_PREFIX)),
    ...(olmConfig === undefined ? {} : { olmConfig }),
    servingCertificates: all(ofGroup(CERT_MANAGER_GROUP)),
    olmOperator: one('Deployment', 'olm-operator'),
    catalogOperator: one('Deployment', 'catalog-operator'),
    aggregatedRoles: all(called('ClusterRole', AGGREGATED_ROLE_PREFIX)),
    operatorGroups: all(ofKind('OperatorGroup')),
    packageserver: one('ClusterServiceVersion', 'packageserver'),
    ...(defaultCatalog === undefined ? {} : { defaultCatalog }),
    monitoring: all(isMonitoring),
  };
  return { ...roles, others: [...left] };
}
