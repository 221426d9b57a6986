import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyManifests } from '../../cluster/apply';
import type { ClusterConnection } from '../../cluster/cluster-connection';
import type { ApplyResult } from '../../cluster/operations/apply-manifests';
import { type Manifest, readManifests } from '../../cluster/operations/manifests';
import { type WaitOptions, waitFor } from '../../cluster/wait';
import { ExitCode } from '../frame/cli-error';
import type { CommandContext } from '../frame/context';
import { flag, text, type Values } from '../frame/option';
import { tableText, tableWithMessages } from '../frame/table';
import type { Style } from '../frame/terminal';
import type { SynthApp } from '../offline/synth-app';
import { synthesizeInto } from '../offline/synth-output';
import { actOptions, type ActTarget } from './act-options';
import { exitCodeOf, printJson, printResults } from './act-report';
import { reported } from './wait';

/** Options of all commands that apply manifests and wait for them. */
export const oneStepOptions = {
  out: text('DIR', 'folder to which the manifests are also written, for `wait -f`, `remove -f` and kubectl'),
  prune: flag('with --out, remove files from the folder that an earlier run wrote and this one does not'),
  forceConflicts: flag('take over fields that other tools set, instead of ending with an error'),
  applyOnly: flag('end when everything is applied, without waiting until it is ready'),
  ...actOptions,
} as const;

/** Manifests to apply, and how to wait for them. */
export interface OneStep {
  readonly target: ActTarget;
  readonly options: Values<typeof oneStepOptions>;

  /** Returns the app whose manifests are applied: the same manifests as a program with these constructs writes. */
  readonly build: (outdir: string) => SynthApp;

  /** Options of the wait. */
  readonly wait: Pick<WaitOptions, 'approve' | 'stepwise'>;
}

/**
 * Synthesizes manifests, applies them and waits until they are ready; prints what changed, and explains a failure.
 *
 * @throws CliError if the folder of `--out` has other files of an earlier run; ClientError if the cluster cannot be reached
 */
export async function applyAndWait({ target, options, build, wait }: OneStep, context: CommandContext): Promise<ExitCode> {
  const manifests = await synthesized(options, build);
  return applyManifestsAndWait(manifests, { target, options, wait }, context);
}

/** Applies manifests and waits until they are ready. */
export async function applyManifestsAndWait(manifests: readonly Manifest[], { target, options, wait }: Omit<OneStep, 'build'>, context: CommandContext): Promise<ExitCode> {
  const { connection, how } = target;
  const startedAt = performance.now();
  const applied = await applyAll(connection, manifests, options, context);
  const exitCode = applyExitCode(applied);
  if (options.output === 'text') {
    printApplied(applied, options.dryRun, context);
  }
  if (exitCode !== ExitCode.SUCCESS || options.dryRun || options.applyOnly) {
    if (options.output === 'json') {
      printJson([], [], context, { applied });
    }
    return exitCode;
  }
  const left = options.timeout === undefined ? {} : { timeout: Math.max(1000, options.timeout - (performance.now() - startedAt)) };
  const report = await waitFor(connection, manifests, { ...how, ...left, ...wait });
  const results = report.results.map(reported);
  if (options.output === 'json') {
    printJson(results, report.changes, context, { applied });
  } else if (results.length > 0) {
    printResults(results, context);
  }
  return exitCodeOf(results);
}

function applyAll(
  connection: ClusterConnection, manifests: readonly Manifest[], { dryRun, forceConflicts, timeout }: Values<typeof oneStepOptions>, { signal }: CommandContext,
): Promise<ApplyResult[]> {
  return applyManifests(connection, manifests, { dryRun, forceConflicts, signal, ...(timeout === undefined ? {} : { timeout }) });
}

/** Returns the manifests of an app, in the order in which they are applied, and writes them to the folder of `--out`. */
async function synthesized({ out, prune, dryRun }: Values<typeof oneStepOptions>, build: (outdir: string) => SynthApp): Promise<Manifest[]> {
  const isKept = out !== undefined && !dryRun;
  const { files } = synthesizeInto(isKept ? out : join(tmpdir(), 'olm-constructs'), { keep: isKept, prune }, build);
  const found = await Promise.all(files.map(async ({ name, content }) => {
    const source = isKept ? join(out, name) : 'the manifests of this command';
    return (await readManifests(['-'], () => Promise.resolve(Buffer.from(content)))).map((manifest): Manifest => ({ ...manifest, source }));
  }));
  return found.flat();
}

function applyExitCode(applied: readonly ApplyResult[]): ExitCode {
  return applied.some(({ state }) => state === 'failed' || state === 'skipped' || state === 'interrupted') ? ExitCode.FINDINGS : ExitCode.SUCCESS;
}

const STYLES: { readonly [state in ApplyResult['state']]: Style } = {
  created: 'green', changed: 'yellow', unchanged: 'dim', failed: 'red', interrupted: 'yellow', skipped: 'dim',
};

/** Maximum number of changed fields that are listed for an object. */
const MAX_CHANGES = 8;

/** Prints what an apply did: a table if something failed or nothing was changed on purpose, otherwise one line. */
function printApplied(applied: readonly ApplyResult[], dryRun: boolean, { stdout, stderr }: CommandContext): void {
  const counts = countsOf(applied);
  if (!dryRun && applyExitCode(applied) === ExitCode.SUCCESS) {
    stderr.line(`applied ${counts}`);
    return;
  }
  const table = tableText(stdout, ['OBJECT', 'STATE'], applied.map(({ object: { kind, namespace, name }, state }) => [
    `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`, { text: state, style: STYLES[state] },
  ]));
  tableWithMessages(stdout, table, 'DETAIL', applied.map(detailOf)).forEach((line) => stdout.line(line));
  stdout.line();
  stdout.line(dryRun ? `nothing was changed; an apply would give: ${counts}` : `applied ${counts}; nothing else was changed`);
}

function detailOf({ changes, reason }: ApplyResult): string {
  const more = changes.length > MAX_CHANGES ? ` and ${changes.length - MAX_CHANGES} more` : '';
  return reason ?? `${changes.slice(0, MAX_CHANGES).join(', ')}${more}`;
}

/** Returns the number of objects in each state, such as `12 objects: 10 created, 2 unchanged`. */
function countsOf(applied: readonly ApplyResult[]): string {
  const states = [...new Set(applied.map(({ state }) => state))];
  const counted = states.map((state) => `${applied.filter((result) => result.state === state).length} ${state}`);
  return `${applied.length === 1 ? '1 object' : `${applied.length} objects`}: ${counted.join(', ')}`;
}
