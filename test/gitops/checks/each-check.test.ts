import { App, Chart } from 'cdk8s';
import { Cluster } from 'olm-constructs';
import { AppChecks, AppFinding } from 'olm-constructs/gitops';
import { CHECK_PAIRS, type CheckPair, optionsOf } from './check-pairs';

/** Returns all findings in an app with a chart, in a cluster if the pair has one. */
function findings(create: (chart: Chart) => void, pair: CheckPair): AppFinding[] {
  const { cluster } = pair;
  const app = new App();
  create(new Chart(cluster === undefined ? app : new Cluster(app, 'prod', cluster), 'chart'));
  return AppChecks.report(app, optionsOf(pair)).findings;
}

describe('each check of apps', () => {
  const described = AppChecks.describe();

  it('has a good and a bad app', () => {
    expect(Object.keys(CHECK_PAIRS).sort()).toEqual(described.map(({ id }) => id).sort());
  });

  it.each(Object.entries(CHECK_PAIRS))('%s finds nothing in the good app', (_, pair) => {
    expect(findings(pair.good, pair)).toEqual([]);
  });

  it.each(Object.entries(CHECK_PAIRS))('%s is the only finding in the bad app', (id, pair) => {
    const { paths, message, remedy, cluster } = pair;
    const { severity, source } = described.find((check) => check.id === id)!;
    expect(findings(pair.bad, pair)).toEqual([{ id, severity, paths, clusters: cluster === undefined ? [] : ['prod'], message, remedy, source }]);
  });
});
