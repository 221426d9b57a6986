import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
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
 * Runs a command in this process, or with the program that `OLM_CONSTRUCTS_PROGRAM` names, so that the same tests run through the single file: see
 * scripts/test-single-file.ts. JSON of this program is checked by its published schema.
 *
 * @param args arguments after the name of the program
 */
export async function runCommandLine(args: readonly string[], options: CommandLineOptions = {}): Promise<CommandLineResult> {
  const program = process.env['OLM_CONSTRUCTS_PROGRAM'];
  const result = program !== undefined && canRunElsewhere(options) ? await runProgram(program, args, options) : await runHere(args, options);
  checkResult(result.stdout);
  return result;
}

/** Variables that the program does not read from what it is given, so that tests set them for the process. */
const INHERITED = /^(?:PATH|TMPDIR|NODE_COMPILE_CACHE|\w+_proxy)$/i;

/** Whether a process can be given the options: not those that replace a part of the program, its terminal or its clock. */
function canRunElsewhere({ commands, columns, signal, now, endsSoon }: CommandLineOptions): boolean {
  return [commands, columns, signal, now, endsSoon].every((option) => option === undefined);
}

function runProgram(path: string, args: readonly string[], { program, stdin = '', env = {} }: CommandLineOptions): Promise<CommandLineResult> {
  const file = program === undefined ? path : join(dirname(path), program.replace(' ', '-'));
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => INHERITED.test(name)));
  const child = spawn(process.execPath, [file, ...args], { env: { ...inherited, ...env } });
  const written = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (data: string) => written.stdout += data);
  child.stderr.setEncoding('utf8').on('data', (data: string) => written.stderr += data);
  // A command that does not read it may end first.
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ exitCode: code as ExitCode, ...written }));
  });
}

async function runHere(args: readonly string[], options: CommandLineOptions): Promise<CommandLineResult> {
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
    endsSoon: options.endsSoon ?? (() => undefined),
  }, programText(options.program), options.commands ?? COMMANDS);
  return { exitCode, ...written };
}
