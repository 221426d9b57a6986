import { ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { endWithTests } from '../processes/end-with-tests';

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

const GRACE_MILLISECONDS = 5000;
const LAST_LINES = 40;

/** A server that lives no longer than this process, however this process ends. Its output goes to a log file. */
export class GuardedProcess {
  /** Settles when the server has ended, however it ended. */
  public readonly ended: Promise<void>;

  private readonly server: ChildProcess;
  /** How it ended. */
  private end: string | undefined;

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
    this.server = spawn(command, args, {
      stdio: ['ignore', log, log],
      detached: true,
      env: { ...process.env, ...options.environment },
      cwd: options.workingDirectory,
    });
    endWithTests(this.server);
    closeSync(log);
    endWithTests(this.server);
    this.ended = new Promise<string>(resolve => {
      this.server.once('exit', (code, signal) => resolve(signal ?? `code ${String(code)}`));
      this.server.once('error', ({ message }) => resolve(message));
    }).then(end => {
      this.end = end;
    });
  }

  /** Whether the server still runs. */
  public get alive(): boolean {
    return this.end === undefined;
  }

  /** Asks the server to end, and waits until it has. */
  public async stop(): Promise<void> {
    this.server.kill('SIGTERM');
    const impatient = setTimeout(() => this.server.kill('SIGKILL'), GRACE_MILLISECONDS);
    await this.ended;
    clearTimeout(impatient);
  }

  /** The error of a server that did not do as expected, with the last lines of its log. */
  public failure(problem: string): Error {
    const lines = readFileSync(this.logFile, 'utf8').trimEnd().split('\n').slice(-LAST_LINES);
    return new Error(`${this.name} ${problem}${this.end === undefined ? '' : ` (${this.end})`}; the last lines of its log:\n${lines.join('\n')}`);
  }
}
