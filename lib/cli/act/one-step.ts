import { join } from 'node:path';
import { applyManifests } from '../../cluster/apply';
import { type Manifest, readManifests } from '../../cluster/operations/manifests';
import { type WaitOptions, waitFor } from '../../cluster/wait';
import { defined } from '../../formats/json/defined';
import { ExitCode } from '../frame/cli-error';
import type { CommandContext } from '../frame/context';
import { flag, text, type Values } from '../frame/option';
import { writeResult } from '../frame/write-result';
import type { SynthApp } from '../offline/synth-app';
import { synthesizeInto } from '../offline/synth-output';
import { actOptions, type ActTarget } from './act-options';
import { exitCodeOf, printResults, resultData } from './act-report';
import { applyExitCode, printApplied } from './apply-report';
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
export async function applyManifestsAndWait(
  manifests: readonly Manifest[], { target, options, wait }: Omit<OneStep, 'build'>, context: CommandContext,
): Promise<ExitCode> {
  const { connection, how } = target;
  const startedAt = performance.now();
  const { dryRun, forceConflicts, timeout } = options;
  const applied = await applyManifests(connection, manifests, { dryRun, forceConflicts, signal: context.signal, ...defined({ timeout }) });
  const exitCode = applyExitCode(applied);
  if (options.output === 'text') {
    printApplied(applied, dryRun, context);
  }
  if (exitCode !== ExitCode.SUCCESS || dryRun || options.applyOnly) {
    if (options.output === 'json') {
      writeResult(context.stdout, options.output, 'ApplyReport', { applied, results: [], notes: [], actions: [] });
    }
    return exitCode;
  }
  const left = timeout === undefined ? {} : { timeout: Math.max(1000, timeout - (performance.now() - startedAt)) };
  const report = await waitFor(connection, manifests, { ...how, ...left, ...wait });
  const results = report.results.map(reported);
  if (options.output === 'json') {
    writeResult(context.stdout, options.output, 'ApplyReport', { applied, results: resultData(results), notes: report.notes, actions: report.changes });
  } else if (results.length > 0) {
    printResults(results, context);
  }
  return exitCodeOf(results);
}

/** Returns the manifests of an app, in the order in which they are applied, and writes them to the folder of `--out`. */
async function synthesized({ out, prune, dryRun }: Values<typeof oneStepOptions>, build: (outdir: string) => SynthApp): Promise<Manifest[]> {
  const isKept = out !== undefined && !dryRun;
  const { files } = synthesizeInto(isKept ? out : '', { keep: isKept, prune }, build);
  const found = await Promise.all(files.map(async ({ name, content }) => {
    const source = isKept ? join(out, name) : 'the manifests of this command';
    return (await readManifests(['-'], () => Promise.resolve(Buffer.from(content)))).map((manifest): Manifest => ({ ...manifest, source }));
  }));
  return found.flat();
}
