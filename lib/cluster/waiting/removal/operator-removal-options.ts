import { CrdSelection } from './operator-crds';
import { OperatorFootprint } from './operator-footprint';
import { DEFAULT_TIMEOUTS, Timeouts } from '../machine/waiter';

/** Options of `operatorRemoval`. */
export interface OperatorRemovalOptions {
  readonly namespace: string;
  /** Name of the Subscription. */
  readonly subscription: string;
  /** What was known about the operator before, in case its Subscription no longer exists. */
  readonly known?: OperatorFootprint;
  /**
   * What happens to operands, the objects of the operator's APIs in its target namespaces:
   * - `abort`: nothing is removed while there are operands
   * - `ignore`: they are kept
   * - `delete`: they are deleted first, while the operator is still running
   *
   * @default 'abort'
   */
  readonly operands?: 'abort' | 'ignore' | 'delete';
  /** Which CRDs to delete, of those that no other operator owns and that have no objects. @default false */
  readonly crds?: CrdSelection;
  /** Whether to remove the conversion webhooks of CRDs that are kept, if their Service was deleted with the operator. @default false */
  readonly resetConversion?: boolean;
  /** Whether to remove the finalizers of objects stuck in deletion for more than a minute, which skips their cleanup. @default false */
  readonly force?: boolean;
  /**
   * Whether to remove, in the same way, the operators that OLM installed as its dependencies and that nothing else in the namespace requires.
   *
   * @default false
   */
  readonly dependencies?: boolean;
  /**
   * Whether to delete the cluster-scoped objects that OLM created from the bundle and leaves behind, such as ClusterRoles, except those that anything
   * else uses. Otherwise they are reported.
   *
   * @default false
   */
  readonly leftovers?: boolean;
  /** Whether to report the OperatorGroups of the namespace. @default false, for removals after which `namespaceRemoval` follows */
  readonly reportsGroups?: boolean;
  /** @default - `REMOVAL_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** Phases of `operatorRemoval`, in their order. */
export type RemovalPhase = 'inspecting' | 'subscription' | 'operands' | 'operator' | 'crds' | 'conversion' | 'record';

/**
 * Timeouts of `operatorRemoval`. Finalizers of operands take time, for example those of databases. After a conflict, the API server continues to
 * delete a CustomResourceDefinition only at its next resync, up to five minutes later.
 */
export const REMOVAL_TIMEOUTS: Timeouts = {
  ...DEFAULT_TIMEOUTS, total: 20 * 60_000, settling: 0,
  phases: { subscription: 2 * 60_000, operands: 10 * 60_000, operator: 3 * 60_000, crds: 6 * 60_000, conversion: 60_000 },
};
