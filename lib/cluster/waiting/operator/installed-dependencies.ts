import { requires } from './csv-requirements';
import { byName, plannedCsvs, referencedCsvs } from './situation';
import { isTerminating, KubernetesObject, specString } from '../view/kubernetes-object';

/** Annotation of a Subscription that OLM created for a dependency, with the name of the InstallPlan. */
const GENERATED_BY = 'olm.generated-by';

/** Annotation of an object that `kubectl apply` or a similar tool manages. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** Operator that OLM installed as a dependency of another one. */
export interface InstalledDependency {
  readonly package: string;
  readonly namespace: string;
  /** Name of the Subscription that OLM created for it. */
  readonly subscription: string;
  /** Name of the ClusterServiceVersion. */
  readonly csv: string;
  readonly version: string;
}

/** Objects of the namespace of an operator. */
export interface NamespaceOperators {
  readonly subscriptions: readonly KubernetesObject[];
  readonly csvs: readonly KubernetesObject[];
  /** InstallPlans, which are only needed for constraints in CEL. @default - none */
  readonly plans?: readonly KubernetesObject[];
}

/**
 * Whether OLM created a Subscription, for a dependency. A Subscription that a user took over belongs to the user. It still has OLM's annotation, but
 * also an owner or a field manager that applies it.
 */
export function isGenerated({ metadata: { annotations = {}, ownerReferences = [], managedFields = [] } }: KubernetesObject): boolean {
  return annotations[GENERATED_BY] !== undefined && annotations[LAST_APPLIED] === undefined && ownerReferences.length === 0
    && managedFields.every(({ operation }) => operation !== 'Apply');
}

/**
 * Returns the names of the ClusterServiceVersions that a Subscription refers to. OLM writes the status of a Subscription that it created only later.
 */
export function subscribedCsvs(subscription: KubernetesObject): string[] {
  const found = referencedCsvs(subscription);
  const starting = isGenerated(subscription) ? specString(subscription, 'startingCSV') : undefined;
  return found.length > 0 ? found : starting === undefined ? [] : [starting];
}

/**
 * Returns the operators that OLM installed as direct or indirect dependencies of ClusterServiceVersions, according to the requirements of each one.
 * For constraints in CEL, the InstallPlan that installed both decides, as long as OLM keeps it.
 *
 * @param earlier names of the Subscriptions of dependencies that are always included
 */
export function dependenciesOf(
  names: readonly string[], { subscriptions, csvs, plans = [] }: NamespaceOperators, earlier: readonly string[] = [],
): InstalledDependency[] {
  const candidates = subscriptions.filter((subscription) => isGenerated(subscription) && !isTerminating(subscription)).flatMap((subscription) => {
    const csv = subscribedCsvs(subscription).map((name) => byName(csvs, name)).find((found) => found !== undefined);
    return csv === undefined || names.includes(csv.metadata.name) ? [] : [{ subscription, csv }];
  });
  const found = new Set(candidates.filter(({ subscription }) => earlier.includes(subscription.metadata.name)).map(({ csv }) => csv));
  let from = candidates.length === 0 ? [] : [...found, ...names.map((name) => byName(csvs, name)).filter((csv) => csv !== undefined)];
  while (from.length > 0) {
    const next = candidates.filter(({ subscription, csv }) => !found.has(csv) && from.some((dependent) => {
      const plan = byName(plans, subscription.metadata.annotations?.[GENERATED_BY]);
      const decided = requires(dependent, csv);
      return decided === 'maybe' ? plan !== undefined && plannedCsvs(plan).includes(dependent.metadata.name) : decided;
    })).map(({ csv }) => csv);
    next.forEach((csv) => found.add(csv));
    from = next;
  }
  return candidates.filter(({ csv }) => found.has(csv)).map(({ subscription: { metadata: { name, namespace = '' }, spec }, csv }) => ({
    package: specString({ metadata: { name }, spec }, 'name') ?? '',
    namespace,
    subscription: name,
    csv: csv.metadata.name,
    version: specString(csv, 'version') ?? '',
  }));
}
