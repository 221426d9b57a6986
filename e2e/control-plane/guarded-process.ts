import { ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { endWithTests } from '../processes/end-with-tests';

/** Environment and working directory of a server. */
export interface GuardedProcessOptions {
  /**
   * Variables added to the environment of the tests.
   *
   * @default - none
   */
  readonly environment?: Readonly<Record<string, string>>;

  /**
   * Working directory.
   *
   * @default - the working directory of the tests
   */
  readonly workingDirectory?: string;
}

const GRACE_MILLISECONDS = 5000;
const LAST_LINES = 40;

/** A server that ends with this process, even if it is killed. Its output goes to a log file. */
export class GuardedProcess {
  /** Settles when the server has ended, however it ended. */
  public readonly ended: Promise<void>;

  private readonly server: ChildProcess;
  /** Exit code or signal. */
  private end: string | undefined;

  /**
   * @param name name of the server in messages
   * @param command path of its executable
   * @param args its arguments
   * @param logFile path of its log
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
    // Its own process group: Ctrl-C reaches only the tests, and the end of the tests ends the server.
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

  /** Whether the server is running. */
  public get alive(): boolean {
    return this.end === undefined;
  }

  /** Terminates the server and waits for its end. */
  public async stop(): Promise<void> {
    this.server.kill('SIGTERM');
    const impatient = setTimeout(() => this.server.kill('SIGKILL'), GRACE_MILLISECONDS);
    await this.ended;
    clearTimeout(impatient);
  }

  /** Returns an error about the server, with the last lines of its log. */
  public failure(problem: string): Error {
    const lines = readFileSync(this.logFile, 'utf8').trimEnd().split('\n').slice(-LAST_LINES);
    return new Error(`${this.name} ${problem}${this.end === undefined ? '' : ` (${this.end})`}; the last lines of its log:\n${lines.join('\n')}`);
  }
}
