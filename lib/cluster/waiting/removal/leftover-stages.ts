import { leftAuthReaders } from './removal-interests';
import { brokenConversions, conversionStage, conversionTitles } from './crd-conversion';
import { countedObjects, deletionPolicy } from './operand-stages';
import { csvsOf, objectsIn, Removal } from './operator-stages';
import { isPending } from './removal-waiter';
import { deletionStage, FoundObject, Leftover, objectTitle, Stage } from './stage';
import { CUSTOM_RESOURCE_DEFINITIONS, OPERATOR_GROUPS, OPERATORS } from '../view/api-resource';
import { objectsOf } from '../view/cluster-view';
import { shortList } from '../explain/formatting';
import { INITIAL_LISTS } from '../machine/waiter-state';
import { fieldAt, isMap, stringField } from '../../../formats/json/json-value';
import { shell } from '../../../text/shell';

/**
 * Last phase of a removal, in which OLM and the garbage collector finish. It is a single phase, so that its time applies to everything that is left.
 */
const PHASE = 'record';

/** How long OLM and the garbage collector may take to clean up, in milliseconds. OLM may also be about to recreate its record of the operator. */
const GRACE = 10_000;

/** Maximum number of labeled objects to list. */
const MAX_LISTED = 20;

/** Removes or reports the conversion webhooks whose Service was deleted with the operator. OLM removes those that a ClusterServiceVersion defines. */
export function leftConversionStage(removal: Removal): Stage {
  const crds = removal.interests.crds.flatMap((interest) => objectsIn(removal, interest));
  const broken = csvsOf(removal).length > 0 ? [] : brokenConversions(crds, removal.footprint.csvs, removal.view);
  const isListed = broken.every(({ state }) => state !== undefined);
  return isListed && broken.length > 0 && removal.timeInPhase(PHASE) < GRACE / 2
    ? { phase: PHASE, waitingFor: `OLM to remove the conversion webhook of ${conversionTitles(broken)}` }
    : conversionStage(PHASE, broken, removal.options.resetConversion === true);
}

/** Reports the cluster-scoped objects with OLM's label of an owner. They are not garbage collected; OLM deletes them with their owner. */
export function ownedStage(removal: Removal): Stage {
  const { interests: { owned }, view, options } = removal;
  if (owned.some((interest) => objectsOf(view, interest) === undefined && view.snapshot(interest).problem === undefined)) {
    return { phase: PHASE, waitingFor: INITIAL_LISTS };
  }
  const found = owned.flatMap(({ resource, ...interest }) => objectsIn(removal, { resource, ...interest })
    .filter(({ metadata: { labels } }) => labels?.['olm.owner.namespace'] === options.namespace).map((object): FoundObject => ({ resource, object })));
  if (options.leftovers === true && removal.timeInPhase(PHASE) >= GRACE) {
    return deletionStage(PHASE, found, deletionPolicy(removal, 'deletes an object with OLM\'s label of a deleted owner'));
  }
  return remaining(removal, found.map((each) => ({
    object: objectTitle(each), reason: `it has OLM's label of a deleted owner, olm.owner=${each.object.metadata.labels?.['olm.owner'] ?? ''}`,
  })), ([...titles]) => `${shortList(titles)} to be deleted by OLM`);
}

/** Reports the RoleBindings in kube-system that OLM created for the operator and does not delete. */
export function authReaderStage(removal: Removal): Stage {
  const { interests: { authReaders, csvs }, footprint, view, options: { namespace } } = removal;
  if (csvsOf(removal).length > 0) {
    return { phase: PHASE };
  }
  const bindings = objectsOf(view, authReaders);
  if (bindings === undefined && view.snapshot(authReaders).problem === undefined) {
    return { phase: PHASE, waitingFor: INITIAL_LISTS };
  }
  const others = objectsIn(removal, csvs).filter(({ metadata: { name } }) => !footprint.csvs.includes(name));
  return { phase: PHASE, left: leftAuthReaders(namespace, bindings ?? [], others) };
}

/**
 * Deletes OLM's record of the operator, an Operator object, and reports each object that makes OLM recreate it because it has the operator's label.
 */
export function recordStage(removal: Removal): Stage {
  const { interests: { operator, crds }, timeInPhase, removed } = removal;
  const record = operator === undefined ? undefined : objectsIn(removal, operator)[0];
  if (record === undefined) {
    return { phase: PHASE };
  }
  const found = { resource: OPERATORS, object: record };
  const refs = fieldAt(record.status, 'components', 'refs');
  const components = Array.isArray(refs) ? refs.filter(isMap) : [];
  if (components.length === 0 && (timeInPhase(PHASE) < GRACE || !removed.includes(objectTitle(found)))) {
    return deletionStage(PHASE, [found], deletionPolicy(removal, 'deletes OLM\'s record of the operator'));
  }
  // CRDs that are kept are already reported. OLM needs a moment to notice those that were deleted.
  const staying = new Set(crds.flatMap((interest) => objectsIn(removal, interest)).map(({ metadata }) => metadata.name));
  const ofBundle = new Set((removal.footprint.objects ?? []).map(({ kind, name }) => `${kind} ${name}`));
  const isReported = (ref: unknown): boolean => ofBundle.has(titleOf(ref))
    || (stringField(ref, 'kind') === CUSTOM_RESOURCE_DEFINITIONS.kind && staying.has(stringField(ref, 'name') ?? ''));
  const label = `operators.coreos.com/${record.metadata.name}`;
  const labeled = components.filter((ref) => !isReported(ref)).map((ref): Leftover => ({ object: titleOf(ref), reason: `it has the label of the operator, ${label}` }));
  const why = components.length === 0 ? 'OLM recreates it' : `OLM keeps it while objects have the label of the operator: ${countedObjects(components.length)}`;
  const stage = remaining(removal, labeled, (titles) => `${shortList(titles)} to be garbage collected`);
  return stage.waitingFor === undefined ? { ...stage, left: [...stage.left ?? [], { object: objectTitle(found), reason: why }] } : stage;
}

/** Names of the OperatorGroups that belong to OLM. */
const GROUPS_OF_OLM: readonly string[] = ['global-operators', 'olm-operators'];

/**
 * Reports the OperatorGroups of the namespace, which stay, and what uses them.
 *
 * @param removals the removals of the operator and of its dependencies
 */
export function groupStage(removals: readonly Removal[]): Stage {
  const { view, interests: { groups, subscriptions, csvs }, options: { namespace } } = removals[0]!;
  if (isPending(groups, view)) {
    return { phase: PHASE, waitingFor: INITIAL_LISTS };
  }
  const users = [subscriptions, csvs].flatMap(({ resource, ...interest }) => (objectsOf(view, { resource, ...interest }) ?? [])
    .map((object) => objectTitle({ resource, object })));
  const reasonOf = (name: string): string => users.length > 0 ? `in use by ${shortList(users)}`
    : `no operator of the namespace uses it any longer; to delete it, run ${shell`kubectl delete operatorgroup -n ${namespace} ${name}`}`;
  return {
    phase: PHASE,
    left: (objectsOf(view, groups) ?? []).filter(({ metadata: { name } }) => !GROUPS_OF_OLM.includes(name)).map((object): Leftover => (
      { object: objectTitle({ resource: OPERATOR_GROUPS, object }), reason: reasonOf(object.metadata.name) }
    )),
  };
}

/** Waits briefly for leftovers to disappear, then reports them. */
function remaining({ timeInPhase }: Removal, left: readonly Leftover[], waitingFor: (titles: readonly string[]) => string): Stage {
  if (left.length > 0 && timeInPhase(PHASE) < GRACE) {
    return { phase: PHASE, waitingFor: waitingFor(left.map(({ object }) => object)) };
  }
  const more = left.slice(MAX_LISTED).map(({ object }) => object);
  const last = more.length === 0 ? [] : [{ object: shortList(more), reason: left[MAX_LISTED]!.reason }];
  return { phase: PHASE, left: [...left.slice(0, MAX_LISTED), ...last] };
}

function titleOf(ref: unknown): string {
  const [kind, namespace, name] = ['kind', 'namespace', 'name'].map((key) => stringField(ref, key));
  return `${kind ?? 'object'} ${namespace === undefined || namespace === '' ? '' : `${namespace}/`}${name ?? '?'}`;
}
