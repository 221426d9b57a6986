import { ExitCode } from '../../../lib/cli/frame/cli-error';
import { type CommandLineResult, runCommandLine } from '../../builders/command-line';
import { manifestFile } from '../act/cluster-command';
import { emptyCluster, type Fault, FaultServer } from './fault-server';

const SUBSCRIPTION = {
  apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'shop', namespace: 'team' },
  spec: { name: 'shop', channel: 'stable', source: 'shop', sourceNamespace: 'olm' },
};

let server: FaultServer;
let ending: AbortController;

/** Runs a command. What it still requests when it has failed ends with the test, as otherwise with the process. */
function runCommand(args: readonly string[]): Promise<CommandLineResult> {
  return runCommandLine(args, { signal: ending.signal });
}

async function start(fault: Fault): Promise<void> {
  server = await FaultServer.start(fault);
  ending = new AbortController();
}

afterEach(() => {
  ending.abort(new Error('the test is over'));
  return server.close();
});

/** What a server does that no longer answers, at different points. */
const STALLS: readonly [string, Fault][] = [
  ['accepts connections and never answers', () => undefined],
  ['stops in the middle of a body', (_, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.write('{"kind":"List","items":[');
  }],
  ['answers lists, and then neither watches nor anything else', (request, response) => {
    if (!request.url!.startsWith('/version')) {
      emptyCluster(request, response);
    }
  }],
];

/** The commands with --timeout. */
const WITH_TIMEOUT: readonly (readonly string[])[] = [
  ['wait', '-f', manifestFile(SUBSCRIPTION)], ['wait', '--dry-run', '-f', manifestFile(SUBSCRIPTION)], ['remove', '-f', manifestFile(SUBSCRIPTION)],
  ['remove', 'subscription/shop', '-n', 'team'], ['uninstall'],
];

describe.each(STALLS.slice(0, 2))('a server that %s', (_, fault) => {
  beforeEach(() => start(fault));

  it.each(WITH_TIMEOUT)('is reported within the timeout by %s %s %s %s', async (...args) => {
    const startedAt = Date.now();
    const { exitCode, stdout, stderr } = await runCommand([...args.filter((arg) => arg !== undefined), '--timeout', '2s', '--kubeconfig', server.kubeconfig()]);
    const output = stdout + stderr;
    expect(output).toContain(`the API server does not answer: http://127.0.0.1:${server.port} accepted the connection, but has not answered yet`);
    expect(output).toContain('check that the cluster is running');
    expect(output).not.toMatch(/logs of|olm-operator|catalog-operator/);
    expect(exitCode).toBe(ExitCode.ERROR);
    expect(Date.now() - startedAt).toBeLessThan(6_000);
  });
});

it('a server that stops answering during a wait is reported within the timeout', async () => {
  await start(STALLS[2]![1]);
  const { exitCode, stdout } = await runCommand(['wait', '-f', manifestFile(SUBSCRIPTION), '--timeout', '3s', '--kubeconfig', server.kubeconfig()]);
  expect(stdout).toContain('the API server does not answer');
  expect(exitCode).toBe(ExitCode.ERROR);
});

it('a server that answers is not blamed for a timeout', async () => {
  await start(emptyCluster);
  const { stdout } = await runCommand(['wait', '-f', manifestFile(SUBSCRIPTION), '--timeout', '2s', '--kubeconfig', server.kubeconfig()]);
  expect(stdout).not.toContain('the API server');
});

describe('an answer that is not of an API server', () => {
  it.each<[string, Fault, string]>([
    ['a redirect to a login page', (_, response) => response.writeHead(302, { 'Location': 'https://login.example.com/?state=geheim', 'Content-Type': 'text/html' }).end('<html>geheim'),
      'redirects to https://login.example.com (302), such as to a login page'],
    ['a login page', (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>geheim'), 'answered with a web page, such as a login page'],
  ])('is reported as %s, with exit code 4', async (_, fault, message) => {
    await start(fault);
    for (const args of [['status'], ['explain', 'olm'], ['packages'], ['apis'], ['uninstall'], ['wait', '-f', manifestFile(SUBSCRIPTION)]]) {
      const { exitCode, stdout, stderr } = await runCommand([...args, '--kubeconfig', server.kubeconfig()]);
      expect([args[0], stdout + stderr]).toEqual([args[0], expect.stringContaining(message)]);
      expect([args[0], exitCode]).toEqual([args[0], ExitCode.ERROR]);
      expect(stdout + stderr).not.toMatch(/geheim|<html>/);
    }
  });
});

it('a busy server and lost connections are retried', async () => {
  const faults: Fault[] = [
    (_, response) => response.writeHead(429, { 'Retry-After': '1' }).end('{}'), (_, response) => response.destroy(), (_, response) => response.socket!.resetAndDestroy(),
  ];
  await start((request, response) => (faults.shift() ?? emptyCluster)(request, response));
  const { stderr } = await runCommand(['status', '--kubeconfig', server.kubeconfig()]);
  expect(stderr).toContain('no OLM is installed');
  expect(faults).toEqual([]);
});

describe('a credential plugin', () => {
  const plugin = (script: string): object => ({
    exec: { apiVersion: 'client.authentication.k8s.io/v1', command: '/bin/sh', args: ['-c', script], interactiveMode: 'IfAvailable' },
  });
  const commands = [['wait', '-f', manifestFile(SUBSCRIPTION), '--timeout', '2s'], ['remove', 'subscription/shop', '--timeout', '2s']];

  // Nothing listens there, and the plugin runs before the connection is opened.
  const server443 = 'https://127.0.0.1:1';

  it.each(commands)('that hangs is named within the timeout by %s', async (...args) => {
    await start(emptyCluster);
    const kubeconfig = server.kubeconfig({ server: server443, user: plugin('sleep 600') });
    const { exitCode, stdout, stderr } = await runCommand([...args, '--kubeconfig', kubeconfig]);
    expect(stdout + stderr).toContain("'/bin/sh', the credential plugin of the kubeconfig, has not finished");
    expect(exitCode).toBe(ExitCode.ERROR);
  });

  it.each(commands)('that fails or prints secrets is reported without them by %s', async (...args) => {
    await start(emptyCluster);
    for (const script of ['echo geheim; exit 3', 'echo geheim', 'echo \'{"status": {"secret": "geheim"}}\'', 'kill -9 $$']) {
      const { exitCode, stdout, stderr } = await runCommand([...args, '--kubeconfig', server.kubeconfig({ server: server443, user: plugin(script) })]);
      expect(stdout + stderr).toMatch(/'\/bin\/sh', the credential plugin of the kubeconfig, (?:failed with exit code 3|did not print JSON|did not print an ExecCredential|failed with SIGKILL)/);
      expect(stdout + stderr).not.toContain('geheim');
      expect(exitCode).toBe(ExitCode.ERROR);
    }
  });
});
