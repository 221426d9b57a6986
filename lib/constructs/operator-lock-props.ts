import { ForbiddenRight } from '../report/rbac-risks';
import type { OperatorUpgradePlan } from '../resolve/operator-upgrade-plan';

/** Properties of an `OperatorLock`. */
export interface OperatorLockProps {
  /**
   * Path of the lock file, relative to the folder in which the app runs.
   *
   * @default olm.lock.yaml
   */
  readonly path?: string;

  /**
   * Rights that no upgrade may gain without a waiver in the lock file. An empty list allows all. The rights of a new operator are checked by an
   * `OperatorPolicy`.
   *
   * @default - all rights
   */
  readonly forbiddenRights?: ForbiddenRight[];

  /**
   * Whether an upgrade needs a waiver in the lock file if its catalog lacks the manifests of a version on the upgrade path, so that CRDs and rights
   * cannot be checked.
   *
   * @default false - the command `lock` lists these versions
   */
  readonly requireManifests?: boolean;

  /**
   * Plan by which the operators are upgraded to this lock: an `OperatorWaitJob` and the waiters of Pulumi approve exactly its versions, in its order.
   * A plan for another lock is an error at synthesis.
   *
   * @default - none: the locked versions are approved
   */
  readonly upgradePlan?: OperatorUpgradePlan;
}

/** Options of `OperatorLock.resolve`. */
export interface OperatorLockOptions {
  /**
   * Packages whose versions are chosen anew; the others stay at the locked version.
   *
   * @default - none
   */
  readonly update?: string[];

  /**
   * Whether the versions of all packages are chosen anew.
   *
   * @default false
   */
  readonly updateAll?: boolean;
}
