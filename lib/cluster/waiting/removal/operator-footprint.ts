import { defined } from '../../../formats/json/defined';
import { groupBy } from '../../../text/group-by';
import { InstalledDependency } from '../operator/installed-dependencies';
import { namespaceInterests } from '../operator/operator-interests';
import { byName } from '../operator/situation';
import { OPERATORS } from '../view/api-resource';
import { OwnedApi, ownedApis } from '../view/cluster-service-version';
import { ClusterView, Interest, named, objectOf, objectsOf, optional } from '../view/cluster-view';
import { KubernetesObject, specString, statusString } from '../view/kubernetes-object';
import { type BundleObject, distinctObjects, plannedObjects, recordedObjects } from './bundle-objects';
import { recordedApis } from './operator-crds';

/** What a removal needs to know about an operator whose objects are already deleted. The outputs of a waiter keep it for a later attempt. */
export interface OperatorFootprint {
  /** Names of the ClusterServiceVersions. */
  readonly csvs: readonly string[];
  readonly apis: readonly OwnedApi[];
  readonly package?: string;
  /** Target namespaces of the operator. @default - all */
  readonly targetNamespaces?: readonly string[];
  /** Cluster-scoped objects of its bundles besides CRDs, which OLM does not delete. @default - unknown */
  readonly objects?: readonly BundleObject[];
  /** Names of all its ClusterServiceVersions, including those that later ones replaced. @default - those that exist */
  readonly versions?: readonly string[];
  /** Operators that OLM installed as its dependencies. @default - none */
  readonly dependencies?: readonly DependencyFootprint[];
}

/** What a removal needs to know about a dependency. */
export interface DependencyFootprint extends OperatorFootprint {
  /** Name of the Subscription that OLM created for it. */
  readonly subscription: string;
}

/** Returns what a completed or failed wait found out about an operator, for a later removal. */
export function footprintOf({ csv, ownedApis: apis = [], package: packageName, dependencies = [] }: {
  readonly csv?: string | undefined; readonly ownedApis?: readonly OwnedApi[]; readonly package?: string | undefined;
  readonly dependencies?: readonly Pick<InstalledDependency, 'package' | 'subscription' | 'csv'>[];
}): OperatorFootprint {
  return {
    csvs: csv === undefined ? [] : [csv], apis, ...defined({ package: packageName }),
    dependencies: dependencies.map((found) => ({ subscription: found.subscription, package: found.package, csvs: [found.csv], apis: [] })),
  };
}

/** Adds the current information from the cluster to what is known about an operator. */
export function updateFootprint(
  options: { readonly namespace: string; readonly subscription: string }, known: OperatorFootprint, view: ClusterView,
): OperatorFootprint {
  const { subscriptions: subscriptionInterest, csvs: csvInterest, plans: planInterest } = namespaceInterests(options.namespace);
  const [subscriptions = [], csvs = [], plans = []] = [subscriptionInterest, csvInterest, planInterest].map((interest) => objectsOf(view, interest));
  const subscription = byName(subscriptions, options.subscription);
  const packageName = known.package ?? specString(subscription, 'name');
  const foreign = new Set(subscriptions.filter((other) => other !== subscription).flatMap(csvNames));
  const label = `operators.coreos.com/${packageName ?? ''}.${options.namespace}`;
  const labelled = csvs.filter((csv) => packageName !== undefined && csv.metadata.labels?.[label] !== undefined).map(({ metadata }) => metadata.name);
  const names = [...new Set([...known.csvs, ...csvNames(subscription), ...labelled])].filter((name) => !foreign.has(name));
  const own = names.map((name) => byName(csvs, name)).filter((csv) => csv !== undefined);
  const owned = [...known.apis, ...own.flatMap((csv) => ownedApis(csv))];
  // An earlier removal deleted the operator, but was interrupted or kept its CRDs.
  const isDeleted = subscription === undefined && own.length === 0 && owned.length === 0 && packageName !== undefined;
  const record = packageName === undefined ? undefined : objectOf(view, operatorRecord(packageName, options.namespace));
  const apis = isDeleted ? recordedApis(record, view) : owned;
  const planned = plannedObjects({ csvs: [...names, ...known.versions ?? []], package: packageName }, plans, csvs);
  const recorded = recordedObjects(record);
  const isKnown = known.objects !== undefined || planned.objects !== undefined || recorded.length > 0;
  const objects = isKnown ? distinctObjects([...known.objects ?? [], ...planned.objects ?? [], ...recorded]) : undefined;
  const targets = own.map((csv) => csv.metadata.annotations?.['olm.targetNamespaces']).find((found) => found !== undefined);
  const targetNamespaces = known.targetNamespaces ?? (targets === undefined || targets === '' ? undefined : targets.split(','));
  return {
    csvs: names,
    versions: planned.versions,
    apis: [...groupBy(apis, ({ crd }) => crd).values()].map(([api]) => api!),
    ...defined({ package: packageName, targetNamespaces, objects }),
  };
}

/** Returns the interest in OLM's record of an operator. */
export function operatorRecord(packageName: string, namespace: string): Interest {
  return optional(named(OPERATORS, `${packageName}.${namespace}`));
}

function csvNames(subscription: KubernetesObject | undefined): string[] {
  return [statusString(subscription, 'installedCSV'), statusString(subscription, 'currentCSV')].filter((name) => name !== undefined);
}
