import { defined } from '../../../formats/json/defined';
import { mapField, stringField, stringListField } from '../../../formats/json/json-value';
import { perObject } from '../../../text/per-object';
import { channelHead } from '../rules/catalogs';
import type { RequiredObjects } from '../rules/requirements';
import { OwnedApi, ownedApis } from '../view/cluster-service-version';
import { ClusterView, Interest, isPartial, objectOf, objectsOf } from '../view/cluster-view';
import { isTerminating, KubernetesObject, specString, statusString } from '../view/kubernetes-object';
import { objectsNamed } from '../view/object-lists';
import { ApprovalList } from './approval-list';
import {
  catalogInterests, catalogNamespaces, CONTROLLERS, crdInterest, namespaceInterest, namespaceInterests, packages, pods, requiredInterest,
  unpackJobs, warnings,
} from './operator-interests';
import { OperatorReadyOptions, Pin } from './operator-options';

/** API that the operator should provide, and its CRD: `null` if it does not exist, `undefined` until it is listed. */
export interface AwaitedApi {
  readonly api: OwnedApi;
  readonly crd: KubernetesObject | null | undefined;
}

/** All objects that concern an operator. A list is undefined until it is received. */
export interface Situation {
  readonly namespace: string;
  readonly name: string;
  readonly pin?: Pin;
  /** What may be approved, or undefined if this depends on the pin. */
  readonly approvals?: ApprovalList;
  /** Whether InstallPlans that lead to the pinned version are approved. */
  readonly approve: boolean;
  /** Whether older versions in the channel are allowed on the way to the pinned one. */
  readonly stepwise: boolean;
  /** Names of the Subscriptions of dependencies of earlier versions. */
  readonly earlierDependencies: readonly string[];
  /** Whether the objects are a selection, such as a dump: those that are not here may exist. */
  readonly isSelection: boolean;
  /** The Subscription, or `null` if it does not exist. */
  readonly subscription: KubernetesObject | null | undefined;
  readonly subscriptions: readonly KubernetesObject[] | undefined;
  readonly groups: readonly KubernetesObject[] | undefined;
  readonly plans: readonly KubernetesObject[] | undefined;
  readonly csvs: readonly KubernetesObject[] | undefined;
  readonly deployments: readonly KubernetesObject[] | undefined;
  /** InstallPlan that the Subscription refers to. */
  readonly plan: KubernetesObject | undefined;
  /** Name of the ClusterServiceVersion to wait for, once known. */
  readonly targetCsv: string | undefined;
  /** ClusterServiceVersion to wait for or, on the upgrade path to it, the one that is being installed. */
  readonly csv: KubernetesObject | undefined;
  /** ClusterServiceVersion that the Subscription lists as installed, in any phase. */
  readonly installed: KubernetesObject | undefined;
  readonly apis: readonly AwaitedApi[];
  /** The objects that the ClusterServiceVersion waits for. */
  readonly required: RequiredObjects;
  /** This object and the following ones only help to explain a failure. */
  readonly namespaceObject: KubernetesObject | null | undefined;
  /** The catalogs of each namespace from which OLM may install it. */
  readonly catalogs: readonly (readonly KubernetesObject[])[] | undefined;
  readonly pods: readonly KubernetesObject[];
  /** Warning events in its namespace, and in that of its catalog. */
  readonly warnings: readonly (readonly KubernetesObject[])[];
  /** Jobs that unpack bundles in the namespace of its catalog, and the pods there. */
  readonly unpackJobs: readonly KubernetesObject[];
  readonly catalogPods: readonly KubernetesObject[];
  readonly controllers: readonly KubernetesObject[];
  readonly packages: readonly KubernetesObject[];
}

/** Collects the objects that concern an operator. */
export function situation(options: OperatorReadyOptions, view: ClusterView): Situation {
  const { namespace, subscription: name, pin, approvals, approve = true, stepwise = false } = options;
  const { dependencies: earlierDependencies = [] } = options;
  const interests = namespaceInterests(namespace);
  const subscriptions = objectsOf(view, interests.subscriptions);
  const isSelection = isPartial(view, interests.subscriptions);
  const subscription = byName(subscriptions, name) ?? (subscriptions === undefined || isSelection ? undefined : null);
  const [plans, csvs] = [objectsOf(view, interests.plans), objectsOf(view, interests.csvs)];
  const plan = currentPlan(subscription ?? undefined, plans ?? []);
  const targetCsv = pin?.csv ?? targetOf(subscription ?? undefined, plan, csvs);
  // A ClusterServiceVersion that the Subscription does not refer to does not belong to it, even if it has the pinned name.
  const references = referencedCsvs(subscription ?? undefined);
  const candidates = [targetCsv, ...references].filter((csvName) => csvName !== undefined && references.includes(csvName));
  const csv = candidates.map((csvName) => byName(csvs, csvName)).find((found) => found !== undefined);
  const catalogNamespace = specString(subscription ?? undefined, 'sourceNamespace') ?? namespace;
  const found = (interest: Interest): readonly KubernetesObject[] => objectsOf(view, interest) ?? [];
  return {
    namespace, name, approve, stepwise, earlierDependencies, isSelection,
    subscription, subscriptions, plans, csvs, plan, targetCsv, csv,
    ...defined({ pin, approvals }),
    groups: objectsOf(view, interests.groups),
    deployments: objectsOf(view, interests.deployments),
    installed: byName(csvs, statusString(subscription ?? undefined, 'installedCSV')),
    ...apisOf(csv, view),
    namespaceObject: objectOf(view, namespaceInterest(namespace)),
    catalogs: catalogs(namespace, subscription ?? undefined, view),
    pods: found(pods(namespace)),
    warnings: [...new Set([namespace, catalogNamespace])].map((of) => found(warnings(of))),
    unpackJobs: found(unpackJobs(catalogNamespace)),
    catalogPods: found(pods(catalogNamespace)),
    controllers: found(CONTROLLERS),
    packages: found(packages(namespace)),
  };
}

/** Returns the APIs that a ClusterServiceVersion owns, and the objects that it waits for. */
export function apisOf(csv: KubernetesObject | undefined, view: ClusterView): Pick<Situation, 'apis' | 'required'> {
  return {
    apis: ownedApis(csv).map((api) => ({ api, crd: objectOf(view, crdInterest(api.crd)) })),
    required: (of) => objectOf(view, requiredInterest(of)),
  };
}

/** Returns the ClusterServiceVersions that a Subscription refers to. */
export function referencedCsvs(subscription: KubernetesObject | undefined): string[] {
  return ['currentCSV', 'installedCSV'].map((field) => statusString(subscription, field)).filter((name) => name !== undefined);
}

/**
 * Returns the ClusterServiceVersion that a Subscription has installed, or undefined. OLM sets `installedCSV` a little later than the phase of the
 * ClusterServiceVersion.
 *
 * @param csvs ClusterServiceVersions of the namespace
 */
export function installedCsv(subscription: KubernetesObject, csvs: readonly KubernetesObject[]): string | undefined {
  const current = byName(csvs, statusString(subscription, 'currentCSV'));
  return statusString(subscription, 'installedCSV') ?? (statusString(current, 'phase') === 'Succeeded' ? current!.metadata.name : undefined);
}

/** Whether OLM replaces a ClusterServiceVersion by another one, or deletes it after that. */
export function isReplaced(csv: KubernetesObject): boolean {
  return ['Replacing', 'Deleting'].includes(statusString(csv, 'phase') ?? '');
}

/**
 * Returns the ClusterServiceVersions that nothing replaces, and that no Subscription refers to. Until OLM notices that one is replaced, only the new
 * one says so.
 */
export function unclaimedCsvs({ subscriptions = [], csvs = [] }: Situation): readonly string[] {
  return UNCLAIMED(csvs)(subscriptions);
}

const UNCLAIMED = perObject((csvs: readonly KubernetesObject[]) => perObject((subscriptions: readonly KubernetesObject[]): readonly string[] => {
  const claimed = new Set(subscriptions.flatMap(referencedCsvs));
  for (const name of claimed) {
    const replaced = specString(byName(csvs, name), 'replaces');
    if (replaced !== undefined) {
      claimed.add(replaced);
    }
  }
  const staying = csvs.filter((csv) => !isTerminating(csv) && !isReplaced(csv));
  return staying.map(({ metadata }) => metadata.name).filter((name) => !claimed.has(name));
}));

/** Whether a ClusterServiceVersion of the namespace is known not to exist. */
export function isGone(name: string, { csvs, isSelection }: Situation): boolean {
  return csvs !== undefined && !isSelection && byName(csvs, name) === undefined;
}

/** Returns the CatalogSource that a Subscription refers to. */
export function ownCatalog(subscription: KubernetesObject, catalogs: readonly (readonly KubernetesObject[])[]): KubernetesObject | undefined {
  const named = catalogs.flatMap((list) => objectsNamed(list, specString(subscription, 'source')));
  return named.find((catalog) => isSourceOf(subscription, catalog));
}

/** Whether an object has the name and namespace of a Subscription's catalog: the CatalogSource, or its Deployment. */
export function isSourceOf(subscription: KubernetesObject, { metadata }: KubernetesObject): boolean {
  return metadata.name === specString(subscription, 'source') && metadata.namespace === (specString(subscription, 'sourceNamespace') ?? '');
}

/** Whether everything that is needed for a decision is listed. */
export function isKnown({ subscriptions, groups, plans, csvs, deployments }: Situation): boolean {
  return [subscriptions, groups, plans, csvs, deployments].every((list) => list !== undefined);
}

/** Returns the object with a name: the first one, if there are others in other namespaces. */
export function byName(objects: readonly KubernetesObject[] | undefined, name: string | undefined): KubernetesObject | undefined {
  return objects === undefined ? undefined : objectsNamed(objects, name)[0];
}

/** Returns the names of the ClusterServiceVersions that an InstallPlan installs. */
export const plannedCsvs = perObject((plan: KubernetesObject): readonly string[] => stringListField(plan.spec, 'clusterServiceVersionNames'));

/** Whether OLM installs nothing for a Subscription before somebody approves the InstallPlan. */
export function hasManualApproval(subscription: KubernetesObject | undefined): boolean {
  return specString(subscription, 'installPlanApproval') === 'Manual';
}

/** Whether an InstallPlan still requires approval. */
export function requiresApproval(plan: KubernetesObject): boolean {
  return statusString(plan, 'phase') === 'RequiresApproval' && mapField(plan, 'spec')['approved'] !== true;
}

/**
 * Returns the name of the ClusterServiceVersion that the Subscription lists as installed, if it was deleted and no plan is about to create it. OLM
 * relies on its InstallPlans, and plans the next version based on the deleted one.
 */
export function missingCsv({ subscription, csvs, csv, plan }: Situation): string | undefined {
  const name = statusString(subscription ?? undefined, 'installedCSV');
  if (name === undefined || csv !== undefined || csvs === undefined || byName(csvs, name) !== undefined) {
    return undefined;
  }
  const isPlanned = plan !== undefined && statusString(plan, 'phase') !== 'Complete' && plannedCsvs(plan).includes(name);
  return isPlanned ? undefined : name;
}

/**
 * Returns the name of the ClusterServiceVersion that OLM would install for the Subscription if nothing were installed yet, or undefined if that is
 * unknown.
 */
export function nextCsv({ subscription, pin, packages: known }: Situation): string | undefined {
  return subscription ? specString(subscription, 'startingCSV') ?? pin?.csv ?? channelHead(subscription, known) : undefined;
}

/** Returns the plan that the Subscription refers to, by UID: a later plan may have the same name. */
function currentPlan(subscription: KubernetesObject | undefined, plans: readonly KubernetesObject[]): KubernetesObject | undefined {
  const ref = mapField(subscription?.status, 'installPlanRef');
  const [name, uid] = [stringField(ref, 'name'), stringField(ref, 'uid')];
  const plan = byName(plans, name);
  return uid === undefined || plan?.metadata.uid === undefined || plan.metadata.uid === uid ? plan : undefined;
}

/**
 * Returns the ClusterServiceVersion to wait for without a pin: the current one of the Subscription, or the installed one while an upgrade still
 * requires approval. An upgrade whose ClusterServiceVersion exists was approved, although its InstallPlan was deleted, or a dump lacks it.
 */
function targetOf(
  subscription: KubernetesObject | undefined, plan: KubernetesObject | undefined, csvs: readonly KubernetesObject[] | undefined,
): string | undefined {
  const [current, installed] = [statusString(subscription, 'currentCSV'), statusString(subscription, 'installedCSV')];
  const isApproved = plan === undefined ? byName(csvs, current) !== undefined : mapField(plan, 'spec')['approved'] === true;
  return hasManualApproval(subscription) && installed !== undefined && !isApproved ? installed : current;
}

function catalogs(namespace: string, subscription: KubernetesObject | undefined, view: ClusterView): Situation['catalogs'] {
  const lists = catalogInterests(namespace, subscription).map((interest) => objectsOf(view, interest));
  const complete = lists.every((list) => list !== undefined) && catalogNamespaces(namespace, subscription).length > 0;
  return complete ? lists : undefined;
}
