import { OperatorTraces } from './operator-traces';
import { DEFAULT_TIMEOUTS, Timeouts } from '../waiting/timeouts';

/** What is to be removed with an operator, and how. */
export interface OperatorRemovalOptions {
  readonly namespace: string;
  /** The name of the Subscription. */
  readonly subscription: string;
  /** What an earlier look told, in case the Subscription is gone already. */
  readonly known?: OperatorTraces;
  /**
   * What happens to the objects of the operator's APIs in the namespaces that it works for:
   * - `abort`: nothing is removed as long as there are any
   * - `ignore`: they stay
   * - `delete`: they are deleted first, while the operator still runs
   *
   * @default 'abort'
   */
  readonly operands?: 'abort' | 'ignore' | 'delete';
  /** Whether CRDs go too: those that no other operator owns and that have no objects. @default false */
  readonly crds?: boolean;
  /** Whether finalizers are taken off what hangs for a minute. What they were for is then left undone. @default false */
  readonly force?: boolean;
  /** @default - see `REMOVAL_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** The phases of a removal, in their order. */
export type RemovalPhase = 'looking' | 'subscription' | 'operands' | 'operator' | 'crds' | 'record';

/** Operands have finalizers that take their time, such as those of databases. */
export const REMOVAL_TIMEOUTS: Timeouts = {
  ...DEFAULT_TIMEOUTS, total: 20 * 60_000, settling: 0,
  phases: { subscription: 60_000, operands: 10 * 60_000, operator: 3 * 60_000, crds: 2 * 60_000 },
};
