import { fieldAt, mapListField, stringField } from '../../../formats/json/json-value';
import { OLM_GROUP, RBAC_GROUP } from '../../../formats/schema/api-groups';
import { groupBy } from '../../../text/group-by';
import { perObject } from '../../../text/per-object';
import { list, shortList } from '../explain/formatting';
import { INITIAL_LISTS } from '../machine/waiter-state';
import { byName } from '../operator/situation';
import { type ApiResource, CLUSTER_ROLE_BINDINGS, CLUSTER_ROLES, INSTALL_PLANS, resourceName, ROLE_BINDINGS } from '../view/api-resource';
import { type ClusterView, type Interest, objectsOf, optional } from '../view/cluster-view';
import { type KubernetesObject, namespacedName } from '../view/kubernetes-object';
import { objectsNamed } from '../view/object-lists';
import { otherPlan, resourceOfObject, versionsIn } from './bundle-objects';
import { deletionPolicy } from './operand-stages';
import type { OperatorFootprint } from './operator-footprint';
import type { Removal } from './operator-stages';
import { isPending } from './removal-waiter';
import { deletionStage, type FoundObject, type Leftover, objectTitle, type Stage } from './stage';
import { shell } from '../../../text/shell';

/** Interests in the cluster-scoped objects of the bundles of an operator. */
export interface BundleObjectInterests {
  /** All objects of their kinds. */
  readonly lists: readonly Interest[];

  /** Objects that may use them, if any of them exist. */
  readonly users: readonly Interest[];
}

/** ClusterRoles that OLM created from bundles: candidates if no InstallPlan shows what it created for an operator. */
export const MANAGED_ROLES = optional({ resource: CLUSTER_ROLES, labelSelector: 'olm.managed=true' });
export const ALL_PLANS = optional({ resource: INSTALL_PLANS });
export const ALL_BINDINGS = [CLUSTER_ROLE_BINDINGS, ROLE_BINDINGS].map((resource) => optional({ resource }));

/** API groups whose objects can be deleted when no binding and no operator uses them. Nothing shows who uses a PriorityClass, for example. */
const DELETABLE: readonly string[] = [RBAC_GROUP, 'console.openshift.io'];

/** Maximum number of candidates to name. */
const MAX_CANDIDATES = 20;

/** Returns the interests in the objects of bundles, once the operator is deleted. */
export function bundleObjectInterests({ objects }: OperatorFootprint, allCsvs: Interest, view: ClusterView): BundleObjectInterests {
  const resources = (objects ?? []).map(resourceOfObject);
  const lists = objects === undefined ? [MANAGED_ROLES]
    : [...groupBy(resources, resourceName).values()].map(([resource]) => optional({ resource: resource! }));
  const names = new Set((objects ?? []).map(({ name }) => name));
  const exist = lists.flatMap((interest) => objectsOf(view, interest) ?? [])
    .some(({ metadata: { name } }) => objects === undefined || names.has(name));
  return { lists, users: exist ? [ALL_PLANS, optional(allCsvs), ...ALL_BINDINGS] : [] };
}

/** Deletes, or reports, the cluster-scoped objects of the bundles of an operator that OLM leaves behind. */
export function bundleObjectStage(removal: Removal): Stage {
  const { footprint: { objects }, interests: { bundleObjects: { lists, users } }, view, options } = removal;
  const phase = 'record';
  if ([...lists, ...users].some((interest) => isPending(interest, view))) {
    return { phase, waitingFor: INITIAL_LISTS };
  }
  if (objects === undefined) {
    return { phase, left: candidates(removal) };
  }
  const found = remainingObjects(removal);
  const uses = usesOf(found, removal);
  const isDeletable = ({ object }: FoundObject): boolean => options.leftovers === true && !uses.has(object);
  const deletable = found.filter(isDeletable);
  const left = found.filter((remaining) => !isDeletable(remaining)).map((remaining): Leftover => (
    { object: objectTitle(remaining), reason: `OLM created it from the bundle, and ${uses.get(remaining.object) ?? unused(remaining)}` }
  ));
  const policy = deletionPolicy(removal, 'deletes an object of the bundle that OLM leaves behind');
  return { ...deletionStage(phase, deletable, policy), left: [...left, ...unlistedObjects(removal)] };
}

/** An object of a bundle that still exists. */
interface RemainingObject extends FoundObject {
  /** Whether an InstallPlan reports that it created the object. */
  readonly isCreated: boolean;
}

export function unused({ resource: { kind }, object: { metadata: { name } } }: FoundObject): string {
  return `nothing deletes it; to delete it, run ${shell`kubectl delete ${kind.toLowerCase()} ${name}`}`;
}

/** Returns the objects that still exist, except those with OLM's label of their owner, which OLM deletes. */
function remainingObjects({ footprint: { objects = [], csvs }, view }: Removal): RemainingObject[] {
  return objects.flatMap((planned): RemainingObject[] => {
    const resource = resourceOfObject(planned);
    const object = byName(objectsOf(view, optional({ resource })), planned.name);
    return object === undefined || csvs.includes(object.metadata.labels?.['olm.owner'] ?? '') ? [] : [{ resource, object, isCreated: planned.isCreated }];
  });
}

/** Reports the objects whose kinds the account may not list. */
function unlistedObjects({ footprint: { objects = [] }, view }: Removal): Leftover[] {
  return objects.filter((object) => isForbidden(view, optional({ resource: resourceOfObject(object) }))).map((object) => ({
    object: `${object.kind} ${object.name}`,
    reason: `OLM created it from the bundle; whether it still exists is not known: the account may not list ${resourceName(resourceOfObject(object))}`,
  }));
}

function isForbidden(view: ClusterView, interest: Interest): boolean {
  return objectsOf(view, interest) === undefined;
}

/** Returns why objects must not be deleted: what uses each one, or may use it. */
function usesOf(found: readonly RemainingObject[], removal: Removal): Map<KubernetesObject, string> {
  const unknown = removal.interests.bundleObjects.users.filter((interest) => isForbidden(removal.view, interest));
  const uses = new Map<KubernetesObject, string>();
  const note = (object: KubernetesObject, use: string | undefined): void => {
    if (use !== undefined) {
      uses.set(object, use);
    }
  };
  found.forEach(({ resource, object, isCreated }) => note(object, unknown.length > 0
    ? `whether anything uses it is not known: the account may not list ${list(unknown.map((interest) => resourceName(interest.resource)))} in all namespaces`
    : operatorUse(resource, object, removal) ?? (isCreated || object.metadata.labels?.['olm.managed'] === 'true' ? undefined : 'it may have existed before')));
  addBindingUses(uses, found, removal.footprint.csvs, removal.view);
  return uses;
}

/**
 * Adds which bindings refer to ClusterRoles that nothing else uses. Bindings that are deleted too do not count.
 *
 * @param csvs ClusterServiceVersions whose bindings do not count
 */
export function addBindingUses(uses: Map<KubernetesObject, string>, found: readonly FoundObject[], csvs: readonly string[], view: ClusterView): void {
  const deleted = new Set(found.map(({ object }) => object).filter((object) => !uses.has(object)));
  for (const { object } of found.filter((candidate) => candidate.resource === CLUSTER_ROLES && deleted.has(candidate.object))) {
    const use = bindingUse(object, deleted, csvs, view);
    if (use !== undefined) {
      uses.set(object, use);
    }
  }
}

/** Returns which other operator uses an object. */
function operatorUse(resource: ApiResource, object: KubernetesObject, removal: Removal): string | undefined {
  const { footprint, options: { namespace }, view, interests: { allCsvs } } = removal;
  const { metadata: { name, labels = {} } } = object;
  const all = objectsOf(view, allCsvs) ?? [];
  const isOther = (csv: KubernetesObject): boolean => csv.metadata.namespace !== namespace || !footprint.csvs.includes(csv.metadata.name);
  const owner = objectsNamed(all, labels['olm.owner']).find((csv) => isOther(csv) && csv.metadata.namespace === labels['olm.owner.namespace']);
  if (owner !== undefined) {
    return `it belongs to ClusterServiceVersion ${namespacedName(owner)}`;
  }
  const plan = otherPlan({ ...resource, name, isCreated: false }, namespace, objectsOf(view, ALL_PLANS) ?? [], VERSIONS(removal));
  if (plan !== undefined) {
    return `InstallPlan ${namespacedName(plan)} created it for another operator too`;
  }
  const label = Object.keys(labels).find((key) => key.startsWith(`${OLM_GROUP}/`) && key !== `${OLM_GROUP}/${footprint.package ?? ''}.${namespace}`);
  if (label !== undefined) {
    return `it has the label of another operator, ${label}`;
  }
  const user = resource === CLUSTER_ROLE_BINDINGS ? all.find((csv) => isOther(csv) && isRunAs(csv, object)) : undefined;
  if (user !== undefined) {
    return `ClusterServiceVersion ${namespacedName(user)} needs it for its ServiceAccount`;
  }
  return unknownUse(resource);
}

/** The names of all ClusterServiceVersions of the operator. */
const VERSIONS = perObject(({ footprint, options: { namespace }, view, interests: { allCsvs } }: Removal) => versionsIn(
  namespace, { csvs: footprint.versions ?? footprint.csvs, package: footprint.package },
  objectsOf(view, ALL_PLANS) ?? [], objectsOf(view, allCsvs) ?? [],
));

/** Returns that nothing shows who uses objects of a resource, or undefined if bindings and operators show it. */
export function unknownUse({ group }: ApiResource): string | undefined {
  return DELETABLE.includes(group) ? undefined : 'other objects may use it';
}

/** Whether an operator runs as a ServiceAccount of a binding. */
function isRunAs({ metadata: { namespace }, spec }: KubernetesObject, binding: KubernetesObject): boolean {
  const strategy = fieldAt(spec, 'install', 'spec');
  const accounts = [
    ...['permissions', 'clusterPermissions'].flatMap((key) => mapListField(strategy, key)).map((found) => stringField(found, 'serviceAccountName')),
    ...mapListField(strategy, 'deployments').map((found) => stringField(fieldAt(found, 'spec', 'template', 'spec'), 'serviceAccountName') ?? 'default'),
  ];
  return mapListField(binding, 'subjects').some((subject) => (
    stringField(subject, 'kind') === 'ServiceAccount' && stringField(subject, 'namespace') === namespace && accounts.includes(stringField(subject, 'name'))
  ));
}

/**
 * Returns which binding refers to a ClusterRole.
 *
 * @param deleted bindings that do not count, because they are deleted too
 * @param csvs ClusterServiceVersions whose bindings do not count
 */
function bindingUse(
  { metadata: { name } }: KubernetesObject, deleted: ReadonlySet<KubernetesObject>, csvs: readonly string[], view: ClusterView,
): string | undefined {
  const bindingsTo = (interest: Interest): readonly KubernetesObject[] => BY_CLUSTER_ROLE(objectsOf(view, interest) ?? []).get(name) ?? [];
  const users = ALL_BINDINGS.flatMap(({ resource, ...interest }) => bindingsTo({ resource, ...interest })
    .filter((binding) => !deleted.has(binding) && !csvs.includes(binding.metadata.labels?.['olm.owner'] ?? ''))
    .map((object) => objectTitle({ resource, object })));
  return users.length === 0 ? undefined : `${list(users.slice(0, 3))} ${users.length === 1 ? 'refers' : 'refer'} to it`;
}

const BY_CLUSTER_ROLE = perObject((bindings: readonly KubernetesObject[]) => groupBy(
  bindings.filter((binding) => stringField(binding['roleRef'], 'kind') === 'ClusterRole'), (binding) => stringField(binding['roleRef'], 'name'),
));

/** Reports the ClusterRoles that may be of the operator, because no InstallPlan shows what OLM created for it. */
function candidates({ view, footprint, options: { namespace }, interests: { bundleObjects: { users } } }: Removal): Leftover[] {
  if (footprint.csvs.length === 0) {
    return [];
  }
  const forbidden = [MANAGED_ROLES, ...users.filter((interest) => interest.resource === INSTALL_PLANS)]
    .filter((interest) => isForbidden(view, interest));
  if (forbidden.length > 0) {
    const kinds = list(forbidden.map(({ resource }) => resourceName(resource)));
    return [{
      object: `cluster-scoped objects of ${list(footprint.csvs)}`,
      reason: `whether OLM left any is not known: the account may not list ${kinds} in all namespaces`,
    }];
  }
  const plans = objectsOf(view, ALL_PLANS) ?? [];
  const found = (objectsOf(view, MANAGED_ROLES) ?? []).filter(({ metadata: { name, labels = {} } }) => (
    labels['olm.owner'] === undefined && !Object.keys(labels).some((key) => key.startsWith(`${OLM_GROUP}/`))
    && otherPlan({ ...CLUSTER_ROLES, name, isCreated: false }, namespace, plans, new Set()) === undefined
  ));
  const left = found.map((object): Leftover => ({
    object: objectTitle({ resource: CLUSTER_ROLES, object }),
    reason: `OLM created it from a bundle, which may be that of this operator: no InstallPlan shows what OLM created for ${list(footprint.csvs)}`,
  }));
  const more = left.slice(MAX_CANDIDATES).map(({ object }) => object);
  return more.length === 0 ? left : [...left.slice(0, MAX_CANDIDATES), { object: shortList(more), reason: left[0]!.reason }];
}
