import { IConstruct } from 'constructs';

/** Marks constructs whose Job waits for operators, from all copies of this library. */
const OPERATOR_JOB = Symbol.for('olm-constructs.OperatorJob');

/**
 * Marks a construct whose Job waits for operators and approves them: it has to run together with the Subscriptions, which are not ready before it has
 * approved their InstallPlans.
 */
export function markOperatorJob(construct: IConstruct): void {
  Object.defineProperty(construct, OPERATOR_JOB, { value: true });
}

/** Whether a construct waits for operators with a Job. */
export function isOperatorJob(construct: IConstruct): boolean {
  return OPERATOR_JOB in construct;
}
