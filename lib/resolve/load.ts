import type * as upgradeGatesModule from './gates/upgrade-gates';
import type * as lockChangesModule from './lock/lock-changes';
import type * as printLockModule from './lock/print-lock';
import type * as readLockModule from './lock/read-lock';
import type * as installPlansModule from './plan/install-plans';
import type * as makePlanModule from './plan/make-plan';
import type * as planFileModule from './plan/plan-file';
import type * as planMisfitsModule from './plan/plan-misfits';
import type * as planSvgModule from './plan/plan-svg';
import type * as planTextModule from './plan/plan-text';
import type * as readPlanModule from './plan/read-plan';
import type * as reducedPlanModule from './plan/reduced-plan';
import type * as stateOfModule from './problem/state-of';

// Loads modules at the first call, so that importing the package stays fast. Only this file of the module may use `require`.

/** Reads a lock file. */
export const readLock: typeof readLockModule.readLock = (...args) => (require('./lock/read-lock') as typeof readLockModule).readLock(...args);

/** Prints a lock file. */
export const printLock: typeof printLockModule.printLock = (...args) => (require('./lock/print-lock') as typeof printLockModule).printLock(...args);

/** Compares lock files. */
export const lockChanges: typeof lockChangesModule.lockChanges = (...args) => (
  (require('./lock/lock-changes') as typeof lockChangesModule).lockChanges(...args)
);

/** Plans an upgrade from one lock to another. */
export const makePlan: typeof makePlanModule.makePlan = (...args) => (require('./plan/make-plan') as typeof makePlanModule).makePlan(...args);

/** Adds the findings of upgrades to a plan. */
export const withGates: typeof upgradeGatesModule.withGates = (...args) => (require('./gates/upgrade-gates') as typeof upgradeGatesModule).withGates(...args);

/** Adds the InstallPlans that OLM creates to a plan. */
export const withInstallPlans: typeof installPlansModule.withInstallPlans = (...args) => (
  (require('./plan/install-plans') as typeof installPlansModule).withInstallPlans(...args)
);

/** Returns why a plan cannot be used for Subscriptions. */
export const planMisfits: typeof planMisfitsModule.planMisfits = (...args) => (
  (require('./plan/plan-misfits') as typeof planMisfitsModule).planMisfits(...args)
);

/** Returns the part of a plan that concerns approval. */
export const reducedPlan: typeof reducedPlanModule.reducedPlan = (...args) => (
  (require('./plan/reduced-plan') as typeof reducedPlanModule).reducedPlan(...args)
);

/** Reads a plan from a file. */
export const planFromFile: typeof planFileModule.planFromFile = (...args) => (
  (require('./plan/plan-file') as typeof planFileModule).planFromFile(...args)
);

/** Reads a plan. */
export const readPlan: typeof readPlanModule.readPlan = (...args) => (require('./plan/read-plan') as typeof readPlanModule).readPlan(...args);

/** Returns a plan as an SVG image. */
export const planSvg: typeof planSvgModule.planSvg = (...args) => (require('./plan/plan-svg') as typeof planSvgModule).planSvg(...args);

/** Returns a plan as text. */
export const planText: typeof planTextModule.planText = (...args) => (require('./plan/plan-text') as typeof planTextModule).planText(...args);

/** Returns a plan as Markdown. */
export const planMarkdown: typeof planTextModule.planMarkdown = (...args) => (require('./plan/plan-text') as typeof planTextModule).planMarkdown(...args);

/** Returns a plan as a Mermaid flowchart. */
export const planMermaid: typeof planTextModule.planMermaid = (...args) => (require('./plan/plan-text') as typeof planTextModule).planMermaid(...args);

/** Returns the state of a namespace before it is resolved. */
export const stateOf: typeof stateOfModule.stateOf = (...args) => (require('./problem/state-of') as typeof stateOfModule).stateOf(...args);
