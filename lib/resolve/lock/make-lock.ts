import type { Catalog } from '../../catalog/catalog';
import type { CatalogBundle } from '../../catalog/catalog-bundle';
import { defined } from '../../formats/json/defined';
import { compareUtf8 } from '../../formats/json/go-json';
import { groupByEach } from '../../text/group-by';
import { append } from '../../text/lists';
import { ResolutionError } from '../model/resolution-error';
import type { ResolutionProps, ResolutionSubscription } from '../model/resolution-props';
import { ResolutionFailureReason } from '../model/resolution-reason';
import type { ResolvedOperator } from '../model/resolved-operator';
import { bundleDigest, catalogKey, catalogKeyOf, type LockContent, lockedBundle, operatorKey } from './lock-content';
import type { LockedCatalog, LockedOperator } from './locked-operator';
import type { LockCatalog, LockRequest, LockSubscription, Resolve } from './lock-request';
import type { LockWaiver } from './lock-waiver';

/** A lock, or the reasons why it cannot be created. */
export interface MadeLock {
  readonly content: LockContent;

  /** Reasons why operators cannot be locked, in sentences. Without problems, the content is complete. */
  readonly problems: readonly string[];

  /** Reasons why operators do not keep the version of the current lock, in clauses, by namespace and package. */
  readonly releases: ReadonlyMap<string, string>;
}

/**
 * Creates a lock. Versions of the current lock are kept as far as the Subscriptions and catalogs allow. All others are the versions that OLM would
 * install in a new cluster.
 *
 * @param resolve resolves a namespace
 */
export function makeLock(request: LockRequest, resolve: Resolve): MadeLock {
  const problems: string[] = [];
  const operators: LockedOperator[] = [];
  const releases = new Map<string, string>();
  for (const namespace of [...new Set(request.subscriptions.map((found) => found.namespace))].sort(compareUtf8)) {
    const made = new NamespaceLock(request, namespace, resolve).make();
    append(problems, made.problems);
    append(operators, made.operators);
    made.releases.forEach(([key, reason]) => releases.set(key, reason));
  }
  return { content: { catalogs: usedCatalogs(request, operators), operators }, problems, releases };
}

function usedCatalogs({ catalogs, current }: LockRequest, operators: readonly LockedOperator[]): LockedCatalog[] {
  const keys = [...new Set(operators.map(catalogKeyOf))];
  return keys.map((key): LockedCatalog => {
    const before = current?.catalogs.find((found) => catalogKey(found) === key);
    const found = catalogs.find((catalog) => catalogKey(catalog) === key);
    const [namespace, name] = key.split('/') as [string, string];
    const image = found === undefined ? before?.image : found.image;
    const digest = found?.content === undefined ? before?.digest : `sha256:${found.content.contentHash}`;
    return { name, namespace, ...defined({ image, digest }) };
  });
}

/** What a lock has in a namespace. */
interface MadeNamespace {
  readonly operators: readonly LockedOperator[];
  readonly problems: readonly string[];

  /** Keys of operators that do not keep their version, with the reasons. */
  readonly releases: readonly (readonly [string, string])[];
}

/** The lock of a namespace, which OLM resolves as one. */
export class NamespaceLock {
  readonly #subscriptions: readonly LockSubscription[];
  readonly #catalogs: readonly LockCatalog[];
  readonly #current: readonly LockedOperator[];

  public constructor(private readonly request: LockRequest, private readonly namespace: string, private readonly resolve: Resolve) {
    const { subscriptions, catalogs, globalNamespaces, withoutGlobalCatalogs, current } = request;
    this.#subscriptions = subscriptions.filter((found) => found.namespace === namespace);
    const visible = [namespace, ...(withoutGlobalCatalogs.includes(namespace) ? [] : globalNamespaces)];
    const named = this.#subscriptions.map(catalogKeyOf);
    this.#catalogs = catalogs.filter((catalog) => visible.includes(catalog.namespace) || named.includes(catalogKey(catalog)));
    this.#current = current?.operators.filter((found) => found.namespace === namespace) ?? [];
  }

  public make(): MadeNamespace {
    const known = this.#subscriptions.filter((subscription) => this.#contentOf(subscription) !== undefined);
    const unknown = this.#subscriptions.filter((subscription) => !known.includes(subscription)).map((found) => this.#withoutContent(found));
    try {
      const resolved = known.length === 0 ? [] : neededOnly(this.#resolved(known));
      const kept = unknown.flatMap(({ operator }) => operator === undefined ? [] : [operator]);
      const locked = [...resolved.map((found) => this.#locked(found)), ...kept];
      const operators = [...locked, ...this.#dependenciesOf(kept, locked)];
      return {
        operators,
        problems: unknown.flatMap(({ problem }) => problem === undefined ? [] : [problem]),
        releases: operators.flatMap((operator) => this.#releaseOf(operator)),
      };
    } catch (error) {
      return { operators: [], problems: [error instanceof ResolutionError ? error.explanation : (error as Error).message], releases: [] };
    }
  }

  /** Resolves with the locked dependencies, except those that prevent Subscriptions from getting the operators that they would get otherwise. */
  #resolved(known: readonly LockSubscription[]): ResolvedOperator[] {
    const subscriptions = known.map((found) => this.#toResolve(found));
    const dependencies = this.#keptDependencies();
    const props = {
      namespace: this.namespace,
      catalogs: this.#catalogs.flatMap(({ content, name, namespace, priority }) => (
        content === undefined ? [] : [{ name, namespace, content, ...defined({ priority }) }]
      )),
    };
    const free = this.resolve({ ...props, subscriptions });
    const resolvedWith = (kept: readonly ResolutionSubscription[]): ResolvedOperator[] | undefined => (
      this.#sameRoots(props, subscriptions, kept, free)
    );
    const all = dependencies.length === 0 ? free : resolvedWith(dependencies);
    if (all !== undefined) {
      return all;
    }
    // A new version requires another version of one of them. The others are kept.
    let [result, kept]: [ResolvedOperator[], readonly ResolutionSubscription[]] = [free, []];
    for (const dependency of dependencies) {
      const found = resolvedWith([...kept, dependency]);
      [result, kept] = found === undefined ? [result, kept] : [found, [...kept, dependency]];
    }
    return result;
  }

  /** Resolves with locked dependencies. Returns undefined if they prevent a Subscription from getting the operator that it gets without them. */
  #sameRoots(
    props: Omit<ResolutionProps, 'subscriptions'>, subscriptions: readonly ResolutionSubscription[], kept: readonly ResolutionSubscription[],
    free: readonly ResolvedOperator[],
  ): ResolvedOperator[] | undefined {
    const names = new Set(kept.map(({ name }) => name));
    try {
      const found = this.resolve({ ...props, subscriptions: [...subscriptions, ...kept] })
        .map(({ subscription, ...operator }) => (
          { ...operator, ...(subscription === undefined || names.has(subscription) ? {} : { subscription }) }
        ));
      return free.every(({ subscription, csv }) => subscription === undefined || found.some((other) => other.csv === csv)) ? found : undefined;
    } catch (error) {
      if (error instanceof ResolutionError && error.reason === ResolutionFailureReason.NOT_DECIDED) {
        throw error;
      }
      return undefined;
    }
  }

  #toResolve(subscription: LockSubscription): ResolutionSubscription {
    const { name, catalog, catalogNamespace } = subscription;
    const kept = this.#kept(subscription);
    const [channel, startingCsv] = [kept?.channel ?? subscription.channel, subscription.csv ?? kept?.csv ?? subscription.firstChoice];
    return {
      name, packageName: subscription.packageName, catalog, catalogNamespace,
      ...defined({ channel, startingCsv }),
    };
  }

  /** Returns the locked operator of a Subscription if it still matches the Subscription and is in the catalog. */
  #kept(subscription: LockSubscription): LockedOperator | undefined {
    const locked = this.#lockedOf(subscription.packageName);
    return locked !== undefined && this.#mismatch(locked, subscription) === undefined ? locked : undefined;
  }

  /** Returns why a Subscription does not keep the locked operator, in a clause, or undefined if it does. */
  #mismatch(locked: LockedOperator, subscription: LockSubscription): string | undefined {
    const { channel = locked.channel, csv = locked.csv, path } = subscription;
    if (catalogKeyOf(locked) !== catalogKeyOf(subscription)) {
      return `the Subscription '${path}' takes it from catalog '${catalogKeyOf(subscription)}' instead of '${catalogKeyOf(locked)}'`;
    }
    if (channel !== locked.channel) {
      return `the Subscription '${path}' follows channel '${channel}' instead of '${locked.channel}'`;
    }
    if (csv !== locked.csv) {
      return `the Subscription '${path}' is pinned to '${csv}'`;
    }
    return subscription.accepts(locked.version) ? this.#lossOf(locked) : `the Subscription '${path}' does not accept version '${locked.version}'`;
  }

  /** Returns why a locked operator is chosen again although everything accepts it, in a clause, or undefined if it is kept. */
  #lossOf(locked: LockedOperator): string | undefined {
    if (this.#contentOf(locked) !== undefined && this.#bundleOf(locked) === undefined) {
      return `catalog '${catalogKeyOf(locked)}' no longer has '${locked.csv}' with version '${locked.version}' in channel '${locked.channel}'`;
    }
    return this.#isUpdated(locked.packageName) ? 'an update of it was requested' : undefined;
  }

  /** Returns the key of an operator that does not keep its version, and the reason. */
  #releaseOf({ packageName, csv, requiredBy }: LockedOperator): (readonly [string, string])[] {
    const locked = this.#lockedOf(packageName);
    if (locked === undefined || locked.csv === csv) {
      return [];
    }
    const subscription = this.#subscriptions.find((found) => found.packageName === packageName);
    const reason = subscription === undefined ? this.#lossOf(locked) : this.#mismatch(locked, subscription);
    return [[operatorKey(locked), reason ?? `${requiredBy.map((name) => `'${name}'`).join(' and ') || 'OLM'} requires it`]];
  }

  #keptDependencies(): ResolutionSubscription[] {
    const packages = new Set(this.#subscriptions.map((found) => found.packageName));
    return this.#current
      .filter((locked) => locked.subscription === undefined && !packages.has(locked.packageName))
      .filter((locked) => this.#bundleOf(locked) !== undefined && this.#lossOf(locked) === undefined)
      .map(({ packageName: name, channel, catalog, catalogNamespace, csv }) => ({
        name: `locked dependency ${name}`, packageName: name, channel, catalog, catalogNamespace, startingCsv: csv,
      }));
  }

  /** Returns the locked dependencies of operators whose catalog is unknown, and their dependencies in turn. */
  #dependenciesOf(kept: readonly LockedOperator[], locked: readonly LockedOperator[]): LockedOperator[] {
    const found: LockedOperator[] = [];
    const packages = new Set(locked.map(({ packageName }) => packageName));
    const dependencies = groupByEach(this.#current, ({ requiredBy }) => requiredBy);
    for (const csvs of [kept, found]) {
      for (const { csv } of csvs) {
        const added = (dependencies.get(csv) ?? []).filter(({ packageName }) => !packages.has(packageName));
        append(found, added);
        added.forEach(({ packageName }) => packages.add(packageName));
      }
    }
    const all = new Set([...locked, ...found].map(({ csv }) => csv));
    return found.map(({ subscription: _, ...operator }) => ({ ...operator, requiredBy: operator.requiredBy.filter((csv) => all.has(csv)) }));
  }

  #isUpdated(packageName: string): boolean {
    return this.request.update === 'all' || this.request.update.includes(packageName);
  }

  /** Without the content of the catalog, locked operators are kept, and operators that are pinned by name are locked. */
  #withoutContent(subscription: LockSubscription): { readonly operator?: LockedOperator; readonly problem?: string } {
    const kept = this.#kept(subscription);
    const { namespace, name, catalog, catalogNamespace, csv, version, channel, path } = subscription;
    if (kept !== undefined) {
      return { operator: { ...kept, subscription: name } };
    }
    if (csv === undefined || version === undefined || channel === undefined) {
      return {
        problem: `[${path}] what OLM would install is in the catalog '${catalogNamespace}/${catalog}', whose content the app does not know; supply it, for example with `
          + 'CatalogRef.named(…, { content }), or set \'version\' and \'channel\'',
      };
    }
    return {
      operator: {
        namespace, packageName: subscription.packageName, version, csv, channel, catalog, catalogNamespace, subscription: name, requiredBy: [],
        waivers: [],
      },
    };
  }

  #locked(resolved: ResolvedOperator): LockedOperator {
    const { packageName, version, csv, channel, catalog, catalogNamespace, subscription, requiredBy } = resolved;
    const locked: LockedOperator = {
      namespace: this.namespace, packageName, version, csv, channel, catalog, catalogNamespace,
      ...defined({ subscription }), requiredBy, waivers: [],
    };
    const bundle = this.#bundleOf(locked);
    const before = this.#lockedOf(packageName);
    return {
      ...locked, ...(bundle === undefined ? {} : { bundle: bundleDigest(bundle) }),
      waivers: before === undefined ? [] : waiversFor(before, version, csv),
    };
  }

  #lockedOf(packageName: string): LockedOperator | undefined {
    return this.#current.find((found) => operatorKey(found) === operatorKey({ namespace: this.namespace, packageName }));
  }

  #bundleOf(locked: LockedOperator): CatalogBundle | undefined {
    return lockedBundle(this.#contentOf(locked), locked);
  }

  #contentOf(owner: { readonly catalog: string; readonly catalogNamespace: string }): Catalog | undefined {
    return this.#catalogs.find((catalog) => catalogKey(catalog) === catalogKeyOf(owner))?.content;
  }
}

/** Returns all waivers if the operator keeps its version, and otherwise those for its new version. */
function waiversFor({ csv: before, waivers }: LockedOperator, version: string, csv: string): LockWaiver[] {
  return before === csv ? waivers : waivers.filter((waiver) => waiver.version === version);
}

/** Removes dependencies that nothing requires anymore, and in turn those that only they required. */
function neededOnly(resolved: readonly ResolvedOperator[]): ResolvedOperator[] {
  const csvs = new Set(resolved.map(({ csv }) => csv));
  const needed = resolved.map((found) => ({ ...found, requiredBy: found.requiredBy.filter((csv) => csvs.has(csv)) }))
    .filter(({ subscription, requiredBy }) => subscription !== undefined || requiredBy.length > 0);
  return needed.length === resolved.length ? needed : neededOnly(needed);
}
