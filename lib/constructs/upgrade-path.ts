import { Construct } from 'constructs';
import { ConstructError } from './model/construct-error';
import { SubscriptionChoice } from './subscription-choice';
import { CatalogChannel } from '../catalog/catalog-channel';

/**
 * Returns the CSVs that OLM installs to upgrade from an installed one to the pinned version, or to the head of the channel.
 *
 * @param version pinned version
 * @param from name or version of the installed CSV
 * @throws ConstructError when the content of the catalog is unknown, or has no such path
 */
export function upgradePath(scope: Construct, choice: SubscriptionChoice, version: string | undefined, from: string): string[] {
  const channel = choice.knownChannel;
  if (channel === undefined) {
    throw new ConstructError(scope, 'the upgrade path is in the catalog, whose content the app does not know; set \'catalog\' to an '
      + 'OperatorRegistry, or to CatalogRef.named(…, { content })');
  }
  const path = pathToHead(scope, channel, from);
  const target = version === undefined ? channel.head.name : choice.bundle!.name;
  const installed = channel.bundles.find(bundle => bundle.name === from || bundle.version === from)?.name ?? from;
  if (installed !== target && channel._isDeprecated(target)) {
    throw new ConstructError(scope, `OLM does not upgrade '${installed}' to '${target}', because '${target}' has the property olm.deprecated; pin another version`);
  }
  if (installed !== target && !path.includes(target)) {
    throw new ConstructError(scope, `OLM does not upgrade '${installed}' to '${target}' in channel '${channel.name}': it would install `
      + `${path.length === 0 ? 'nothing' : path.join(', then ')}; ${path.length === 0
        ? `let '${target}' replace or skip it, for example with ChannelPlan.inOrder()` : 'pin one of these, or remove newer bundles from the registry'}`);
  }
  return path.slice(0, path.indexOf(target) + 1);
}

function pathToHead(scope: Construct, channel: CatalogChannel, from: string): string[] {
  try {
    return channel.pathToHead(from).map(({ name }) => name);
  } catch (error) {
    throw new ConstructError(scope, (error as Error).message);
  }
}
