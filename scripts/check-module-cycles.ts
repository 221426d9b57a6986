import { resolve } from 'node:path';
import { moduleCycles } from './package/module-cycles';

const BUILD = resolve(__dirname, '..', 'build');

/** Fails if compiled modules require each other in a cycle, which the linter does not see if it goes through a `require`. */
function main(): void {
  const cycles = moduleCycles(BUILD);
  if (cycles.length > 0) {
    console.error(`modules import each other in a cycle:\n${cycles.map(cycle => `  ${cycle.join(' → ')}\n`).join('')}move what both need to a module of its own`);
    process.exitCode = 1;
  }
}

main();
