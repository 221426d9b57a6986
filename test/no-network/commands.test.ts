import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExitCode, Interruption } from '../../lib/cli/frame/cli-error';
import { COMMANDS } from '../../lib/cli/commands';
import { enterCommandFolder } from '../builders/command-folder';
import { type CommandLineResult, runCommandLine } from '../builders/command-line';
import { wordsOf } from '../builders/command-words';
import { compiledCommandLine } from '../remembered/compiled-command-line';
import { ASKS_CLUSTER, ASKS_REGISTRY, ON_FILES } from './asking-commands';
import { REFUSE_NETWORK, type Refusal, refuseNetwork } from './refused';

const ENTRIES = COMMANDS.map((entry) => ({ ...entry, command: entry.load() }));
const OFFLINE = ENTRIES.filter(({ heading, hidden }) => heading === 'Without a cluster:' && hidden !== true);
const EXAMPLES = OFFLINE.flatMap(({ command }) => command.examples.map((example) => wordsOf(example.command).slice(1)));

/** What also runs as a process of its own, with all that a program does at its start and its end. */
const IN_PROGRAM = [['synth', 'bundle', '--out', 'dist'], ['validate', 'bundle'], ['lock'], ['version']];

/** Programs that commands start: the app of the current folder, and `cdk8s import`. */
const OWN_PROGRAMS = /^(\/bin\/sh -c )?"?\S*node"? (app\.cjs|\S+\/cdk8s-cli\/bin\/cdk8s --no-check-upgrade import )/;

/** What a command printed, and the files in its folder. */
type Outcome = CommandLineResult & { readonly files: readonly (readonly [path: string, content: string])[] };

function filesHere(): [string, string][] {
  return readdirSync('.', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name)).sort().map((path): [string, string] => [path, readFileSync(path, 'utf8')]);
}

/** Runs a command line in a folder of its own, with the network or without it. It is interrupted when it tries to connect. */
async function outcome(args: readonly string[], refuse: boolean): Promise<Outcome & Omit<Refusal, 'end'>> {
  const leave = enterCommandFolder();
  const interruption = new AbortController();
  const stop = (): void => interruption.abort(new Interruption(ExitCode.INTERRUPTED));
  const refusal = refuse ? refuseNetwork(stop) : { calls: [], programs: [], end: () => undefined };
  try {
    writeFileSync('kubeconfig', JSON.stringify({
      'clusters': [{ name: 'c', cluster: { server: 'https://cluster.invalid' } }], 'contexts': [{ name: 'c', context: { cluster: 'c', user: 'c' } }],
      'users': [{ name: 'c', user: { token: 'secret' } }], 'current-context': 'c',
    }));
    const { exitCode, stdout, stderr } = await runCommandLine(args, {
      now: () => 0, env: { HOME: process.cwd(), PATH: process.env['PATH'] }, signal: interruption.signal,
    });
    return {
      exitCode, ...inFolder({ stdout, stderr }), files: filesHere().map(([path, content]) => [path, content.replaceAll(process.cwd(), '.')]),
      calls: refusal.calls, programs: refusal.programs,
    };
  } finally {
    refusal.end();
    leave();
  }
}

function inFolder({ stdout, stderr }: { stdout: string; stderr: string }): { stdout: string; stderr: string } {
  const [here, temporary] = [process.cwd(), /olm-constructs-\w+-[A-Za-z0-9]{6}\b/g];
  return { stdout: stdout.replaceAll(here, '.').replaceAll(temporary, ''), stderr: stderr.replaceAll(here, '.').replaceAll(temporary, '') };
}

const title = (args: readonly string[]): readonly [string, readonly string[]] => [args.join(' '), args];

describe('without the network', () => {
  it.each(EXAMPLES.map(title))('%s prints and writes the same', async (_title, args) => {
    const { programs, ...refused } = await outcome(args, true);

    expect(programs.filter((program) => !OWN_PROGRAMS.test(program))).toEqual([]);
    expect({ ...refused, programs: [] }).toEqual({ ...await outcome(args, false), calls: [], programs: [] });
  });

  it.each(Object.values(ON_FILES).map(title))('%s connects to nothing', async (_title, args) => {
    const { exitCode, calls, programs } = await outcome(args, true);

    expect([0, 1, 4]).toContain(exitCode);
    expect({ calls, programs }).toEqual({ calls: [], programs: [] });
  });

  it.each(IN_PROGRAM.map(title))('the program runs %s', (_title, args) => {
    const leave = enterCommandFolder();
    try {
      const { status } = spawnSync(process.execPath, [compiledCommandLine(), ...args], {
        env: {
          HOME: process.cwd(), PATH: process.env['PATH'], NODE_PATH: join(__dirname, '../../node_modules'), NODE_OPTIONS: `--require ${REFUSE_NETWORK}`, REFUSED_CALLS: 'refused',
        },
      });

      expect({ status, calls: existsSync('refused') ? readFileSync('refused', 'utf8') : '' }).toEqual({ status: expect.any(Number) as number, calls: '' });
      expect([0, 1]).toContain(status);
    } finally {
      leave();
    }
  });
});

describe('a command that may connect', () => {
  const having = (option: string): string[] => ENTRIES.filter(({ command }) => option in command.options).map(({ name }) => name);

  it('has the options for it', () => {
    expect(Object.keys(ASKS_REGISTRY).sort()).toEqual(having('plainHttp').sort());
    expect(Object.keys(ASKS_CLUSTER).sort()).toEqual(having('kubeconfig').sort());
    const inspecting = ENTRIES.filter(({ heading, command }) => heading !== 'Without a cluster:' && 'from' in command.options);
    expect(Object.keys(ON_FILES)).toEqual(inspecting.map(({ name }) => name));
  });

  it.each(Object.values(ASKS_REGISTRY).map(title))('%s asks for the registry', async (_title, args) => {
    expect((await outcome(args, true)).calls.join()).toContain('registry.invalid');
  });

  it.each(Object.values(ASKS_CLUSTER).map(title))('%s asks for the cluster', async (_title, args) => {
    // The server of metrics listens before it connects.
    expect((await outcome(args, true)).calls.join()).toMatch(args[0] === 'metrics' ? /^listen/ : /cluster\.invalid/);
  });

  it.each([
    ['the registry options', ASKS_REGISTRY, /^\| (.+) \| a registry \|/gm],
    ['a cluster', ASKS_CLUSTER, /^\| (.+) \| an API server \|/gm],
  ] as const)('is in the table of the guide with %s', (_what, asks, row) => {
    const guide = readFileSync(join(__dirname, '../../docs/guides/connections.md'), 'utf8');
    const listed = [...guide.matchAll(row)].flatMap(([, commands]) => [...commands!.matchAll(/`([a-z ]+)`/g)].map(([, name]) => name!));

    expect(listed.sort()).toEqual(Object.keys(asks).sort());
  });
});
