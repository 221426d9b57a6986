import { parseJson } from '../../../formats/json/exact-json';
import { fieldAt, isMap, type JsonMap, mapListField, stringField } from '../../../formats/json/json-value';
import { isClusterScoped, resourceOfKind } from '../../../formats/schema/kubernetes-manifest';
import { groupBy, groupByEach } from '../../../text/group-by';
import { perObject } from '../../../text/per-object';
import { type ApiResource, CLUSTER_ROLE_BINDINGS, CLUSTER_ROLES, CUSTOM_RESOURCE_DEFINITIONS, resourceName } from '../view/api-resource';
import { type KubernetesObject, specString } from '../view/kubernetes-object';

/**
 * Cluster-scoped object of a bundle besides CRDs, such as the ClusterRole `…-metrics-reader`. OLM creates it with an InstallPlan and never deletes
 * it: only objects of a namespace can have the ClusterServiceVersion as their owner.
 */
export interface BundleObject {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;

  /** Whether an InstallPlan reports that it created the object. Otherwise the object may have existed before. */
  readonly isCreated: boolean;
}

/** ClusterServiceVersion that a step of an InstallPlan creates. */
interface PlannedCsv {
  readonly name: string;
  readonly replaces: string | undefined;
  readonly package: string | undefined;
}

/** Step of an InstallPlan. */
interface PlanStep {
  /** Name of the ClusterServiceVersion of the bundle. */
  readonly resolving: string;
  readonly object: BundleObject;
  readonly manifest: JsonMap;
}

/** Operator whose objects are looked for. */
export interface BundleOwner {
  /** Names of its known ClusterServiceVersions, even if they no longer exist. */
  readonly csvs: readonly string[];
  readonly package: string | undefined;
}

/** What InstallPlans show about an operator. */
export interface PlannedObjects {
  /** Names of its ClusterServiceVersions, including those of earlier versions, whose objects OLM does not delete either. */
  readonly versions: readonly string[];

  /** Cluster-scoped objects of its bundles, or undefined if no InstallPlan has steps for them, for example because OLM deleted the plan. */
  readonly objects: readonly BundleObject[] | undefined;
}

/**
 * Returns the cluster-scoped objects that InstallPlans created from the bundles of an operator, in all of its versions.
 *
 * @param csvs existing ClusterServiceVersions of the namespace
 */
export function plannedObjects(owner: BundleOwner, plans: readonly KubernetesObject[], csvs: readonly KubernetesObject[]): PlannedObjects {
  const steps = plans.flatMap(stepsOf);
  const versions = versionsOf(owner, steps, csvs);
  const own = steps.filter(({ resolving }) => versions.has(resolving));
  return { versions: [...versions], objects: own.length === 0 ? undefined : distinctObjects(own.map(({ object }) => object).filter(isOfCluster)) };
}

/** Returns the cluster-scoped objects that InstallPlans created from bundles, of any operator. */
export function objectsOfPlans(plans: readonly KubernetesObject[]): BundleObject[] {
  return distinctObjects(plans.flatMap(stepsOf).map(({ object }) => object).filter(isOfCluster));
}

/** Returns the cluster-scoped objects in OLM's record of an operator, an Operator object. */
export function recordedObjects(record: KubernetesObject | null | undefined): BundleObject[] {
  const refs = fieldAt(record?.status, 'components', 'refs');
  return (Array.isArray(refs) ? refs.filter(isMap) : []).map((ref) => {
    const [group, version] = groupAndVersion(stringField(ref, 'apiVersion') ?? '');
    return { group, version, kind: stringField(ref, 'kind') ?? '', name: stringField(ref, 'name') ?? '', isCreated: false };
  }).filter(isOfCluster);
}

/** Returns the objects without duplicates. */
export function distinctObjects(objects: readonly BundleObject[]): BundleObject[] {
  const found = new Map<string, BundleObject>();
  objects.forEach((object) => {
    const key = bundleObjectKey(object);
    found.set(key, { ...object, isCreated: object.isCreated || found.get(key)?.isCreated === true });
  });
  return [...found.values()];
}

/** Returns a key of an object that does not depend on the version of its API. */
export function bundleObjectKey({ group, kind, name }: Pick<BundleObject, 'group' | 'kind' | 'name'>): string {
  return `${group}/${kind} ${name}`;
}

/** Returns the resource of an object: the constant if there is one, because interests are compared by resource. */
export function resourceOfObject({ group, version, kind }: BundleObject): ApiResource {
  const resource: ApiResource = { group, version, kind, plural: resourceOfKind(kind), namespaced: false };
  return [CLUSTER_ROLES, CLUSTER_ROLE_BINDINGS].find((same) => resourceName(same) === resourceName(resource)) ?? resource;
}

/**
 * Returns the InstallPlan of another operator that lists an object too, or undefined.
 *
 * @param namespace namespace of the operator
 * @param versions names of all ClusterServiceVersions of the operator
 */
export function otherPlan(
  object: BundleObject, namespace: string, plans: readonly KubernetesObject[], versions: ReadonlySet<string>,
): KubernetesObject | undefined {
  const key = bundleObjectKey(object);
  return LISTING(plans).get(key)?.find((plan) => (
    plan.metadata.namespace !== namespace || STEPS(plan).get(key)!.some((step) => !versions.has(step.resolving))
  ));
}

/** Returns the names of all ClusterServiceVersions of an operator in a namespace, as the InstallPlans and ClusterServiceVersions there show. */
export function versionsIn(
  namespace: string, owner: BundleOwner, plans: readonly KubernetesObject[], csvs: readonly KubernetesObject[],
): ReadonlySet<string> {
  const isIn = ({ metadata }: KubernetesObject): boolean => metadata.namespace === namespace;
  return versionsOf(owner, plans.filter(isIn).flatMap(stepsOf), csvs.filter(isIn));
}

/** The InstallPlans that list each object. */
const LISTING = perObject((plans: readonly KubernetesObject[]) => groupByEach(plans, (plan) => [...STEPS(plan).keys()]));

/** The steps of an InstallPlan for each object. */
const STEPS = perObject((plan: KubernetesObject) => groupBy(stepsOf(plan), ({ object }) => bundleObjectKey(object)));

/** Returns the names of all ClusterServiceVersions of an operator: by package, and those that a later one replaces. */
function versionsOf({ csvs: names, package: packageName }: BundleOwner, steps: readonly PlanStep[], csvs: readonly KubernetesObject[]): Set<string> {
  const planned = [
    ...steps.filter(({ object: { kind } }) => kind === 'ClusterServiceVersion').map(plannedCsv),
    ...csvs.map((csv): PlannedCsv => ({ name: csv.metadata.name, replaces: specString(csv, 'replaces'), package: undefined })),
  ];
  const byName = groupBy(planned, ({ name }) => name);
  const given = new Set(names);
  const others = new Set(csvs.map(({ metadata: { name } }) => name).filter((name) => !given.has(name)));
  const isOfPackage = (csv: PlannedCsv): boolean => packageName !== undefined && csv.package === packageName;
  const found = new Set([...names, ...planned.filter(isOfPackage).map(({ name }) => name)].filter((name) => !others.has(name)));
  for (const name of found) {
    (byName.get(name) ?? []).map(({ replaces }) => replaces)
      .forEach((replaced) => replaced !== undefined && !others.has(replaced) && found.add(replaced));
  }
  return found;
}

/** Returns the steps of an InstallPlan, whose manifests are large. Objects of the API server are replaced, never changed. */
const stepsOf = perObject((plan: KubernetesObject): readonly PlanStep[] => mapListField(plan.status, 'plan').map(readStep));

function readStep(step: JsonMap): PlanStep {
  const resource = step['resource'];
  const value = (key: string): string => stringField(resource, key) ?? '';
  return {
    resolving: stringField(step, 'resolving') ?? '',
    object: { group: value('group'), version: value('version'), kind: value('kind'), name: value('name'), isCreated: stringField(step, 'status') === 'Created' },
    manifest: parsed(value('manifest')),
  };
}

/** Returns the ClusterServiceVersion of a step, whose manifest is either the object or a reference to a ConfigMap that contains it. */
function plannedCsv({ object: { name }, manifest }: PlanStep): PlannedCsv {
  const annotation = stringField(fieldAt(manifest, 'metadata', 'annotations'), 'operatorframework.io/properties');
  const properties = mapListField(parsed(stringField(manifest, 'properties') ?? annotation ?? ''), 'properties');
  const ofPackage = properties.find(({ type }) => type === 'olm.package');
  return {
    name, replaces: stringField(manifest, 'replaces') ?? stringField(manifest['spec'], 'replaces'),
    package: stringField(ofPackage?.['value'], 'packageName'),
  };
}

function parsed(text: string): JsonMap {
  try {
    const value = parseJson(text);
    return isMap(value) ? value : {};
  } catch {
    return {};
  }
}

function isOfCluster({ group, kind }: BundleObject): boolean {
  return kind !== CUSTOM_RESOURCE_DEFINITIONS.kind && isClusterScoped(group, kind);
}

function groupAndVersion(apiVersion: string): [string, string] {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? ['', apiVersion] : [apiVersion.slice(0, slash), apiVersion.slice(slash + 1)];
}
