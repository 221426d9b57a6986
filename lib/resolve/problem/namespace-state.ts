import { defined } from '../../formats/json/defined';
import { compareUtf8 } from '../../formats/json/go-json';
import { catalogEntries, EntrySource, installedEntries } from '../entries/entry-source';
import { groupBy, groupByEach } from '../../text/group-by';
import { EntrySources } from '../entries/entry-sources';
import type { ResolverEntry } from '../entries/resolver-entry';
import type { ResolutionReason } from '../model/resolution-reason';
import { resolutionLimits } from '../model/resolution-limits';
import { checkResolutionProps, type InstalledOperator, type ResolutionProps, type ResolutionSubscription } from '../model/resolution-props';
import type { ResolutionHop, ResolvedOperator } from '../model/resolved-operator';
import { type ChosenEntry, resolveNamespace } from './namespace-solution';
import type { Requirement } from './requirement';
import { ResolutionBudget } from './resolution-budget';

/** A Subscription, and whether OLM created it for a dependency. */
interface KnownSubscription extends ResolutionSubscription {
  readonly isGenerated?: boolean;
}

/** State of a namespace between two resolutions. */
export class NamespaceState {
  /** Operators that resolutions chose and that are still installed, by CSV. */
  readonly #resolved: ReadonlyMap<string, ResolvedOperator>;
  readonly #subscriptions: SubscriptionList;
  readonly #generated: ReadonlySet<string>;
  readonly #installedCsvs: ReadonlySet<string>;

  public constructor(
    private readonly namespace: string,
    private readonly catalogs: readonly EntrySource[],
    private readonly subscriptions: readonly KnownSubscription[],
    private readonly installed: readonly InstalledOperator[],
    private readonly budget: ResolutionBudget,
    resolved: ReadonlyMap<string, ResolvedOperator> = new Map(),
  ) {
    this.#resolved = resolved;
    this.#subscriptions = new SubscriptionList(subscriptions);
    this.#generated = new Set(subscriptions.filter(({ isGenerated }) => isGenerated).map(({ name }) => name));
    this.#installedCsvs = new Set(installed.map(({ csv }) => csv));
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
    const requiring = requiringEach(chosen);
    const all = new Map(chosen.map((each) => [each, this.#operator(each, requiring.get(each.entry) ?? [])]));
    const hop = { operators: sorted(added.map((each) => all.get(each)!)) };
    return { reasons, hop, next: () => this.#after(added, [...all.values()]) };
  }

  /** Whether the Subscriptions to an entry have already installed it, so that OLM does nothing. */
  #isUpToDate(entry: ResolverEntry): boolean {
    const owners = this.#subscriptions.to(entry);
    return owners.length > 0 && owners.every(({ installedCsv }) => installedCsv === entry.csv) && this.#installedCsvs.has(entry.csv);
  }

  /** @param requiring the operators that require it */
  #operator({ entry, subscriptions, replaces }: ChosenEntry, requiring: readonly ChosenEntry[]): ResolvedOperator {
    const subscription = subscriptions.find(({ name }) => !this.#generated.has(name))?.name;
    return {
      packageName: entry.package,
      version: entry.versionString,
      csv: entry.csv,
      channel: entry.channel,
      catalog: entry.source.name,
      catalogNamespace: entry.source.namespace,
      ...(replaces === undefined || replaces === '' ? {} : { replaces }),
      ...defined({ subscription }),
      requiredBy: requiring.map((other) => other.entry.csv).sort(compareUtf8),
    };
  }

  /** Returns the state in which the chosen entries are installed, with the Subscriptions that OLM creates for those that have none. */
  #after(added: readonly ChosenEntry[], all: readonly ResolvedOperator[]): NamespaceState {
    const gone = new Set(added.flatMap(({ entry, replaces }) => [entry.csv, replaces]));
    const installed = [...this.installed.filter(({ csv }) => !gone.has(csv)), ...added.map(({ entry }) => installedFrom(entry))];
    const subscriptions = new SubscriptionList(this.subscriptions);
    added.forEach(({ entry }) => subscriptions.install(entry));
    const addedCsvs = new Set(added.map(({ entry }) => entry.csv));
    const known = new Map([...this.#resolved].filter(([csv]) => !gone.has(csv)));
    for (const operator of all) {
      const before = known.get(operator.csv);
      if (before !== undefined) {
        known.set(operator.csv, { ...before, requiredBy: operator.requiredBy });
      } else if (addedCsvs.has(operator.csv)) {
        known.set(operator.csv, operator);
      }
    }
    return new NamespaceState(this.namespace, this.catalogs, subscriptions.list, installed, this.budget, known);
  }
}

/** The Subscriptions of a namespace, found by what they subscribe to. */
class SubscriptionList {
  readonly #list: KnownSubscription[];
  readonly #indexes: Map<string, number[]>;
  readonly #names: Set<string>;

  public constructor(subscriptions: readonly KnownSubscription[]) {
    this.#list = [...subscriptions];
    this.#indexes = groupBy([...subscriptions.keys()], (index) => subscribedTo(subscriptions[index]!));
    this.#names = new Set(subscriptions.map(({ name }) => name));
  }

  public get list(): readonly KnownSubscription[] {
    return this.#list;
  }

  /** Returns the Subscriptions to an entry. */
  public to(entry: ResolverEntry): KnownSubscription[] {
    return this.#to(entry).map((index) => this.#list[index]!);
  }

  /** Records that an entry is installed. If no Subscription is for it, OLM creates one, unless another has its name. */
  public install(entry: ResolverEntry): void {
    const owners = this.#to(entry);
    owners.forEach((index) => this.#list[index] = { ...this.#list[index]!, installedCsv: entry.csv });
    const generated = generatedFor(entry);
    if (owners.length === 0 && !this.#names.has(generated.name)) {
      this.#names.add(generated.name);
      const key = subscribedTo(generated);
      this.#indexes.set(key, [...this.#indexes.get(key) ?? [], this.#list.push(generated) - 1]);
    }
  }

  #to({ package: packageName, channel, source }: ResolverEntry): number[] {
    const found = this.#indexes.get(subscribedTo({ packageName, catalog: source.name, catalogNamespace: source.namespace })) ?? [];
    return found.filter((index) => ['', channel].includes(this.#list[index]!.channel ?? ''));
  }
}

function subscribedTo({ packageName, catalog, catalogNamespace }: Pick<ResolutionSubscription, 'packageName' | 'catalog' | 'catalogNamespace'>): string {
  return JSON.stringify([packageName, catalog, catalogNamespace]);
}

/** Returns the chosen entries that require each other entry, in their order. */
function requiringEach(chosen: readonly ChosenEntry[]): ReadonlyMap<ResolverEntry, readonly ChosenEntry[]> {
  const source = new EntrySource({ namespace: '', name: '' }, 0, chosen.map(({ entry }) => entry));
  const known = new Map<Requirement, readonly ResolverEntry[]>();
  const meeting = (requirement: Requirement): readonly ResolverEntry[] => {
    const found = known.get(requirement) ?? requirement.among(source).filter(requirement.isMetBy);
    known.set(requirement, found);
    return found;
  };
  return groupByEach(chosen, ({ entry, requirements }) => requirements.flatMap(meeting).filter((other) => other !== entry));
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

/** Returns the Subscription that OLM creates for an entry that was required. */
function generatedFor({ package: packageName, channel, source, csv }: ResolverEntry): KnownSubscription {
  return {
    name: [packageName, channel, source.name, source.namespace].join('-'),
    packageName,
    channel,
    catalog: source.name,
    catalogNamespace: source.namespace,
    startingCsv: csv,
    installedCsv: csv,
    isGenerated: true,
  };
}

function installedFrom({ csv, package: packageName, versionString, properties }: ResolverEntry): InstalledOperator {
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
