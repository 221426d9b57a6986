import type { LockContent } from './lock-content';
import type { Catalog } from '../../catalog/catalog';
import type { ResolutionProps } from '../model/resolution-props';
import type { ResolvedOperator } from '../model/resolved-operator';

/** A Subscription of an app, as far as a lock depends on it. */
export interface LockSubscription {
  readonly namespace: string;
  readonly name: string;
  readonly packageName: string;
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

/** Resolves a namespace as OLM does. */
export type Resolve = (props: ResolutionProps) => ResolvedOperator[];
