import { OperatorSubscription } from '../../constructs/subscription/operator-subscription';
import { InstallPlanApproval } from '../../constructs/subscription/operator-subscription-props';

/**
 * Annotation with the name of the ClusterServiceVersion that the app requires, on Subscriptions and on the Operators of OLM; on objects of OLM v1,
 * the name of the bundle. A health check sees only one object: with the annotation, it can distinguish what is installed from what should be
 * installed.
 */
export const WANTED_CSV = 'olm-constructs/wanted-csv';

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
