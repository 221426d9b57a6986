import { defined } from '../../formats/json/defined';
import { compareUtf8 } from '../../formats/json/go-json';
import { mapField, mapListField, stringField } from '../../formats/json/json-value';
import type {
  CatalogInCluster, InstalledState, InstalledSubscription, OperatorInCluster, PendingInstallPlan,
} from '../../resolve/drift/installed-state';
import { groupBy } from '../../text/group-by';
import { uninspectedFindings } from '../waiting/explain/access';
import { NO_OLM } from '../waiting/explain/explanation';
import { list } from '../waiting/explain/formatting';
import { isGenerated, requires } from '../waiting/operator/installed-dependencies';
import { byName, hasManualApproval, installedCsv, isReplaced, plannedCsvs, referencedCsvs } from '../waiting/operator/situation';
import { type ApiResource, CATALOG_SOURCES, CLUSTER_SERVICE_VERSIONS, INSTALL_PLANS, resourceName, SUBSCRIPTIONS } from '../waiting/view/api-resource';
import { csvPackage } from '../waiting/view/cluster-service-version';
import { type Interest, objectsOf, optional, withoutCopies } from '../waiting/view/cluster-view';
import { isTerminating, type KubernetesObject, specString, statusString } from '../waiting/view/kubernetes-object';
import { perList } from '../waiting/view/per-list';
import { dumpCommand } from './source/not-dumped';
import { gather, InspectionError, type ObjectSource, refuseIncomplete } from './source/object-source';

/** Annotation of a Subscription that OLM created for a dependency: name of the InstallPlan that created it. */
const GENERATED_BY = 'olm.generated-by';

/** Annotation of a CSV: the namespaces that the operator watches, separated by commas, or an empty string for all namespaces. */
const TARGET_NAMESPACES = 'olm.targetNamespaces';

/** CSV of OLM itself: no Subscription installs it. */
const PACKAGE_SERVER = 'packageserver';

/** Objects of a cluster. */
export interface InstalledObjects {
  readonly subscriptions: readonly KubernetesObject[];

  /** ClusterServiceVersions without copies. */
  readonly csvs: readonly KubernetesObject[];
  readonly installPlans: readonly KubernetesObject[];

  /** CatalogSources, or undefined if they could not be read. */
  readonly catalogs?: readonly KubernetesObject[];
}

/** Objects of one namespace. */
type NamespaceObjects = Omit<InstalledObjects, 'catalogs'>;

/** Returns the operators and catalogs that objects of a cluster describe, sorted by namespace and name. */
export function installedState({ subscriptions, csvs, installPlans, catalogs }: InstalledObjects): InstalledState {
  const namespaces = [...new Set([...subscriptions, ...csvs].map(namespaceOf))].sort(compareUtf8);
  return {
    operators: namespaces.flatMap((namespace) => {
      const own = (objects: readonly KubernetesObject[]): KubernetesObject[] => (
        (BY_NAMESPACE(objects).get(namespace) ?? []).filter((object) => !isTerminating(object))
          .sort((one, other) => compareUtf8(one.metadata.name, other.metadata.name))
      );
      return operatorsIn(namespace, { subscriptions: own(subscriptions), csvs: own(csvs), installPlans: own(installPlans) });
    }),
    ...(catalogs === undefined ? {} : { catalogs: catalogs.map(catalogOf) }),
  };
}

const BY_NAMESPACE = perList((objects: readonly KubernetesObject[]) => groupBy(objects, namespaceOf));

function operatorsIn(namespace: string, objects: NamespaceObjects): OperatorInCluster[] {
  const { subscriptions, csvs } = objects;
  const running = csvs.filter((csv) => !isReplaced(csv));
  const claimed = new Set(subscriptions.flatMap(referencedCsvs));
  const orphans = running.filter(({ metadata: { name } }) => !claimed.has(name) && name !== PACKAGE_SERVER);
  return [
    ...subscriptions.map((subscription) => subscribed(namespace, subscription, objects, running)),
    ...orphans.map((csv) => ({ namespace, packageName: csvPackage(csv) ?? '', ...installed(csv.metadata.name, csv, running, []), installedWith: [] })),
  ];
}

function subscribed(
  namespace: string, subscription: KubernetesObject, { csvs, installPlans }: NamespaceObjects, running: readonly KubernetesObject[],
): OperatorInCluster {
  const { metadata: { name, annotations = {} }, status } = subscription;
  const csv = installedCsv(subscription, csvs) ?? '';
  const plan = byName(installPlans, stringField(mapField(status, 'installPlanRef'), 'name'));
  const generator = byName(installPlans, annotations[GENERATED_BY]);
  const dependency = isGenerated(subscription);
  const installedWith = dependency && generator !== undefined ? plannedCsvs(generator).filter((other) => other !== csv).sort(compareUtf8) : [];
  return {
    namespace, packageName: specString(subscription, 'name') ?? '',
    subscription: {
      name, channel: specString(subscription, 'channel') ?? '', catalog: specString(subscription, 'source') ?? '',
      catalogNamespace: specString(subscription, 'sourceNamespace') ?? '',
      approval: hasManualApproval(subscription) ? 'Manual' : 'Automatic',
      startingCsv: specString(subscription, 'startingCSV') ?? '', isGenerated: dependency,
    } satisfies InstalledSubscription,
    ...installed(csv, byName(csvs, csv), running, installedWith),
    ...(plan === undefined || statusString(plan, 'phase') === 'Complete' ? {} : { installPlan: pending(plan) }),
    installedWith,
  };
}

function installed(
  name: string, csv: KubernetesObject | undefined, running: readonly KubernetesObject[], installedWith: readonly string[],
): Pick<OperatorInCluster, 'csv' | 'version' | 'isDeleted' | 'phase' | 'message' | 'isInSingleNamespace' | 'requiredBy'> {
  // OLM alone decides about constraints in the Common Expression Language: the InstallPlan shows its decision.
  const needs = (other: KubernetesObject, found: KubernetesObject): boolean => {
    const decided = requires(other, found);
    return decided === 'maybe' ? installedWith.includes(other.metadata.name) : decided;
  };
  return {
    csv: name,
    version: specString(csv, 'version') ?? name.slice(name.indexOf('.') + 1).replace(/^v/, ''),
    isDeleted: name !== '' && csv === undefined,
    phase: statusString(csv, 'phase') ?? '',
    message: statusString(csv, 'phase') === 'Succeeded' ? '' : statusString(csv, 'message') ?? '',
    isInSingleNamespace: /^[^,]+$/.test(csv?.metadata.annotations?.[TARGET_NAMESPACES] ?? ''),
    requiredBy: csv === undefined ? [] : running.filter((other) => other !== csv && needs(other, csv))
      .map(({ metadata }) => metadata.name).sort(compareUtf8),
  };
}

function pending(plan: KubernetesObject): PendingInstallPlan {
  const failed = mapListField(plan.status, 'conditions').find(({ status }) => status === 'False');
  return { name: plan.metadata.name, phase: statusString(plan, 'phase') ?? 'Planning', csvs: plannedCsvs(plan), message: stringField(failed, 'message') ?? '' };
}

function catalogOf(catalog: KubernetesObject): CatalogInCluster {
  return { namespace: namespaceOf(catalog), name: catalog.metadata.name, image: specString(catalog, 'image') ?? '' };
}

function namespaceOf({ metadata: { namespace = '' } }: KubernetesObject): string {
  return namespace;
}

/** Which part of a cluster to read. */
export interface InstalledScope {
  /** Namespace of the operators. @default - all namespaces */
  readonly namespace?: string;

  /** Namespaces of the catalogs to read, if operators of only one namespace are read. */
  readonly catalogNamespaces: readonly string[];
}

/** The installed operators, and what could not be read. */
export interface ReadState {
  readonly state: InstalledState;

  /** What could not be read, as sentences. */
  readonly notes: readonly string[];
}

/**
 * Reads what Subscriptions installed.
 *
 * @throws InspectionError if there is no OLM, or something required cannot be listed; ClientError if the cluster cannot be reached
 */
export async function readInstalled(source: ObjectSource, { namespace, catalogNamespaces }: InstalledScope): Promise<ReadState> {
  const inScope = (resource: ApiResource): Interest => ({ resource, ...defined({ namespace }) });
  const needed = {
    subscriptions: inScope(SUBSCRIPTIONS), csvs: withoutCopies(inScope(CLUSTER_SERVICE_VERSIONS)), installPlans: inScope(INSTALL_PLANS),
  };
  const catalogs = namespace === undefined ? [optional({ resource: CATALOG_SOURCES })]
    : [...new Set(catalogNamespaces)].map((found) => optional({ resource: CATALOG_SOURCES, namespace: found }));
  const interests = Object.values(needed);
  const view = await gather(source, () => [...interests, ...catalogs]);
  refuseIncomplete(view, interests, namespace);
  if (interests.some((interest) => view.snapshot(interest).problem?.kind === 'not-served')) {
    throw new InspectionError(NO_OLM);
  }
  const listed = catalogs.map((interest) => (view.snapshot(interest).problem === undefined ? objectsOf(view, interest) : undefined));
  const isComplete = listed.every((found) => found !== undefined);
  const objects = Object.fromEntries(Object.entries(needed).map(([name, interest]) => [name, objectsOf(view, interest) ?? []])) as
    { readonly [Name in keyof typeof needed]: readonly KubernetesObject[] };
  const state = installedState({ ...objects, ...(isComplete ? { catalogs: listed.flat() } : {}) } satisfies InstalledObjects);
  const unknown = source.isSelection === true ? state.operators.filter(({ isDeleted }) => isDeleted) : [];
  if (unknown.length > 0) {
    throw new InspectionError(`not in the dump, so it is not known whether OLM has deleted them: ${list(unknown.map(({ namespace: of, csv }) => `ClusterServiceVersion ${of}/${csv}`))}; `
      + `\`${dumpCommand([resourceName(CLUSTER_SERVICE_VERSIONS)])}\` dumps them`);
  }
  return {
    state,
    notes: [
      ...uninspectedFindings(view, catalogs, []).map(({ message }) => message),
      ...source.notes(),
    ],
  };
}
