import type { InstalledOperator } from './installed-operator';
import type { ResolutionCatalog } from './resolution-catalog';
import type { ResolutionSubscription } from './resolution-subscription';

/** Input of OLM's resolution, which covers a whole namespace. */
export interface ResolutionProps {
  /** Namespace of the Subscriptions. */
  readonly namespace: string;

  /** Catalogs that OLM uses in the namespace: its own, and those of the global catalog namespace. Their order does not matter. */
  readonly catalogs: ResolutionCatalog[];

  /** Subscriptions of the namespace. Their order does not matter. */
  readonly subscriptions: ResolutionSubscription[];

  /**
   * Operators that are installed in the namespace.
   *
   * @default - none
   */
  readonly installed?: InstalledOperator[];
}
