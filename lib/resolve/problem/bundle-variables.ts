import type { EntrySources } from '../entries/entry-sources';
import type { ResolverEntry, SourceKey } from '../entries/resolver-entry';
import type { Requirement } from '../constraints/requirement';
import { Requirements } from '../constraints/requirements';
import { ResolutionFailure } from '../model/resolution-failure';
import { deprecatedReason, installedReason, requirementReason } from './reasons';
import type { Constraint, Variable } from '../solver/variable';

/** A variable for an entry. */
export interface BundleVariable extends Variable {
  readonly entry: ResolverEntry;
  readonly constraints: Constraint[];
}

/** Variables for entries and for all entries that could meet their requirements. */
export class BundleVariables {
  readonly #variables = new Map<string, BundleVariable>();
  readonly #visited = new Map<ResolverEntry, BundleVariable>();
  readonly #requirements = new Requirements();
  readonly #candidates = new Map<Requirement, Map<string, readonly ResolverEntry[]>>();

  public constructor(private readonly sources: EntrySources) {}

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
   */
  public add(entries: readonly ResolverEntry[]): void {
    const messages: string[] = [];
    const stack = [...entries];
    for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
      const known = this.#visited.get(entry);
      const variable = known ?? { id: entry.id, entry, constraints: ownConstraints(entry) };
      this.#variables.set(entry.id, variable);
      if (known === undefined) {
        this.#visited.set(entry, variable);
        stack.push(...collecting(messages, () => this.#addRequirements(variable, messages)) ?? []);
      }
    }
    if (messages.length > 0) {
      throw ResolutionFailure.of(messages);
    }
  }

  /** Adds the requirements of an entry; returns the entries that could meet them. */
  #addRequirements({ entry, constraints }: BundleVariable, messages: string[]): ResolverEntry[] {
    return this.#requirements.of(entry.properties).flatMap((requirement) => {
      const candidates = collecting(messages, () => this.#candidatesFor(requirement, entry.source));
      if (candidates === undefined) {
        return [];
      }
      constraints.push({ kind: 'dependency', candidates: candidates.map(({ id }) => id), reason: () => requirementReason(entry, requirement, candidates) });
      return candidates;
    });
  }

  #candidatesFor(requirement: Requirement, preferred: SourceKey): readonly ResolverEntry[] {
    const known = this.#candidates.get(requirement) ?? new Map<string, readonly ResolverEntry[]>();
    this.#candidates.set(requirement, known);
    const key = `${preferred.namespace}/${preferred.name}`;
    const found = known.get(key) ?? this.sources.candidates(preferred, (source) => requirement.among(source).filter(requirement.isMetBy));
    known.set(key, found);
    return found;
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

function ownConstraints(entry: ResolverEntry): Constraint[] {
  const { isInstalled, hasSubscription, properties } = entry;
  return [
    ...(isInstalled && !hasSubscription ? [{ kind: 'mandatory' as const, reason: () => installedReason(entry) }] : []),
    ...(properties.isDeprecated ? [{ kind: 'prohibited' as const, reason: () => deprecatedReason(entry) }] : []),
  ];
}
