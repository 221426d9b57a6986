import type { BundleVariables } from './bundle-variables';
import { existsReason, noCandidatesReason, replacementReason, subscriptionReason } from './reasons';
import type { EntrySource } from '../entries/entry-source';
import type { EntrySources } from '../entries/entry-sources';
import { inChannelOrder } from '../entries/channel-order';
import type { ResolverEntry } from '../entries/resolver-entry';
import { compareUtf8 } from '../../formats/json/go-json';
import type { ResolutionSubscription } from '../model/resolution-subscription';
import type { Constraint, Variable } from '../solver/variable';

/** Variable for a Subscription, with the entries that it can be resolved to. */
export interface SubscriptionVariable extends Variable {
  readonly subscription: ResolutionSubscription;
  readonly candidates: readonly ResolverEntry[];
}

/**
 * Returns the variable of a Subscription, and adds those of the bundles that it can be resolved to.
 *
 * @param current entry that it has installed
 * @throws ResolutionFailure if OLM cannot order a channel, or parse a requirement
 */
export function subscriptionVariable(
  subscription: ResolutionSubscription, current: ResolverEntry | undefined, sources: EntrySources, bundles: BundleVariables,
): SubscriptionVariable {
  const source = sources.find({ name: subscription.catalog, namespace: subscription.catalogNamespace });
  const found = entriesOf(subscription, current, source);
  if (found.length === 0) {
    return variableOf(subscription, [], [{ kind: 'prohibited', reason: () => noCandidatesReason(subscription, source, sources) }]);
  }
  const offered = channelsInOrder(found).filter((entry) => current === undefined || entry.canFollow(current));
  // If no channel is set, OLM treats the entries of a bundle in all channels together.
  const candidates = offered.flatMap(({ csv }) => found.filter((entry) => entry.csv === csv));
  bundles.add([...new Set(candidates)]);
  const choices = [...candidates, ...(current === undefined ? [] : [current])];
  if (current !== undefined) {
    candidates.forEach((candidate) => bundles.variableOf(candidate).constraints.push({
      kind: 'conflict', other: current.id, reason: () => replacementReason(candidate, current),
    }));
  }
  return variableOf(subscription, candidates, [
    { kind: 'dependency', candidates: choices.map(({ id }) => id), reason: () => subscriptionReason(subscription, choices) },
  ]);
}

function variableOf(
  subscription: ResolutionSubscription, candidates: readonly ResolverEntry[], constraints: readonly Constraint[],
): SubscriptionVariable {
  return {
    id: `subscription:${subscription.name}`,
    subscription,
    candidates,
    constraints: [{ kind: 'mandatory', reason: () => existsReason(subscription) }, ...constraints],
  };
}

/** Returns the entries that match a Subscription, channel by channel: the default channel first, then by name. */
function entriesOf(
  { packageName, channel = '', startingCsv = '' }: ResolutionSubscription, current: ResolverEntry | undefined,
  source: EntrySource | undefined,
): ResolverEntry[] {
  return (source?.ofPackage(packageName) ?? [])
    .filter((entry) => channel === '' || entry.channel === channel)
    .filter(({ csv }) => current !== undefined || startingCsv === '' || csv === startingCsv)
    .sort((left, right) => Number(right.isDefaultChannel) - Number(left.isDefaultChannel) || compareUtf8(left.channel, right.channel));
}

function channelsInOrder(entries: readonly ResolverEntry[]): ResolverEntry[] {
  const channels = [...new Set(entries.map(({ channel }) => channel))];
  return channels.flatMap((channel) => inChannelOrder(entries.filter((entry) => entry.channel === channel)));
}
