import { compareUtf8 } from '../../formats/json/go-json';
import { addTo, groupBy } from '../../text/group-by';
import { append } from '../../text/lists';
import { perObject } from '../../text/per-object';
import { inChannelOrder } from '../entries/channel-order';
import type { EntrySource } from '../entries/entry-source';
import type { EntrySources } from '../entries/entry-sources';
import type { ResolverEntry, SourceKey } from '../entries/resolver-entry';
import { RequirementUndecided, ResolutionFailure } from '../model/resolution-error';
import type { ResolutionSubscription } from '../model/resolution-props';
import type { Constraint, Variable } from '../solver/variable';
import {
  deprecatedReason, existsReason, installedReason, noCandidatesReason, onePackageReason, oneProviderReason, replacementReason, requirementReason,
  subscriptionReason,
} from './reasons';
import type { Requirement } from './requirement';
import { Requirements } from './requirements';
import type { ResolutionBudget } from './resolution-budget';

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
  const byCsv = BY_CSV(found);
  // A bundle in several channels would be several times among them: OLM's messages list it so, but the solver needs it once.
  const candidates = [...new Set(offered.map(({ csv }) => csv))].flatMap((csv) => byCsv.get(csv)!);
  bundles.add(candidates);
  const withCurrent = (entries: readonly ResolverEntry[]): ResolverEntry[] => [...entries, ...(current === undefined ? [] : [current])];
  if (current !== undefined) {
    candidates.forEach((candidate) => bundles.variableOf(candidate).constraints.push({
      kind: 'conflict', other: current.id, reason: () => replacementReason(candidate, current),
    }));
  }
  return variableOf(subscription, candidates, [
    {
      kind: 'dependency', candidates: withCurrent(candidates).map(({ id }) => id),
      reason: () => subscriptionReason(subscription, withCurrent(offered.flatMap(({ csv }) => byCsv.get(csv)!))),
    },
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

/** Returns the entries that match a Subscription: the same list for each hop of an upgrade. */
function entriesOf(
  { packageName, channel = '', startingCsv = '' }: ResolutionSubscription, current: ResolverEntry | undefined,
  source: EntrySource | undefined,
): readonly ResolverEntry[] {
  const offered = source?.subscribed(packageName, channel) ?? [];
  return current !== undefined || startingCsv === '' ? offered : offered.filter(({ csv }) => csv === startingCsv);
}

const channelsInOrder = perObject((entries: readonly ResolverEntry[]): ResolverEntry[] => (
  [...groupBy(entries, ({ channel }) => channel).values()].flatMap((ofChannel) => inChannelOrder(ofChannel))
));

const BY_CSV = perObject((entries: readonly ResolverEntry[]) => groupBy(entries, ({ csv }) => csv));

/** A variable for an entry. */
export interface BundleVariable extends Variable {
  readonly entry: ResolverEntry;
  readonly constraints: Constraint[];
}

/** Variables for entries and for all entries that could meet their requirements. */
export class BundleVariables {
  readonly #variables = new Map<string, BundleVariable>();
  readonly #visited = new Map<ResolverEntry, BundleVariable>();
  readonly #requirements: Requirements;
  readonly #candidates = new Map<Requirement, Map<string, readonly ResolverEntry[]>>();

  /** @param subscriptions Subscriptions of the namespace, for remedies */
  public constructor(
    private readonly sources: EntrySources, private readonly subscriptions: readonly ResolutionSubscription[],
    private readonly budget: ResolutionBudget,
  ) {
    this.#requirements = new Requirements(budget);
  }

  /** The variables so far. */
  public get all(): Iterable<BundleVariable> {
    return this.#variables.values();
  }

  /** Returns the variable of an entry that was added. */
  public variableOf(entry: ResolverEntry): BundleVariable {
    return this.#variables.get(entry.id)!;
  }

  /** Returns the requirements of an entry that was added. */
  public requirementsOf({ properties }: ResolverEntry): readonly Requirement[] {
    return this.#requirements.of(properties);
  }

  /**
   * Adds entries, and all entries that they could require.
   *
   * @throws ResolutionFailure if OLM cannot parse a requirement, or order a channel
   * @throws ResolutionUndecided if the limits of the resolution are exceeded
   */
  public add(entries: readonly ResolverEntry[]): void {
    const messages: string[] = [];
    const stack = [...entries];
    for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
      const known = this.#visited.get(entry);
      const variable = known ?? { id: entry.id, entry, constraints: ownConstraints(entry, this.subscriptions) };
      this.#variables.set(entry.id, variable);
      if (known === undefined) {
        this.#visited.set(entry, variable);
        append(stack, collecting(messages, () => this.#addRequirements(variable, messages)) ?? []);
      }
    }
    if (messages.length > 0) {
      throw ResolutionFailure.of(messages);
    }
  }

  /** Adds the requirements of an entry; returns the entries that could meet them. */
  #addRequirements({ entry, constraints }: BundleVariable, messages: string[]): ResolverEntry[] {
    return naming(entry, () => this.#requirements.of(entry.properties).flatMap((requirement) => {
      const candidates = collecting(messages, () => this.#candidatesFor(requirement, entry.source));
      if (candidates === undefined) {
        return [];
      }
      this.budget.spend(candidates.length);
      constraints.push({ kind: 'dependency', candidates: candidates.map(({ id }) => id), reason: () => requirementReason(entry, requirement, candidates) });
      return candidates;
    }));
  }

  #candidatesFor(requirement: Requirement, preferred: SourceKey): readonly ResolverEntry[] {
    const known = this.#candidates.get(requirement) ?? new Map<string, readonly ResolverEntry[]>();
    this.#candidates.set(requirement, known);
    const key = `${preferred.namespace}/${preferred.name}`;
    const found = known.get(key) ?? this.sources.candidates(preferred, (source) => {
      this.budget.spend(requirement.size === 1 ? 1 : requirement.size * source.entries.length);
      const among = requirement.among(source);
      this.budget.spend(among.length);
      return among.filter(requirement.isMetBy);
    });
    known.set(key, found);
    return found;
  }
}

/** Returns a result, or throws with the name of the bundle whose requirements are not decided. */
function naming<Result>({ csv }: ResolverEntry, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw error instanceof RequirementUndecided ? error.of(csv) : error;
  }
}

/** Returns a result, or undefined after recording the message of a failure, because OLM reports the failures of all bundles. */
function collecting<Result>(messages: string[], action: () => Result): Result | undefined {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof ResolutionFailure)) {
      throw error;
    }
    messages.push(error.message);
    return undefined;
  }
}

function ownConstraints(entry: ResolverEntry, subscriptions: readonly ResolutionSubscription[]): Constraint[] {
  const { isInstalled, hasSubscription, properties } = entry;
  return [
    ...(isInstalled && !hasSubscription ? [{ kind: 'mandatory' as const, reason: () => installedReason(entry, subscriptions) }] : []),
    ...(properties.isDeprecated ? [{ kind: 'prohibited' as const, reason: () => deprecatedReason(entry) }] : []),
  ];
}

/** Returns the variables for OLM's rule that a namespace has at most one operator of each package, and one provider of each API. */
export function singleProviders(bundles: Iterable<BundleVariable>, sources: EntrySources): Variable[] {
  const ofPackage = new Map<string, ResolverEntry[]>();
  const providing = new Map<string, ResolverEntry[]>();
  for (const { id, entry } of bundles) {
    // OLM cannot parse identifiers with additional slashes, which result from channel names with slashes.
    if (id.split('/').length === 4 && !sources.sourceOf(entry).isAmbiguous(entry)) {
      entry.properties.packages.forEach(({ name }) => addTo(ofPackage, name, entry));
      entry.properties.apis.forEach(({ group, version, kind }) => addTo(providing, `${kind} (${group}/${version})`, entry));
    }
  }
  // If the same bundles belong to one package and provide one API, OLM reports either of these. Here the package is reported.
  return [
    ...providerVariables('provide', providing, oneProviderReason),
    ...providerVariables('originate from package', ofPackage, onePackageReason),
  ];
}

function providerVariables(what: string, members: ReadonlyMap<string, readonly ResolverEntry[]>, reasonFor: typeof onePackageReason): Variable[] {
  return [...members].filter(([, entries]) => entries.length > 1).sort(([left], [right]) => compareUtf8(left, right)).map(([subject, entries]) => {
    const sorted = [...entries].sort((left, right) => compareUtf8(left.id, right.id));
    return {
      id: `${what} ${subject}`,
      constraints: [{ kind: 'at-most-one', members: sorted.map(({ id }) => id), reason: () => reasonFor(sorted, subject) }],
    };
  });
}
