import { defineCommand } from '../../lib/cli/frame/command';
import { processContext } from '../../lib/cli/frame/context';
import { run } from '../../lib/cli/frame/run';

/** Program with a command that ends at an interruption, one that does not, and one that blocks the process. */
const commands = ['polite', 'stubborn', 'blocked'].map((name) => ({
  name,
  heading: '',
  summary: '',
  load: () => defineCommand({
    description: '', options: {}, examples: [],
    run: ({ stdout, signal, blocking }) => new Promise((_, reject) => {
      if (name === 'blocked') {
        blocking(() => {
          stdout.line('working');
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
        });
      }
      const working = setInterval(() => stdout.line('working'), 100);
      signal.addEventListener('abort', () => {
        stdout.line('last state');
        if (name === 'polite') {
          clearInterval(working);
          reject(new Error('aborted'));
        }
      });
    }),
  }),
}));

void run(process.argv.slice(2), processContext(process), { name: 'program', description: '', version: '0', groups: {} }, commands)
  .then((exitCode) => process.exit(exitCode));
