import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { OlmRelease, OlmVersion } from 'olm-constructs';
import { ExitCode, Interruption } from '../lib/cli/frame/cli-error';
import type { ApiClient } from '../lib/cluster/client/api-client';
import { ApiError } from '../lib/cluster/client/client-error';
import { clientFor } from '../lib/cluster/client/clients';
import { findCluster } from '../lib/cluster/client/kubeconfig-source';
import { type CommandLineResult, runCommandLine } from '../test/builders/command-line';
import { TRACES } from '../test/cluster/waiting/recorded-traces';
import { describeWith } from '../test/needed';
import { ControlPlane } from './control-plane/control-plane';
import { TracePlayer } from './waiters/trace-player';

/** The commands that look at a cluster, on a real API server on which the test simulates OLM's controllers. */

const GROUP = '/apis/operators.coreos.com/v1alpha1';
const SIGNAL = new AbortController().signal;

let controlPlane: ControlPlane;
let client: ApiClient;
let folder: string;

beforeAll(async () => {
  controlPlane = await ControlPlane.start();
  client = clientFor(findCluster({ kubeconfig: controlPlane.kubeconfig }, {}), {});
  folder = mkdtempSync(join(tmpdir(), 'command-line-'));
  for (const crd of OlmRelease.of({ version: OlmVersion.V0_46_0 }).objects.filter(({ kind }) => kind === 'CustomResourceDefinition')) {
    await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd);
  }
  await until(() => client.request({ method: 'GET', path: `${GROUP}/subscriptions` }, SIGNAL));
  await until(() => client.request({ method: 'GET', path: '/apis/operators.coreos.com/v1/operatorgroups' }, SIGNAL));
}, 10 * 60_000);

afterAll(async () => {
  await controlPlane.stop();
  rmSync(folder, { recursive: true, force: true });
});

const post = (path: string, body: object): Promise<unknown> => client.request({ method: 'POST', path, body }, SIGNAL);

async function until(request: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await request();
      return;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) {
        throw error;
      }
      await sleep(100);
    }
  }
}

/** Runs a command; one with a signal writes to a pipe, as a program that is interrupted later. */
function run(args: readonly string[], kubeconfig = controlPlane.kubeconfig, signal?: AbortSignal): Promise<CommandLineResult> {
  return runCommandLine([...args, '--kubeconfig', kubeconfig], { env: { NO_COLOR: '1' }, ...(signal === undefined ? { columns: 120 } : { signal }) });
}

/** Writes a kubeconfig for another user of the cluster. */
function kubeconfigOf(user: object): string {
  const config = JSON.parse(readFileSync(controlPlane.kubeconfig, 'utf8')) as { users: { user: object }[] };
  const file = join(folder, `${Object.keys(user).join('-')}.json`);
  writeFileSync(file, JSON.stringify({ ...config, users: config.users.map((found) => ({ ...found, user })) }));
  return file;
}

describeWith(TRACES)('a cluster on which OLM installs operators', () => {
  beforeAll(async () => {
    await Promise.all(['install-automatic', 'min-kube-version', 'two-operator-groups'].map((trace) => (
      new TracePlayer(client, trace, { namespace: trace, approves: true, longestGap: 100 }).playUntil(Infinity)
    )));
    // Problems that last longer than ten seconds are failures.
    await sleep(11_000);
  }, 5 * 60_000);

  it('prints what is installed, and why something is not', async () => {
    const { stdout, stderr, exitCode } = await run(['status', '-A', '-o', 'json']);
    expect(stderr).toBe('');
    expect(exitCode).toBe(ExitCode.FINDINGS);
    expect(JSON.parse(stdout)).toMatchObject({
      catalogs: [{ namespace: 'install-automatic', state: 'READY' }, { namespace: 'min-kube-version' }, { namespace: 'two-operator-groups' }],
      subscriptions: [
        { namespace: 'install-automatic', name: 'plain', installed: '0.2.0', state: 'ready' },
        { namespace: 'min-kube-version', name: 'future', state: 'failed', detail: 'future.v0.1.0 requires Kubernetes 9.99.0 or newer; this cluster runs 1.34.4' },
        { namespace: 'two-operator-groups', name: 'plain', state: 'failed', detail: 'namespace two-operator-groups has 2 OperatorGroups: og and og2' },
      ],
    });
    const one = await run(['status', '-n', 'min-kube-version']);
    expect(one.stdout).toMatch(/^future +0\.1\.0 +failed /m);
    expect(one.stdout).not.toContain('install-automatic');
  });

  it('compares a lock with the cluster, and names the permissions that are missing', async () => {
    const lock = (csv: string): string => {
      const file = join(folder, `${csv}.lock.yaml`);
      writeFileSync(file, 'lockVersion: 1\ncatalogs: [{name: cat, namespace: install-automatic}]\noperators:\n- {namespace: install-automatic, package: plain, '
        + `version: ${csv.slice(csv.indexOf('.v') + 2)}, csv: ${csv}, channel: alpha, catalog: cat, catalogNamespace: install-automatic, subscription: plain}\n`);
      return file;
    };
    const found = await run(['lock', '--against-cluster', '--file', lock('plain.v0.3.0'), '-n', 'install-automatic', '-o', 'json']);
    expect(found).toMatchObject({ exitCode: ExitCode.FINDINGS, stderr: '' });
    const { operators } = JSON.parse(found.stdout) as { operators: { packageName: string; installedCsv: string; differences: { kind: string }[] }[] };
    expect(operators).toMatchObject([{ packageName: 'plain', installedCsv: 'plain.v0.2.0' }]);
    expect(operators[0]!.differences.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['version', 'approval', 'pin']));
    const everywhere = await run(['lock', '--against-cluster', '--file', lock('plain.v0.2.0')]);
    expect(everywhere.stdout).toMatch(/^operator min-kube-version\/future +unknown +- /m);
    const limited = kubeconfigOf({ ...(JSON.parse(readFileSync(controlPlane.kubeconfig, 'utf8')) as { users: { user: object }[] }).users[0]!.user, as: 'guest' });
    expect(await run(['lock', '--against-cluster', '--file', lock('plain.v0.2.0')], limited)).toMatchObject({
      exitCode: ExitCode.ERROR, stdout: '', stderr: expect.stringMatching(/^error: the account guest is not allowed to list/) as string,
    });
  });

  it('explains a Subscription, and a dump of the same objects in the same way', async () => {
    const live = await run(['explain', 'subscription/plain', '-n', 'two-operator-groups']);
    expect(live).toMatchObject({ exitCode: ExitCode.FINDINGS, stderr: '' });
    expect(live.stdout).toContain('1.  namespace two-operator-groups has 2 OperatorGroups: og and og2');
    const kinds = ['subscriptions', 'installplans', 'csv', 'catalogsources', 'operatorgroups.operators.coreos.com', 'deployments', 'namespaces', 'crd'].join(',');
    const { stdout } = await promisify(execFile)('kubectl', ['get', kinds, '-A', '-o', 'yaml', '--kubeconfig', controlPlane.kubeconfig], { maxBuffer: 2 ** 28 });
    const file = join(folder, 'dump.yaml');
    writeFileSync(file, stdout);
    const dumped = await runCommandLine(['explain', 'subscription/plain', '-n', 'two-operator-groups', '--from', file], { columns: 120, env: { NO_COLOR: '1' } });
    const withoutTimes = ({ stdout: text }: CommandLineResult): string => text.replace(/ for [\d a-z]+\n/, '\n').replace(/\nnote: [^]*$/, '');
    expect(withoutTimes(dumped).replace('progressing', 'failed')).toBe(withoutTimes(live));
    expect((await run(['explain', 'sub/plain', '-n', 'install-automatic'])).exitCode).toBe(ExitCode.SUCCESS);
  });

  it('prints lines while it watches, until it is interrupted', async () => {
    const stopping = new AbortController();
    const watching = run(['status', '-A', '--watch'], controlPlane.kubeconfig, stopping.signal);
    await sleep(3_000);
    await client.request({ method: 'DELETE', path: `${GROUP}/namespaces/two-operator-groups/subscriptions/plain` }, SIGNAL);
    await sleep(3_000);
    stopping.abort(new Interruption(ExitCode.INTERRUPTED));
    const { stdout, exitCode } = await watching;
    expect(stdout).toContain('Subscription install-automatic/plain: 0.2.0 ready\n');
    expect(stdout).toContain('Subscription two-operator-groups/plain: deleted\n');
    expect(exitCode).toBe(ExitCode.INTERRUPTED);
  });

  it('names what a cluster, a context, credentials or permissions lack', async () => {
    expect(await run(['status'], kubeconfigOf({ token: 'expired' }))).toMatchObject({
      exitCode: ExitCode.ERROR, stdout: '', stderr: expect.stringMatching(/^error: .*rejected the credentials.*renew the credentials.*\n$/) as string,
    });
    const limited = kubeconfigOf({ ...(JSON.parse(readFileSync(controlPlane.kubeconfig, 'utf8')) as { users: { user: object }[] }).users[0]!.user, as: 'guest' });
    const forbidden = await run(['status', '-n', 'demo'], limited);
    expect(forbidden).toMatchObject({ exitCode: ExitCode.ERROR, stdout: '' });
    expect(forbidden.stderr).toMatch(/^error: the account guest is not allowed to list and watch subscriptions\S+.* in namespace demo; bind it to a Role in namespace demo with /);
    const explained = await run(['explain', 'sub/plain', '-n', 'demo'], limited);
    expect(explained).toMatchObject({ exitCode: ExitCode.ERROR, stdout: '' });
    expect(explained.stderr).toMatch(/^error: the account guest is not allowed to list/);
    expect(await run(['status', '--context', 'nowhere'])).toMatchObject({ exitCode: ExitCode.ERROR, stderr: expect.stringMatching(/^error: .*nowhere/) as string });
    expect(await run(['packages'])).toMatchObject({ exitCode: ExitCode.ERROR, stderr: expect.stringMatching(/^error: the cluster does not list packages/) as string });
  });
});
