import { InstallPlanApproval } from '../../constructs/install-plan-approval';
import { OperatorSubscription } from '../../constructs/operator-subscription';

/**
 * Returns the name of the ClusterServiceVersion that is installed in the end, if the app knows it: that of the pinned version, or the head of the
 * channel in a registry of the app. Another catalog in the cluster may be newer than the content that the app knows, and nobody knows when a person
 * approves an upgrade: then it is unknown.
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
