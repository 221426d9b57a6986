import { Situation } from './situation';
import { condition, specString, statusString } from '../view/kubernetes-object';
import { printableLine } from '../../../text/printable';

/** Prefix that OLM adds to the message of the catalog, such as `olm.channel/alpha: `. */
const REFERENCE = /^olm\.(?:package|channel|bundle)\/\S+: /;

/**
 * Returns the deprecations of an installed operator, in sentences with the messages of its catalog. Since 0.27, OLM sets these conditions on the
 * Subscription for the installed ClusterServiceVersion.
 *
 * @see https://github.com/operator-framework/api/blob/master/pkg/operators/v1alpha1/subscription_types.go `SubscriptionPackageDeprecated`
 */
export function deprecations({ subscription }: Situation): string[] {
  const found = subscription ?? undefined;
  const packageName = specString(found, 'name') ?? '';
  const deprecated: readonly (readonly [condition: string, what: string])[] = [
    ['PackageDeprecated', `package '${packageName}'`],
    ['ChannelDeprecated', `channel '${specString(found, 'channel') ?? ''}' of package '${packageName}'`],
    ['BundleDeprecated', `bundle '${statusString(found, 'installedCSV') ?? ''}'`],
  ];
  return deprecated.flatMap(([type, what]) => {
    const { status, message = '' } = condition(found, type) ?? {};
    return status === 'True' ? [`${what} is deprecated: ${printableLine(message.replace(REFERENCE, ''))}`] : [];
  });
}
