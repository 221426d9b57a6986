import { FluxHealthCheckExpression, FluxHealthChecks } from 'olm-constructs/gitops';
import { judgeHealth } from '../lib/gitops/health/judge-health';
import { KNOWN_HEALTH } from '../lib/gitops/health/known-health';
import { TRACES } from '../test/cluster/waiting/recorded-traces';
import { MADE_STATES } from '../test/gitops/health/made-states';
import { recordedStates } from '../test/gitops/health/recorded-states';
import { describeWith } from '../test/needed';
import { celHealth } from './flux/cel-health';

const OF_VERDICT = { ready: 'current', failed: 'failed', progressing: 'inProgress' } as const;
const OF_STATUS = { Healthy: 'current', Degraded: 'failed', Progressing: 'inProgress' } as const;

const CHECKS = new Map(FluxHealthChecks.all().map(check => [check.kind, check]));

function checkOf(kind: string): FluxHealthCheckExpression {
  return CHECKS.get(kind)!;
}

describe('health checks in cel-go, as Flux evaluates them', () => {
  it('give the expected verdict on objects that no recording contains', async () => {
    // CEL cannot tell that an OLMConfig has no status, in which case it is ready; so it always is.
    const states = MADE_STATES.filter(({ check: { kind } }) => kind !== 'OLMConfig');
    const verdicts = await celHealth(states.map(({ check, object }) => (
      { check: checkOf(check.kind), object: { metadata: {}, spec: {}, ...object as object } }
    )));
    expect(states.map(({ title }, index) => `${title}: ${verdicts[index]!.replace(/^unknown: no such attribute\(s\): status\..*/, 'inProgress')}`))
      .toEqual(states.map(({ title, status }) => `${title}: ${OF_STATUS[status]}`));
  });

  it('wait for an object without a status, but for kinds that are ready without one', async () => {
    const verdicts = await celHealth(KNOWN_HEALTH.map(({ kind }) => ({ check: checkOf(kind), object: { kind, metadata: { name: 'one', generation: 1 }, spec: {} } })));
    const expected = KNOWN_HEALTH.map(check => judgeHealth(check, { metadata: {} }).verdict === 'ready' ? 'current' : 'unknown: no such attribute(s): status');
    expect(verdicts.map(verdict => verdict.replace(/(: status)\..*/, '$1'))).toEqual(expected);
  });
});

describeWith(TRACES)('the health checks in the CEL of Flux', () => {
  it('give the verdicts of the reviewed table on every recorded state', async () => {
    const states = recordedStates();
    const verdicts = await celHealth(states.map(({ check, object }) => ({ check: checkOf(check.kind), object })));
    const different = states.flatMap(({ scenario, time, check, object }, index) => {
      const expected = OF_VERDICT[judgeHealth(check, object).verdict];
      const found = verdicts[index]!.startsWith('unknown: no such attribute(s): status') ? 'inProgress' : verdicts[index]!;
      return found === expected ? [] : [`${scenario} at ${time}: ${check.kind} ${object.metadata.name} is ${found}, not ${expected}`];
    });
    expect(states.length).toBeGreaterThan(400);
    expect(different).toEqual([]);
  });
});
