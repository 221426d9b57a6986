import { bundleDigest } from './bundle-digest';
import { catalogKey, operatorKey } from './lock-content';
import type { LockContent } from './lock-content';
import type { LockedCatalog } from './locked-catalog';
import type { LockedOperator } from './locked-operator';
import type { Catalog } from '../../catalog/catalog';
import type { CatalogBundle } from '../../catalog/catalog-bundle';
import { compareUtf8 } from '../../json/go-json';
import type { ResolutionProps } from '../model/resolution-props';
import type { ResolutionSubscription } from '../model/resolution-subscription';
import type { ResolvedOperator } from '../model/resolved-operator';

/** A Subscription of an app, as far as a lock depends on it. */
export interface LockSubscription {
  readonly namespace: string;
  readonly name: string;
  readonly package: string;
  readonly catalog: string;
  readonly catalogNamespace: string;

  /** Channel that it has to follow. @default - any */
  readonly channel?: string;

  /** CSV that it is pinned to. @default - none: what is locked is kept, and else what OLM chooses is locked */
  readonly csv?: string;

  /** CSV to lock unless the locked one is kept. @default - what OLM chooses */
  readonly firstChoice?: string;

  /** Version that it is pinned to. @default - that of the CSV in the catalog */
  readonly version?: string;

  /** Whether a locked version may be kept. */
  readonly accepts: (version: string) => boolean;

  /** Path of its construct, for messages. */
  readonly path: string;
}

/** A catalog of an app. */
export interface LockCatalog {
  readonly name: string;
  readonly namespace: string;
  readonly image?: string;
  readonly priority?: number;

  /** @default - unknown */
  readonly content?: Catalog;
}

/** What a lock is made of. */
export interface LockRequest {
  readonly subscriptions: readonly LockSubscription[];
  readonly catalogs: readonly LockCatalog[];

  /** Namespaces whose catalogs every namespace sees. */
  readonly globalNamespaces: readonly string[];

  /** Namespaces that see only catalogs of their own. */
  readonly withoutGlobalCatalogs: readonly string[];

  /** The present lock, whose versions are kept. @default - none */
  readonly current?: LockContent;

  /** Packages whose versions are not kept, or all of them. */
  readonly update: readonly string[] | 'all';
}

/** A lock, or why there is none. */
export interface MadeLock {
  readonly content: LockContent;

  /** What keeps operators from being locked, in sentences; the content is complete if there are none. */
  readonly problems: readonly string[];
}

/** Resolves a namespace as OLM does. */
export type Resolve = (props: ResolutionProps) => ResolvedOperator[];

/**
 * Makes a lock. Versions of the present one are kept as far as the Subscriptions and catalogs allow; the others are those that OLM would install in
 * a new cluster.
 *
 * @param resolve resolves a namespace; throws an Error that explains why OLM would install nothing
 */
export function makeLock(request: LockRequest, resolve: Resolve): MadeLock {
  const problems: string[] = [];
  const operators: LockedOperator[] = [];
  for (const namespace of [...new Set(request.subscriptions.map((found) => found.namespace))].sort(compareUtf8)) {
    const made = new NamespaceLock(request, namespace, resolve).make();
    problems.push(...made.problems);
    operators.push(...made.operators);
  }
  return { content: { catalogs: usedCatalogs(request, operators), operators }, problems };
}

function usedCatalogs({ catalogs, current }: LockRequest, operators: readonly LockedOperator[]): LockedCatalog[] {
  const keys = [...new Set(operators.map(({ catalog: name, catalogNamespace: namespace }) => catalogKey({ namespace, name })))];
  return keys.map((key): LockedCatalog => {
    const before = current?.catalogs.find((found) => catalogKey(found) === key);
    const found = catalogs.find((catalog) => catalogKey(catalog) === key);
    const [namespace, name] = key.split('/') as [string, string];
    const image = found === undefined ? before?.image : found.image;
    const digest = found?.content === undefined ? before?.digest : `sha256:${found.content.contentHash}`;
    return { name, namespace, ...(image === undefined ? {} : { image }), ...(digest === undefined ? {} : { digest }) };
  });
}

/** The lock of a namespace, which OLM resolves as one. */
class NamespaceLock {
  readonly #subscriptions: readonly LockSubscription[];
  readonly #catalogs: readonly LockCatalog[];
  readonly #current: readonly LockedOperator[];

  public constructor(private readonly request: LockRequest, private readonly namespace: string, private readonly resolve: Resolve) {
    const { subscriptions, catalogs, globalNamespaces, withoutGlobalCatalogs, current } = request;
    this.#subscriptions = subscriptions.filter((found) => found.namespace === namespace);
    const visible = [namespace, ...(withoutGlobalCatalogs.includes(namespace) ? [] : globalNamespaces)];
    const named = this.#subscriptions.map(({ catalog: name, catalogNamespace }) => catalogKey({ namespace: catalogNamespace, name }));
    this.#catalogs = catalogs.filter((catalog) => visible.includes(catalog.namespace) || named.includes(catalogKey(catalog)));
    this.#current = current?.operators.filter((found) => found.namespace === namespace) ?? [];
  }

  public make(): { readonly operators: readonly LockedOperator[]; readonly problems: readonly string[] } {
    const known = this.#subscriptions.filter((subscription) => this.#contentOf(subscription) !== undefined);
    const unknown = this.#subscriptions.filter((subscription) => !known.includes(subscription)).map((found) => this.#withoutContent(found));
    try {
      const resolved = known.length === 0 ? [] : neededOnly(this.#resolved(known));
      const kept = unknown.flatMap(({ operator }) => operator === undefined ? [] : [operator]);
      const locked = [...resolved.map((found) => this.#locked(found)), ...kept];
      return {
        operators: [...locked, ...this.#dependenciesOf(kept, locked)],
        problems: unknown.flatMap(({ problem }) => problem === undefined ? [] : [problem]),
      };
    } catch (error) {
      return { operators: [], problems: [(error as Error).message] };
    }
  }

  /** Resolves with the locked dependencies, but for those that are in the way of what Subscriptions get. */
  #resolved(known: readonly LockSubscription[]): ResolvedOperator[] {
    const subscriptions = known.map((found) => this.#toResolve(found));
    const dependencies = this.#keptDependencies();
    const props = {
      namespace: this.namespace,
      catalogs: this.#catalogs.flatMap(({ content, name, namespace, priority }) => (
        content === undefined ? [] : [{ name, namespace, content, ...(priority === undefined ? {} : { priority }) }]
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
    // A new version needs another version of one of them: the others stay.
    let [result, kept]: [ResolvedOperator[], readonly ResolutionSubscription[]] = [free, []];
    for (const dependency of dependencies) {
      const found = resolvedWith([...kept, dependency]);
      [result, kept] = found === undefined ? [result, kept] : [found, [...kept, dependency]];
    }
    return result;
  }

  /** Resolves with locked dependencies; undefined if they would keep a Subscription from what it gets without them. */
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
    } catch {
      return undefined;
    }
  }

  #toResolve(subscription: LockSubscription): ResolutionSubscription {
    const { name, catalog, catalogNamespace } = subscription;
    const kept = this.#kept(subscription);
    const [channel, startingCsv] = [kept?.channel ?? subscription.channel, subscription.csv ?? kept?.csv ?? subscription.firstChoice];
    return {
      name, package: subscription.package, catalog, catalogNamespace,
      ...(channel === undefined ? {} : { channel }), ...(startingCsv === undefined ? {} : { startingCsv }),
    };
  }

  /** Returns the locked operator of a Subscription if it still is what the Subscription asks for, and the catalog has it. */
  #kept(subscription: LockSubscription): LockedOperator | undefined {
    const locked = this.#lockedOf(subscription.package);
    const fits = locked !== undefined && !this.#isUpdated(locked.package)
      && locked.catalog === subscription.catalog && locked.catalogNamespace === subscription.catalogNamespace
      && (subscription.channel ?? locked.channel) === locked.channel && (subscription.csv ?? locked.csv) === locked.csv
      && subscription.accepts(locked.version);
    return fits && (this.#contentOf(subscription) === undefined || this.#bundleOf(locked) !== undefined) ? locked : undefined;
  }

  #keptDependencies(): ResolutionSubscription[] {
    const packages = this.#subscriptions.map((found) => found.package);
    return this.#current
      .filter((locked) => locked.subscription === undefined && !packages.includes(locked.package) && !this.#isUpdated(locked.package))
      .filter((locked) => this.#bundleOf(locked) !== undefined)
      .map(({ package: name, channel, catalog, catalogNamespace, csv }) => ({
        name: `locked dependency ${name}`, package: name, channel, catalog, catalogNamespace, startingCsv: csv,
      }));
  }

  /** Returns the locked dependencies of operators whose catalog is unknown, and what these require in turn. */
  #dependenciesOf(kept: readonly LockedOperator[], locked: readonly LockedOperator[]): LockedOperator[] {
    const found: LockedOperator[] = [];
    for (const csvs of [kept, found]) {
      for (const { csv } of csvs) {
        found.push(...this.#current.filter((operator) => (
          operator.requiredBy.includes(csv) && ![...locked, ...found].some((other) => other.package === operator.package)
        )));
      }
    }
    const all = new Set([...locked, ...found].map(({ csv }) => csv));
    return found.map(({ subscription: _, ...operator }) => ({ ...operator, requiredBy: operator.requiredBy.filter((csv) => all.has(csv)) }));
  }

  #isUpdated(packageName: string): boolean {
    return this.request.update === 'all' || this.request.update.includes(packageName);
  }

  /** Without the content of the catalog, what is locked stays, and what is pinned by name is locked. */
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
        namespace, package: subscription.package, version, csv, channel, catalog, catalogNamespace, subscription: name, requiredBy: [], waivers: [],
      },
    };
  }

  #locked(resolved: ResolvedOperator): LockedOperator {
    const { package: packageName, version, csv, channel, catalog, catalogNamespace, subscription, requiredBy } = resolved;
    const locked: LockedOperator = {
      namespace: this.namespace, package: packageName, version, csv, channel, catalog, catalogNamespace,
      ...(subscription === undefined ? {} : { subscription }), requiredBy, waivers: [],
    };
    const bundle = this.#bundleOf(locked);
    const before = this.#lockedOf(packageName);
    return {
      ...locked, ...(bundle === undefined ? {} : { bundle: bundleDigest(bundle) }), waivers: before?.csv === csv ? before.waivers : [],
    };
  }

  #lockedOf(packageName: string): LockedOperator | undefined {
    return this.#current.find((found) => operatorKey(found) === operatorKey({ namespace: this.namespace, package: packageName }));
  }

  #bundleOf(locked: LockedOperator): CatalogBundle | undefined {
    return this.#contentOf(locked)?.tryFindPackage(locked.package)?.tryFindChannel(locked.channel)
      ?.bundles.find(({ name, version }) => name === locked.csv && version === locked.version);
  }

  #contentOf({ catalog: name, catalogNamespace: namespace }: { readonly catalog: string; readonly catalogNamespace: string }): Catalog | undefined {
    return this.#catalogs.find((catalog) => catalogKey(catalog) === catalogKey({ namespace, name }))?.content;
  }
}

/** Leaves out dependencies that nothing needs any more, and those that only these needed. */
function neededOnly(resolved: readonly ResolvedOperator[]): ResolvedOperator[] {
  const csvs = new Set(resolved.map(({ csv }) => csv));
  const needed = resolved.map((found) => ({ ...found, requiredBy: found.requiredBy.filter((csv) => csvs.has(csv)) }))
    .filter(({ subscription, requiredBy }) => subscription !== undefined || requiredBy.length > 0);
  return needed.length === resolved.length ? needed : neededOnly(needed);
}
