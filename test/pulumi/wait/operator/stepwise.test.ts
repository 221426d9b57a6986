import { offered, olm, STEPWISE_LINES, VERSIONS } from './stepwise';
import { operatorReady } from '../../../../lib/pulumi/wait/operator/operator-ready';
import { Pin } from '../../../../lib/pulumi/wait/operator/options';
import { DEMO, happens, readyNamespace } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { Course, simulate } from '../simulated-cluster';

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
    expect(upgraded({ csv: VERSIONS[1]!, through: [VERSIONS[0]!] }).lines).toEqual(STEPWISE_LINES);
  });
});
