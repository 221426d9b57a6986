import { offered, olm, STEPWISE_LINES, VERSIONS } from './stepwise';
import { operatorReady } from '../../../../lib/cluster/waiting/operator/operator-waiter';
import { Pin } from '../../../../lib/cluster/waiting/operator/operator-options';
import { DEMO, event, readyNamespace } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { SimulatedWait, simulate } from '../simulated-cluster';

function upgraded(pin: Pin): SimulatedWait<unknown> {
  return simulate(operatorReady({ namespace: DEMO, subscription: 'plain', pin }), [
    ...readyNamespace(),
    event(0, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1')),
    ...offered(1_000, 0),
  ], { onAction: olm });
}

const approved = ({ actions }: SimulatedWait<unknown>): string[] => actions.map(({ target: { name } }) => name);

describe('an upgrade to a pinned version', () => {
  it('approves each intermediate version that is allowed by name, and nothing after the pinned one', () => {
    const wait = upgraded({ csv: VERSIONS[2]!, intermediateCsvs: VERSIONS.slice(0, 2) });
    expect(approved(wait)).toEqual(['install-0', 'install-1', 'install-2']);
    expect(wait.verdict).toMatchObject({ kind: 'done', outcome: { csv: 'plain.v0.3.0', version: '0.3.0', installPlan: 'install-2' } });
  });

  it('stops before an intermediate version that is not allowed', () => {
    const wait = upgraded({ csv: VERSIONS[2]!, intermediateCsvs: [VERSIONS[0]!] });
    expect(approved(wait)).toEqual(['install-0']);
    expect(wait.verdict).toMatchObject({
      kind: 'failed', reached: { csv: 'plain.v0.1.0' },
      explanation: { findings: [{ cause: 'plan-not-allowed', message: 'InstallPlan demo/install-1 would install plain.v0.2.0; not allowed: plain.v0.2.0' }] },
    });
  });

  it('prints each step', () => {
    expect(upgraded({ csv: VERSIONS[1]!, intermediateCsvs: [VERSIONS[0]!] }).lines).toEqual(STEPWISE_LINES);
  });
});
