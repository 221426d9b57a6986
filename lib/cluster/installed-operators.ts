import { InstallMode } from '../bundle/model/install-mode';
import { defined } from '../formats/json/defined';
import { compareUtf8 } from '../formats/json/go-json';
import { isMap, field, stringField, stringListField } from '../formats/json/json-value';
import { CatalogKind, type InstalledOperator, type OperatorMigration, unknownOperator } from '../olm/v1/operator-migration';
import { groupByEach } from '../text/group-by';
import { perObject } from '../text/per-object';
import { refuseIncompleteDump } from './drift';
import { installedBundle } from './installed-bundle';
import { type InspectedCluster, type InspectOptions, openedSource } from './inspected-cluster';
import { dumpCommand, notDumpedNotes } from './inspection/source/not-dumped';
import { gather, InspectionError, refuseIncomplete } from './inspection/source/object-source';
import { uninspectedFindings } from './waiting/explain/access';
import { NO_OLM } from './waiting/explain/explanation';
import { byName, hasManualApproval, installedCsv, isReplaced, plannedCsvs, referencedCsvs } from './waiting/operator/situation';
import { objectsIn } from './waiting/view/object-lists';
import {
  type ApiResource, CATALOG_SOURCES, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, INSTALL_PLANS, OPERATOR_GROUPS, resourceName,
  SUBSCRIPTIONS,
} from './waiting/view/api-resource';
import { type ClusterView, type Interest, isPartial, objectsOf, optional, withoutCopies } from './waiting/view/cluster-view';
import { type KubernetesObject, namespacedName, specString, statusString } from './waiting/view/kubernetes-object';

/** An operator that OLM v0 installed in a cluster, or the migration of one about which something required is unknown. */
export interface FoundOperator {
  readonly installed?: InstalledOperator;

  /** Current install mode. @default - it is not known */
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

/** Objects of a kind. */
interface Listed {
  readonly objects: readonly KubernetesObject[];

  /** Why an object that is not among them is not known, as the end of a clause. @default - it does not exist */
  readonly absence?: string;
}

/** Objects of a cluster. */
interface Objects {
  readonly subscriptions: Listed;
  readonly csvs: Listed;
  readonly groups: Listed;
  readonly plans: Listed;
  readonly catalogs: Listed;
  readonly crds: Listed;
}

/** CSV of OLM itself: no Subscription installs it. */
const PACKAGE_SERVER = 'packageserver';

/** Kinds that determine how operators move. */
const DETERMINING = [SUBSCRIPTIONS, CLUSTER_SERVICE_VERSIONS, OPERATOR_GROUPS, INSTALL_PLANS, CATALOG_SOURCES, CUSTOM_RESOURCE_DEFINITIONS];

/**
 * Returns what OLM v0 installed in a cluster, for a migration to OLM v1. What a dump lacks, or cannot be read, is not known, rather than missing.
 *
 * @param namespace namespace of the operators; all by default
 * @throws InspectionError if there is no OLM, or something required cannot be listed; ClientError if the cluster cannot be reached
 * @internal
 */
export async function installedOperators(
  cluster: InspectedCluster, { namespace, ...options }: InspectOptions & { readonly namespace?: string },
): Promise<FoundOperators> {
  refuseIncompleteDump(cluster, DETERMINING);
  const { source } = openedSource(cluster, options);
  const inScope = (resource: ApiResource): Interest => ({ resource, ...defined({ namespace }) });
  const interests = {
    subscriptions: inScope(SUBSCRIPTIONS), csvs: withoutCopies(inScope(CLUSTER_SERVICE_VERSIONS)), groups: inScope(OPERATOR_GROUPS),
    plans: optional(inScope(INSTALL_PLANS)), catalogs: optional({ resource: CATALOG_SOURCES }),
    crds: optional({ resource: CUSTOM_RESOURCE_DEFINITIONS }),
  };
  const needed = [interests.subscriptions, interests.csvs, interests.groups];
  const helpful = [interests.plans, interests.catalogs, interests.crds];
  const view = await gather(source, () => [...needed, ...helpful]);
  refuseIncomplete(view, needed, namespace);
  if (needed.some((interest) => view.snapshot(interest).problem?.kind === 'not-served')) {
    throw new InspectionError(NO_OLM);
  }
  const objects = Object.fromEntries(Object.entries(interests).map(([name, interest]) => [name, listed(interest, view)])) as unknown as Objects;
  const orphaned = orphans(objects);
  return {
    operators: [...objects.subscriptions.objects].sort(byNamespaceAndName).map((subscription) => operatorOf(subscription, objects, orphaned)),
    notes: [
      ...orphaned.filter(({ metadata: { name } }) => name !== PACKAGE_SERVER).map((csv) => orphanNote(csv, objects.subscriptions)),
      ...uninspectedFindings(view, helpful, []).map(({ message }) => message),
      ...notDumpedNotes(source.notDumped?.(true)),
    ],
  };
}

function listed(interest: Interest, view: ClusterView): Listed {
  const { problem } = view.snapshot(interest);
  const absence = isPartial(view, interest) ? `is not in the dump: \`${dumpCommand([resourceName(interest.resource)])}\` dumps it, if it exists`
    : problem === undefined || problem.kind === 'not-served' ? undefined : 'could not be read';
  return { objects: objectsOf(view, interest) ?? [], ...defined({ absence }) };
}

/** InstallPlans by the ClusterServiceVersions that they install. */
const BY_PLANNED_CSV = perObject((plans: readonly KubernetesObject[]) => groupByEach(plans, plannedCsvs));

/** @param orphaned ClusterServiceVersions without a Subscription, in all namespaces */
function operatorOf(subscription: KubernetesObject, found: Objects, orphaned: readonly KubernetesObject[]): FoundOperator {
  const { name, namespace = '' } = subscription.metadata;
  const title = `${namespace}/${name}`;
  const inNamespace = ({ objects }: Listed): readonly KubernetesObject[] => objectsIn(objects, namespace);
  const csvs = inNamespace(found.csvs);
  const installed = installedCsv(subscription, csvs);
  const csv = byName(csvs, installed);
  if (csv === undefined) {
    return { unknown: unknownOperator(title, withoutCsv(subscription, installed, found)) };
  }
  const plans = BY_PLANNED_CSV(inNamespace(found.plans)).get(csv.metadata.name) ?? [];
  const plan = plans.find((each) => statusString(each, 'phase') === 'Complete') ?? plans[0];
  const group = inNamespace(found.groups)[0];
  const isAlone = inNamespace(found.subscriptions).length === 1 && objectsIn(orphaned, namespace).length === 0;
  const packageName = specString(subscription, 'name') ?? name;
  const config: unknown = field(subscription.spec, 'config');
  const catalog = catalogKind(subscription, found.catalogs);
  const installMode = installModeOf(csv, group, namespace, found.groups);
  return {
    ...defined({ installMode }),
    installed: {
      operator: title, namespace, subscription: name, extension: name,
      bundle: installedBundle({ packageName, csv, crds: found.crds.objects, ...defined({ plan }) }),
      operatorGroup: isAlone ? group?.metadata.name : undefined,
      mayShareOperatorGroup: found.subscriptions.absence !== undefined,
      catalog,
      channel: specString(subscription, 'channel'),
      isApprovedByHand: hasManualApproval(subscription),
      hasConfig: isMap(config) && Object.keys(config).length > 0,
      hasServiceAccount: specString(group, 'serviceAccountName') !== undefined,
      unknown: [
        ...(catalog === CatalogKind.UNKNOWN ? [`How OLM v1 gets the package, and upgrades it without a channel: ${catalogTitle(subscription)} ${found.catalogs.absence ?? ''}.`] : []),
        ...(group === undefined && found.groups.absence !== undefined ? [
          `Whether OLM v0 installs the operator with the rights of a ServiceAccount${installMode === undefined ? ', which namespaces the operator watches' : ''}, and which OperatorGroup is `
          + `left: the OperatorGroup of namespace '${namespace}' ${found.groups.absence}.`,
        ] : []),
        ...(plan === undefined ? [`The objects of the bundle without a namespace, other than CRDs: the InstallPlan of ${csv.metadata.name} ${
          found.plans.absence ?? 'does not exist anymore'}. \`olm-constructs migrate BUNDLE\` includes them.`] : []),
      ],
    },
  };
}

/** Returns why an operator whose ClusterServiceVersion was not found does not move, as a sentence. */
function withoutCsv(subscription: KubernetesObject, installed: string | undefined, { csvs }: Objects): string {
  const title = `${subscription.metadata.namespace ?? ''}/${subscription.metadata.name}`;
  const current = statusString(subscription, 'currentCSV');
  const isKnown = current === undefined || csvs.absence === undefined || byName(objectsIn(csvs.objects, subscription.metadata.namespace ?? ''), current) !== undefined;
  if (installed === undefined) {
    return isKnown ? `Nothing is installed by Subscription '${title}': delete it, or wait until it has installed its operator.`
      : `What Subscription '${title}' has installed is not known, because ClusterServiceVersion '${current}' ${csvs.absence}.`;
  }
  return csvs.absence === undefined
    ? `ClusterServiceVersion '${installed}' does not exist, although Subscription '${title}' lists it as installed: restore it, or delete the Subscription.`
    : `ClusterServiceVersion '${installed}', which Subscription '${title}' lists as installed, ${csvs.absence}.`;
}

/** Annotation of a CSV: the namespaces that the operator watches, separated by commas, or an empty string for all namespaces. */
const TARGET_NAMESPACES = 'olm.targetNamespaces';

/** Returns the install mode of an operator, or undefined if it is not known. */
function installModeOf(csv: KubernetesObject, group: KubernetesObject | undefined, namespace: string, { absence }: Listed): InstallMode | undefined {
  const annotation = csv.metadata.annotations?.[TARGET_NAMESPACES];
  if (annotation === undefined && group === undefined && absence !== undefined) {
    return undefined;
  }
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

function catalogTitle(subscription: KubernetesObject): string {
  return `CatalogSource ${specString(subscription, 'sourceNamespace') ?? ''}/${specString(subscription, 'source') ?? ''}`;
}

function catalogKind(subscription: KubernetesObject, { objects, absence }: Listed): CatalogKind {
  const catalog = byName(objectsIn(objects, specString(subscription, 'sourceNamespace') ?? ''), specString(subscription, 'source'));
  if (catalog === undefined && absence !== undefined) {
    return CatalogKind.UNKNOWN;
  }
  if (['configmap', 'internal'].includes(stringField(catalog?.spec, 'sourceType') ?? '')) {
    return CatalogKind.CONFIG_MAPS;
  }
  return specString(catalog, 'image') === undefined ? CatalogKind.OTHER : CatalogKind.IMAGE;
}

/** Returns the ClusterServiceVersions to which no Subscription leads: nothing is known of their packages. */
function orphans({ subscriptions, csvs }: Objects): KubernetesObject[] {
  const claimed = new Set(subscriptions.objects.flatMap((subscription) => referencedCsvs(subscription).map((csv) => `${subscription.metadata.namespace}/${csv}`)));
  return csvs.objects.filter((csv) => !isReplaced(csv) && !claimed.has(namespacedName(csv))).sort(byNamespaceAndName);
}

function orphanNote(csv: KubernetesObject, { absence }: Listed): string {
  const title = `ClusterServiceVersion ${namespacedName(csv)}`;
  return `${absence === undefined ? `${title} has no Subscription, and` : `the Subscription of ${title} ${absence}; the operator`} is not in the plan; use its bundle, with \`olm-constructs migrate BUNDLE\``;
}

function byNamespaceAndName({ metadata: one }: KubernetesObject, { metadata: other }: KubernetesObject): number {
  return compareUtf8(one.namespace ?? '', other.namespace ?? '') || compareUtf8(one.name, other.name);
}
