import { InstallMode } from '../bundle/model/install-mode';
import { defined } from '../formats/json/defined';
import { compareUtf8 } from '../formats/json/go-json';
import { isMap, field, stringField, stringListField } from '../formats/json/json-value';
import { CatalogKind, type InstalledOperator, type OperatorMigration, unknownOperator } from '../olm/v1/operator-migration';
import { groupByEach } from '../text/group-by';
import { refuseIncompleteDump } from './drift';
import { installedBundle } from './installed-bundle';
import { type InspectedCluster, type InspectOptions, openedSource } from './inspected-cluster';
import { gather, InspectionError, refuseIncomplete } from './inspection/source/object-source';
import { uninspectedFindings } from './waiting/explain/access';
import { NO_OLM } from './waiting/explain/explanation';
import { byName, hasManualApproval, installedCsv, isReplaced, objectsIn, plannedCsvs, referencedCsvs } from './waiting/operator/situation';
import {
  CATALOG_SOURCES, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, INSTALL_PLANS, OPERATOR_GROUPS, SUBSCRIPTIONS,
} from './waiting/view/api-resource';
import { type Interest, objectsOf, optional, withoutCopies } from './waiting/view/cluster-view';
import { type KubernetesObject, specString, statusString } from './waiting/view/kubernetes-object';
import { perObject } from './waiting/view/per-object';

/** An operator that OLM v0 installed in a cluster, or the migration of one about which something required is unknown. */
export interface FoundOperator {
  readonly installed?: InstalledOperator;

  /** Current install mode. @default - that of all namespaces */
  readonly installMode?: InstallMode;

  /** @default - everything is known */
  readonly unknown?: OperatorMigration;
}

/** The operators of OLM v0 in a cluster. */
export interface FoundOperators {
  /** Operators, sorted by namespace and name of the Subscription. */
  readonly operators: readonly FoundOperator[];

  /** What could not be read, and what is installed without a Subscription, in sentences. */
  readonly notes: readonly string[];
}

/** Objects of a cluster. */
interface Objects {
  readonly subscriptions: readonly KubernetesObject[];
  readonly csvs: readonly KubernetesObject[];
  readonly groups: readonly KubernetesObject[];
  readonly plans: readonly KubernetesObject[];
  readonly catalogs: readonly KubernetesObject[];
  readonly crds: readonly KubernetesObject[];

  /** Whether they are from a dump, which may lack others. */
  readonly isSelection: boolean;
}

/** CSV of OLM itself: no Subscription installs it. */
const PACKAGE_SERVER = 'packageserver';

/**
 * Returns what OLM v0 installed in a cluster, for a migration to OLM v1.
 *
 * @param namespace namespace of the operators; all by default
 * @throws InspectionError if there is no OLM, or something required cannot be listed; ClientError if the cluster cannot be reached
 * @internal
 */
export async function installedOperators(
  cluster: InspectedCluster, { namespace, ...options }: InspectOptions & { readonly namespace?: string },
): Promise<FoundOperators> {
  refuseIncompleteDump(cluster);
  const { source } = openedSource(cluster, options);
  const inScope = (resource: Interest['resource']): Interest => ({ resource, ...defined({ namespace }) });
  const needed = [SUBSCRIPTIONS, CLUSTER_SERVICE_VERSIONS, OPERATOR_GROUPS].map(inScope)
    .map((interest) => (interest.resource === CLUSTER_SERVICE_VERSIONS ? withoutCopies(interest) : interest));
  const helpful = [inScope(INSTALL_PLANS), { resource: CATALOG_SOURCES }, { resource: CUSTOM_RESOURCE_DEFINITIONS }].map(optional);
  const view = await gather(source, () => [...needed, ...helpful]);
  refuseIncomplete(view, needed, namespace);
  if (needed.some((interest) => view.snapshot(interest).problem?.kind === 'not-served')) {
    throw new InspectionError(NO_OLM);
  }
  const [subscriptions, csvs, groups, plans, catalogs, crds] = [...needed, ...helpful].map((interest) => objectsOf(view, interest) ?? []) as
    [KubernetesObject[], KubernetesObject[], KubernetesObject[], KubernetesObject[], KubernetesObject[], KubernetesObject[]];
  const objects = { subscriptions, csvs, groups, plans, catalogs, crds, isSelection: source.isSelection === true };
  const found = [...subscriptions].sort(byNamespaceAndName).map((subscription) => operatorOf(subscription, objects));
  return {
    operators: found.map(({ operator }) => operator),
    notes: [
      ...found.flatMap(({ note }) => note ?? []),
      ...orphans(objects),
      ...uninspectedFindings(view, helpful, []).map(({ message }) => message), ...source.notes(),
    ],
  };
}

/** InstallPlans by the ClusterServiceVersions that they install. */
const BY_PLANNED_CSV = perObject((plans: readonly KubernetesObject[]) => groupByEach(plans, plannedCsvs));

function operatorOf(subscription: KubernetesObject, objects: Objects): { readonly operator: FoundOperator; readonly note?: string } {
  const { name, namespace = '' } = subscription.metadata;
  const title = `${namespace}/${name}`;
  const inNamespace = (found: readonly KubernetesObject[]): readonly KubernetesObject[] => objectsIn(found, namespace);
  const installed = installedCsv(subscription, inNamespace(objects.csvs));
  const csv = byName(inNamespace(objects.csvs), installed);
  if (csv === undefined) {
    return { operator: { unknown: unknownOperator(title, installed === undefined
      ? `Nothing is installed by Subscription '${title}': delete it, or wait until it has installed its operator.`
      : objects.isSelection
        ? `ClusterServiceVersion '${installed}', which Subscription '${title}' lists as installed, is not in the dump: dump clusterserviceversions, too.`
        : `ClusterServiceVersion '${installed}' does not exist, although Subscription '${title}' lists it as installed: restore it, or delete the Subscription.`) } };
  }
  const plans = BY_PLANNED_CSV(inNamespace(objects.plans)).get(csv.metadata.name) ?? [];
  const plan = plans.find((each) => statusString(each, 'phase') === 'Complete') ?? plans[0];
  const group = inNamespace(objects.groups)[0];
  const isAlone = inNamespace(objects.subscriptions).length === 1;
  const packageName = specString(subscription, 'name') ?? name;
  const config: unknown = field(subscription.spec, 'config');
  return {
    operator: {
      installMode: installModeOf(csv, group, namespace),
      installed: {
        operator: title, namespace, subscription: name, extension: name,
        bundle: installedBundle({ packageName, csv, crds: objects.crds, ...defined({ plan }) }),
        operatorGroup: isAlone ? group?.metadata.name : undefined,
        catalog: catalogKind(subscription, objects.catalogs),
        channel: specString(subscription, 'channel'),
        isApprovedByHand: hasManualApproval(subscription),
        hasConfig: isMap(config) && Object.keys(config).length > 0,
        hasServiceAccount: specString(group, 'serviceAccountName') !== undefined,
      },
    },
    ...(plan !== undefined ? {} : {
      note: `operator ${title}: the InstallPlan of ${csv.metadata.name} does not exist anymore, so the plan lacks objects of the bundle without a namespace, other than CRDs; `
        + 'use its bundle, with `olm-constructs migrate BUNDLE`, to see them',
    }),
  };
}

/** Annotation of a CSV: the namespaces that the operator watches, separated by commas, or an empty string for all namespaces. */
const TARGET_NAMESPACES = 'olm.targetNamespaces';

function installModeOf(csv: KubernetesObject, group: KubernetesObject | undefined, namespace: string): InstallMode {
  const annotation = csv.metadata.annotations?.[TARGET_NAMESPACES];
  const targets = annotation === undefined ? stringListField(group?.spec, 'targetNamespaces') : annotation.split(',').filter((target) => target !== '');
  const [first, ...others] = targets;
  if (first === undefined) {
    return InstallMode.allNamespaces();
  }
  if (others.length > 0) {
    return InstallMode.multiNamespace(targets);
  }
  return first === namespace ? InstallMode.ownNamespace() : InstallMode.singleNamespace(first);
}

function catalogKind(subscription: KubernetesObject, catalogs: readonly KubernetesObject[]): CatalogKind {
  const catalog = byName(objectsIn(catalogs, specString(subscription, 'sourceNamespace') ?? ''), specString(subscription, 'source'));
  if (['configmap', 'internal'].includes(stringField(catalog?.spec, 'sourceType') ?? '')) {
    return CatalogKind.CONFIG_MAPS;
  }
  return specString(catalog, 'image') === undefined ? CatalogKind.OTHER : CatalogKind.IMAGE;
}

/** Returns the operators that no Subscription installed: nothing is known of their packages. */
function orphans({ subscriptions, csvs }: Objects): string[] {
  const claimed = new Set(subscriptions.flatMap((subscription) => referencedCsvs(subscription).map((csv) => `${subscription.metadata.namespace}/${csv}`)));
  return csvs.filter((csv) => !isReplaced(csv) && csv.metadata.name !== PACKAGE_SERVER).map(({ metadata: { namespace = '', name } }) => `${namespace}/${name}`)
    .filter((title) => !claimed.has(title)).sort(compareUtf8)
    .map((title) => `ClusterServiceVersion ${title} has no Subscription, and is not in the plan; use its bundle, with \`olm-constructs migrate BUNDLE\``);
}

function byNamespaceAndName({ metadata: one }: KubernetesObject, { metadata: other }: KubernetesObject): number {
  return compareUtf8(one.namespace ?? '', other.namespace ?? '') || compareUtf8(one.name, other.name);
}
