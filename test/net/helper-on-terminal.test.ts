import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileProgram } from '../builders/compiled-program';
import { describeWith, Needed } from '../needed';

const folder = mkdtempSync(join(tmpdir(), 'terminal-'));
const program = compileProgram('test/net/helper-caller.ts', folder);
afterAll(() => rmSync(folder, { recursive: true }));

/** The program `script` of util-linux, which runs a command on a terminal. */
const terminals = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux')
  ? Needed.found('script') : Needed.missing<string>('the program script of util-linux is missing');

const quoted = (argument: string): string => `'${argument.replaceAll("'", "'\\''")}'`;

/** A program that runs, and what it has printed. */
interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly text: () => string;
  readonly printed: (content: string) => Promise<void>;
}

/** Starts a program whose helper is a shell script; `$F` is the folder. */
function start(onTerminal: boolean, ...args: readonly string[]): Running {
  const command = [process.execPath, program, ...args];
  const options = { env: { ...process.env, F: folder } };
  const child = onTerminal ? spawn(terminals.value, ['-qec', command.map(quoted).join(' '), '/dev/null'], options) : spawn(command[0]!, command.slice(1), options);
  let text = '';
  [child.stdout, child.stderr].forEach((stream) => stream.on('data', (chunk: Buffer) => text += chunk.toString()));
  return {
    child, text: () => text,
    printed: async (content) => {
      for (let tries = 0; !text.includes(content); tries++) {
        if (tries > 1_000) {
          throw new Error(`not printed: ${content}, but: ${text}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

function pidIn(name: string): number {
  return Number(readFileSync(join(folder, name), 'utf8'));
}

/** Whether a process runs; one whose parent does not wait for it remains as a zombie. */
function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
}

async function expectGone(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const pid = pidIn(name);
    for (let tries = 0; tries < 250 && isRunning(pid); tries++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect([name, isRunning(pid)]).toEqual([name, false]);
  }
}

/** A helper that ignores gentle signals, with a child. */
const STUBBORN = 'trap "" TERM INT HUP; sleep 600 & echo $! > "$F/child"; echo $$ > "$F/parent"; echo started >&2; while :; do sleep 1; done';

describe('a helper of a program without a terminal', () => {
  it('shows its errors, and has no input', async () => {
    const { child, text } = start(false, 'read answer; echo "[$answer]"; echo something is wrong >&2', 'false');
    await once(child, 'close');
    expect(text()).toContain('something is wrong');
    expect(text()).toContain('"output":"[]\\n"');
  });

  it.each<[NodeJS.Signals, string]>([
    ['SIGTERM', 'false'], ['SIGINT', 'false'], ['SIGHUP', 'false'], ['SIGTERM', 'true'], ['SIGINT', 'true'],
  ])('does not outlive it at %s, if the program listens to signals: %s', async (signal, listens) => {
    const { child, printed, text } = start(false, STUBBORN, 'false', '20000', listens);
    await printed('started');
    child.kill(signal);
    const [exitCode, by] = await once(child, 'close') as [number | null, string | null];
    await expectGone('child', 'parent');
    expect(listens === 'true' ? [exitCode, text().includes('by the program')] : [by]).toEqual(listens === 'true' ? [0, true] : [signal]);
  });
});

describeWith(terminals)('a helper of a program on a terminal', () => {
  it('prompts the user', async () => {
    const { child, printed } = start(true, 'printf "Password: " >&2; read -r word; echo "got $word"', 'true');
    await printed('Password: ');
    child.stdin.write('secret\n');
    await printed('"output":"got secret\\n"');
  });

  it('can open the terminal even if its input is that of the protocol', async () => {
    const { child, printed } = start(true, 'printf "Touch the key: " > /dev/tty; read -r word < /dev/tty; echo "got $word"', 'false');
    await printed('Touch the key: ');
    child.stdin.write('yes\n');
    await printed('"output":"got yes\\n"');
  });

  it('is ended with its descendants when it takes too long', async () => {
    const { printed } = start(true, STUBBORN, 'true', '1000');
    await printed('started');
    await printed('{"kind":"timeout"}');
    await expectGone('child', 'parent');
  });

  it('restores the terminal before it is killed', async () => {
    const { printed } = start(true, 'trap "stty echo; echo restored >&2; exit 1" TERM; stty -echo; echo started >&2; while :; do sleep 0.1; done', 'true', '1000');
    await printed('restored');
  });

  it.each(['false', 'true'])('does not outlive it at Ctrl-C, if the program listens to signals: %s', async (listens) => {
    const { child, printed } = start(true, STUBBORN, 'true', '20000', listens);
    await printed('started');
    child.stdin.write('\u0003');
    await expectGone('child', 'parent');
  });
});
