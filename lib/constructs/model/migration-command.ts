import { defined } from '../../formats/json/defined';
import { field, stringField } from '../../formats/json/json-value';
import type { OperatorMigration } from '../../olm/v1/operator-migration';
import { appCommand, writeAnswer } from './app-command';

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
  const command = appCommand(MIGRATION_COMMAND_VARIABLE, 'migrate');
  if (command === undefined) {
    return undefined;
  }
  const { folder, request } = command;
  return { folder, experimental: field(request, 'experimental') === true, ...defined({ version: stringField(request, 'version') }) };
}

/** Writes the answer of a Subscription. */
export function writeMigrationAnswer({ folder }: MigrationCommand, construct: string, answer: MigrationAnswer): void {
  writeAnswer(folder, construct, answer);
}
