import { ExitCode, Interruption } from '../../../lib/cli/frame/cli-error';
import { PREVIOUS_NAME } from '../../../lib/olm/names';
import { displayWidth } from '../../../lib/text/display-width';
import { FakeCluster } from '../../pulumi/fake-cluster';
import { installOperator, OLM_OBJECTS, runOlm, serveCatalog } from '../../pulumi/state/cluster-objects';
import { manifestFile, runInCluster } from './cluster-command';

jest.mock('../../../lib/cli/frame/cluster', () => ({ ...jest.requireActual<object>('../../../lib/cli/frame/cluster'), connect: jest.fn() }));

const OLM = '/apis/operators.coreos.com';
const CATALOG = {
  apiVersion: 'operators.coreos.com/v1alpha1', kind: 'CatalogSource', metadata: { name: 'shop', namespace: 'olm' },
  spec: { sourceType: 'grpc', address: 'shop.olm.svc:50051' },
};
const SUBSCRIPTION = {
  apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'hello', namespace: 'team' },
  spec: { name: 'hello', channel: 'stable', source: 'shop', sourceNamespace: 'olm', installPlanApproval: 'Manual' },
};
const PINNED = { ...SUBSCRIPTION, spec: { ...SUBSCRIPTION.spec, startingCSV: 'hello.v1.0.0' } };

let cluster: FakeCluster;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  cluster = new FakeCluster('blue');
});

afterEach(() => jest.useRealTimers());

/** Returns a message without the line breaks at the width of the output. */
const onOneLine = (output: string): string => output.replace(/\s+/g, ' ');

function everything(): void {
  runOlm(cluster);
  serveCatalog(cluster);
  installOperator(cluster);
}

/** OLM's InstallPlan for the operator, which requires approval. */
function planned(csv = 'hello.v1.0.0'): void {
  everything();
  cluster.remove('hello.v1.0.0');
  cluster.add(
    {
      path: `${OLM}/v1alpha1/subscriptions`, name: 'hello', namespace: 'team', spec: PINNED.spec,
      status: { state: 'UpgradePending', currentCSV: csv, installPlanRef: { name: 'install-1', uid: 'uid-of-install-1' } },
    },
    {
      path: `${OLM}/v1alpha1/installplans`, name: 'install-1', namespace: 'team',
      metadata: { ownerReferences: [{ kind: 'Subscription', name: 'hello', uid: 'uid-of-hello' }] },
      spec: { approval: 'Manual', approved: false, clusterServiceVersionNames: [csv] }, status: { phase: 'RequiresApproval' },
    },
  );
}

/** Simulates OLM: installs the operator when its plan is approved. */
async function installsOnceApproved(): Promise<void> {
  while (!cluster.changes.some((change) => change.includes('installplans'))) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  installOperator(cluster);
  cluster.add({
    path: `${OLM}/v1alpha1/subscriptions`, name: 'hello', namespace: 'team', spec: PINNED.spec,
    status: { state: 'AtLatestKnown', installedCSV: 'hello.v1.0.0', currentCSV: 'hello.v1.0.0', installPlanRef: { name: 'install-1', uid: 'uid-of-install-1' } },
  });
}

describe('wait', () => {
  test('approves an InstallPlan with the versions of several pinned Subscriptions of the namespace', async () => {
    planned();
    cluster.add({
      path: `${OLM}/v1alpha1/installplans`, name: 'install-1', namespace: 'team',
      metadata: { ownerReferences: [{ kind: 'Subscription', name: 'hello', uid: 'uid-of-hello' }] },
      spec: { approval: 'Manual', approved: false, clusterServiceVersionNames: ['hello.v1.0.0', 'cache.v2.0.0'] }, status: { phase: 'RequiresApproval' },
    });
    const cache = { ...PINNED, metadata: { name: 'cache', namespace: 'team' }, spec: { ...PINNED.spec, name: 'cache', startingCSV: 'cache.v2.0.0' } };
    const result = runInCluster(cluster, ['wait', '-f', manifestFile(PINNED, cache), '--approve', '--timeout', '30s', '-o', 'json']);
    await installsOnceApproved();

    const { results } = JSON.parse((await result).stdout) as { results: { name: string; state: string }[] };
    expect(results.find(({ name }) => name === 'hello')).toMatchObject({ state: 'ready' });
  });

  test('prints which of OLM, catalogs and operators are ready', async () => {
    everything();
    const { exitCode, stdout } = await runInCluster(cluster, ['wait', '-f', manifestFile(...OLM_OBJECTS, CATALOG, SUBSCRIPTION)]);
    expect(exitCode).toBe(ExitCode.SUCCESS);
    expect(stdout.replace(/ +\d s /g, ' N s ').split('\n').map((line) => line.replace(/ {2,}/g, '  '))).toEqual([
      'WHAT  STATE  TIME  DETAIL', 'OLM  ready N s  running', 'catalog olm/shop  ready N s  OLM is connected to it', 'operator team/hello  ready N s  hello.v1.0.0', '',
    ]);
  });

  test('begins before anything is applied, and ends when OLM has installed it', async () => {
    runOlm(cluster);
    const waiting = runInCluster(cluster, ['wait', '-f', manifestFile(CATALOG, SUBSCRIPTION), '--timeout', '20s']);
    setTimeout(() => serveCatalog(cluster), 500);
    setTimeout(() => installOperator(cluster), 1000);
    const { exitCode, stderr } = await waiting;
    expect(stderr).toContain('catalog olm/shop: applying, waiting for CatalogSource olm/shop to be created');
    expect(exitCode).toBe(ExitCode.SUCCESS);
  });

  test('does not mistake the success of an older spec for that of the manifest', async () => {
    everything();
    const other = { ...SUBSCRIPTION, spec: { ...SUBSCRIPTION.spec, channel: 'beta' } };
    const { exitCode, stdout } = await runInCluster(cluster, ['wait', '-f', manifestFile(other), '--timeout', '1s']);
    expect(exitCode).toBe(ExitCode.PROGRESSING);
    expect(stdout).toContain('Subscription team/hello is not as in');
    expect(onOneLine(stdout)).toContain("spec.channel is 'stable' instead of 'beta'");
  });

  describe('of a renamed Subscription', () => {
    const renamed = {
      ...SUBSCRIPTION, metadata: { name: 'renamed', namespace: 'team', annotations: { [PREVIOUS_NAME]: 'hello' } },
    };

    /** OLM's objects after the new Subscription was applied. */
    function applied(): void {
      everything();
      cluster.add({
        path: `${OLM}/v1alpha1/clusterserviceversions`, name: 'hello.v1.0.0', namespace: 'team', metadata: { labels: { 'operators.coreos.com/hello.team': '' } },
        spec: { version: '1.0.0' }, status: { phase: 'Succeeded', reason: 'InstallSucceeded' },
      });
      cluster.add({ path: `${OLM}/v1alpha1/subscriptions`, name: 'renamed', namespace: 'team', spec: SUBSCRIPTION.spec });
    }

    test('deletes the previous one with --adopt, and then adopts its operator', async () => {
      applied();
      const { stderr } = await runInCluster(cluster, ['wait', '-f', manifestFile(renamed), '--adopt', '--timeout', '30s']);
      expect(stderr).toMatch(/deletes the previous Subscription without its operator[^]*records in the status of Subscription team\/renamed that hello\.v1\.0\.0 is installed/);
      expect(cluster.changes.filter((change) => change.startsWith('DELETE'))).toEqual([`DELETE ${OLM}/v1alpha1/namespaces/team/subscriptions/hello`]);
    });

    test('changes nothing without --adopt', async () => {
      applied();
      await runInCluster(cluster, ['wait', '-f', manifestFile(renamed), '--timeout', '30s']);
      expect(cluster.changes).toEqual([]);
    });

    test('deletes nothing before the new one is applied, nor one for another package', async () => {
      everything();
      await runInCluster(cluster, ['wait', '-f', manifestFile(renamed), '--adopt', '--timeout', '5s']);
      expect(cluster.changes).toEqual([]);

      const other = { ...renamed, spec: { ...SUBSCRIPTION.spec, name: 'other' } };
      cluster.add({ path: `${OLM}/v1alpha1/subscriptions`, name: 'renamed', namespace: 'team', spec: other.spec });
      await runInCluster(cluster, ['wait', '-f', manifestFile(other), '--adopt', '--timeout', '5s']);
      expect(cluster.changes.filter((change) => change.startsWith('DELETE'))).toEqual([]);
    });
  });

  test('without --approve leaves an InstallPlan alone', async () => {
    planned();
    const { exitCode, stdout } = await runInCluster(cluster, ['wait', '-f', manifestFile(PINNED), '--timeout', '1s']);
    expect({ exitCode, changes: cluster.changes }).toEqual({ exitCode: ExitCode.PROGRESSING, changes: [] });
    expect(stdout).toContain('InstallPlan team/install-1 would install hello.v1.0.0 and requires approval');
    expect(onOneLine(stdout)).toContain('let the waiter approve it: wait --approve');
  });

  test('with --approve approves the pinned version, and records it in the output and as an Event', async () => {
    planned();
    const [{ exitCode, stdout }] = await Promise.all([
      runInCluster(cluster, ['wait', '-f', manifestFile(PINNED), '--approve', '-o', 'json']), installsOnceApproved(),
    ]);
    const approval = {
      time: '2026-01-31T00:00:00.000Z', action: 'approve', apiVersion: 'operators.coreos.com/v1alpha1', kind: 'InstallPlan', namespace: 'team', name: 'install-1',
      uid: 'uid-of-install-1', reason: 'operator team/hello: approves InstallPlan team/install-1, which installs hello.v1.0.0', result: 'done',
    };
    expect(exitCode).toBe(ExitCode.SUCCESS);
    expect(JSON.parse(stdout)).toMatchObject({
      results: [{ subject: 'operator team/hello', kind: 'Subscription', namespace: 'team', name: 'hello', state: 'ready', detail: 'hello.v1.0.0' }], actions: [approval],
    });
    expect(cluster.created).toMatchObject([{
      kind: 'Event', metadata: { namespace: 'team' }, reason: 'InstallPlanApproved', message: approval.reason, source: { component: 'olm-constructs' },
      involvedObject: { kind: 'InstallPlan', namespace: 'team', name: 'install-1', uid: 'uid-of-install-1' }, firstTimestamp: '2026-01-31T00:00:00Z',
    }]);
  });

  test.each([60, 80, 200, undefined])('prints a failure in lines that fit, and nothing of others as a line of its own: %s columns', async (columns) => {
    everything();
    cluster.add({
      path: `${OLM}/v1alpha1/catalogsources`, name: 'evil\u001b[31m\n::error::x', namespace: 'team', spec: { sourceType: 'grpc', address: 'evil.team.svc:50051' },
      status: { connectionState: { lastObservedState: 'TRANSIENT_FAILURE', address: 'evil.team.svc:50051' } },
    });
    const missing = { ...SUBSCRIPTION, metadata: { name: 'other', namespace: 'team' }, spec: { ...SUBSCRIPTION.spec, name: 'other' } };
    cluster.add({ path: `${OLM}/v1alpha1/subscriptions`, name: 'other', namespace: 'team', spec: missing.spec, status: {} });
    const { stdout, stderr } = await runInCluster(cluster, ['wait', '-f', manifestFile(missing), '--timeout', '1m'], columns === undefined ? {} : { columns, env: { NO_COLOR: '1' } });
    expect(onOneLine(stdout)).toContain('CatalogSource team/evil\ufffd[31m\ufffd::error::x ');
    expect(`${stdout}${stderr}`).not.toMatch(/^\W*::error/m);
    expect(stdout.split('\n').filter((line) => displayWidth(line) > (columns ?? Infinity) && !/^\W*\S+$/.test(line))).toEqual([]);
  });

  test('with --record-failures writes the explanation as an Event on what is not ready', async () => {
    planned('hello.v2.0.0');
    await runInCluster(cluster, ['wait', '-f', manifestFile(PINNED), '--timeout', '1s']);
    expect(cluster.created).toEqual([]);
    await runInCluster(cluster, ['wait', '-f', manifestFile(PINNED), '--approve', '--timeout', '1s', '--record-failures']);
    expect(cluster.created).toMatchObject([{
      kind: 'Event', type: 'Warning', reason: 'NotReady', metadata: { namespace: 'team' },
      involvedObject: { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', namespace: 'team', name: 'hello' },
      message: expect.stringMatching(/^operator team\/hello did not become ready within 1 s: .*[\s\S]*would install hello\.v2\.0\.0; not allowed/) as string,
    }]);
  });

  test('reports only with --debug that it may not create Events', async () => {
    for (const [args, expected] of [[[], false], [['--debug'], true]] as const) {
      cluster = new FakeCluster('blue');
      planned();
      cluster.forbid('POST');
      const [{ exitCode, stderr }] = await Promise.all([
        runInCluster(cluster, ['wait', '-f', manifestFile(PINNED), '--approve', ...args]), installsOnceApproved(),
      ]);
      expect(exitCode).toBe(ExitCode.SUCCESS);
      expect(stderr.includes('no Event was written for InstallPlan install-1')).toBe(expected);
    }
  });

  test('approves no other version', async () => {
    planned('hello.v2.0.0');
    const { exitCode, stdout } = await runInCluster(cluster, ['wait', '-f', manifestFile(PINNED), '--approve', '--timeout', '1s']);
    expect({ exitCode, changes: cluster.changes }).toEqual({ exitCode: ExitCode.PROGRESSING, changes: [] });
    expect(onOneLine(stdout)).toContain('InstallPlan team/install-1 would install hello.v2.0.0; not allowed: hello.v2.0.0');
    expect(stdout).toContain('--allow');
  });

  test('with --stepwise approves older versions of the channel', async () => {
    planned('hello.v0.9.0');
    cluster.add({
      path: '/apis/packages.operators.coreos.com/v1/packagemanifests', name: 'hello', namespace: 'team',
      status: {
        catalogSource: 'shop', catalogSourceNamespace: 'olm', packageName: 'hello', defaultChannel: 'stable',
        channels: [{ name: 'stable', currentCSV: 'hello.v1.0.0', entries: [{ name: 'hello.v1.0.0', version: '1.0.0' }, { name: 'hello.v0.9.0', version: '0.9.0' }] }],
      },
    });
    await Promise.all([runInCluster(cluster, ['wait', '-f', manifestFile(PINNED), '--approve', '--stepwise']), installsOnceApproved()]);
    expect(cluster.changes).toContain('PATCH /apis/operators.coreos.com/v1alpha1/namespaces/team/installplans/install-1');
  });

  test('with --dry-run prints the approval and sends nothing', async () => {
    planned();
    const { exitCode, stdout, stderr } = await runInCluster(cluster, ['wait', '-f', manifestFile(PINNED), '--approve', '--dry-run']);
    expect({ exitCode, changes: cluster.changes }).toEqual({ exitCode: ExitCode.SUCCESS, changes: [] });
    expect(stderr).toContain('operator team/hello: dry run: approves InstallPlan team/install-1');
    expect(stdout).toContain('would wait for');
  });

  test('skips an object that depends on one that failed', async () => {
    runOlm(cluster);
    installOperator(cluster);
    cluster.remove('shop');
    const { exitCode, stdout } = await runInCluster(cluster, ['wait', '-f', manifestFile(CATALOG, SUBSCRIPTION), '--timeout', '1s']);
    expect(exitCode).toBe(ExitCode.PROGRESSING);
    expect(stdout).toMatch(/operator team\/hello +skipped +0 s +it needs catalog olm\/shop, which is not/);
  });

  test('stops within a second when it is interrupted, and prints what it was waiting for', async () => {
    planned();
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(new Interruption(ExitCode.INTERRUPTED)), 800);
    const startedAt = performance.now();
    const { exitCode, stdout } = await runInCluster(cluster, ['wait', '-f', manifestFile(PINNED)], { signal: stopping.signal });
    expect(performance.now() - startedAt).toBeLessThan(1800);
    expect(exitCode).toBe(ExitCode.INTERRUPTED);
    expect(stdout).toMatch(/operator team\/hello +interrupted +0 s +approving, waiting for/);
  });
});

describe('wait refuses', () => {
  test.each<[string, readonly string[], ExitCode, string]>([
    ['to wait for nothing', ['wait'], ExitCode.USAGE, 'error: nothing to wait for; set -f to a file or folder of manifests\n'],
    ['--allow without --approve', ['wait', '-f', '-', '--allow', 'a.v1'], ExitCode.USAGE, 'error: --allow has an effect only with --approve; add --approve\n'],
    ['a file that does not exist', ['wait', '-f', '/none.yaml'], ExitCode.ERROR, 'error: /none.yaml does not exist; give a file or folder of manifests\n'],
  ])('%s', async (_, args, exitCode, message) => {
    expect(await runInCluster(cluster, args)).toEqual({ exitCode, stdout: '', stderr: message });
  });

  test.each([
    ['manifests without objects of OLM', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n', 'no objects of OLM in -: nothing to wait for among 1 objects'],
    ['broken YAML', 'a: [\n', 'standard input:2:1: this is not YAML'],
    ['YAML that is not a Kubernetes object', 'a: b\n', 'standard input:1: the document is not an object of Kubernetes: it has no apiVersion and kind'],
  ])('%s', async (_, stdin, message) => {
    const { exitCode, stderr } = await runInCluster(cluster, ['wait', '-f', '-'], { stdin });
    expect(exitCode).toBe(ExitCode.ERROR);
    expect(stderr).toContain(message);
  });

  test('a cluster without OLM', async () => {
    cluster.unserve('operators.coreos.com');
    const { exitCode, stdout } = await runInCluster(cluster, ['wait', '-f', manifestFile(SUBSCRIPTION), '--timeout', '1s']);
    expect(exitCode).toBe(ExitCode.PROGRESSING);
    expect(onOneLine(stdout)).toContain('the cluster does not serve the API operators.coreos.com: OLM is not installed');
    expect(onOneLine(stdout)).toContain('install OLM first, or select the cluster that runs OLM with --kubeconfig and --context');
  });
});
