import { App } from 'cdk8s';
import { type AppChecksOptions, checkOptions } from '../../gitops/checks/app-checks';
import type { OperatorPolicy } from '../../gitops/policy/operator-policy';
import { printableMessage } from '../../text/printable';

/** Checks over a program, and the policies for it. */
export interface ProgramChecks {
  readonly checks: AppChecksOptions;
  readonly policies: readonly OperatorPolicy[];
}

/**
 * Validates checks and policies before there is anything to check.
 *
 * @param what what has the options, for errors
 * @throws Error if an option is invalid, or policies contradict each other
 */
export function validateChecks(what: string, { checks, policies }: ProgramChecks): void {
  const app = new App();
  try {
    checkOptions(app, checks);
    policies.forEach((policy) => policy.addTo(app));
  } catch (error) {
    throw new Error(printableMessage(`${what}: ${(error as Error).message}`), { cause: error });
  }
}
