import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compileProgram } from '../builders/compiled-program';

const ROOT = resolve(__dirname, '../..');

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Milliseconds since the last signal. */
  readonly after: number;
}

const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-process-'));
const interrupted = compileProgram('test/cli/interrupted-program.ts', folder);
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program in a process of its own, and sends it a signal when it prints something, or closes its output. */
function run(program: readonly string[], args: readonly string[], atOutput?: NodeJS.Signals | 'close'): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [...program, ...args], {
      cwd: ROOT, env: { ...process.env, TSX_TSCONFIG_PATH: resolve(ROOT, 'tsconfig.dev.json') },
    });
    const written = { stdout: '', stderr: '' };
    let signalled = 0;
    child.stderr.on('data', (data: Buffer) => written.stderr += data.toString());
    child.stdout.on('data', (data: Buffer) => {
      written.stdout += data.toString();
      if (signalled === 0 && atOutput !== undefined) {
        signalled = performance.now();
        if (atOutput === 'close') {
          child.stdout.destroy();
        } else {
          child.kill(atOutput);
        }
      }
    });
    child.on('close', (code, signal) => done({ code, signal, ...written, after: performance.now() - signalled }));
  });
}

describe('the process', () => {
  test('ends with the exit code of the command', async () => {
    expect(await run(['--import', resolve(ROOT, 'node_modules/tsx/dist/loader.mjs'), resolve(ROOT, 'lib/cli/main.ts')], ['report', 'missing'])).toMatchObject({
      code: 4, stdout: '', stderr: 'error: missing: file or folder not found; check the path\n',
    });
  });

  test.each([['SIGINT', 130], ['SIGTERM', 143]] as const)('stops at %s with exit code %d, after the command has printed its state', async (signal, code) => {
    expect(await run([interrupted], ['polite'], signal)).toMatchObject({
      code, signal: null, stdout: expect.stringMatching(/last state\n$/) as string, stderr: 'error: interrupted\n',
    });
  });

  test('stops a command that does not end by itself', async () => {
    const { code, after } = await run([interrupted], ['stubborn'], 'SIGINT');
    expect(code).toBe(130);
    expect(after).toBeGreaterThan(800);
  });

  test('stops quietly when the reader of its output is gone', async () => {
    expect(await run([interrupted], ['polite'], 'close')).toMatchObject({ code: 141, signal: null, stderr: '' });
  });
});
