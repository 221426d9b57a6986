import { defineCommand } from '../../lib/cli/frame/command';
import { processContext } from '../../lib/cli/frame/context';
import { run } from '../../lib/cli/frame/run';

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

void run(process.argv.slice(2), processContext(process), { name: 'program', description: '', version: '0', groups: {} }, commands)
  .then((exitCode) => process.exit(exitCode));
