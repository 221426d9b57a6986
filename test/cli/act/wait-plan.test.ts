import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExitCode } from '../../../lib/cli/frame/cli-error';
import { planJson, type PlannedPath } from '../../builders/upgrade-plan';
import { FakeCluster } from '../../pulumi/fake-cluster';
import { installOperator, runOlm, serveCatalog } from '../../pulumi/state/cluster-objects';
import { manifestFile, runInCluster } from './cluster-command';

jest.mock('../../../lib/cli/frame/cluster', () => ({ ...jest.requireActual<object>('../../../lib/cli/frame/cluster'), connect: jest.fn() }));

const OLM = '/apis/operators.coreos.com/v1alpha1';
const PINNED = {
  apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'hello', namespace: 'team' },
  spec: { name: 'hello', channel: 'stable', source: 'shop', sourceNamespace: 'olm', installPlanApproval: 'Manual', startingCSV: 'hello.v1.0.0' },
};
const HELLO: PlannedPath = { namespace: 'team', packageName: 'hello', approvals: ['hello.v1.0.0'] };
const CACHE: PlannedPath = { namespace: 'team', packageName: 'cache', approvals: ['cache.v2.0.0'] };

let cluster: FakeCluster;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  cluster = new FakeCluster('blue');
});

afterEach(() => jest.useRealTimers());

const onOneLine = (output: string): string => output.replace(/\s+/g, ' ');

function planFile(content: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'plan-')), 'olm.plan.json');
  writeFileSync(file, content);
  return file;
}

/** OLM's InstallPlan with some versions, which requires approval; the operator is not installed. */
function pending(...csvs: string[]): void {
  runOlm(cluster);
  serveCatalog(cluster);
  installOperator(cluster);
  cluster.remove('hello.v1.0.0');
  cluster.add(
    {
      path: `${OLM}/subscriptions`, name: 'hello', namespace: 'team', spec: PINNED.spec,
      status: { state: 'UpgradePending', currentCSV: 'hello.v1.0.0', installPlanRef: { name: 'install-1', uid: 'uid-of-install-1' } },
    },
    {
      path: `${OLM}/installplans`, name: 'install-1', namespace: 'team',
      metadata: { ownerReferences: [{ kind: 'Subscription', name: 'hello', uid: 'uid-of-hello' }] },
      spec: { approval: 'Manual', approved: false, clusterServiceVersionNames: csvs }, status: { phase: 'RequiresApproval' },
    },
  );
}

async function waitWith(plan: string, ...args: string[]): ReturnType<typeof runInCluster> {
  return runInCluster(cluster, ['wait', '-f', manifestFile(PINNED), '--approve', '--plan', planFile(plan), '--timeout', '3s', ...args]);
}

describe('wait --plan', () => {
  test('approves what the plan contains, including dependencies', async () => {
    pending('hello.v1.0.0', 'cache.v2.0.0');
    await waitWith(planJson(HELLO, CACHE));
    expect(cluster.changes).toContain(`PATCH ${OLM}/namespaces/team/installplans/install-1`);
  });

  test('approves nothing else, not even a pinned version', async () => {
    pending('hello.v1.0.0', 'cache.v3.0.0');
    const { exitCode, stdout } = await waitWith(planJson(HELLO, CACHE));
    expect({ exitCode, changes: cluster.changes }).toEqual({ exitCode: ExitCode.PROGRESSING, changes: [] });
    expect(onOneLine(stdout)).toContain('InstallPlan team/install-1 would install hello.v1.0.0 and cache.v3.0.0; not in ');
    expect(onOneLine(stdout)).toContain('olm.plan.json: cache.v3.0.0');
    expect(onOneLine(stdout)).toContain('create and review the upgrade plan again');
  });

  test('prints with --dry-run what it would approve', async () => {
    pending('hello.v1.0.0');
    const { stderr } = await waitWith(planJson(HELLO), '--dry-run');
    expect(stderr).toContain('dry run: approves InstallPlan team/install-1');
    expect(cluster.changes).toEqual([]);
  });

  test.each<[string, string, RegExp]>([
    ['is not a plan', '{}', /olm\.plan\.json:1: not an upgrade plan of olm-constructs/],
    ['is of a later version', '{"planVersion": 7}', /olm\.plan\.json:1: planVersion must be 1, .* got 7; use the version of olm-constructs that made the plan/],
    ['was edited', planJson(HELLO).replace('"after": "hello.v1.0.0"', '"after": "hello.v2.0.0"'), /olm\.plan\.json:\d+: operators\.0\.approvals must lead from '' to 'hello\.v2\.0\.0'/],
    ['is for other namespaces', planJson({ ...HELLO, namespace: 'other' }), /olm\.plan\.json: the plan is for other\/hello, and the Subscriptions are for team\/hello/],
    ['is for another version', planJson({ ...HELLO, before: 'hello.v1.0.0', approvals: ['hello.v1.1.0'] }),
      /olm\.plan\.json:4: the plan leads to hello\.v1\.1\.0, and Subscription team\/hello is pinned to hello\.v1\.0\.0; make the plan again/],
    ['removes the operator', '{"planVersion":1,"operators":[\n{"namespace":"team","packageName":"hello","kind":"removed","before":"hello.v0.9.0","after":"","approvals":[]}]}',
      /olm\.plan\.json:2: the plan removes hello\.v0\.9\.0, and Subscription team\/hello installs it/],
    ['has no upgrade path', '{"planVersion":1,"operators":[\n{"namespace":"team","packageName":"hello","kind":"changed","before":"hello.v0.1.0","after":"hello.v1.0.0","approvals":[],"problems":["no path"]}]}',
      /olm\.plan\.json:2: the plan has no approvals that lead to hello\.v1\.0\.0: no path; make a plan that OLM can follow/],
  ])('refuses a file that %s, before it does anything', async (_, plan, message) => {
    pending('hello.v1.0.0');
    const { exitCode, stderr } = await waitWith(plan);
    expect({ exitCode, changes: cluster.changes }).toEqual({ exitCode: ExitCode.ERROR, changes: [] });
    expect(stderr).toMatch(message);
  });

  test('refuses a Subscription with automatic approval', async () => {
    const automatic = { ...PINNED, spec: { ...PINNED.spec, installPlanApproval: 'Automatic' } };
    const { stderr } = await runInCluster(cluster, ['wait', '-f', manifestFile(automatic), '--approve', '--plan', planFile(planJson(HELLO))]);
    expect(stderr).toContain('Subscription team/hello has automatic approval, so OLM would not wait for the approvals of the plan; set its approval to Manual');
  });

  test.each([
    [['--plan', 'x'], '--plan has an effect only with --approve; add --approve'],
    [['--plan', 'x', '--approve', '--stepwise'], '--plan lists everything to approve, so --stepwise has no effect; remove it'],
    [['--plan', 'x', '--approve', '--allow', 'a.v1'], '--plan lists everything to approve, so --allow has no effect; remove it'],
    [['--plan', 'missing.json', '--approve'], 'missing.json: the plan does not exist; make it with `olm-constructs plan OLD NEW -o json`'],
  ])('refuses %j', async (args, message) => {
    const { exitCode, stderr } = await runInCluster(cluster, ['wait', '-f', manifestFile(PINNED), ...args]);
    expect(exitCode).not.toBe(ExitCode.SUCCESS);
    expect(stderr).toContain(message);
  });
});
