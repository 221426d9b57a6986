import { defined } from '../../formats/json/defined';
import { compareUtf8 } from '../../formats/json/go-json';
import { mapField, mapListField, stringField } from '../../formats/json/json-value';
import type {
  CatalogInCluster, InstalledState, InstalledSubscription, OperatorInCluster, PendingInstallPlan,
} from '../../resolve/drift/installed-state';
import { uninspectedFindings } from '../waiting/explain/access';
import { NO_OLM } from '../waiting/explain/explanation';
import { dependentsOn, isGenerated } from '../waiting/operator/installed-dependencies';
import { byName, hasManualApproval, installedCsv, isReplaced, plannedCsvs, referencedCsvs, requiresApproval } from '../waiting/operator/situation';
import { objectsIn } from '../waiting/view/object-lists';
import { type ApiResource, CATALOG_SOURCES, CLUSTER_SERVICE_VERSIONS, INSTALL_PLANS, SUBSCRIPTIONS } from '../waiting/view/api-resource';
import { csvPackage } from '../waiting/view/cluster-service-version';
import { type Interest, objectsOf, optional, withoutCopies } from '../waiting/view/cluster-view';
import { isTerminating, type KubernetesObject, specString, statusString } from '../waiting/view/kubernetes-object';
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

  /** Whether they are from a dump, which may lack others. @default false */
  readonly isSelection?: boolean;
}

/** Objects of one namespace. */
type NamespaceObjects = Omit<InstalledObjects, 'catalogs' | 'isSelection'>;

/** Returns the operators and catalogs that objects of a cluster describe, sorted by namespace and name. */
export function installedState({ subscriptions, csvs, installPlans, catalogs, isSelection = false }: InstalledObjects): InstalledState {
  const namespaces = [...new Set([...subscriptions, ...csvs].map(namespaceOf))].sort(compareUtf8);
  return {
    operators: namespaces.flatMap((namespace) => {
      const all = (objects: readonly KubernetesObject[]): KubernetesObject[] => (
        [...objectsIn(objects, namespace)].sort((one, other) => compareUtf8(one.metadata.name, other.metadata.name))
      );
      const found = { subscriptions: all(subscriptions), csvs: all(csvs), installPlans: all(installPlans) };
      const kept = {
        subscriptions: found.subscriptions.filter(isKept), csvs: found.csvs.filter(isKept), installPlans: found.installPlans.filter(isKept),
      };
      return operatorsIn(namespace, kept, isSelection ? found : undefined);
    }),
    ...(catalogs === undefined ? {} : { catalogs: catalogs.map(catalogOf) }),
    ...(isSelection ? { isSelection } : {}),
  };
}

const isKept = (object: KubernetesObject): boolean => !isTerminating(object);

/** @param dumped objects in a dump, with those that are being deleted; undefined for a cluster */
function operatorsIn(namespace: string, objects: NamespaceObjects, dumped: NamespaceObjects | undefined): OperatorInCluster[] {
  const { subscriptions, csvs } = objects;
  const running = csvs.filter((csv) => !isReplaced(csv));
  const claimed = new Set(subscriptions.flatMap(referencedCsvs));
  const orphans = running.filter(({ metadata: { name } }) => !claimed.has(name) && name !== PACKAGE_SERVER);
  const dumpedClaims = dumped === undefined ? undefined : new Set(dumped.subscriptions.flatMap(referencedCsvs));
  return [
    ...subscriptions.map((subscription) => lacking(subscribed(namespace, subscription, objects, running), absentObjects(subscription, dumped))),
    ...orphans.map((csv) => lacking(
      { namespace, packageName: csvPackage(csv) ?? '', ...installed(csv.metadata.name, csv, running, []), installedWith: [] }, absentSubscription(csv, dumpedClaims),
    )),
  ];
}

function lacking(operator: OperatorInCluster, notDumped: readonly string[]): OperatorInCluster {
  return notDumped.length === 0 ? operator : { ...operator, isDeleted: false, notDumped };
}

/** Returns the objects that a dump lacks, and on which it depends what a Subscription has installed, or is installing. */
function absentObjects(subscription: KubernetesObject, dumped: NamespaceObjects | undefined): string[] {
  if (dumped === undefined) {
    return [];
  }
  const { csvs, installPlans } = dumped;
  const [current, installed] = [statusString(subscription, 'currentCSV'), installedCsv(subscription, csvs)];
  const planName = stringField(mapField(subscription.status, 'installPlanRef'), 'name');
  const plan = byName(installPlans, planName);
  // Before its InstallPlan is approved, OLM creates no CSV.
  const csv = installed ?? (plan !== undefined && requiresApproval(plan) ? undefined : current);
  const titleOf = (kind: string, name: string): string => `${kind} ${namespaceOf(subscription)}/${name}`;
  return [
    ...(csv === undefined || byName(csvs, csv) !== undefined ? [] : [titleOf('ClusterServiceVersion', csv)]),
    ...(planName === undefined || plan !== undefined || current === installed ? [] : [titleOf('InstallPlan', planName)]),
  ];
}

/**
 * Returns the Subscription of a CSV, unless the dump has one that is being deleted.
 *
 * @param claimed CSVs to which the Subscriptions of the dump refer; undefined for a cluster
 */
function absentSubscription(csv: KubernetesObject, claimed: ReadonlySet<string> | undefined): string[] {
  const { name } = csv.metadata;
  return claimed === undefined || claimed.has(name) ? []
    : [`the Subscription of ClusterServiceVersion ${namespaceOf(csv)}/${name}`];
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
  return {
    csv: name,
    version: specString(csv, 'version') ?? name.slice(name.indexOf('.') + 1).replace(/^v/, ''),
    isDeleted: name !== '' && csv === undefined,
    phase: statusString(csv, 'phase') ?? '',
    message: statusString(csv, 'phase') === 'Succeeded' ? '' : statusString(csv, 'message') ?? '',
    isInSingleNamespace: /^[^,]+$/.test(csv?.metadata.annotations?.[TARGET_NAMESPACES] ?? ''),
    // OLM alone decides about constraints in the Common Expression Language: the InstallPlan shows its decision.
    requiredBy: csv === undefined ? [] : dependentsOn(csv, running, installedWith).map(({ metadata }) => metadata.name).sort(compareUtf8),
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
  return {
    state: installedState({
      ...objects, ...(isComplete ? { catalogs: listed.flat() } : {}), ...defined({ isSelection: source.isSelection }),
    } satisfies InstalledObjects),
    notes: [
      ...uninspectedFindings(view, catalogs, []).map(({ message }) => message),
      ...source.notes(),
    ],
  };
}
