#!/usr/bin/env node
import { processContext } from './frame/context';
import { run } from './frame/run';
import { COMMANDS } from './commands';
import { programText } from './frame/program-text';

/** The program `olm-constructs`. */
async function main(): Promise<void> {
  const exitCode = await run(process.argv.slice(2), processContext(process), programText(), COMMANDS);
  // Exit despite open connections, but flush the output first.
  await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))));
  process.exit(exitCode);
}

void main();
