import { Finding } from '../explain/explanation';
import { ClusterView, Interest } from '../view/cluster-view';
import { createWaiter } from './create-waiter';
import { DEFAULT_TIMEOUTS, Timeouts, Waiter } from './waiter';
import { INITIAL_LISTS, WaiterState } from './waiter-state';

/** Result of an inspection at one point in time. */
export interface Inspected<Outcome> {
  /** Whether everything is listed. */
  readonly isKnown: boolean;
  /** Problems, the most likely cause first, or an empty list until everything is listed. */
  readonly findings: readonly Finding[];
  readonly outcome: Outcome;
}

/** Definition of an inspection. */
export interface InspectionDefinition<Outcome> {
  /** Name of the inspection, for messages. */
  readonly subject: string;
  readonly watch: readonly Interest[];
  /** @default - one minute for the initial lists */
  readonly timeouts: Partial<Timeouts> | undefined;
  readonly inspect: (view: ClusterView) => Inspected<Outcome>;
}

/** Creates a waiter that lists objects once and changes nothing. It ends as soon as everything is listed, or there is a problem. */
export function inspection<Outcome>({ subject, watch, timeouts, inspect }: InspectionDefinition<Outcome>): Waiter<WaiterState<undefined>, Outcome> {
  return createWaiter<undefined, Outcome>({
    subject,
    failure: 'is not possible',
    firstPhase: 'inspecting',
    memory: undefined,
    timeouts: { ...DEFAULT_TIMEOUTS, total: 60_000, ...timeouts, settling: 0 },
    needsOlm: false,
    observe: (_, view) => {
      const { isKnown, findings, outcome } = inspect(view);
      return {
        memory: undefined, phase: 'inspecting', waitingFor: INITIAL_LISTS, watch, findings, actions: [], reached: outcome,
        ...(isKnown && findings.length === 0 ? { ready: { key: 'all', outcome } } : {}),
      };
    },
  });
}
