import { InstallPlanApproval } from './install-plan-approval';
import { SubscriptionChoice } from './subscription-choice';
import { printableLine } from '../text/printable';

/**
 * Returns what is deprecated of a Subscription's package, channel and the bundles that OLM installs, as sentences with the messages of the
 * catalog. As in OLM, a deprecated default channel does not affect a Subscription that specifies no channel, because it follows whatever is the
 * default.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/v0.46.0/pkg/controller/operators/catalog/subscription/reconciler.go
 */
export function deprecationWarnings({ knownPackage, channel, knownChannel, bundle, approval }: SubscriptionChoice): string[] {
  if (knownPackage === undefined) {
    return [];
  }
  // With automatic approval, OLM goes on to the head of the channel.
  const bundles = new Set([bundle, approval === InstallPlanApproval.AUTOMATIC ? knownChannel?.head : undefined]);
  return [
    warning(`package '${knownPackage.name}'`, knownPackage.deprecation),
    warning(`channel '${channel}' of package '${knownPackage.name}'`, channel === undefined ? undefined : knownChannel?.deprecation),
    ...[...bundles].map(found => warning(`bundle '${found?.name}'`, found?.deprecation)),
  ].filter(found => found !== undefined);
}

function warning(what: string, message: string | undefined): string | undefined {
  return message === undefined ? undefined : `${what} is deprecated: ${printableLine(message)}`;
}
