import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { COMMANDS } from '../../lib/cli/commands';
import { ExitCode, Interruption } from '../../lib/cli/frame/cli-error';
import { ApiClient } from '../../lib/cluster/client/api-client';
import { clientFor } from '../../lib/cluster/client/clients';
import { Credentials } from '../../lib/cluster/client/credentials';
import { CLIENT_TIMEOUTS } from '../../lib/cluster/client/transport';
import { enterCommandFolder } from '../builders/command-folder';
import { type CommandLineResult, runCommandLine } from '../builders/command-line';
import { FakeTransport } from '../cluster/client/fake-transport';
import { numbers } from './mutate';
import { pick, randomCommand, writeChanged } from './random-command';

jest.mock('../../lib/cluster/client/clients', () => ({ ...jest.requireActual<object>('../../lib/cluster/client/clients'), clientFor: jest.fn() }));

/** Number of command lines. */
const RUNS = 3000;

/** Number of groups, each with new files; a failure names its group. */
const GROUPS = 60;

/** Maximum time of a command, which is then interrupted, in milliseconds. */
const MAX_TIME = 150;

/** Documented exit codes of a command whose output is not closed. */
const EXIT_CODES = [ExitCode.SUCCESS, ExitCode.FINDINGS, ExitCode.USAGE, ExitCode.PROGRESSING, ExitCode.ERROR, ExitCode.INTERRUPTED];

/** Answers of the API server, some of which are nonsense. */
const ANSWERS = [
  { status: 404, body: { kind: 'Status', code: 404, reason: 'NotFound', message: 'not \u001b[31mfound\n::error::x' } },
  { status: 403, body: { kind: 'Status', code: 403, reason: 'Forbidden', message: '::error::no' } },
  { status: 500, body: { message: '\u009b31m' } },
  { status: 200, body: { kind: 'List', metadata: { resourceVersion: '1' }, items: [] } },
  { status: 200, body: { kind: 'List', metadata: { resourceVersion: '1' }, items: [{ metadata: { name: '\u001b[31mx', namespace: '##[error]' }, spec: { name: '::error::' }, status: { phase: '\u202e' } }] } },
  { status: 200, body: { kind: 'List', items: [null, 1, {}, { metadata: null }] } },
  { status: 200, body: [] },
];

/** Commands whose standard output is data for programs, which is exact in a pipe. */
function isData(args: readonly string[]): boolean {
  return args.some((word) => ['yaml', 'sarif', 'junit', 'github', 'svg', 'mermaid', 'cyclonedx', 'idms', 'itms', 'icsp', 'mapping', 'render', 'filter', 'merge', 'template', 'graph', '--graph', 'completion'].includes(word))
    || (args.includes('synth') && args.includes('-'));
}

/** Control sequences of the program itself: those of progress and of `status --watch`. */
const OWN = /\r\u001b\[K|\u001b\[2J\u001b\[3J\u001b\[H/g;

/** Returns what is wrong with the result of a command. */
function problemsOf(args: readonly string[], isTerminal: boolean, { exitCode, stdout, stderr }: CommandLineResult): string[] {
  const text = isTerminal || !isData(args) ? `${stdout}\n${stderr}` : stderr;
  return [
    ...(EXIT_CODES.includes(exitCode) ? [] : [`exit code ${exitCode}`]),
    ...(/^ +at .*:\d+:\d+\)?$/m.test(text) ? ['stack trace'] : []),
    ...(text.includes('This is an error in olm-constructs') ? ['error of the program'] : []),
    ...(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/u.test(text.replaceAll(OWN, '')) ? ['control character'] : []),
    ...(!args.includes('github') && /^\s*::[A-Za-z]|##\[|##vso\[/m.test(text) ? ['workflow command'] : []),
    ...(exitCode === ExitCode.SUCCESS || `${stdout}${stderr}` !== '' || args.includes('apis') ? [] : ['no message']),
  ];
}

/** Files that no command wrote, and that none may delete. */
let given: readonly string[];
let leave: () => void;
beforeAll(() => {
  leave = enterCommandFolder();
  writeFileSync('kubeconfig', JSON.stringify({
    'current-context': 'one', 'contexts': [{ name: 'one', context: { cluster: 'one', user: 'one' } }],
    'clusters': [{ name: 'one', cluster: { server: 'https://cluster.example:6443' } }], 'users': [{ name: 'one', user: {} }],
  }));
  // The output of an app, and the trace of its failure, are printed.
  writeFileSync('app.cjs', `if (!process.env.OLM_CONSTRUCTS_LOCK && !process.env.OLM_CONSTRUCTS_MIGRATE) process.exit(0);\n${readFileSync('app.cjs', 'utf8')}`);
  given = readdirSync('.', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  // Nothing is fetched.
  jest.spyOn(Socket.prototype, 'connect').mockImplementation(function refuse(this: Socket) {
    process.nextTick(() => this.destroy(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })));
    return this;
  });
});
afterAll(() => {
  jest.restoreAllMocks();
  leave();
});

async function problemsOfRun(seed: number): Promise<string[]> {
  const below = numbers(Math.imul(seed, 2_654_435_761));
  const args = randomCommand(pick(COMMANDS, below), below);
  const answer = pick(ANSWERS, below);
  jest.mocked(clientFor).mockImplementation((access, env) => new ApiClient(() => Promise.resolve(new FakeTransport(answer)), {
    credentials: new Credentials(access, env), server: access.server, random: () => 0.5, timeouts: CLIENT_TIMEOUTS,
  }));
  const stopping = new AbortController();
  const timer = setTimeout(() => stopping.abort(new Interruption(ExitCode.INTERRUPTED)), MAX_TIME);
  const isTerminal = below(2) === 0;
  try {
    const result = await runCommandLine(args, {
      stdin: '\u001b[31m', signal: stopping.signal, env: { HOME: process.cwd(), KUBECONFIG: 'kubeconfig', PATH: process.env['PATH'], NO_COLOR: '1' }, ...(isTerminal ? { columns: 60 + below(140) } : {}),
    });
    const lost = given.filter((file) => !existsSync(file));
    given = given.filter((file) => !lost.includes(file));
    const problems = [...problemsOf(args, isTerminal, result), ...lost.map((file) => `deleted ${file}`)];
    return problems.length === 0 ? [] : [`${JSON.stringify({ seed, args })}: ${problems.join(', ')}\n${JSON.stringify(result.stderr.slice(0, 400))}\n${JSON.stringify(result.stdout.slice(0, 400))}`];
  } catch (error) {
    return [`${JSON.stringify({ seed, args })}: threw ${String((error as Error).stack)}`];
  } finally {
    clearTimeout(timer);
  }
}

test.each(Array.from({ length: GROUPS }, (_, index) => index))('random command lines and objects lead to messages and documented exit codes: group %d', async (group) => {
  const problems: string[] = [];
  for (let index = 0; index < RUNS / GROUPS; index++) {
    const seed = group * 1000 + index + 1;
    if (index % 10 === 0) {
      expect(problems.join('\n\n')).toBe('');
      writeChanged(numbers(seed + 7));
    }
    problems.push(...await problemsOfRun(seed));
  }
  expect(problems.join('\n\n')).toBe('');
});
