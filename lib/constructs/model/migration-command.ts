import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { field, stringField } from '../../formats/json/json-value';
import type { OperatorMigration } from '../../olm/v1/operator-migration';

/** Environment variable in which the command `olm-constructs migrate` requests the migration of the operators of the app that it runs. */
export const MIGRATION_COMMAND_VARIABLE = 'OLM_CONSTRUCTS_MIGRATE';

/** What the command requests of each Subscription of an app. */
export interface MigrationCommand {
  /** Folder for the answers. */
  readonly folder: string;

  /** Version of the release of OLM v1. @default - the newest one */
  readonly version?: string;

  /** Whether OLM v1 is from the experimental channel. */
  readonly experimental: boolean;
}

/** Answer of a Subscription. */
export interface MigrationAnswer {
  /** Position of the Subscription in the app. */
  readonly index: number;
  readonly migration: OperatorMigration;
}

/** Returns what the command requests, or undefined if the app was not run by the command. */
export function migrationCommand(): MigrationCommand | undefined {
  const value = process.env[MIGRATION_COMMAND_VARIABLE];
  if (value === undefined || value === '') {
    return undefined;
  }
  const request = parsed(value);
  const [folder, version] = ['folder', 'version'].map((key) => stringField(request, key));
  if (folder === undefined) {
    throw new Error(`${MIGRATION_COMMAND_VARIABLE} is set by the command olm-constructs migrate for the app that it runs, and has an unknown value; unset it`);
  }
  return { folder, experimental: field(request, 'experimental') === true, ...(version === undefined ? {} : { version }) };
}

/** Writes the answer of a Subscription. */
export function writeMigrationAnswer({ folder }: MigrationCommand, construct: string, answer: MigrationAnswer): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${encodeURIComponent(construct)}.json`), JSON.stringify(answer));
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}
