import { spawn } from 'node:child_process';
import { goText } from '../../formats/json/utf8-text';
import { CliError } from './cli-error';
import type { CommandContext } from './context';

/** A program of the user. */
export interface UserProgram {
  /** What it is called in errors. */
  readonly name: string;

  /** Path of the program, or a command line for the shell. */
  readonly command: string;

  /** Arguments of the program. */
  readonly args?: readonly string[];

  /** Whether `command` is a command line for the shell. */
  readonly isShell?: boolean;
}

/** Maximum number of characters kept from the end of the output of the program. */
const MAX_OUTPUT = 20_000;

/**
 * Runs a program of the user, without standard input, and returns the end of its output.
 *
 * @param variables environment variables, in addition to those of the command
 * @throws CliError if it cannot be run, or fails
 */
export function runUserProgram({ env, signal }: CommandContext, program: UserProgram, variables: NodeJS.ProcessEnv): Promise<string> {
  const { name, command, args = [], isShell = false } = program;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { shell: isShell, env: { ...env, ...variables }, signal, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (part: Buffer): void => {
      output = (output + goText(part)).slice(-MAX_OUTPUT);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => {
      reject(signal.aborted ? signal.reason as Error : new CliError(`${name} cannot be run: ${error.message}`));
    });
    child.once('close', (code, killedBy) => {
      if (code === 0) {
        resolve(output);
      } else {
        reject(new CliError(`${name} failed ${killedBy === null ? `with exit code ${code}` : `by signal ${killedBy}`}:\n${output.trimEnd()}`));
      }
    });
  });
}
