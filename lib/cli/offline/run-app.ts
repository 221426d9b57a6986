import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCK_COMMAND_VARIABLE, type LockAnswer, type LockCommand } from '../../constructs/model/lock-command';
import { MIGRATION_COMMAND_VARIABLE, type MigrationAnswer, type MigrationCommand } from '../../constructs/model/migration-command';
import { stringField } from '../../formats/json/json-value';
import { textOf } from '../../formats/json/utf8-text';
import { TemporaryFolder } from '../../formats/output/temporary-folder';
import { readYaml } from '../../formats/yaml/read-yaml';
import type { OperatorMigration } from '../../olm/v1/operator-migration';
import { CliError } from '../frame/cli-error';
import type { CommandContext } from '../frame/context';
import { withProgress } from '../frame/progress';
import { runUserProgram } from '../frame/user-program';

/** Configuration file of cdk8s-cli, which contains the command that runs the app. */
const CONFIGURATION = 'cdk8s.yaml';

const LIMITS = { maxDepth: 50, maxNodes: 100_000, target: 'any' } as const;

/**
 * Runs the app of the current folder as `cdk8s synth` does, and returns the answers of its locks.
 *
 * @param given command that runs the app; by default that of cdk8s.yaml
 * @throws CliError if there is no app, it fails, or it has no lock
 */
export function locksOfApp(context: CommandContext, given: string | undefined, request: Omit<LockCommand, 'folder'>): Promise<LockAnswer[]> {
  return answersOfApp(context, given, LOCK_COMMAND_VARIABLE, request, 'has no lock; create one before its Subscriptions, with new OperatorLock(chart, \'lock\'), and call app.synth()');
}

/**
 * Runs the app of the current folder as `cdk8s synth` does, and returns how its operators move to OLM v1, in the order of the app.
 *
 * @throws CliError if there is no app, it fails, or it installs no operator with OLM v0
 */
export async function migrationsOfApp(
  context: CommandContext, given: string | undefined, request: Omit<MigrationCommand, 'folder'>,
): Promise<OperatorMigration[]> {
  const answers = await answersOfApp<MigrationAnswer>(context, given, MIGRATION_COMMAND_VARIABLE, request,
    'installs no operator with OLM v0, does not call app.synth(), or uses an earlier version of olm-constructs');
  return answers.sort((one, other) => one.index - other.index).map(({ migration }) => migration);
}

/** Runs the app, whose constructs write answers to a folder. Its manifests are written to a temporary folder. */
function answersOfApp<Answer>(
  context: CommandContext, given: string | undefined, variable: string, request: object, unanswered: string,
): Promise<Answer[]> {
  const folderIn = (temporary: string): string => join(temporary, 'answers');
  const variables = (temporary: string): NodeJS.ProcessEnv => ({ [variable]: JSON.stringify({ ...request, folder: folderIn(temporary) }) });
  return withRunApp(context, given, variables, (temporary, command) => {
    const folder = folderIn(temporary);
    const names = existsSync(folder) ? readdirSync(folder).sort() : [];
    const answers = names.map((name) => JSON.parse(textOf(readFileSync(join(folder, name)), name)) as Answer);
    if (answers.length === 0) {
      throw new CliError(`the app '${command}' ${unanswered}`);
    }
    return answers;
  });
}

/**
 * Runs the app of the current folder as `cdk8s synth` does, with its manifests in the folder `manifests` of a temporary folder.
 *
 * @param given command that runs the app; by default that of cdk8s.yaml
 * @param variables returns environment variables for the app
 * @param use called with the temporary folder, which is deleted afterwards, and the command
 * @throws CliError if there is no app, or it fails
 */
export async function withRunApp<Result>(
  context: CommandContext, given: string | undefined, variables: (temporary: string) => NodeJS.ProcessEnv,
  use: (temporary: string, command: string) => Result,
): Promise<Result> {
  const command = given ?? configuredApp();
  const folder = new TemporaryFolder();
  const temporary = folder.path;
  try {
    const output = await withProgress(`running ${command}`, context, () => runUserProgram(
      context, { name: `the app '${command}'`, command, isShell: true }, { CDK8S_OUTDIR: join(temporary, 'manifests'), ...variables(temporary) },
    ));
    context.debug(output.trimEnd());
    return use(temporary, command);
  } finally {
    folder.remove();
  }
}

function configuredApp(): string {
  const app = existsSync(CONFIGURATION) ? stringField(readYaml(textOf(readFileSync(CONFIGURATION), CONFIGURATION), LIMITS).value, 'app') : undefined;
  if (app === undefined) {
    throw new CliError(`${CONFIGURATION} ${existsSync(CONFIGURATION) ? 'has no app' : 'does not exist'}; run the command in the folder of the app, or set --app to the command that runs it`);
  }
  return app;
}
