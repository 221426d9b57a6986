import { operatorReady } from '../../../../lib/pulumi/wait/operator/operator-ready';
import { Pin } from '../../../../lib/pulumi/wait/operator/options';
import { Action } from '../../../../lib/pulumi/wait/waiting/action';
import { csv, DEMO, happens, object, plan, planned, readyNamespace, subscription } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { Course, Happening, simulate } from '../simulated-cluster';

const VERSIONS = ['plain.v0.1.0', 'plain.v0.2.0', 'plain.v0.3.0', 'plain.v0.4.0'];

const offered = (at: number, index: number): Happening[] => (VERSIONS[index] === undefined ? [] : [
  happens(at, 'installplans', plan(`install-${index}`, [VERSIONS[index]], '')),
  happens(at + 200, 'installplans', plan(`install-${index}`, [VERSIONS[index]], 'RequiresApproval')),
  happens(at + 400, 'subscriptions', subscription(planned(`install-${index}`, VERSIONS[index], VERSIONS[index - 1]), { installPlanApproval: 'Manual' })),
]);

/** OLM with a channel in which each version replaces the one before: what is approved is installed, and the next one offered. */
function olm({ type, target: { name } }: Action, now: number): Happening[] {
  const index = Number(name.replace('install-', ''));
  if (type !== 'approve') {
    return [];
  }
  const [version, older] = [VERSIONS[index]!, VERSIONS[index - 1]];
  const spec = older === undefined ? {} : { replaces: older };
  return [
    happens(now + 50, 'installplans', plan(name, [version], 'Installing', { approved: true })),
    happens(now + 500, 'clusterserviceversions', csv(version, 'Installing', { spec })),
    ...(older === undefined ? [] : [happens(now + 600, 'clusterserviceversions', csv(older, 'Replacing'))]),
    happens(now + 2_000, 'clusterserviceversions', csv(version, 'Succeeded', { spec })),
    ...(older === undefined ? [] : [happens(now + 2_100, 'clusterserviceversions', object(older), 'DELETED')]),
    happens(now + 2_200, 'installplans', plan(name, [version], 'Complete', { approved: true })),
    happens(now + 2_300, 'subscriptions', subscription({ ...planned(name, version, version), state: 'AtLatestKnown' }, { installPlanApproval: 'Manual' })),
    ...offered(now + 4_000, index + 1),
  ];
}

function upgraded(pin: Pin): Course<unknown> {
  return simulate(operatorReady({ namespace: DEMO, subscription: 'plain', pin }), [
    ...readyNamespace(),
    happens(0, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1')),
    ...offered(1_000, 0),
  ], { onAction: olm });
}

const approved = ({ actions }: Course<unknown>): string[] => actions.map(({ target: { name } }) => name);

describe('an upgrade to a pinned version', () => {
  it('goes step by step through the versions that are allowed by name, and not beyond', () => {
    const course = upgraded({ csv: VERSIONS[2]!, through: VERSIONS.slice(0, 2) });
    expect(approved(course)).toEqual(['install-0', 'install-1', 'install-2']);
    expect(course.verdict).toMatchObject({ kind: 'done', outcome: { csv: 'plain.v0.3.0', version: '0.3.0', installPlan: 'install-2' } });
  });

  it('stops before a version that is not allowed', () => {
    const course = upgraded({ csv: VERSIONS[2]!, through: [VERSIONS[0]!] });
    expect(approved(course)).toEqual(['install-0']);
    expect(course.verdict).toMatchObject({
      kind: 'failed', reached: { csv: 'plain.v0.1.0' },
      explanation: { findings: [{ cause: 'plan-not-allowed', text: 'InstallPlan demo/install-1 would install plain.v0.2.0; not allowed: plain.v0.2.0' }] },
    });
  });

  it('tells each step', () => {
    expect(upgraded({ csv: VERSIONS[1]!, through: [VERSIONS[0]!] }).lines.map((line) => line.replace('operator demo/', ''))).toEqual([
      '0.3 plain: resolving, waiting for Subscription demo/plain to be created',
      '1.8 plain: installing, waiting for InstallPlan demo/install-0 to install plain.v0.1.0',
      '2.2 plain: starting, waiting for Deployment plain-op to be created',
      '3.9 plain: resolving, waiting for an InstallPlan from plain.v0.1.0 to plain.v0.2.0',
      '6.2 plain: installing, waiting for InstallPlan demo/install-1 to install plain.v0.2.0',
      '6.6 plain: starting, waiting for Deployment plain-op to be created',
      '8.2 plain: settling, waiting for all of it to stay as it is',
    ]);
  });
});
