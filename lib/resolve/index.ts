/** `olm-constructs/resolve`: what OLM will install, lock files and upgrade plans. Nothing inside `lib` imports this file. */

export { LockError, PlanError, ResolutionError } from '../errors';
export { LockChangeKind } from './lock/lock-change';
export type { LockChange, LockFieldChange } from './lock/lock-change';
export type { LockedCatalog, LockedOperator } from './lock/lock-content';
export type { LockProblem } from './lock/lock-error';
export type { LockWaiver } from './lock/lock-waiver';
export { ResolutionFailureReason } from './model/resolution-error';
export type { ResolutionReason } from './model/resolution-error';
export type { InstalledOperator, ResolutionCatalog, ResolutionProps, ResolutionSubscription } from './model/resolution-props';
export type { ResolutionHop, ResolvedOperator } from './model/resolved-operator';
export { OperatorLockFile } from './operator-lock-file';
export { OperatorUpgradePlan } from './operator-upgrade-plan';
export type { OperatorUpgradePlanOptions } from './operator-upgrade-plan';
export type { PlanSource, PlannedInstallPlan, PlannedObject, PlannedOperator, UpgradeFinding } from './plan/plan-content';
export { Resolution } from './resolution';
