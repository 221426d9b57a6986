import { existsSync } from 'node:fs';
import { Construct } from 'constructs';
import { ForbiddenRight } from '../../report/rights/forbidden-rights';
import { type GateOptions, gateProblem } from '../../resolve/gates/gate-settings';
import { changeLines } from '../../resolve/lock/lock-changes';
import { LOCK_FILE_NAME } from '../../resolve/lock/lock-content';
import { OperatorLockFile } from '../../resolve/operator-lock-file';
import { ResolutionLimits } from '../../resolve/model/resolution-limits';
import type { OperatorUpgradePlan } from '../../resolve/operator-upgrade-plan';
import { ClusterObjects } from '../model/cluster-objects';
import { ConstructError } from '../model/construct-error';
import { lockCommand, writeLockAnswer } from '../model/lock-command';
import { provideLock } from '../model/lock-of-cluster';
import { checkOptionsIn, checkProps, anyScopeOf } from '../model/prop-checks';
import { type AppLock, lockOfApp, planOfApp } from './lock-of-app';

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

  /**
   * Limits of the resolutions that make the lock. What exceeds them is not decided, which is an error.
   *
   * @default - those of `ResolutionLimits`
   */
  readonly resolutionLimits?: ResolutionLimits;
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

  /**
   * Whether operators may be locked to earlier versions than before. OLM does not downgrade an operator: remove it from the cluster before the lock
   * is applied.
   *
   * @default false - a downgrade is an error, with its reason
   */
  readonly allowDowngrade?: boolean;
}

/**
 * The lock of all operators of a cluster: each `OperatorSubscription` that is created after it installs exactly the version in the lock file, with
 * manual approval, and the operators that it requires get their own Subscriptions. OLM then chooses nothing by itself.
 *
 * The lock file is created by the command `olm-constructs lock`, which runs the app, or by `resolve()`. If it no longer matches the Subscriptions and
 * catalogs of the app, synthesis fails with the difference. An upgrade that OLM v1 would refuse because of a CustomResourceDefinition, that adds a
 * forbidden right, or that OLM would not make, needs a waiver with a reason in the lock file. A lock never goes back to an earlier version by itself.
 * A package that OLM v1 installs is not locked, and needs an exact `version`.
 */
export class OperatorLock extends Construct {
  /** Path of the lock file. */
  public readonly path: string;

  /** Content of the lock file, or undefined if it does not exist, which is an error at synthesis. */
  public readonly file?: OperatorLockFile;

  readonly #gates: OperatorLockProps;

  /**
   * @param scope scope that owns this construct: the app, a chart or a `Cluster`
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when a forbidden right is unknown, a limit is not a positive integer, the cluster has another lock, or Subscriptions were
   * created before this one
   * @throws LockError when the lock file is invalid
   */
  public constructor(scope: Construct, id: string, props: OperatorLockProps = {}) {
    super(anyScopeOf('new OperatorLock', scope, id), id);
    checkProps(this, 'OperatorLockProps', props, new.target !== OperatorLock);
    const problem = gateProblem(props);
    if (problem !== undefined) {
      throw new ConstructError(this, problem);
    }
    this.path = props.path ?? LOCK_FILE_NAME;
    this.#gates = props;
    if (existsSync(this.path)) {
      this.file = OperatorLockFile.fromFile(this.path);
    }
    const command = lockCommand();
    provideLock(this, command === undefined ? this.file : undefined, command === undefined ? props.upgradePlan : undefined);
    ClusterObjects.addCheck(this, objects => {
      if (command === undefined) {
        return this.#problems(objects);
      }
      const gates: GateOptions = {
        ...props, ...(command.requireManifests === true ? { requireManifests: true } : {}), allowDowngrade: command.allowDowngrade === true,
      };
      const request = { file: this.file, path: this.path, update: command.update, gates };
      const { content, problems, unsuitable, refusals, notes } = lockOfApp(this, objects, request);
      const plan = command.plan === undefined ? undefined : planOfApp(objects, command.plan, gates);
      writeLockAnswer(command, {
        path: this.path, construct: this.node.path, content: OperatorLockFile._of(content).toYaml(),
        problems: [...problems, ...unsuitable, ...refusals], notes,
        ...(plan === undefined ? {} : { plan: plan.operators, installPlans: plan.installPlans }),
      });
      return [];
    });
  }

  /**
   * Returns the lock of the app in its current state: locked versions are kept if the Subscriptions and catalogs allow them, and the others are those
   * that OLM would install in a new cluster. Call it after all Subscriptions are created; nothing is written.
   *
   * @param options what to update
   * @throws ConstructError when an operator cannot be locked, the cluster could not run its version, an upgrade is refused, OLM would not make it, or
   * it is a downgrade; lists all problems
   */
  public resolve(options: OperatorLockOptions = {}): OperatorLockFile {
    checkOptionsIn(this, 'options of OperatorLock.resolve', 'OperatorLockOptions', options);
    const update = options.updateAll === true ? 'all' : options.update ?? [];
    const { content, problems, unsuitable, refusals } = this.#lock(ClusterObjects.of(this), update, options.allowDowngrade);
    const all = [...problems, ...unsuitable, ...refusals];
    if (all.length > 0) {
      throw new ConstructError(this, all.join('\n'));
    }
    return OperatorLockFile._of(content);
  }

  #lock(objects: ClusterObjects, update: readonly string[] | 'all', allowDowngrade: boolean = false): AppLock {
    return lockOfApp(this, objects, { file: this.file, path: this.path, update, gates: { ...this.#gates, allowDowngrade } });
  }

  #problems(objects: ClusterObjects): string[] {
    const { file } = this;
    if (file === undefined) {
      return [`the lock file '${this.path}' does not exist; run \`olm-constructs lock\` in the folder of the app, and commit the file`];
    }
    const { content, problems, refusals } = this.#lock(objects, []);
    if (problems.length > 0) {
      return [...problems];
    }
    const changes = file.changesTo(OperatorLockFile._of(content));
    return changes.length === 0 ? [] : [
      ...refusals,
      `the lock file '${this.path}' does not match the app; run \`olm-constructs lock\` to change it as follows, or change the app:\n`
        + changeLines(changes).map(line => `  ${line}`).join('\n'),
    ];
  }
}
