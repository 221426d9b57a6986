import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Milliseconds since the last signal. */
  readonly after: number;
}

/** Runs a program in a process of its own, and sends it a signal when it prints something, or closes its output. */
function run(program: string, args: readonly string[], atOutput?: NodeJS.Signals | 'close'): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn(process.execPath, ['--import', resolve(ROOT, 'node_modules/tsx/dist/loader.mjs'), resolve(ROOT, program), ...args], {
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
    expect(await run('lib/cli/main.ts', ['report', 'missing'])).toMatchObject({
      code: 4, stdout: '', stderr: 'error: missing: file or folder not found; check the path\n',
    });
  });

  test.each([['SIGINT', 130], ['SIGTERM', 143]] as const)('stops at %s with exit code %d, after the command has printed its state', async (signal, code) => {
    expect(await run('test/cli/interrupted-program.ts', ['polite'], signal)).toMatchObject({
      code, signal: null, stdout: expect.stringMatching(/last state\n$/) as string, stderr: 'error: interrupted\n',
    });
  });

  test('stops a command that does not end by itself', async () => {
    const { code, after } = await run('test/cli/interrupted-program.ts', ['stubborn'], 'SIGINT');
    expect(code).toBe(130);
    expect(after).toBeGreaterThan(800);
  });

  test('stops quietly when the reader of its output is gone', async () => {
    expect(await run('test/cli/interrupted-program.ts', ['polite'], 'close')).toMatchObject({ code: 141, signal: null, stderr: '' });
  });
});
