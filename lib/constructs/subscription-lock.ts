import { Construct } from 'constructs';
import { lockedProps } from './locked-props';
import { lockOf } from './lock-of-cluster';
import { OperatorSubscriptionProps } from './operator-subscription-props';
import type { LockedOperator } from '../resolve/lock/lock-content';
import type { OperatorLockFile } from '../resolve/operator-lock-file';
import type { OperatorUpgradePlan } from '../resolve/operator-upgrade-plan';

/** How the locks of an app apply to a Subscription. */
export interface SubscriptionLock {
  /** The props, with the locked version if the operator is locked. */
  readonly props: OperatorSubscriptionProps;

  /** The lock and its entry for the operator, if the operator is locked. */
  readonly locked?: { readonly file: OperatorLockFile; readonly operator: LockedOperator };

  /** Whether a lock that is still to be made or changed decides which bundle is installed, and checks it. */
  readonly isUndecided: boolean;

  /** Plan by which the operator is upgraded, if there is one. */
  readonly upgradePlan?: OperatorUpgradePlan;
}

/** What a lock has in the namespace of an operator. */
export interface LockedNamespace {
  readonly operators: readonly LockedOperator[];

  /** CSVs besides that of the operator: OLM may put all of them into one InstallPlan. */
  readonly otherCsvs: readonly string[];
}

/** Returns how the locks of an app apply to a Subscription of OLM v0: the one in its props, or that of its cluster. */
export function subscriptionLock(subscription: Construct, props: OperatorSubscriptionProps): SubscriptionLock {
  const { owner, file: clusterFile, upgradePlan: clusterPlan } = lockOf(subscription);
  const file = props.lock ?? clusterFile;
  const upgradePlan = props.upgradePlan ?? clusterPlan;
  const { operator, problem, props: chosen } = file === undefined ? { props } : lockedProps(subscription, props, file);
  // An OperatorLock reports all differences together.
  if (problem !== undefined && props.lock !== undefined) {
    subscription.node.addValidation({ validate: () => [problem] });
  }
  return {
    props: chosen,
    ...(file === undefined || operator === undefined ? {} : { locked: { file, operator } }),
    isUndecided: props.lock === undefined && owner !== undefined && operator === undefined,
    ...(upgradePlan === undefined ? {} : { upgradePlan }),
  };
}
