import { run } from '../../lib/cli/frame/run';
import type { CommandEntry } from '../../lib/cli/frame/command';
import type { ExitCode } from '../../lib/cli/frame/cli-error';
import { Terminal } from '../../lib/cli/frame/terminal';
import { COMMANDS } from '../../lib/cli/commands';
import { programText } from '../../lib/cli/frame/program-text';
import { checkResult } from './result-schema';

/** How to run a command. */
export interface CommandLineOptions {
  /** @default - the commands of the program */
  readonly commands?: readonly CommandEntry[];

  /** Name of the program as it is typed. @default olm-constructs */
  readonly program?: 'kubectl olm';

  /** Content of the standard input. @default - empty */
  readonly stdin?: string | Buffer;

  /** Width of the terminal. @default - the output is a pipe */
  readonly columns?: number;

  /** @default - empty, so that the machine's kubeconfig is not used */
  readonly env?: NodeJS.ProcessEnv;

  /** @default - never aborts */
  readonly signal?: AbortSignal;

  /** Current time in milliseconds. @default - that of the machine */
  readonly now?: () => number;

  /** @default - does nothing, so that the process of the tests continues */
  readonly endsSoon?: () => void;
}

/** Output and exit code of a command. */
export interface CommandLineResult {
  readonly exitCode: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command in this process. JSON of this program is checked by its published schema.
 *
 * @param args arguments after the name of the program
 */
export async function runCommandLine(args: readonly string[], options: CommandLineOptions = {}): Promise<CommandLineResult> {
  const env = options.env ?? {};
  const written = { stdout: '', stderr: '' };
  const terminal = (name: 'stdout' | 'stderr'): Terminal => new Terminal({
    isTTY: options.columns !== undefined,
    columns: options.columns,
    write: (content) => written[name] += content,
  }, env);
  const exitCode = await run(args, {
    stdout: terminal('stdout'),
    stderr: terminal('stderr'),
    readStdin: () => Promise.resolve(Buffer.from(options.stdin ?? '')),
    signal: options.signal ?? new AbortController().signal,
    env,
    now: options.now ?? (() => Date.now()),
    blocking: (work) => work(),
    endsSoon: options.endsSoon ?? (() => undefined),
  }, programText(options.program), options.commands ?? COMMANDS);
  checkResult(written.stdout);
  return { exitCode, ...written };
}
