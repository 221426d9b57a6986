import { defined } from '../../../formats/json/defined';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { CERT_MANAGER_GROUP } from '../objects/cert-manager';
import { METRICS_READER, METRICS_ROLE, METRICS_SERVICE_SUFFIX, MONITORING_GROUP } from '../objects/monitoring';
import { GLOBAL_OPERATOR_GROUP } from '../objects/namespaces';
import { AGGREGATED_ROLE_PREFIX, CONTROLLER_BINDING_PREFIX, CONTROLLER_ROLE, SERVICE_ACCOUNT_NAME } from '../objects/rbac';
import type { ReleaseManifests } from './release';
import { printableMessage } from '../../../text/printable';

/** Objects of any release by role, whether the library includes the release or not. */
export interface ReleaseRoles extends Omit<ReleaseManifests, 'aggregateEditRole' | 'aggregateViewRole' | 'all'> {
  /** ClusterRoles that add OLM's kinds to Kubernetes' own `admin`, `edit` and `view`. */
  readonly aggregatedRoles: readonly KubernetesManifest[];
  /** Objects without a known role. */
  readonly others: readonly KubernetesManifest[];
}

type Matcher = (object: KubernetesManifest) => boolean;

const ofKind = (kind: string): Matcher => (object) => object.kind === kind;

const ofGroup = (group: string): Matcher => ({ apiVersion }) => apiVersion.startsWith(`${group}/`);

const named = (kind: string, name: string): Matcher => (object) => object.kind === kind && object.metadata.name === name;

const prefixed = (kind: string, prefix: string): Matcher => (object) => object.kind === kind && object.metadata.name.startsWith(prefix);

const isMetricsService: Matcher = ({ kind, metadata: { name } }) => kind === 'Service' && name.endsWith(METRICS_SERVICE_SUFFIX);

const isMetricsPermission: Matcher = ({ kind, metadata: { name } }) => /^(Cluster)?Role(Binding)?$/.test(kind) && [METRICS_ROLE, METRICS_READER].includes(name);

const isMonitoring: Matcher = (object) => [ofGroup(MONITORING_GROUP), isMetricsService, isMetricsPermission].some((matches) => matches(object));

/**
 * Assigns the objects of a release to roles, by kind and name. Each object has one role. Objects of a role keep their order, except CRDs, which
 * are sorted by name.
 *
 * @param version version of the release, for errors
 * @param objects all objects of the release
 * @throws if a role that OLM requires has no object
 */
export function releaseRoles(version: string, objects: readonly KubernetesManifest[]): ReleaseRoles {
  const left = new Set(objects);
  const all = (matches: Matcher): KubernetesManifest[] => {
    const taken = [...left].filter(matches);
    taken.forEach((object) => left.delete(object));
    return taken;
  };
  // A custom release has its additional objects first, so the last match is the object that known releases also have.
  const last = (matches: Matcher): KubernetesManifest | undefined => {
    const taken = [...left].filter(matches).at(-1);
    if (taken !== undefined) {
      left.delete(taken);
    }
    return taken;
  };
  const one = (kind: string, name: string, matches = named(kind, name)): KubernetesManifest => {
    const taken = last(matches);
    if (taken === undefined) {
      throw new Error(printableMessage(`OLM ${version} has no ${kind} ${name}, which OlmInstallation requires; create an ApiObject for each of the release's \`objects\` instead`));
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
    clusterRoleBinding: one('ClusterRoleBinding', `${CONTROLLER_BINDING_PREFIX}<namespace>`, prefixed('ClusterRoleBinding', CONTROLLER_BINDING_PREFIX)),
    ...defined({ olmConfig }),
    servingCertificates: all(ofGroup(CERT_MANAGER_GROUP)),
    olmOperator: one('Deployment', 'olm-operator'),
    catalogOperator: one('Deployment', 'catalog-operator'),
    aggregatedRoles: all(prefixed('ClusterRole', AGGREGATED_ROLE_PREFIX)),
    operatorGroups: all(ofKind('OperatorGroup')),
    packageserver: one('ClusterServiceVersion', 'packageserver'),
    ...defined({ defaultCatalog }),
    monitoring: all(isMonitoring),
  };
  return { ...roles, others: [...left] };
}

/** Namespaces of an installation of OLM. */
export interface ReleaseNamespaces {
  readonly namespace: string;
  readonly operatorNamespace: string;
  readonly catalogNamespace: string;
}

/**
 * Returns the namespaces of a release, read from its objects.
 *
 * @param version version of the release, for errors
 * @throws if the objects do not determine a namespace
 */
export function releaseNamespaces(version: string, { packageserver, operatorGroups, catalogOperator }: ReleaseRoles): ReleaseNamespaces {
  const global = operatorGroups.find(({ metadata }) => metadata.name === GLOBAL_OPERATOR_GROUP);
  const found = (value: string | undefined, setting: string, source: string): string => {
    if (value === undefined) {
      throw new Error(printableMessage(`cannot determine the ${setting} of OLM ${version}: it has no ${source}; create an ApiObject for each of the release's \`objects\` instead`));
    }
    return value;
  };
  return {
    namespace: found(packageserver.metadata.namespace, 'namespace', 'namespace on ClusterServiceVersion packageserver'),
    operatorNamespace: found(global?.metadata.namespace, 'operatorNamespace', `OperatorGroup ${GLOBAL_OPERATOR_GROUP} with a namespace`),
    catalogNamespace: found(globalCatalogs(catalogOperator), 'catalogNamespace', 'argument --namespace on Deployment catalog-operator'),
  };
}

function globalCatalogs({ spec }: KubernetesManifest): string | undefined {
  const { template } = spec as { template?: { spec?: { containers?: readonly { args?: readonly string[] }[] } } };
  return lastNamespaceArgument(template?.spec?.containers?.[0]?.args ?? []);
}

/** Returns the last `--namespace` argument: the program uses the last value of a repeated flag. */
export function lastNamespaceArgument(args: readonly string[]): string | undefined {
  return args.flatMap((arg, index) => {
    const [, form] = /^--?namespace(=.*)?$/s.exec(arg) ?? [];
    const next = args[index + 1];
    if (form !== undefined) {
      return [form.slice(1)];
    }
    return /^--?namespace$/.test(arg) && next !== undefined ? [next] : [];
  }).at(-1);
}
