import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HelperOptions, type HelperResult, runHelper } from '../../lib/net/helper-process';
import { describeWith, Needed } from '../needed';

const shell = process.platform === 'win32' ? Needed.missing('Windows does not run shell scripts') : Needed.found('sh');

describeWith(shell)('a helper process', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'helper-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** Runs a shell script; `$F` is the folder. */
  const run = (script: string, options: Partial<HelperOptions> = {}): Promise<HelperResult> => runHelper('/bin/sh', ['-c', script], {
    environment: { ...process.env, F: folder }, timeout: 20_000, maxOutput: 1000, signal: new AbortController().signal, ...options,
  });

  /** Returns the ID of a process that a script writes to a file, once it is there. */
  async function pidIn(name: string): Promise<number> {
    for (;;) {
      try {
        const text = readFileSync(join(folder, name), 'utf8');
        if (text.endsWith('\n')) {
          return Number(text);
        }
      } catch {
        // It has not started yet.
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Whether a process runs; one whose parent does not wait for it remains as a zombie. */
  function isRunning(pid: number): boolean {
    try {
      process.kill(pid, 0);
      return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
    } catch {
      return false;
    }
  }

  async function expectGone(pid: number): Promise<void> {
    for (let tries = 0; tries < 500 && isRunning(pid); tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(isRunning(pid)).toBe(false);
  }

  const STUBBORN = 'trap "" TERM; sleep 600 & echo $! > "$F/child"; echo $$ > "$F/parent"; wait; sleep 600';

  it.each<[string, string, HelperResult]>([
    ['is read', 'echo out; echo error >&2', { kind: 'exited', exitCode: 0, output: 'out\n' }],
    ['may fail', 'echo out; exit 3', { kind: 'exited', exitCode: 3, output: 'out\n' }],
    ['may be killed', 'kill -TERM $$; sleep 5', { kind: 'killed', by: 'SIGTERM' }],
    ['may not print too much', 'exec yes', { kind: 'too-much-output' }],
  ])('%s', async (_, script, result) => {
    expect(await run(script)).toEqual(result);
  });

  it('gets input, arguments and environment', async () => {
    expect(await run('read line; echo "$line $MORE"', { input: 'in\n', environment: { MORE: 'more' } })).toMatchObject({ output: 'in more\n' });
  });

  it('need not read its input', async () => {
    expect(await run('exit 0', { input: 'x'.repeat(1_000_000) })).toEqual({ kind: 'exited', exitCode: 0, output: '' });
  });

  it.each([['no-such-program-of-ours', 'ENOENT'], [tmpdir(), 'EACCES']])('that cannot be run is an error: %s', async (program, code) => {
    await expect(runHelper(program, [], { timeout: 1000, maxOutput: 1, signal: new AbortController().signal })).rejects.toMatchObject({ code });
  });

  it('is ended with its descendants when it takes too long, even if they ignore it', async () => {
    const result = run(STUBBORN, { timeout: 500 });
    const pids = [await pidIn('child'), await pidIn('parent')];
    expect(await result).toEqual({ kind: 'timeout' });
    await Promise.all(pids.map(expectGone));
  });

  it('is ended with its descendants when the signal aborts', async () => {
    const ending = new AbortController();
    const result = run(STUBBORN, { signal: ending.signal });
    const pids = [await pidIn('child'), await pidIn('parent')];
    ending.abort(new Error('enough'));
    await expect(result).rejects.toThrow('enough');
    await Promise.all(pids.map(expectGone));
  });

  it('may leave a descendant that keeps its output open', async () => {
    const result = await run('sleep 600 & echo $! > "$F/child"; echo out');
    expect(result).toEqual({ kind: 'exited', exitCode: 0, output: 'out\n' });
    process.kill(await pidIn('child'), 'SIGKILL');
  });

  it('is not started when the signal has aborted', async () => {
    await expect(run('echo > "$F/started"', { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    expect(() => readFileSync(join(folder, 'started'))).toThrow('ENOENT');
  });

  it('leaves no listeners', async () => {
    const before = process.listenerCount('exit');
    await run('exit 0');
    expect(process.listenerCount('exit')).toBe(before);
  });
});
