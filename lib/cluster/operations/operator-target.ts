import { defined } from '../../formats/json/defined';
import { fieldAt, type JsonMap, mapField, stringField } from '../../formats/json/json-value';
import { wantedCsvIn, WHATEVER_IS_OFFERED } from '../../formats/schema/wanted-csv';
import { PREVIOUS_NAME } from '../../olm/names';
import { PlanError } from '../../resolve/lock/lock-error';
import type { PlanContent } from '../../resolve/plan/plan-content';
import { planMisfits, plannedOperatorOf } from '../../resolve/plan/plan-misfits';
import { groupBy } from '../../text/group-by';
import { perObject } from '../../text/per-object';
import { inSequence } from '../waiting/machine/in-sequence';
import type { Timeouts, Waiter } from '../waiting/machine/waiter';
import type { WaiterState } from '../waiting/machine/waiter-state';
import { approvalListOf } from '../waiting/operator/approval-list';
import type { InstalledOperator } from '../waiting/operator/installed-operator';
import { namespaceInterests } from '../waiting/operator/operator-interests';
import { OPERATOR_TIMEOUTS, type Pin } from '../waiting/operator/operator-options';
import { type OperatorMemory, operatorReady } from '../waiting/operator/operator-waiter';
import { subscriptionRemoval } from '../waiting/removal/subscription-removal';
import { type Manifest, placeOf } from './manifests';
import { appliedWithSpec, type OperatorWaitOptions, referenceTo, targetOf, type WaitTarget } from './wait-target';

/** Objects and targets in manifests that a Subscription depends on. */
export interface SubscriptionSurroundings {
  readonly options: OperatorWaitOptions;

  /** Targets of all catalogs. */
  readonly catalogs: readonly WaitTarget[];

  /** Targets that always come first. */
  readonly after: readonly WaitTarget[];

  /** OperatorGroups of its namespace. */
  readonly groups: readonly Manifest[];

  /** Versions that the Subscriptions of its namespace are pinned to, including its own: OLM may put all of them into one InstallPlan. */
  readonly pinnedCsvs: readonly string[];
}

/** Returns the target of a Subscription: its operator. It comes after its catalog, because OLM installs nothing before the catalog responds. */
export function operatorTarget(subscription: Manifest, { options, catalogs, after, groups, pinnedCsvs }: SubscriptionSurroundings): WaitTarget {
  const { name, namespace = '', object } = subscription;
  const spec = mapField(object, 'spec');
  const ownCatalog = BY_PLACE(catalogs).get(placeOf({ name: stringField(spec, 'source'), namespace: stringField(spec, 'sourceNamespace') })) ?? [];
  const interests = namespaceInterests(namespace);
  const { upgradePlan } = options;
  const packageName = stringField(spec, 'name') ?? '';
  const planned = upgradePlan === undefined ? undefined : plannedOperatorOf(upgradePlan, { namespace, packageName });
  const allowed = options.allowedCsvs.length === 0 ? pinnedCsvs : [...options.allowedCsvs, ...pinnedCsvs];
  const previous = options.adopt ? previousName(object) : undefined;
  const pinned = planned === undefined ? pinOf(spec, allowed) : { csv: planned.after };
  const wanted = wantedCsvIn(object);
  const pin = pinned ?? (wanted === undefined ? undefined : { csv: wanted });
  return targetOf({
    subject: `operator ${namespace}/${name}`, object: referenceTo(subscription), after: [...after, ...ownCatalog], needsOlm: true,
    applied: [
      ...groups.map((group) => ({ interest: interests.groups, name: group.name, source: group.source })),
      appliedWithSpec(subscription, interests.subscriptions),
    ],
    timeout: OPERATOR_TIMEOUTS.total,
    ready: (timeouts) => handedOver({ namespace, packageName, timeouts, ...defined({ previous }) }, (left) => operatorReady({
      namespace, subscription: name, timeouts: left, recover: options.recover, adopt: options.adopt, stepwise: options.stepwise,
      // A version that is only followed may not be approved for the sake of another Subscription with manual approval.
      approve: options.approve && (pinned !== undefined || wanted === undefined),
      ...defined({ pin }), ...(upgradePlan === undefined ? {} : { approvals: approvalListOf(upgradePlan, namespace) }),
    })),
    readyText: ({ csv }) => (pin === undefined && !isManual(spec) ? `${csv} (${WHATEVER_IS_OFFERED})` : csv),
  });
}

const BY_PLACE = perObject((targets: readonly WaitTarget[]) => groupBy(targets, ({ object }) => placeOf(object)));

/** Returns the name of the Subscription whose operator another one takes over, if it states one. */
function previousName(subscription: JsonMap): string | undefined {
  return stringField(fieldAt(subscription, 'metadata', 'annotations'), PREVIOUS_NAME);
}

/** Hand-over of an operator to a renamed Subscription. */
interface HandOver {
  readonly namespace: string;
  readonly packageName: string;

  /** Name of the previous Subscription. @default - the operator is not handed over */
  readonly previous?: string;
  readonly timeouts: Partial<Timeouts>;
}

/** Returns a waiter that deletes the previous Subscription, without its operator, before it waits for the new one, which then adopts the operator. */
function handedOver(
  { namespace, packageName, previous, timeouts }: HandOver,
  ready: (timeouts: Partial<Timeouts>) => Waiter<WaiterState<OperatorMemory>, InstalledOperator>,
): Waiter<unknown, InstalledOperator> {
  const { total } = timeouts;
  return (previous === undefined ? ready(timeouts) : inSequence(
    subscriptionRemoval({ namespace, subscription: previous, package: packageName, timeouts: defined({ total }) }),
    (elapsed) => ready(total === undefined ? timeouts : { ...timeouts, total: Math.max(0, total - elapsed) }),
  )) as Waiter<unknown, InstalledOperator>;
}

/** Returns the pinned version of a Subscription: with manual approval, it stays on the ClusterServiceVersion that it starts with. */
export function pinOf(spec: unknown, allowedCsvs: readonly string[]): Pin | undefined {
  const csv = stringField(spec, 'startingCSV');
  return csv === undefined || csv === '' || !isManual(spec) ? undefined
    : { csv, intermediateCsvs: allowedCsvs, dependencyCsvs: allowedCsvs };
}

function isManual(spec: unknown): boolean {
  return stringField(spec, 'installPlanApproval') === 'Manual';
}

/**
 * Checks that an upgrade plan is for some Subscriptions.
 *
 * @throws PlanError with all problems
 */
export function checkUpgradePlan(plan: PlanContent, subscriptions: readonly Manifest[]): void {
  const misfits = planMisfits(plan, subscriptions.map(({ name, namespace = '', object }) => {
    const spec = mapField(object, 'spec');
    const csv = stringField(spec, 'startingCSV');
    return {
      namespace, name, packageName: stringField(spec, 'name') ?? '', isManual: isManual(spec),
      ...(csv === undefined || csv === '' ? {} : { csv }),
    };
  }));
  if (misfits.length > 0) {
    throw new PlanError(plan.source?.file ?? 'the upgrade plan', misfits);
  }
}

/** Returns the versions that Subscriptions are pinned to. */
export function csvsPinnedBy(subscriptions: readonly Manifest[]): string[] {
  return subscriptions.flatMap(({ object }) => pinOf(mapField(object, 'spec'), [])?.csv ?? []);
}
