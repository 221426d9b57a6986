import { Construct } from 'constructs';
import { BundleEngineRequest } from './bundle-engine-request';
import { ConstructError } from './model/construct-error';
import { OperatorRegistry } from './operator-registry';

/**
 * Returns the channel to follow: that of the request, or the bundle's own default. The default of the package may be a channel of an earlier
 * bundle only.
 *
 * @throws ConstructError when the channel leads to a bundle other than the one to install
 */
export function followedChannel(
  scope: Construct, registry: OperatorRegistry, { bundle, channel, previous }: BundleEngineRequest,
): string | undefined {
  if (previous.length === 0) {
    return channel;
  }
  const available = registry.catalog.findPackage(bundle.packageName);
  const followed = channel === undefined ? available.defaultChannel : available.tryFindChannel(channel);
  if (followed !== undefined && followed.head.name !== bundle.name) {
    throw new ConstructError(scope, `the head of channel '${followed.name}' is '${followed.head.name}', not the bundle '${bundle.name}'; `
      + 'set \'previous\' to earlier versions only, or \'channel\' to one that has the bundle as its head');
  }
  return followed?.name ?? channel;
}
