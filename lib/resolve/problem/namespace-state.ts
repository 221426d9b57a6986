import { defined } from '../../formats/json/defined';
import { compareUtf8 } from '../../formats/json/go-json';
import { catalogEntries, type EntrySource, installedEntries } from '../entries/entry-source';
import { EntrySources } from '../entries/entry-sources';
import type { ResolutionReason } from '../model/resolution-reason';
import { resolutionLimits } from '../model/resolution-limits';
import { checkResolutionProps, type InstalledOperator, type ResolutionProps, type ResolutionSubscription } from '../model/resolution-props';
import type { ResolutionHop, ResolvedOperator } from '../model/resolved-operator';
import { type ChosenEntry, resolveNamespace } from './namespace-solution';
import { ResolutionBudget } from './resolution-budget';

/** A Subscription, and whether OLM created it for a dependency. */
interface KnownSubscription extends ResolutionSubscription {
  readonly isGenerated?: boolean;
}

/** State of a namespace between two resolutions. */
export class NamespaceState {
  /** Operators that resolutions chose and that are still installed, by CSV. */
  readonly #resolved: ReadonlyMap<string, ResolvedOperator>;

  public constructor(
    private readonly namespace: string,
    private readonly catalogs: readonly EntrySource[],
    private readonly subscriptions: readonly KnownSubscription[],
    private readonly installed: readonly InstalledOperator[],
    private readonly budget: ResolutionBudget,
    resolved: ReadonlyMap<string, ResolvedOperator> = new Map(),
  ) {
    this.#resolved = resolved;
  }

  /** Key that distinguishes this state from other states of the same namespace. */
  public get key(): string {
    return JSON.stringify([
      this.installed.map(({ csv }) => csv).sort(compareUtf8),
      this.subscriptions.map(({ name, installedCsv }) => `${name} ${installedCsv ?? ''}`).sort(compareUtf8),
    ]);
  }

  /** Operators that resolutions chose and that are still installed, sorted by CSV. */
  public get operators(): ResolvedOperator[] {
    return sorted([...this.#resolved.values()]);
  }

  /**
   * Resolves the namespace once.
   *
   * @throws ResolutionFailure if OLM stops before it searches
   * @throws ResolutionUndecided if the limits of the resolution are exceeded
   */
  public resolve(): NamespaceHop {
    const sources = new EntrySources(this.namespace, [installedEntries(this.namespace, this.installed, this.subscriptions), ...this.catalogs]);
    const { chosen, reasons } = resolveNamespace(sources, this.subscriptions, this.budget);
    const added = chosen.filter(({ entry }) => !entry.isInstalled && !this.#isUpToDate(entry));
    const all = chosen.map((each) => this.#operator(each, chosen));
    const hop = { operators: sorted(added.map((each) => all[chosen.indexOf(each)]!)) };
    return { reasons, hop, next: () => this.#after(added, all) };
  }

  /** Whether the Subscriptions to an entry have already installed it, so that OLM does nothing. */
  #isUpToDate(entry: ChosenEntry['entry']): boolean {
    const owners = this.subscriptions.filter((subscription) => isFor(subscription, entry));
    return owners.length > 0 && owners.every(({ installedCsv }) => installedCsv === entry.csv) && this.installed.some(({ csv }) => csv === entry.csv);
  }

  #operator({ entry, subscriptions, replaces }: ChosenEntry, all: readonly ChosenEntry[]): ResolvedOperator {
    const generated = new Set(this.subscriptions.filter(({ isGenerated }) => isGenerated).map(({ name }) => name));
    const subscription = subscriptions.find(({ name }) => !generated.has(name))?.name;
    return {
      packageName: entry.package,
      version: entry.versionString,
      csv: entry.csv,
      channel: entry.channel,
      catalog: entry.source.name,
      catalogNamespace: entry.source.namespace,
      ...(replaces === undefined || replaces === '' ? {} : { replaces }),
      ...defined({ subscription }),
      requiredBy: all.filter((other) => other.entry !== entry && other.requirements.some(({ isMetBy }) => isMetBy(entry)))
        .map((other) => other.entry.csv).sort(compareUtf8),
    };
  }

  /** Returns the state in which the chosen entries are installed, with the Subscriptions that OLM creates for those that have none. */
  #after(added: readonly ChosenEntry[], all: readonly ResolvedOperator[]): NamespaceState {
    const gone = new Set(added.flatMap(({ entry, replaces }) => [entry.csv, replaces]));
    const installed = [...this.installed.filter(({ csv }) => !gone.has(csv)), ...added.map(({ entry }) => installedFrom(entry))];
    let subscriptions: readonly KnownSubscription[] = this.subscriptions;
    for (const { entry } of added) {
      subscriptions = subscriptions.some((subscription) => isFor(subscription, entry))
        ? subscriptions.map((subscription) => (isFor(subscription, entry) ? { ...subscription, installedCsv: entry.csv } : subscription))
        : withGenerated(subscriptions, entry);
    }
    const known = new Map([...this.#resolved].filter(([csv]) => !gone.has(csv)));
    for (const operator of all) {
      const before = known.get(operator.csv);
      if (before !== undefined) {
        known.set(operator.csv, { ...before, requiredBy: operator.requiredBy });
      } else if (added.some(({ entry }) => entry.csv === operator.csv)) {
        known.set(operator.csv, operator);
      }
    }
    return new NamespaceState(this.namespace, this.catalogs, subscriptions, installed, this.budget, known);
  }
}

/** Result of one resolution. */
export interface NamespaceHop {
  /** Reasons against a solution, or an empty list if there is one. */
  readonly reasons: readonly ResolutionReason[];
  /** Changes, without operators if there are none. */
  readonly hop: ResolutionHop;
  /** Returns the state after the change. */
  readonly next: () => NamespaceState;
}

function isFor({ packageName, channel = '', catalog, catalogNamespace }: ResolutionSubscription, entry: ChosenEntry['entry']): boolean {
  return packageName === entry.package && (channel === '' || channel === entry.channel)
    && catalog === entry.source.name && catalogNamespace === entry.source.namespace;
}

/** OLM creates no Subscription if there is one with the same name. */
function withGenerated(
  subscriptions: readonly KnownSubscription[], { package: packageName, channel, source, csv }: ChosenEntry['entry'],
): readonly KnownSubscription[] {
  const name = [packageName, channel, source.name, source.namespace].join('-');
  return subscriptions.some((subscription) => subscription.name === name) ? subscriptions : [...subscriptions, {
    name,
    packageName,
    channel,
    catalog: source.name,
    catalogNamespace: source.namespace,
    startingCsv: csv,
    installedCsv: csv,
    isGenerated: true,
  }];
}

function installedFrom({ csv, package: packageName, versionString, properties }: ChosenEntry['entry']): InstalledOperator {
  return { csv, packageName, version: versionString, properties: [...properties.list] };
}

function sorted(operators: readonly ResolvedOperator[]): ResolvedOperator[] {
  return [...operators].sort((left, right) => compareUtf8(left.csv, right.csv));
}

/**
 * Returns the state of a namespace before it is resolved.
 *
 * @throws Error if two Subscriptions, catalogs or installed operators have the same name, or a version is invalid
 */
export function stateOf(props: ResolutionProps): NamespaceState {
  checkResolutionProps(props);
  const installed = [...props.installed ?? []].sort((left, right) => compareUtf8(left.csv, right.csv));
  const budget = new ResolutionBudget(resolutionLimits(props.limits));
  return new NamespaceState(props.namespace, props.catalogs.map(catalogEntries), props.subscriptions, installed, budget);
}
