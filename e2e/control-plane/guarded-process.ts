import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import * as path from 'node:path';

/** Where a server runs, and with what besides its arguments. */
export interface GuardedProcessOptions {
  /**
   * Variables that are added to the environment of the tests.
   *
   * @default - none
   */
  readonly environment?: Readonly<Record<string, string>>;

  /**
   * Its working directory.
   *
   * @default - that of the tests
   */
  readonly workingDirectory?: string;
}

const GUARDIAN = path.join(__dirname, 'guardian.mjs');
const LAST_LINES = 40;

/** A server that lives no longer than this process, however this process ends. Its output goes to a log file. */
export class GuardedProcess {
  /** Settles when the server has ended, however it ended. */
  public readonly ended: Promise<void>;

  private readonly guardian: ChildProcess;
  private running = true;

  /**
   * @param name what messages call the server
   * @param command the path of its executable
   * @param args its arguments
   * @param logFile where its output goes
   * @param options its environment and working directory
   */
  public constructor(
    private readonly name: string,
    command: string,
    args: readonly string[],
    private readonly logFile: string,
    options: GuardedProcessOptions = {},
  ) {
    const log = openSync(logFile, 'a');
    // A process group of its own: Ctrl-C reaches the tests alone, and the end of the tests ends the server.
    this.guardian = spawn(process.execPath, [GUARDIAN, command, ...args], {
      stdio: ['pipe', log, log],
      detached: true,
      env: { ...process.env, ...options.environment },
      cwd: options.workingDirectory,
    });
    closeSync(log);
    this.ended = once(this.guardian, 'exit').then(() => {
      this.running = false;
    });
  }

  /** Whether the server still runs. */
  public get alive(): boolean {
    return this.running;
  }

  /** Asks the server to end, and waits until it has. */
  public async stop(): Promise<void> {
    this.guardian.stdin?.end();
    await this.ended;
  }

  /** The error of a server that did not do as expected, with the last lines of its log. */
  public failure(problem: string): Error {
    const lines = readFileSync(this.logFile, 'utf8').trimEnd().split('\n').slice(-LAST_LINES);
    return new Error(`${this.name} ${problem}; the last lines of its log:\n${lines.join('\n')}`);
  }
}
