import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ExitCode } from '../../lib/cli/frame/cli-error';
import { compileProgram } from '../builders/compiled-program';
import { compiledCommandLine } from '../remembered/compiled-command-line';

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

/** Runs a program in a process of its own, and sends it signals, one each time that it prints something, or closes its output. */
function run(program: string, args: readonly string[], ...atOutput: readonly (NodeJS.Signals | 'close')[]): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [program, ...args], { cwd: ROOT, timeout: 60_000, killSignal: 'SIGKILL' });
    const written = { stdout: '', stderr: '' };
    const left = [...atOutput];
    let signalled = 0;
    child.stderr.on('data', (data: Buffer) => written.stderr += data.toString());
    child.stdout.on('data', (data: Buffer) => {
      written.stdout += data.toString();
      const next = left.shift();
      if (next !== undefined) {
        signalled = performance.now();
        if (next === 'close') {
          child.stdout.destroy();
        } else {
          child.kill(next);
        }
      }
    });
    child.on('close', (code, signal) => done({ code, signal, ...written, after: performance.now() - signalled }));
  });
}

describe('the process', () => {
  test('ends with the exit code of the command', async () => {
    expect(await run(compiledCommandLine(), ['report', 'missing'])).toMatchObject({
      code: 4, stdout: '', stderr: 'error: missing: file or folder not found; check the path\n',
    });
  });

  test.each([['SIGINT', 130], ['SIGTERM', 143]] as const)('stops at %s with exit code %d, after the command has printed its state', async (signal, code) => {
    expect(await run(interrupted, ['polite'], signal)).toMatchObject({
      code, signal: null, stdout: expect.stringMatching(/last state\n$/) as string, stderr: 'error: interrupted\n',
    });
  });

  test.each([
    ['computes', 'blocked', 'working\n'],
    ['computes after a request', 'afterRequest', 'working\n'],
  ].flatMap(([what, command, stdout]) => (['SIGINT', 'SIGTERM'] as const).map((signal) => ({ what, command: command!, stdout, signal }))))(
    'is ended by $signal while a command $what', async ({ command, stdout, signal }) => {
      const { after, ...ended } = await run(interrupted, [command], signal);
      expect(ended).toEqual({ code: null, signal, stdout, stderr: '' });
      expect(after).toBeLessThan(50_000);
    }, 60_000);

  test.each(['SIGINT', 'SIGTERM'] as const)('is ended by a second %s, also if the command computes what it prints at the first one', async (signal) => {
    expect(await run(interrupted, ['blockedAtEnd'], signal, signal)).toMatchObject({ code: null, signal, stdout: 'working\nlast state\n' });
  }, 60_000);

  test('is ended by a second signal while a command does not stop', async () => {
    const { code, signal, after } = await run(interrupted, ['stubborn'], 'SIGINT', 'SIGINT');
    expect({ code, signal }).toEqual({ code: null, signal: 'SIGINT' });
    expect(after).toBeLessThan(800);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('writes all files of a command at %s, and is ended by a second one', async (signal) => {
    const file = join(folder, `written-${signal}`);
    expect(await run(interrupted, ['writing', file], signal, signal)).toMatchObject({ code: null, signal, stdout: 'working\nwritten\n' });
    expect(readFileSync(file, 'utf8')).toBe('complete');
  }, 60_000);

  test('stops a command that does not end by itself', async () => {
    const { code, after } = await run(interrupted, ['stubborn'], 'SIGINT');
    expect(code).toBe(130);
    expect(after).toBeGreaterThan(800);
  });

  test('stops quietly when the reader of its output is gone', async () => {
    expect(await run(interrupted, ['polite'], 'close')).toMatchObject({ code: 141, signal: null, stderr: '' });
  });
});

describe('a reader that closes the pipe early', () => {
  test.each<[string, () => string[]]>([
    ['JSON', () => ['status', '-A', '-o', 'json', '--from', large()]], ['the help', () => ['--help']],
  ])('ends the output of %s quietly', (_, args) => {
    const command = `set -o pipefail; "${process.execPath}" "${compiledCommandLine()}" ${args().join(' ')} | head -1`;
    const { stdout, stderr, status: exitCode } = spawnSync('bash', ['-c', command], { encoding: 'utf8' });
    expect({ lines: stdout.trimEnd().split('\n').length, trace: [...stderr.matchAll(/^ +at |EPIPE|^error: /gm)].length }).toEqual({ lines: 1, trace: 0 });
    // Output that fits into the pipe is written before it is closed. The dump contains no OLM.
    expect([ExitCode.SUCCESS, ExitCode.FINDINGS, ExitCode.CLOSED_PIPE]).toContain(exitCode);
  });
});

/** Returns a dump whose status is longer than a pipe. */
function large(): string {
  const items = Array.from({ length: 1_500 }, (_, index) => ({
    apiVersion: 'operators.coreos.com/v1alpha1', kind: 'CatalogSource', metadata: { name: `catalog-${index}`, namespace: 'demo' },
    spec: { sourceType: 'grpc', address: 'cat:50051' }, status: { connectionState: { lastObservedState: 'TRANSIENT_FAILURE' } },
  }));
  const file = join(folder, 'large.json');
  writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  return file;
}
