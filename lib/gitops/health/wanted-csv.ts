import { OperatorSubscription } from '../../constructs/subscription/operator-subscription';
import { InstallPlanApproval } from '../../constructs/subscription/operator-subscription-props';

/**
 * Returns the name of the ClusterServiceVersion that is installed in the end, if known: that of the pinned version, or the head of the
 * channel in a registry of the app. Another catalog in the cluster may be newer than its known content, and it is unknown when the user
 * approves an upgrade: in these cases, the result is undefined.
 */
export function wantedCsvOf(subscription: OperatorSubscription): string | undefined {
  const { _choice: { registry, knownChannel }, startingCsv, version, approval, _result } = subscription;
  if (_result !== undefined) {
    return undefined;
  }
  if (version !== undefined) {
    return startingCsv;
  }
  return approval === InstallPlanApproval.AUTOMATIC && registry !== undefined ? knownChannel?.head.name : undefined;
}
