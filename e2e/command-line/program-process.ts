import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { newBuild } from '../package/new-build';
import { endWithTests } from '../processes/end-with-tests';

const ROOT = resolve(__dirname, '..', '..');

/**
 * The program to run: the built one, which starts ten times as fast as the sources, or the single file in `scripts/test-single-file.ts`.
 *
 * @throws if the build is missing, or older than the sources
 */
export const PROGRAM = process.env['OLM_CONSTRUCTS_PROGRAM'] ?? newBuild('lib/cli/main.js');

/** Output of a process, and how it ended. */
export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The program `olm-constructs` in a separate process. */
export class ProgramProcess {
  #stdout = '';
  #stderr = '';
  readonly #process: ChildProcessByStdio<null, Readable, Readable>;
  readonly #ended: Promise<unknown[]>;

  /** @param program the program, or its single file */
  public constructor(args: readonly string[], env: NodeJS.ProcessEnv = {}, program = PROGRAM) {
    this.#process = spawn(process.execPath, [program, ...args], {
      cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'],
    });
    endWithTests(this.#process);
    this.#process.stdout.on('data', (chunk: Buffer) => this.#stdout += chunk.toString());
    this.#process.stderr.on('data', (chunk: Buffer) => this.#stderr += chunk.toString());
    this.#ended = once(this.#process, 'close');
  }

  /** Output on standard error so far. */
  public get stderr(): string {
    return this.#stderr;
  }

  /** Resident memory, in bytes. */
  public get memory(): number {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.#process.pid!}/status`, 'utf8'))?.[1]) * 1024;
  }

  /** Waits until the lines of progress match all patterns. */
  public async lines(...patterns: readonly RegExp[]): Promise<void> {
    const missing = (): RegExp | undefined => patterns.find((pattern) => !pattern.test(this.#stderr));
    const ended = this.#ended.then(() => {
      if (missing() !== undefined) {
        throw new Error(`ended without ${String(missing())}:\n${this.#stderr}${this.#stdout}`);
      }
    });
    while (missing() !== undefined) {
      await Promise.race([once(this.#process.stderr, 'data'), ended]);
    }
  }

  public kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  public async end(): Promise<Ended> {
    await this.#ended;
    return { exitCode: this.#process.exitCode, stdout: this.#stdout, stderr: this.#stderr };
  }
}
