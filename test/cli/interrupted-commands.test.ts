import { spawn } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { COMMANDS } from '../../lib/cli/commands';
import { enterCommandFolder } from '../builders/command-folder';
import { wordsOf } from '../builders/command-words';
import { compiledCommandLine } from '../remembered/compiled-command-line';

/**
 * Blocks the process that loads it, as a long computation does: where a command prints its result, or reads the kubeconfig if it needs a cluster.
 * Announces this on standard error.
 */
const BLOCK = `const fs = require('node:fs');
const block = () => {
  fs.writeSync(2, 'BLOCKED');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 120_000);
};
const { readFileSync } = fs;
fs.readFileSync = (path, ...rest) => {
  if (path === process.env.KUBECONFIG) {
    block();
  }
  return readFileSync(path, ...rest);
};
process.stdout.write = block;
`;

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stderr: string;
}

/** Runs the program, and sends it a signal when it is blocked. */
function interrupted(args: readonly string[], signal: NodeJS.Signals): Promise<Ended> {
  return new Promise((done) => {
    const env = { PATH: process.env['PATH'], HOME: process.cwd(), KUBECONFIG: resolve('kubeconfig') };
    const child = spawn(process.execPath, ['--require', resolve('block.cjs'), compiledCommandLine(), ...args], { env, timeout: 50_000, killSignal: 'SIGKILL' });
    let stderr = '';
    child.stderr.on('data', (data: Buffer) => {
      stderr += data.toString();
      if (stderr.endsWith('BLOCKED')) {
        child.kill(signal);
      }
    });
    child.on('close', (code, by) => done({ code, signal: by, stderr }));
  });
}

const commands = COMMANDS.map(({ name, load }) => {
  const [example] = load().examples;
  const [, ...words] = wordsOf(example?.command ?? `olm-constructs ${name} ''`);
  return { name, args: words.includes('>') ? words.slice(0, words.indexOf('>')) : words };
});

let leave: () => void;
beforeAll(() => {
  leave = enterCommandFolder();
  writeFileSync('block.cjs', BLOCK);
  writeFileSync('kubeconfig', '{}');
  cpSync('manifests', 'dist', { recursive: true });
});
afterAll(() => leave());

test.each(commands)('Ctrl-C ends $name while it computes', async ({ args }) => {
  expect(await interrupted(args, 'SIGINT')).toEqual({ code: null, signal: 'SIGINT', stderr: 'BLOCKED' });
}, 60_000);
