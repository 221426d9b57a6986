import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExitCode } from '../../lib/cli/frame/cli-error';
import { ApiClient } from '../../lib/cluster/client/api-client';
import { clientFor } from '../../lib/cluster/client/clients';
import { Credentials } from '../../lib/cluster/client/credentials';
import { CLIENT_TIMEOUTS } from '../../lib/cluster/client/transport';
import { runCommandLine } from '../builders/command-line';
import { type FakeAnswer, FakeTransport } from '../cluster/client/fake-transport';

jest.mock('../../lib/cluster/client/clients', () => ({ ...jest.requireActual<object>('../../lib/cluster/client/clients'), clientFor: jest.fn() }));

/** Unusable input leads to one message and an exit code, and to a stack trace only with --debug. */

const NUMBER_OF_FILES = 300;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bad-input-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes the cluster give the same response to each request. */
function answer(given: FakeAnswer): void {
  jest.mocked(clientFor).mockImplementation((access, env) => new ApiClient(() => Promise.resolve(new FakeTransport(given)), {
    credentials: new Credentials(access, env), server: access.server, random: () => 0.5, timeouts: CLIENT_TIMEOUTS,
  }));
}

function written(name: string, content: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

function kubeconfig(address: string): string {
  return written('kubeconfig', JSON.stringify({
    'apiVersion': 'v1', 'kind': 'Config', 'current-context': 'one',
    'contexts': [{ name: 'one', context: { cluster: 'one', user: 'one' } }],
    'clusters': [{ name: 'one', cluster: { server: address } }], 'users': [{ name: 'one', user: { token: 'some-token' } }],
  }));
}

const status = (code: number, reason: string, message: string): object => ({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message });

const SUBSCRIPTION = JSON.stringify({ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'plain', namespace: 'demo' }, spec: {} });

const LOCK = 'lockVersion: 1\ncatalogs: []\noperators: []\n';

/** Commands that connect to a cluster. */
const COMMANDS: readonly (readonly [title: string, args: () => string[]])[] = [
  ['status', () => ['status', '-n', 'demo']],
  ['status of all namespaces', () => ['status', '-A']],
  ['explain', () => ['explain', 'subscription/plain', '-n', 'demo']],
  ['packages', () => ['packages', '-n', 'demo']],
  ['lock --against-cluster', () => ['lock', '--against-cluster', '--file', written('olm.lock.yaml', LOCK)]],
  ['plan --from-cluster', () => ['plan', '--from-cluster', written('olm.lock.yaml', LOCK)]],
  ['wait', () => ['wait', '-f', written('subscription.json', SUBSCRIPTION)]],
  ['wait as a dry run', () => ['wait', '-f', written('subscription.json', SUBSCRIPTION), '--dry-run']],
  ['remove -f', () => ['remove', '-f', written('subscription.json', SUBSCRIPTION)]],
  ['remove by name', () => ['remove', 'subscription/plain', '-n', 'demo']],
  ['uninstall', () => ['uninstall']],
];

/** Clusters that cannot be used, with the message that is printed. */
const CLUSTERS: readonly (readonly [title: string, args: () => string[], message: RegExp])[] = [
  ['no cluster', () => [], /no kubeconfig|kubeconfig/],
  ['a kubeconfig that does not exist', () => ['--kubeconfig', join(folder, 'missing')], /missing.*(does not exist|no such file|not found|cannot be read)/],
  ['a kubeconfig that is not YAML', () => ['--kubeconfig', written('broken', 'clusters: [\n')], /broken/],
  ['a wrong context', () => ['--kubeconfig', running(), '--context', 'two'], /has no context 'two'/],
  ['expired credentials', () => {
    answer({ status: 401, body: status(401, 'Unauthorized', 'Unauthorized') });
    return ['--kubeconfig', running()];
  }, /rejected the credentials of the kubeconfig: they are wrong or have expired/],
  ['missing rights', () => {
    answer({ status: 403, body: status(403, 'Forbidden', 'things is forbidden: User "jane" cannot list resource "things" in API group "" at the cluster scope') });
    return ['--kubeconfig', running()];
  }, /jane is not allowed to list/],
];

const running = (): string => kubeconfig('https://cluster.example:6443');

const count = (text: string, pattern: RegExp): number => [...text.matchAll(new RegExp(pattern, 'g'))].length;

describe.each(CLUSTERS)('%s', (_, cluster, message) => {
  test.each(COMMANDS)('ends %s with one message', async (__, command) => {
    const { exitCode, stdout, stderr } = await runCommandLine([...command(), ...cluster()], { env: { HOME: folder } });
    const all = `${stdout}${stderr}`;
    expect(all.replace(/\s+/g, ' ')).toMatch(message);
    const found = { exitCode, trace: count(all, /^ +at /m), errors: count(stderr, /^error: /m) };
    expect(found).toEqual({ exitCode: ExitCode.ERROR, trace: 0, errors: stdout === '' ? 1 : 0 });
  });
});

describe('a cluster without OLM', () => {
  beforeEach(() => {
    answer({ status: 404, body: status(404, 'NotFound', 'the server could not find the requested resource') });
  });

  test.each<[string, ExitCode, string]>([
    ['status', ExitCode.FINDINGS, 'no OLM is installed'],
    ['explain', ExitCode.FINDINGS, ''],
    ['lock --against-cluster', ExitCode.ERROR, 'no OLM is installed'],
    ['plan --from-cluster', ExitCode.ERROR, 'no OLM is installed'],
    ['remove by name', ExitCode.FINDINGS, 'Subscription demo/plain does not exist'],
    ['uninstall', ExitCode.SUCCESS, 'OLM v0 is not installed in the cluster'],
  ])('ends %s', async (title, expected, message) => {
    const [, command] = COMMANDS.find(([of]) => of === title)!;
    const { exitCode, stdout, stderr } = await runCommandLine([...command(), '--kubeconfig', running()], { env: { HOME: folder } });
    expect({ exitCode, text: `${stdout}${stderr}` }).toEqual({ exitCode: expected, text: expect.stringContaining(message) as string });
    expect(`${stdout}${stderr}`).not.toMatch(/^ +at /m);
  });
});

/** Ways to pass files to a command. */
const READERS: readonly (readonly [title: string, args: (path: string) => string[]])[] = [
  ['wait -f', (path) => ['wait', '-f', path, '--kubeconfig', running()]],
  ['remove -f', (path) => ['remove', '-f', path, '--kubeconfig', running()]],
  ['status --from', (path) => ['status', '-A', '--from', path]],
  ['explain --from', (path) => ['explain', 'olm', '--from', path]],
  ['packages --from', (path) => ['packages', '--from', path]],
  ['lock --from', (path) => ['lock', '--from', path, '--file', written('olm.lock.yaml', LOCK)]],
];

/** The same for commands that read other files than manifests. */
const OTHER_READERS: readonly (readonly [title: string, args: (path: string) => string[]])[] = [
  ['validate', (path) => ['validate', path]],
  ['catalog render', (path) => ['catalog', 'render', path]],
  ['catalog graph', (path) => ['catalog', 'graph', path]],
  ['catalog diff', (path) => ['catalog', 'diff', path, path]],
  ['catalog filter', (path) => ['catalog', 'filter', path, '--package', 'plain']],
  ['catalog merge', (path) => ['catalog', 'merge', path]],
  ['catalog append', (path) => ['catalog', 'append', path, path, '--channel', 'stable']],
  ['bundle create', (path) => ['bundle', 'create', path, '--package', 'plain', '--version', '1.0.0', '--channels', 'stable', '--out', join(folder, 'out')]],
  ['plan', (path) => ['plan', path, path]],
  ['images', (path) => ['images', path]],
  ['import', (path) => ['import', path, '--out', join(folder, 'out')]],
];

const FILES: readonly (readonly [title: string, path: () => string, message: RegExp])[] = [
  ['a file that does not exist', () => join(folder, 'none.yaml'), /none\.yaml.*(does not exist|file or folder not found; check the path)/],
  ['broken YAML', () => written('half.yaml', 'kind: Subscription\nmetadata: { name: [\n'), /half\.yaml:\d+/],
  ['plain text', () => written('readme.yaml', 'Some words about operators.\n'), /readme\.yaml/],
  ['an image', () => written('logo.yaml', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00])), /logo\.yaml/],
  ['an empty file', () => written('empty.yaml', ''), /empty\.yaml/],
  ['an empty folder', () => {
    mkdirSync(join(folder, 'nothing'), { recursive: true });
    return join(folder, 'nothing');
  }, /nothing/],
  ['a folder with hundreds of unrelated files', () => {
    const values = join(folder, 'values');
    if (!existsSync(values)) {
      mkdirSync(values);
      for (let index = 0; index < NUMBER_OF_FILES; index++) {
        writeFileSync(join(values, `values-${index}.yaml`), 'replicas: 1\n');
      }
    }
    return values;
  }, /values/],
  ['a path that is too long', () => join(folder, 'long'.repeat(100)), /long: .*cannot be read: the path is too long/],
  ['a path below a file', () => join(written('subscription.json', SUBSCRIPTION), 'inside'), /inside.*(not found|does not exist|not a folder)/],
  ['a loop of links', () => {
    const link = join(folder, 'loop');
    if (!readdirSync(folder).includes('loop')) {
      symlinkSync(link, link);
    }
    return link;
  }, /loop.*a symbolic link, or a loop of them/],
  ['a file that may not be read', () => {
    const file = written('secret.yaml', SUBSCRIPTION);
    chmodSync(file, 0);
    return file;
  }, /secret\.yaml.*(EACCES|permission)/],
];

// The administrator may read everything.
const isAdministrator = process.getuid?.() === 0;

describe.each(FILES.filter(([title]) => title !== 'a file that may not be read' || !isAdministrator))('%s', (_, path, message) => {
  test.each(READERS)('ends %s with one message', async (__, command) => {
    answer({ status: 404, body: status(404, 'NotFound', 'not found') });
    const { exitCode, stdout, stderr } = await runCommandLine(command(path()), { env: { HOME: folder } });
    expect(stderr).toMatch(message);
    const found = { exitCode, stdout, errors: count(stderr, /^error: /m), trace: count(stderr, /^ +at /m) };
    expect(found).toEqual({ exitCode: ExitCode.ERROR, stdout: '', errors: 1, trace: 0 });
  });
});

const INACCESSIBLE = ['a file that does not exist', 'a path that is too long', 'a path below a file', 'a loop of links'];

describe.each(FILES.filter(([title]) => INACCESSIBLE.includes(title)))('%s', (_, path, message) => {
  test.each(OTHER_READERS)('ends %s with its message', async (__, command) => {
    const { stdout, stderr } = await runCommandLine(command(path()), { env: { HOME: folder } });
    const all = `${stdout}${stderr}`;
    expect(all).toMatch(message);
    expect(all).not.toMatch(/^ +at |\bE[A-Z]{4,}\b/m);
  });
});

test('--debug adds the stack trace', async () => {
  const { stderr } = await runCommandLine(['wait', '-f', join(folder, 'none.yaml'), '--debug'], { env: { HOME: folder } });
  expect(stderr).toMatch(/^error: .*none\.yaml[^\n]*\n[\s\S]*^ +at /m);
});
