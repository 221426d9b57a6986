import type { LockContent } from './lock-content';
import type { Catalog } from '../../catalog/catalog';
import type { ResolutionProps } from '../model/resolution-props';
import type { ResolvedOperator } from '../model/resolved-operator';

/** The part of an app's Subscription that a lock depends on. */
export interface LockSubscription {
  readonly namespace: string;
  readonly name: string;
  readonly packageName: string;
  readonly catalog: string;
  readonly catalogNamespace: string;

  /** Channel that it must follow. @default - any */
  readonly channel?: string;

  /** CSV that it is pinned to. @default - none: the locked CSV is kept if possible, and otherwise the one that OLM chooses is locked */
  readonly csv?: string;

  /** CSV to lock unless the locked one is kept. @default - the one that OLM chooses */
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

/** Input for a lock. */
export interface LockRequest {
  readonly subscriptions: readonly LockSubscription[];
  readonly catalogs: readonly LockCatalog[];

  /** Namespaces whose catalogs are visible in every namespace. */
  readonly globalNamespaces: readonly string[];

  /** Namespaces in which only their own catalogs are visible. */
  readonly withoutGlobalCatalogs: readonly string[];

  /** The current lock, whose versions are kept. @default - none */
  readonly current?: LockContent;

  /** Packages whose versions are not kept, or all of them. */
  readonly update: readonly string[] | 'all';
}

/**
 * Resolves a namespace as OLM does.
 *
 * @throws ResolutionError if there is no solution, or if it is not decided whether there is one
 */
export type Resolve = (props: ResolutionProps) => ResolvedOperator[];
