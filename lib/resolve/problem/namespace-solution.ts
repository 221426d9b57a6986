import { compareUtf8 } from '../../formats/json/go-json';
import { groupByEach } from '../../text/group-by';
import type { EntrySources } from '../entries/entry-sources';
import type { ResolverEntry } from '../entries/resolver-entry';
import { ResolutionFailure } from '../model/resolution-error';
import type { ResolutionReason } from '../model/resolution-reason';
import type { ResolutionSubscription } from '../model/resolution-props';
import { preferredSolution } from '../solver/preferred-solution';
import type { Requirement } from './requirement';
import type { ResolutionBudget } from './resolution-budget';
import { BundleVariables, singleProviders, type SubscriptionVariable, subscriptionVariable } from './variables';

/** An entry of a solution. */
export interface ChosenEntry {
  readonly entry: ResolverEntry;
  /** Subscriptions that can be resolved to it, sorted. */
  readonly subscriptions: readonly ResolutionSubscription[];
  /** Installed CSV that it replaces. */
  readonly replaces: string | undefined;
  readonly requirements: readonly Requirement[];
}

/** Result of a resolution: the entries, including those of installed operators, or the reasons against a solution. */
export interface NamespaceSolution {
  readonly chosen: readonly ChosenEntry[];
  /** Reasons against a solution, or an empty list if there is one. */
  readonly reasons: readonly ResolutionReason[];
}

/**
 * Resolves the Subscriptions of a namespace as OLM does.
 *
 * OLM considers Subscriptions in random order. Here they are sorted by name.
 *
 * @throws ResolutionFailure if OLM stops before it searches
 * @throws ResolutionUndecided if the limits of the resolution are exceeded
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/registry/resolver/resolver.go
 */
export function resolveNamespace(
  sources: EntrySources, subscriptions: readonly ResolutionSubscription[], budget: ResolutionBudget,
): NamespaceSolution {
  const bundles = new BundleVariables(sources, subscriptions, budget);
  bundles.add(sources.installed);
  const current = new Map<SubscriptionVariable, ResolverEntry>();
  const messages: string[] = [];
  const variables: SubscriptionVariable[] = [];
  for (const subscription of [...subscriptions].sort((left, right) => compareUtf8(left.name, right.name))) {
    const installed = installedBy(subscription, sources);
    try {
      const variable = subscriptionVariable(subscription, installed, sources, bundles);
      variables.push(variable);
      if (installed !== undefined) {
        current.set(variable, installed);
      }
    } catch (error) {
      if (!(error instanceof ResolutionFailure)) {
        throw error;
      }
      messages.push(error.message);
    }
  }
  if (messages.length > 0) {
    throw ResolutionFailure.of(messages);
  }
  const { chosen, conflicts } = preferredSolution([...variables, ...bundles.all, ...singleProviders(bundles.all, sources)], budget.spend);
  const reasons = conflicts.map(({ reason }) => reason()).sort((left, right) => compareUtf8(left.message, right.message));
  const entries = [...bundles.all].filter(({ id }) => chosen?.has(id) === true).map(({ entry }) => entry);
  const owners = groupByEach(variables, ({ candidates }) => candidates);
  return { chosen: entries.map((entry) => chosenEntry(entry, owners.get(entry) ?? [], current, bundles)), reasons };
}

function installedBy({ name, installedCsv }: ResolutionSubscription, sources: EntrySources): ResolverEntry | undefined {
  const { namespace } = sources;
  const found = sources.installedAs(installedCsv);
  if (found.length > 1) {
    throw new ResolutionFailure(`multiple name matches for status.installedCSV of subscription ${namespace}/${name}: ${found.map(({ csv }) => csv).join(', ')}`);
  }
  return found[0];
}

function chosenEntry(
  entry: ResolverEntry, owners: readonly SubscriptionVariable[], current: ReadonlyMap<SubscriptionVariable, ResolverEntry>, bundles: BundleVariables,
): ChosenEntry {
  if (!entry.isInstalled && entry.id.split('/').length !== 4) {
    throw new ResolutionFailure(`error determining origin of operator: unable to parse identifier ${entry.id} for source info`);
  }
  const replaced = owners.map((owner) => current.get(owner)?.csv).findLast((csv) => csv !== undefined);
  return {
    entry,
    subscriptions: owners.map(({ subscription }) => subscription),
    replaces: replaced ?? entry.replaces,
    requirements: bundles.requirementsOf(entry),
  };
}
