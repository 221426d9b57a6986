import { Construct } from 'constructs';
import { ConstructError } from './construct-error';
import { OperatorSubscriptionProps } from './operator-subscription-props';
import { SubscriptionChoice } from './subscription-choice';

/**
 * The CSVs that OLM installs from one that is installed up to the pinned version, or to the head of the channel.
 *
 * @throws ConstructError when the catalog is not part of the app, or has no such way
 */
export function upgradePath(scope: Construct, { registry, version }: OperatorSubscriptionProps, choice: SubscriptionChoice, from: string): string[] {
  const channel = registry?.catalog.findPackage(choice.package).tryFindChannel(choice.channel ?? '');
  if (channel === undefined) {
    throw new ConstructError(scope, 'the way of an upgrade is in the catalog, which is not part of this app; give the catalog as \'registry\'');
  }
  const path = wayToHead(scope, () => channel.pathToHead(from).map(({ name }) => name));
  const target = version === undefined ? channel.head.name : choice.bundle!.name;
  const installed = channel.bundles.find(bundle => bundle.name === from || bundle.version === from)?.name ?? from;
  if (installed !== target && !path.includes(target)) {
    throw new ConstructError(scope, `OLM does not come from '${installed}' to '${target}' in channel '${channel.name}': it would install `
      + `${path.length === 0 ? 'nothing' : path.join(', then ')}; ${path.length === 0
        ? `let '${target}' replace or skip it, for example with ChannelPlan.inOrder()` : 'pin one of these, or leave newer bundles out of the registry'}`);
  }
  return path.slice(0, path.indexOf(target) + 1);
}

function wayToHead(scope: Construct, way: () => string[]): string[] {
  try {
    return way();
  } catch (error) {
    throw new ConstructError(scope, (error as Error).message);
  }
}
