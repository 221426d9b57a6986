import { defined } from '../../formats/json/defined';
import { field, stringField, stringListField } from '../../formats/json/json-value';
import type { PlannedInstallPlan, PlannedOperator } from '../../resolve/plan/planned-operator';
import { appCommand, writeAnswer } from './app-command';

/** Environment variable in which the command `olm-constructs lock` requests the lock of the app that it runs. */
export const LOCK_COMMAND_VARIABLE = 'OLM_CONSTRUCTS_LOCK';

/** What the command requests of an app. */
export interface LockCommand {
  /** Folder for the answers. */
  readonly folder: string;

  /** Packages to update, or all. */
  readonly update: readonly string[] | 'all';

  /** Whether upgrades to versions without manifests are refused, regardless of the app's own setting. @default - the setting of the app */
  readonly requireManifests?: boolean;

  /** Whether operators may be locked to earlier versions. @default false */
  readonly allowDowngrade?: boolean;

  /** Contents of the lock files between which an upgrade is planned. @default - no upgrade is planned */
  readonly plan?: PlanRequest;
}

/** Contents of two lock files. */
export interface PlanRequest {
  readonly before: string;
  readonly after: string;
}

/** Answer of an `OperatorLock` to the command. */
export interface LockAnswer {
  /** Path of the lock file. */
  readonly path: string;

  /** Path of the construct. */
  readonly construct: string;

  /** What the file should contain. */
  readonly content: string;

  /** Reasons why operators cannot be locked or upgraded. */
  readonly problems: readonly string[];

  /** Waivers that match nothing, and versions that are not checked. @default - none, or the app uses an earlier version of the library */
  readonly notes?: readonly string[];

  /** The operators of the plan, if one was requested. */
  readonly plan?: readonly PlannedOperator[];

  /** The InstallPlans of the plan. @default - none, or the app uses an earlier version of the library */
  readonly installPlans?: readonly PlannedInstallPlan[];
}

/** Returns what the command requests, or undefined if the app was not run by the command. */
export function lockCommand(): LockCommand | undefined {
  const command = appCommand(LOCK_COMMAND_VARIABLE, 'lock');
  if (command === undefined) {
    return undefined;
  }
  const { folder, request } = command;
  const [before, after] = ['before', 'after'].map((key) => stringField(field(request, 'plan'), key));
  return {
    folder,
    update: field(request, 'update') === 'all' ? 'all' : stringListField(request, 'update'),
    ...defined({
      requireManifests: field(request, 'requireManifests') === true ? true : undefined,
      allowDowngrade: field(request, 'allowDowngrade') === true ? true : undefined,
      plan: before === undefined || after === undefined ? undefined : { before, after },
    }),
  };
}

/** Writes the answer of an `OperatorLock`. */
export function writeLockAnswer({ folder }: LockCommand, answer: LockAnswer): void {
  writeAnswer(folder, answer.construct, answer);
}
