import { existsSync } from 'node:fs';
import { driftOf } from '../../cluster/drift';
import type { LockAnswer } from '../../constructs/model/lock-command';
import { defined } from '../../formats/json/defined';
import { writeFilesAt } from '../../formats/output/write-files';
import type { LockChange } from '../../resolve/lock/lock-change';
import { changeLines } from '../../resolve/lock/lock-changes';
import { driftText } from '../../resolve/drift/operator-drift';
import { LOCK_FILE_NAME } from '../../resolve/lock/lock-content';
import { OperatorLockFile } from '../../resolve/operator-lock-file';
import { CliError, ExitCode, UsageError } from '../frame/cli-error';
import { defineCommand, flagName } from '../frame/command';
import type { CommandContext } from '../frame/context';
import { openCompleteSource, sourceOptions } from '../frame/inspected-source';
import { flag, list, outputFormat, text, type Values } from '../frame/option';
import { writeResult } from '../frame/write-result';
import { locksOfApp } from './run-app';

const { allNamespaces: _, ...ofOneNamespace } = sourceOptions;

/** Options of commands that compare a lock with a cluster or a dump of one. */
export const lockSourceOptions = {
  ...ofOneNamespace,
  namespace: text('NAMESPACE', 'namespace of the operators in the cluster; by default all', { short: 'n', group: 'Cluster options:' }),
} as const;

/** Values of these options. */
export type LockSource = Values<typeof lockSourceOptions>;

/** Compares a lock file with a cluster, and prints what differs. */
export async function printDrift(path: string, output: 'text' | 'json' | 'markdown', options: LockSource, context: CommandContext): Promise<ExitCode> {
  const lock = OperatorLockFile.fromFile(path);
  const { namespace } = options;
  const { cluster } = await openCompleteSource({ ...options, allNamespaces: namespace === undefined }, context);
  const drift = await driftOf(cluster, lock, { signal: context.signal, ...defined({ namespace }) });
  if (output === 'json') {
    const { operators, catalogs, notes } = drift;
    writeResult(context.stdout, output, 'OperatorDrift', { operators, catalogs, notes });
  } else {
    context.stdout.write(output === 'markdown' ? drift.toMarkdown() : driftText(drift, context.stdout));
  }
  drift.notes.forEach((note) => context.stderr.warn(note));
  return drift.hasDrift ? ExitCode.FINDINGS : drift.isComplete ? ExitCode.SUCCESS : ExitCode.ERROR;
}

/** A lock file, and its differences. */
interface LockResult {
  readonly path: string;
  readonly exists: boolean;
  readonly changes: readonly LockChange[];
}

/** `olm-constructs lock` */
export const lockCommand = defineCommand({
  description: 'Locks each operator of an app to a version, with the operators that it requires: runs the app as `cdk8s synth` does, and writes the lock file of its '
    + 'OperatorLock. Locked versions are kept if the Subscriptions and catalogs of the app allow them; new operators get the version that OLM would install. Commit '
    + 'the file, and let CI run the command with --check.\n\n'
    + 'An upgrade that OLM v1 would refuse because of a CRD, or that gains a right that the OperatorLock forbids, is an error, unless the lock file has a waiver with a '
    + 'reason; the error has the waivers to add. So is one that OLM would not make, for example because no path of upgrades leads to the version. A downgrade is an error, with '
    + 'its reason, without --allow-downgrade.\n\n'
    + 'With --against-cluster or --from, it compares the lock file with the operators of a cluster instead, and changes nothing: versions that differ, operators that '
    + 'are missing or not in the lock, dependencies that nothing requires any longer, and Subscriptions that allow OLM to install something else.\n\n'
    + 'The exit code is 1 if an operator cannot be locked or upgraded, with --check if the file is not up to date, and if the cluster differs from the lock; 4 if it cannot be '
    + 'compared completely.',
  options: {
    check: flag('write nothing, and print what would change'),
    update: list('PACKAGE', 'choose the version of this package again'),
    updateAll: flag('choose the versions of all packages again'),
    allowDowngrade: flag('allow earlier versions than the locked ones; OLM does not go back to them by itself'),
    requireManifests: flag('refuse upgrades to versions without manifests in the catalog, which cannot be checked'),
    app: text('COMMAND', 'command that runs the app; by default `app` of cdk8s.yaml'),
    againstCluster: flag('compare the lock file with a cluster, and write nothing'),
    file: text('FILE', `lock file to compare; by default ${LOCK_FILE_NAME}`),
    output: outputFormat(['text', 'json', 'markdown'], 'text', 'format of the changes; markdown with --against-cluster or --from only'),
    ...lockSourceOptions,
  },
  examples: [
    { description: 'Create the lock file, or bring it up to date', command: 'olm-constructs lock' },
    { description: 'Upgrade an operator', command: 'olm-constructs lock --update hello-operator' },
    { description: 'In CI: fail if the file is not up to date', command: 'olm-constructs lock --check' },
    { description: 'Compare it with objects from a dump', command: 'olm-constructs lock --from dump.yaml -o markdown' },
  ],
  run: async (context, { options }) => {
    const { check, update, updateAll, app, output, file, requireManifests, allowDowngrade } = options;
    if (options.againstCluster || options.from.length > 0) {
      const isBoth = options.againstCluster && options.from.length > 0;
      refuse(COMPARED, {
        check, update: update.length > 0, updateAll, app: app !== undefined, requireManifests, allowDowngrade, againstCluster: isBoth,
      });
      return printDrift(file ?? LOCK_FILE_NAME, output, options, context);
    }
    refuse(LOCKED, { file: file !== undefined, ...given(options) });
    if (output === 'markdown') {
      throw new UsageError('-o markdown is for the difference from a cluster; add --against-cluster or --from');
    }
    if (updateAll && update.length > 0) {
      throw new UsageError('--update-all includes all packages; omit --update');
    }
    const answers = await locksOfApp(context, app, {
      update: updateAll ? 'all' : update, ...(requireManifests ? { requireManifests } : {}), ...(allowDowngrade ? { allowDowngrade } : {}),
    });
    answers.flatMap(({ notes = [] }) => notes).forEach((note) => context.stderr.warn(note));
    const problems = answers.flatMap((answer) => answer.problems);
    if (problems.length > 0) {
      throw new CliError(problems.join('\n'), ExitCode.FINDINGS);
    }
    const results = answers.map(resultOf);
    if (!check) {
      writeFilesAt(new Map(answers.map(({ path, content }) => [path, content])));
    }
    print(context, results, check, output);
    return check && results.some(({ exists, changes }) => !exists || changes.length > 0) ? ExitCode.FINDINGS : ExitCode.SUCCESS;
  },
});

const COMPARED = 'has no meaning when the lock file is compared with a cluster or a dump; omit it';
const LOCKED = 'is for the comparison with a cluster; add --against-cluster or --from';

/** @throws UsageError for the first option that is set */
function refuse(why: string, options: { readonly [key: string]: boolean }): void {
  const [first] = Object.entries(options).find(([, isSet]) => isSet) ?? [];
  if (first !== undefined) {
    throw new UsageError(`${flagName(first)} ${why}`);
  }
}

function given({ kubeconfig, context, namespace }: LockSource): { readonly [key: string]: boolean } {
  return { kubeconfig: kubeconfig !== undefined, context: context !== undefined, namespace: namespace !== undefined };
}

function resultOf({ path, content }: LockAnswer): LockResult {
  const exists = existsSync(path);
  const before = exists ? OperatorLockFile.fromFile(path) : OperatorLockFile._of({ catalogs: [], operators: [] });
  return { path, exists, changes: before.changesTo(OperatorLockFile.fromString(content, path)) };
}

function print({ stdout }: CommandContext, results: readonly LockResult[], check: boolean, output: 'text' | 'json'): void {
  if (output === 'json') {
    writeResult(stdout, output, 'LockReport', { files: results });
    return;
  }
  for (const { path, exists, changes } of results) {
    if (exists && changes.length === 0) {
      stdout.line(`${path} is up to date`);
      continue;
    }
    stdout.line(check ? exists ? `${path} is not up to date; \`olm-constructs lock\` would change:` : `${path} does not exist; \`olm-constructs lock\` would write:`
      : `${path} ${exists ? 'changed' : 'written'}; commit it:`);
    changeLines(changes).forEach((line) => stdout.line(`  ${line}`));
  }
}
