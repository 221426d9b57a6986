/** `olm-constructs/resolve`: what OLM will install, lock files and upgrade plans. Nothing inside `lib` imports this file. */

export { LockError, PlanError, ResolutionError } from '../errors';
export * from './lock/lock-change';
export * from './lock/lock-content';
export * from './lock/lock-error';
export * from './lock/lock-waiver';
export * from './model/resolution-error';
export * from './model/resolution-props';
export * from './model/resolved-operator';
export * from './operator-lock-file';
export * from './operator-upgrade-plan';
export * from './plan/plan-content';
export * from './resolution';
