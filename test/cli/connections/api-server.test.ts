import { ExitCode } from '../../../lib/cli/frame/cli-error';
import { runCommandLine } from '../../builders/command-line';
import { manifestFile } from '../act/cluster-command';
import { emptyCluster, type Fault, FaultServer } from './fault-server';

const SUBSCRIPTION = {
  apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'shop', namespace: 'team' },
  spec: { name: 'shop', channel: 'stable', source: 'shop', sourceNamespace: 'olm' },
};

let server: FaultServer;

async function start(fault: Fault): Promise<void> {
  server = await FaultServer.start(fault);
}

afterEach(() => server.close());

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
    const { exitCode, stdout, stderr } = await runCommandLine([...args.filter((arg) => arg !== undefined), '--timeout', '2s', '--kubeconfig', server.kubeconfig()]);
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
  const { exitCode, stdout } = await runCommandLine(['wait', '-f', manifestFile(SUBSCRIPTION), '--timeout', '3s', '--kubeconfig', server.kubeconfig()]);
  expect(stdout).toContain('the API server does not answer');
  expect(exitCode).toBe(ExitCode.ERROR);
});

it('a server that answers is not blamed for a timeout', async () => {
  await start(emptyCluster);
  const { stdout } = await runCommandLine(['wait', '-f', manifestFile(SUBSCRIPTION), '--timeout', '2s', '--kubeconfig', server.kubeconfig()]);
  expect(stdout).not.toContain('the API server');
});
