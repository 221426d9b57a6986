import { ApprovalList, refusalOf } from '../../../../lib/cluster/waiting/operator/approval-list';
import { operatorReady } from '../../../../lib/cluster/waiting/operator/operator-waiter';
import { csv, event, plan, planned, readyNamespace, subscription } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { ClusterEvent, simulate } from '../simulated-cluster';

/** `a` requires `b`, which requires `c`; from 1 to 3 by way of 2, which does not exist for `c`. */
const CHAIN: ApprovalList = {
  source: 'olm.plan.json',
  operators: [
    { package: 'a', before: 'a.v1', csvs: ['a.v2', 'a.v3'] },
    { package: 'b', before: 'b.v1', csvs: ['b.v2', 'b.v3'] },
    { package: 'c', before: 'c.v1', csvs: ['c.v3'] },
  ],
  installPlans: [['a.v2', 'b.v2'], ['a.v3', 'b.v3', 'c.v3']],
};

const NEW: ApprovalList = { source: 'the plan', operators: [{ package: 'd', before: '', csvs: ['d.v1'] }], installPlans: [['d.v1']] };

const installing = (csvs: string[], installed: readonly string[], approvals = CHAIN): string | undefined => (
  refusalOf(csvs, approvals, (packageName) => installed.find((name) => name.startsWith(`${packageName}.`)))?.message
);

describe('an upgrade plan', () => {
  it.each<[string, string[], string[]]>([
    ['the first versions', ['a.v2', 'b.v2'], ['a.v1', 'b.v1', 'c.v1']],
    ['the next ones', ['a.v3', 'b.v3', 'c.v3'], ['a.v2', 'b.v2', 'c.v1']],
    ['what is required, before what requires it', ['c.v3'], ['a.v2', 'b.v2', 'c.v1']],
    ['the rest, after that', ['a.v3', 'b.v3'], ['a.v2', 'b.v2', 'c.v3']],
    ['what remains, after something was upgraded in advance', ['a.v3'], ['a.v2', 'b.v3', 'c.v3']],
    ['the last versions, where nothing is installed', ['a.v3', 'b.v3', 'c.v3'], []],
    ['an installed version that was deleted', ['b.v2'], ['a.v2', 'b.v2', 'c.v1']],
  ])('allows %s', (_, csvs, installed) => {
    expect(installing(csvs, installed)).toBeUndefined();
  });

  it.each<[string, string[], string[], string]>([
    ['a newer version', ['a.v4', 'b.v2'], ['a.v1', 'b.v1', 'c.v1'], 'not in olm.plan.json: a.v4'],
    ['the version that is installed before the plan', ['a.v1'], [], 'not in olm.plan.json: a.v1'],
    ['another provider', ['a.v2', 'b.v2', 'x.v9'], ['a.v1', 'b.v1'], 'not in olm.plan.json: x.v9'],
    ['a version without the one before', ['a.v3', 'b.v2'], ['a.v1', 'b.v1', 'c.v1'], 'by olm.plan.json, a.v3 follows a.v2, and a.v1 is installed'],
    ['a version from another one than planned', ['a.v2', 'b.v2'], ['a.v0', 'b.v1', 'c.v1'], 'by olm.plan.json, a.v2 follows a.v1, and a.v0 is installed'],
    ['an intermediate version, where nothing is installed', ['a.v2'], [], 'by olm.plan.json, a.v2 follows a.v1, and nothing is installed'],
    ['a version before another one that comes first', ['a.v3'], ['a.v2', 'b.v1', 'c.v1'], 'by olm.plan.json, b.v2 comes before that'],
  ])('refuses %s', (_, csvs, installed, message) => {
    expect(installing(csvs, installed)).toBe(message);
  });

  it('installs a new operator only where it is not installed yet', () => {
    expect(installing(['d.v1'], [], NEW)).toBeUndefined();
    expect(installing(['d.v1'], ['d.v0'], NEW)).toBe('by the plan, d.v1 is installed where nothing is, and d.v0 is installed');
  });

  it('keeps the order of each operator if the InstallPlans are unknown', () => {
    const unknown = { ...CHAIN, installPlans: [] };
    expect(installing(['a.v3'], ['a.v2', 'b.v1', 'c.v1'], unknown)).toBeUndefined();
    expect(installing(['a.v3'], ['a.v1'], unknown)).toContain('a.v3 follows a.v2');
  });
});

describe('a wait with an upgrade plan', () => {
  const approvals: ApprovalList = {
    source: 'olm.plan.json',
    operators: [{ package: 'plain', before: 'plain.v0.1.0', csvs: ['plain.v0.2.0', 'plain.v0.3.0'] }, { package: 'cache', before: 'cache.v1.0.0', csvs: ['cache.v2.0.0'] }],
    installPlans: [['cache.v2.0.0', 'plain.v0.2.0'], ['plain.v0.3.0']],
  };
  const options = { namespace: 'demo', subscription: 'plain', pin: { csv: 'plain.v0.3.0' }, approvals };

  function pending(at: number, csvs: string[], installed: string): ClusterEvent[] {
    const name = `install-${at}`;
    return [
      event(at, 'subscriptions', subscription(planned(name, csvs[0]!, installed), { installPlanApproval: 'Manual' })),
      event(at, 'installplans', plan(name, csvs, 'RequiresApproval')),
    ];
  }

  const cache = (installedCSV: string): ClusterEvent => event(0, 'subscriptions', subscription({ installedCSV }, { name: 'cache', installPlanApproval: 'Manual' }, 'cache'));
  const play = (...events: ClusterEvent[]): ReturnType<typeof simulate<unknown, unknown>> => (
    simulate<unknown, unknown>(operatorReady(options) as never, [...readyNamespace(), ...events])
  );

  it('approves one InstallPlan after the other, dependencies included', () => {
    const { verdict, actions } = play(
      cache('cache.v1.0.0'), event(0, 'clusterserviceversions', csv('plain.v0.1.0', 'Succeeded')), ...pending(0, ['plain.v0.2.0', 'cache.v2.0.0'], 'plain.v0.1.0'),
      { ...cache('cache.v2.0.0'), at: 5000 }, event(5000, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded')), ...pending(5001, ['plain.v0.3.0'], 'plain.v0.2.0'),
      event(9000, 'installplans', plan('install-5001', ['plain.v0.3.0'], 'Complete', { approved: true })),
      event(9000, 'clusterserviceversions', csv('plain.v0.3.0', 'Succeeded')), event(9000, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1')),
      event(9000, 'subscriptions', subscription(planned('install-5001', 'plain.v0.3.0', 'plain.v0.3.0'), { installPlanApproval: 'Manual' })),
    );
    expect([...new Set(actions.map(({ target }) => target.name))]).toEqual(['install-0', 'install-5001']);
    expect(verdict).toMatchObject({ kind: 'done', outcome: { csv: 'plain.v0.3.0' } });
  });

  it.each<[string, string[], string, string]>([
    ['has something that is not planned', ['plain.v0.2.0', 'other.v1.0.0'], 'upgrade-plan-exceeded',
      'InstallPlan demo/install-0 would install plain.v0.2.0 and other.v1.0.0; not in olm.plan.json: other.v1.0.0'],
    ['leaves out a version', ['plain.v0.3.0'], 'upgrade-plan-out-of-order',
      'InstallPlan demo/install-0 would install plain.v0.3.0; by olm.plan.json, plain.v0.3.0 follows plain.v0.2.0, and plain.v0.1.0 is installed'],
  ])('fails soon if an InstallPlan %s', (_, csvs, cause, message) => {
    const { verdict, actions } = play(
      cache('cache.v1.0.0'), event(0, 'clusterserviceversions', csv('plain.v0.1.0', 'Succeeded')), ...pending(0, csvs, 'plain.v0.1.0'),
    );
    expect(actions).toEqual([]);
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { findings: [{ cause, message }] } });
  });

  it('waits for what comes first, and approves nothing meanwhile', () => {
    const { verdict, actions } = play(
      cache('cache.v1.0.0'), event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded')), ...pending(0, ['plain.v0.3.0'], 'plain.v0.2.0'),
      { ...cache('cache.v2.0.0'), at: 120_000 },
      event(125_000, 'installplans', plan('install-0', ['plain.v0.3.0'], 'Complete', { approved: true })),
      event(125_000, 'clusterserviceversions', csv('plain.v0.3.0', 'Succeeded')), event(125_000, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1')),
      event(125_000, 'subscriptions', subscription(planned('install-0', 'plain.v0.3.0', 'plain.v0.3.0'), { installPlanApproval: 'Manual' })),
    );
    expect(actions[0]).toMatchObject({ type: 'approve', target: { name: 'install-0' } });
    expect(verdict.kind).toBe('done');
  });
});
