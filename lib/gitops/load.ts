import type * as preparedScopeModule from './argocd/prepared-scope';
import type * as runChecksModule from './checks/run-checks';
import type * as reportOutputModule from './findings/report-output';
import type * as runPolicyModule from './policy/run-policy';

// Loads on first use what only programs for a GitOps tool need, so that importing the package stays fast. The only file of the module that may
// `require`.

/** Annotates the objects of a construct for Argo CD. */
export function preparedScope(...args: ConstructorParameters<typeof preparedScopeModule.PreparedScope>): preparedScopeModule.PreparedScope {
  const { PreparedScope } = require('./argocd/prepared-scope') as typeof preparedScopeModule;
  return new PreparedScope(...args);
}

/** Returns the functions that check apps. */
export const checks = (): typeof runChecksModule => require('./checks/run-checks') as typeof runChecksModule;

/** Returns the functions that write reports. */
export const reportOutput = (): typeof reportOutputModule => require('./findings/report-output') as typeof reportOutputModule;

/** Returns the functions that apply policies. */
export const policies = (): typeof runPolicyModule => require('./policy/run-policy') as typeof runPolicyModule;
