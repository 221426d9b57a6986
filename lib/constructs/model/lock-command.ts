import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { field, isMap, stringField, stringListField } from '../../formats/json/json-value';
import type { PlannedInstallPlan, PlannedOperator } from '../../resolve/plan/planned-operator';

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
  const value = process.env[LOCK_COMMAND_VARIABLE];
  if (value === undefined || value === '') {
    return undefined;
  }
  const request = parsed(value);
  const folder = stringField(request, 'folder');
  if (folder === undefined) {
    throw new Error(`${LOCK_COMMAND_VARIABLE} is set by the command olm-constructs lock for the app that it runs, and has an unknown value; unset it`);
  }
  const [before, after] = ['before', 'after'].map((key) => stringField(field(request, 'plan'), key));
  return {
    ...(field(request, 'requireManifests') === true ? { requireManifests: true } : {}),
    ...(field(request, 'allowDowngrade') === true ? { allowDowngrade: true } : {}),
    folder, update: field(request, 'update') === 'all' ? 'all' : stringListField(request, 'update'),
    ...(before === undefined || after === undefined ? {} : { plan: { before, after } }),
  };
}

/** Writes the answer of an `OperatorLock`. */
export function writeLockAnswer({ folder }: LockCommand, answer: LockAnswer): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${encodeURIComponent(answer.construct)}.json`), JSON.stringify(answer));
}

function parsed(value: string): unknown {
  try {
    const request: unknown = JSON.parse(value);
    return isMap(request) ? request : undefined;
  } catch {
    return undefined;
  }
}
