import { spawn } from 'node:child_process';

/** How a command ended. */
export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where and how to run a command. */
export interface CommandOptions {
  /** Working directory. */
  readonly cwd: string;
  /** Environment variables in addition to those of this process. */
  readonly env?: { readonly [name: string]: string };
}

/** Runs a command to its end, for ten minutes at most. */
export function run(command: string, args: readonly string[], { cwd, env = {} }: CommandOptions): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    // jsii's runtime warns about Node 20, which is no longer maintained.
    const all = { ...process.env, JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '1', ...env };
    const child = spawn(command, args, { cwd, env: all, stdio: ['ignore', 'pipe', 'pipe'], timeout: 600_000 });
    const written = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        written[stream] += text;
      });
    }
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, ...written }));
  });
}

/**
 * Runs a command that must succeed, and returns what it printed.
 *
 * @throws Error with its output if it fails
 */
export async function succeed(command: string, args: readonly string[], options: CommandOptions): Promise<string> {
  const { status, stdout, stderr } = await run(command, args, options);
  if (status !== 0) {
    throw new Error(`${command} ${args.join(' ')} ended with code ${String(status)}:\n${stdout}${stderr}`);
  }
  return stdout;
}
