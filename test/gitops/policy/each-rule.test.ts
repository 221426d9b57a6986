import { App, Chart } from 'cdk8s';
import { AppFinding, OperatorPolicy } from 'olm-constructs/gitops';
import { ALL_RULES } from '../../../lib/gitops/policy/policy-rules';
import { RULE_PAIRS, type RulePair } from './rule-pairs';

function findings(create: (chart: Chart) => void, { rules }: RulePair): AppFinding[] {
  const app = new App();
  create(new Chart(app, 'chart'));
  return new OperatorPolicy({ name: 'platform', ...rules }).report(app).findings;
}

describe('each rule of policies', () => {
  it('has a good and a bad app', () => {
    expect(Object.keys(RULE_PAIRS).sort()).toEqual(ALL_RULES.map(({ id }) => id).sort());
  });

  it.each(Object.entries(RULE_PAIRS))('%s finds nothing in the good app', (_, pair) => {
    expect(findings(pair.good, pair)).toEqual([]);
  });

  it.each(Object.entries(RULE_PAIRS))('%s is the only finding in the bad app', (id, pair) => {
    const { path = 'chart/operator', message, remedy } = pair;
    expect(findings(pair.bad, pair)).toEqual([{ id, severity: 'error', paths: [path], clusters: [], message, remedy, source: "policy 'platform'" }]);
  });
});
