import { field, fieldAt, JsonMap, mapListField, stringField } from '../../../formats/json/json-value';
import { groupBy, groupByEach } from '../../../text/group-by';
import { perObject } from '../../../text/per-object';
import { csvPackage, csvProperties } from '../view/cluster-service-version';
import { isTerminating, KubernetesObject, specString } from '../view/kubernetes-object';
import { byName, plannedCsvs, referencedCsvs } from './situation';

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
  const providers = groupByEach(candidates, ({ csv }) => [...provisionsOf(csv)]);
  const byPlan = groupBy(candidates, ({ subscription }) => subscription.metadata.annotations?.[GENERATED_BY] ?? '');
  const plansOf = groupByEach(plans.filter((plan) => byName(plans, plan.metadata.name) === plan), plannedCsvs);
  const started = candidates.filter(({ subscription }) => earlier.includes(subscription.metadata.name)).map(({ csv }) => csv);
  // Grows during iteration: dependencies may have dependencies themselves. What several of them require is added once.
  const needed = new Set([...started, ...names.map((name) => byName(csvs, name)).filter((csv) => csv !== undefined)]);
  const takeAll = (groups: Map<string, typeof candidates>, key: string): void => {
    groups.get(key)?.forEach(({ csv }) => needed.add(csv));
    groups.delete(key);
  };
  for (const dependent of needed) {
    const { keys: required, hasOpaque } = requirementsOf(dependent);
    required.forEach((key) => takeAll(providers, key));
    (hasOpaque ? plansOf.get(dependent.metadata.name) ?? [] : []).forEach(({ metadata }) => takeAll(byPlan, metadata.name));
  }
  return candidates.filter(({ csv }) => needed.has(csv)).map(({ subscription: { metadata: { name, namespace = '' }, spec }, csv }) => ({
    package: specString({ metadata: { name }, spec }, 'name') ?? '',
    namespace,
    subscription: name,
    csv: csv.metadata.name,
    version: specString(csv, 'version') ?? '',
  }));
}

/** Requirements of a ClusterServiceVersion on other operators. */
export interface Requirements {
  /** Keys of APIs, packages and labels, as in `provisionsOf`. */
  readonly keys: ReadonlySet<string>;
  /** Whether there is also a constraint that only OLM can evaluate: an expression in CEL, or a constraint of an unknown type. */
  readonly hasOpaque: boolean;
}

/**
 * Returns the operators of a list that require another one. Version ranges are ignored, because OLM installed it in a version that it considered
 * suitable.
 *
 * @param csvs ClusterServiceVersions of its namespace
 * @param installedWith names of those that were installed together with it, which decides about constraints that only OLM can evaluate
 */
export function dependentsOn(csv: KubernetesObject, csvs: readonly KubernetesObject[], installedWith: readonly string[]): KubernetesObject[] {
  const certain = [...provisionsOf(csv)].flatMap((key) => BY_REQUIREMENT(csvs).get(key) ?? []);
  const possible = installedWith.map((name) => byName(csvs, name)).filter((other) => other !== undefined)
    .filter((other) => requirementsOf(other).hasOpaque);
  return [...new Set([...certain, ...possible])].filter((other) => other !== csv);
}

const BY_REQUIREMENT = perObject((csvs: readonly KubernetesObject[]) => groupByEach(csvs, (csv) => [...requirementsOf(csv).keys]));

/** Keys of what an operator provides to others. */
export const provisionsOf = perObject((csv: KubernetesObject): ReadonlySet<string> => {
  const packageName = csvPackage(csv);
  const properties = csvProperties(csv).map(({ type, value }) => (
    type === 'olm.gvk' ? apiKey(value) : type === 'olm.label' ? labelKey(value) : undefined
  ));
  return new Set([
    ...(packageName === undefined ? [] : [packageKey(packageName)]), ...properties.filter((key) => key !== undefined), ...apisIn(csv, 'owned'),
  ]);
});

/** What an operator requires, according to its properties, which are JSON in an annotation, and its spec. */
export const requirementsOf = perObject((csv: KubernetesObject): Requirements => {
  const found = csvProperties(csv).map(({ type, value }): Requirements => {
    switch (type) {
      case 'olm.gvk.required': return keys(apiKey(value));
      case 'olm.package.required': return keys(packageKey(stringField(value, 'packageName') ?? ''));
      case 'olm.label.required': return keys(labelKey(value));
      case 'olm.constraint': return constraintRequirements(value);
      default: return keys();
    }
  });
  return together([keys(...apisIn(csv, 'required')), ...found]);
});

/** Returns what a constraint requires. Operators that match a condition under `not` must not be installed, so they are not required. */
function constraintRequirements(constraint: unknown): Requirements {
  const compound = [field(constraint, 'all'), field(constraint, 'any')].filter((found) => found !== undefined);
  if (compound.length > 0) {
    return together(compound.flatMap((found) => mapListField(found, 'constraints').map(constraintRequirements)));
  }
  const [api, packageName] = [field(constraint, 'gvk'), stringField(field(constraint, 'package'), 'packageName')];
  if (api !== undefined || packageName !== undefined) {
    return keys(api === undefined ? packageKey(packageName ?? '') : apiKey(api));
  }
  return { keys: new Set(), hasOpaque: field(constraint, 'not') === undefined };
}

function keys(...found: readonly string[]): Requirements {
  return { keys: new Set(found), hasOpaque: false };
}

function together(all: readonly Requirements[]): Requirements {
  return { keys: new Set(all.flatMap(({ keys: found }) => [...found])), hasOpaque: all.some(({ hasOpaque }) => hasOpaque) };
}

/** Returns the APIs that the spec of a ClusterServiceVersion owns or requires: OLM derives properties from them if it has recorded none. */
function apisIn({ spec }: KubernetesObject, list: 'owned' | 'required'): string[] {
  const crds = mapListField(fieldAt(spec, 'customresourcedefinitions'), list).map((crd): JsonMap => {
    const name = stringField(crd, 'name') ?? '';
    return { ...crd, group: name.slice(name.indexOf('.') + 1) };
  });
  return [...crds, ...mapListField(fieldAt(spec, 'apiservicedefinitions'), list)].map(apiKey);
}

function apiKey(api: unknown): string {
  return `api ${['group', 'version', 'kind'].map((key) => stringField(api, key) ?? '').join('/')}`;
}

const packageKey = (name: string): string => `package ${name}`;
const labelKey = (value: unknown): string => `label ${stringField(value, 'label') ?? ''}`;
