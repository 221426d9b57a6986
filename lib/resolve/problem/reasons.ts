import type { EntrySource } from '../entries/entry-source';
import type { EntrySources } from '../entries/entry-sources';
import type { ResolverEntry } from '../entries/resolver-entry';
import type { Requirement } from './requirement';
import { suggestNames } from '../../text/suggest-names';
import { abridgedList } from '../../text/text-table';
import type { ResolutionReason } from '../model/resolution-reason';
import type { ResolutionSubscription } from '../model/resolution-props';

/** Maximum number of bundles that an explanation lists. */
const SHOWN = 5;

/** Reason of an installed operator that must be kept. */
export function installedReason({ csv, package: packageName }: ResolverEntry, subscriptions: readonly ResolutionSubscription[]): ResolutionReason {
  const subscriber = subscriptions.find((subscription) => subscription.packageName === packageName);
  return {
    message: `clusterserviceversion ${csv} exists and is not referenced by a subscription`,
    explanation: `${csv} is installed without a Subscription, so that OLM does not change it`,
    csv,
    remedy: `${subscriber === undefined ? `create a Subscription to the package of ${csv}, so that it can be upgraded`
      : `let Subscription ${subscriber.name} adopt it, for example with wait --adopt`}; or delete the ClusterServiceVersion (CRDs and their objects are kept)`,
  };
}

/** Reason of a bundle with the property `olm.deprecated`. */
export function deprecatedReason({ id, csv }: ResolverEntry): ResolutionReason {
  return {
    message: `bundle ${id} is deprecated`,
    explanation: `${csv} has the property olm.deprecated, so that OLM does not install it`,
    csv,
    remedy: `choose another version than ${csv}`,
  };
}

/** Reason of an installed operator and a bundle that it can be upgraded to. */
export function replacementReason(candidate: ResolverEntry, current: ResolverEntry): ResolutionReason {
  return {
    message: `${candidate.id} conflicts with ${current.id}`,
    explanation: `${candidate.csv} of channel ${candidate.channel} takes the place of the installed ${current.csv}`,
    csv: candidate.csv,
  };
}

/** Reason of a Subscription that must be resolved. */
export function existsReason(subscription: ResolutionSubscription): ResolutionReason {
  return {
    message: `subscription ${subscription.name} exists`,
    explanation: `Subscription ${subscription.name} requests ${requested(subscription)}`,
    subscription: subscription.name,
  };
}

/** Reason of a Subscription that can only be resolved to certain entries. */
export function subscriptionReason(subscription: ResolutionSubscription, entries: readonly ResolverEntry[]): ResolutionReason {
  const { name } = subscription;
  const ids = entries.map(({ id }) => id);
  if (ids.length === 0) {
    return {
      message: `no operators found matching the criteria of subscription ${name}`,
      explanation: `no bundle of ${requested(subscription)} can be installed: others skip them all`,
      subscription: name,
      remedy: `set another channel in Subscription ${name}`,
    };
  }
  const choice = ids.length === 1 ? ids[0]! : `at least one of ${ids.slice(0, -1).join(', ')} or ${ids.at(-1)!}`;
  const installed = entries.find(({ isInstalled }) => isInstalled);
  return {
    message: `subscription ${name} requires ${choice}`,
    explanation: `Subscription ${name} can be resolved to ${namesOf(entries)} only${installed === undefined ? '' : `, of which ${installed.csv} is installed`}`,
    subscription: name,
    ...(installed !== undefined || (subscription.startingCsv ?? '') === '' ? {}
      : { remedy: `remove startingCSV from Subscription ${name}, or set it to another bundle` }),
  };
}

/** Reason of a Subscription for which no catalog has an entry. */
export function noCandidatesReason(
  subscription: ResolutionSubscription, source: EntrySource | undefined, sources: EntrySources,
): ResolutionReason {
  const { name, packageName, channel = '', catalog, catalogNamespace, startingCsv = '' } = subscription;
  const reason = (message: string, explanation: string, remedy: string): ResolutionReason => (
    { message: `${message} referenced by subscription ${name}`, explanation, subscription: name, remedy: `${remedy} in Subscription ${name}` }
  );
  if (source === undefined || source.entries.length === 0) {
    const names = sources.catalogKeys.map((key) => `${key.namespace}/${key.name}`);
    return reason(`no operators found from catalog ${catalog} in namespace ${catalogNamespace}`,
      `OLM uses no catalog ${catalogNamespace}/${catalog} with operators in namespace ${sources.namespace}`,
      `set source and sourceNamespace to one of ${suggestNames(`${catalogNamespace}/${catalog}`, names)}`);
  }
  if (source.ofPackage(packageName).length === 0) {
    return reason(`no operators found in package ${packageName} in the catalog`,
      `catalog ${catalogNamespace}/${catalog} has no package ${packageName}`,
      `set name to one of ${suggestNames(packageName, source.packageNames)}`);
  }
  const bundles = source.bundleNames(packageName, channel);
  if (bundles.length === 0) {
    return reason(`no operators found in channel ${channel} of package ${packageName} in the catalog`,
      `package ${packageName} of catalog ${catalogNamespace}/${catalog} has no channel ${channel}`,
      `set channel to one of ${suggestNames(channel, source.channelNames(packageName))}`);
  }
  return reason(`no operators found with name ${startingCsv} in channel ${channel} of package ${packageName} in the catalog`,
    `${requested(subscription)} does not contain ${startingCsv}`,
    `set startingCSV to one of ${suggestNames(startingCsv, bundles)}`);
}

/** Reason of a bundle that requires another one. */
export function requirementReason(
  { csv }: ResolverEntry, { description }: Requirement, candidates: readonly ResolverEntry[],
): ResolutionReason {
  return {
    message: `bundle ${csv} requires an operator ${description}`,
    explanation: `${csv} requires an operator ${description}: ${candidates.length === 0 ? 'no catalog that OLM uses has one' : `only ${namesOf(candidates)} can be chosen`}`,
    csv,
    requirement: description,
    ...(candidates.length > 0 ? {} : { remedy: `add a catalog with an operator ${description}, or choose another version than ${csv}` }),
  };
}

/** Reason of bundles of one package, of which a namespace can have only one. */
export function onePackageReason(members: readonly ResolverEntry[], packageName: string): ResolutionReason {
  return {
    message: `${allOf(members)} originate from package ${packageName}`,
    explanation: `a namespace can have only one bundle of package ${packageName}: ${namesOf(members)}`,
    remedy: `change what requests package ${packageName}, so that one bundle satisfies all of them, or use different namespaces`,
  };
}

/** Reason of bundles that provide one API, of which a namespace can have only one. */
export function oneProviderReason(members: readonly ResolverEntry[], api: string): ResolutionReason {
  return {
    message: `${allOf(members)} provide ${api}`,
    explanation: `a namespace can have only one operator that provides ${api}: ${namesOf(members)}`,
    remedy: `install only one of the operators that provide ${api}, or use different namespaces`,
  };
}

function allOf(members: readonly ResolverEntry[]): string {
  const ids = members.map(({ id }) => id);
  return `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)!}`;
}

function namesOf(entries: readonly ResolverEntry[]): string {
  return abridgedList(different(entries.map(({ csv }) => csv)), SHOWN);
}

function requested({ packageName, channel = '', catalog, catalogNamespace }: ResolutionSubscription): string {
  return `package ${packageName}${channel === '' ? '' : `, channel ${channel},`} of catalog ${catalogNamespace}/${catalog}`;
}

function different(names: readonly string[]): string[] {
  return [...new Set(names)];
}
