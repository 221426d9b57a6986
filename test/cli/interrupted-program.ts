import { defineCommand } from '../../lib/cli/frame/command';
import { processContext } from '../../lib/cli/frame/context';
import { interruptible } from '../../lib/cli/frame/interruptible';
import type { Terminal } from '../../lib/cli/frame/terminal';
import { run } from '../../lib/cli/frame/run';

/** Does not return to the event loop, in which signals are handled. */
function forever(stdout: Terminal): never {
  stdout.line('working');
  for (let count = 0; ; count++) {
    Math.sqrt(count);
  }
}

const busy = {
  name: 'busy', heading: '', summary: '',
  load: () => defineCommand({
    description: '', options: {}, examples: [],
    run: ({ stdout }) => Promise.resolve(interruptible(() => forever(stdout))),
  }),
};

/** Program with a command that ends at an interruption, and one that does not. */
const commands = [true, false].map((ends) => ({
  name: ends ? 'polite' : 'stubborn',
  heading: '',
  summary: '',
  load: () => defineCommand({
    description: '', options: {}, examples: [],
    run: ({ stdout, signal }) => new Promise((_, reject) => {
      const working = setInterval(() => stdout.line('working'), 100);
      signal.addEventListener('abort', () => {
        stdout.line('last state');
        if (ends) {
          clearInterval(working);
          reject(new Error('aborted'));
        }
      });
    }),
  }),
}));

void run(process.argv.slice(2), processContext(process), { name: 'program', description: '', version: '0', groups: {} }, [...commands, busy])
  .then((exitCode) => process.exit(exitCode));
