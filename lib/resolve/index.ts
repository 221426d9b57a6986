/** `olm-constructs/resolve`: what OLM will install, lock files and upgrade plans. Nothing inside `lib` imports this file. */

export { LockError, PlanError, ResolutionError } from '../errors';
export * from './lock/lock-change';
export * from './lock/lock-problem';
export * from './lock/lock-waiver';
export * from './lock/locked-operator';
export * from './model/resolution-limits';
export * from './model/resolution-props';
export * from './model/resolution-reason';
export * from './model/resolved-operator';
export * from './operator-lock-file';
export * from './operator-upgrade-plan';
export * from './plan/planned-operator';
export * from './resolution';
