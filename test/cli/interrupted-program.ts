import { writeFileSync } from 'node:fs';
import { uninterrupted } from '../../lib/formats/output/uninterrupted';
import { defineCommand } from '../../lib/cli/frame/command';
import { type CommandContext, processContext } from '../../lib/cli/frame/context';
import { run } from '../../lib/cli/frame/run';

/** Blocks the process, as a long computation does. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

const FOREVER = 120_000;

/** What commands do, by their names. */
const COMMANDS: { readonly [name: string]: (context: CommandContext) => Promise<never> } = {
  /** Ends when it is interrupted. */
  polite: ({ stdout, signal }) => new Promise((_, reject) => {
    const working = setInterval(() => stdout.line('working'), 100);
    signal.addEventListener('abort', () => {
      stdout.line('last state');
      clearInterval(working);
      reject(new Error('aborted'));
    });
  }),
  /** Does not end when it is interrupted. */
  stubborn: ({ stdout, signal }) => new Promise(() => {
    setInterval(() => stdout.line('working'), 100);
    signal.addEventListener('abort', () => stdout.line('last state'));
  }),
  /** Computes. */
  blocked: ({ stdout }) => {
    stdout.line('working');
    block(FOREVER);
    return new Promise(() => undefined);
  },
  /** Computes after something has listened to the signal. */
  afterRequest: async ({ stdout, signal }) => {
    const listener = (): void => undefined;
    signal.addEventListener('abort', listener, { once: true });
    await new Promise((resolve) => setTimeout(resolve, 10));
    signal.removeEventListener('abort', listener);
    stdout.line('working');
    block(FOREVER);
    throw new Error('not interrupted');
  },
  /** Computes when it is interrupted. */
  blockedAtEnd: ({ stdout, signal }) => new Promise(() => {
    setInterval(() => stdout.line('working'), 100);
    signal.addEventListener('abort', () => {
      stdout.line('last state');
      block(FOREVER);
    });
  }),
  /** Writes files, and then computes. */
  writing: ({ stdout }) => {
    uninterrupted(() => {
      stdout.line('working');
      block(1_000);
      writeFileSync(process.argv[3]!, 'complete');
    });
    stdout.line('written');
    block(FOREVER);
    return new Promise(() => undefined);
  },
};

void run([process.argv[2]!], processContext(process), { name: 'program', description: '', version: '0', groups: {} }, Object.entries(COMMANDS).map(([name, act]) => ({
  name, heading: '', summary: '', load: () => defineCommand({ description: '', options: {}, examples: [], run: act }),
}))).then((exitCode) => process.exit(exitCode));
