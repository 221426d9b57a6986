import { COMMANDS } from './commands';
import { processContext } from './frame/context';
import { type ProgramText, run } from './frame/run';
import { pluginCompletions } from './offline/completion';

/** Runs the program with the arguments of this process, and ends the process. */
export async function runProgram(text: ProgramText): Promise<void> {
  const exitCode = await run(process.argv.slice(2), processContext(process), text, COMMANDS);
  // Exit despite open connections, but flush the output first.
  await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))));
  process.exit(exitCode);
}

/** Prints the completions of kubectl's plugin for the arguments of this process, and ends the process. */
export async function runCompletion(): Promise<void> {
  const context = { env: process.env, signal: new AbortController().signal, debug: () => undefined };
  const completions = await pluginCompletions(process.argv.slice(2), COMMANDS, context);
  // Exit despite open connections, but flush the output first.
  process.stdout.write(completions, () => process.exit());
}
