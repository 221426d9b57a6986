import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A program that is measured as a whole process. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** Working directory, or undefined for that of this process. */
  readonly cwd?: string;
  /** Environment variables in addition to those of this process. */
  readonly env?: { readonly [name: string]: string };
  /** Whether a failure is ignored. */
  readonly mayFail?: boolean;
}

/** Returns Node with one of the programs next to this file. */
export function node(program: string, ...args: string[]): Program {
  return { command: process.execPath, args: [`${__dirname}/programs/${program}`, ...args] };
}

/** Returns the duration of a process in seconds. */
export function secondsOf(program: Program): number {
  const start = process.hrtime.bigint();
  run(program);
  return Number(process.hrtime.bigint() - start) / 1e9;
}

/**
 * Returns the output of a process.
 *
 * @throws if it fails
 */
export function run(program: Program): string {
  const ended = spawnSync(program.command, program.args, {
    cwd: program.cwd, env: { ...process.env, ...program.env }, encoding: 'utf8', timeout: 120_000, maxBuffer: 1 << 28,
  });
  if (ended.status === null || (ended.status !== 0 && program.mayFail !== true)) {
    throw new Error(`${program.command} ${program.args.join(' ')} failed: ${ended.error?.message ?? ended.stderr}`);
  }
  return ended.stdout;
}

/** Returns the peak resident memory of a program of Node, in bytes. */
export function peakOf(program: Program): number {
  const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-peak-'));
  const file = join(folder, 'peak');
  try {
    run({ ...program, env: { ...program.env, NODE_OPTIONS: `--require ${__dirname}/programs/write-peak.cjs`, PEAK_FILE: file } });
    return Number(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the median. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

/** Measures two programs alternately, so that the load of the machine affects both equally. */
export function compare(ours: Program, theirs: Program, pairs: number): { ours: number; theirs: number; ratio: number } {
  secondsOf(ours);
  secondsOf(theirs);
  const times = Array.from({ length: pairs }, () => ({ ours: secondsOf(ours), theirs: secondsOf(theirs) }));
  return {
    ours: median(times.map(time => time.ours)),
    theirs: median(times.map(time => time.theirs)),
    ratio: median(times.map(time => time.ours / time.theirs)),
  };
}
