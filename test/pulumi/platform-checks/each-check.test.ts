import { App, Chart } from 'cdk8s';
import { Cluster } from 'olm-constructs';
import { AppChecks, type AppFinding, OperatorPolicy } from 'olm-constructs/gitops';
import { FindingSeverity } from 'olm-constructs/validation';
import { pickOptions } from '../../../lib/formats/options/check-options';
import { ChartComponent, PlatformChecks, type PlatformChecksArgs } from '../../../lib/pulumi';
import { CHECK_PAIRS, type CheckPair, optionsOf } from '../../gitops/checks/check-pairs';
import { RULE_PAIRS } from '../../gitops/policy/rule-pairs';
import { Program } from '../program';
import { componentsOf, recordLog } from './components-of';

/** The findings in a program, and the error that it ends with. */
interface Checked {
  readonly findings: AppFinding[];
  readonly error: string | undefined;
}

async function check(args: PlatformChecksArgs, make: () => unknown): Promise<Checked> {
  let report: PlatformChecks['report'] | undefined;
  let error: string | undefined;
  try {
    await Program.run(() => {
      ({ report } = new PlatformChecks('checks', args));
      make();
    });
  } catch (thrown) {
    error = (thrown as Error).message;
  }
  return { findings: (await report!).findings, error };
}

function chartOf(create: (chart: Chart) => void, cluster?: CheckPair['cluster']): Chart {
  const app = new App();
  const chart = new Chart(cluster === undefined ? app : new Cluster(app, 'prod', cluster), 'chart');
  create(chart);
  return chart;
}

/** Checks components of what is in a chart. Returns the findings with the paths of the chart, and messages with those in quotes. */
async function checkComponents(args: PlatformChecksArgs, chart: Chart): Promise<Checked> {
  let paths = new Map<string, string>();
  const { findings, error } = await check(args, () => {
    paths = componentsOf(chart);
  });
  const inChart = (text: string): string => [...paths].reduce((result, [path, component]) => result.replaceAll(component, path), text);
  const found = findings.map((finding) => (
    { ...finding, paths: finding.paths.map(inChart), message: inChart(finding.message), remedy: inChart(finding.remedy) }
  ));
  return { error, findings: found };
}

/** A component reports its own warnings; `PlatformChecks` has the rest. */
const PAIRS = Object.entries(CHECK_PAIRS).filter(([id]) => id !== 'construct-warning');

/** A waiver names a path, and a component has another one than a construct. */
const argsOf = (pair: CheckPair): PlatformChecksArgs => ({
  ...optionsOf(pair), ...pickOptions('PlatformChecksArgs', pair.cluster ?? {}),
  ...(pair.options?.waivers === undefined ? {} : { waivers: pair.options.waivers.map((waiver) => ({ ...waiver, ...(waiver.path === undefined ? {} : { path: 'Subscription/b' }) })) }),
});

afterEach(() => jest.restoreAllMocks());

describe('each check of apps', () => {
  const described = AppChecks.describe();

  it.each(PAIRS)('%s finds nothing in the good program of components', async (_, pair) => {
    recordLog();
    expect(await checkComponents(argsOf(pair), chartOf(pair.good, pair.cluster))).toEqual({ findings: [], error: undefined });
  });

  it.each(PAIRS)('%s is the only finding in the bad program of components, and fails it if it is an error', async (id, pair) => {
    const log = recordLog();
    const { paths, message, remedy } = pair;
    const { severity, source } = described.find((known) => known.id === id)!;
    const { findings, error } = await checkComponents(argsOf(pair), chartOf(pair.bad, pair.cluster));
    const inPulumi = message.replace("cluster 'prod' has", 'the cluster has');
    expect(findings).toEqual([{ id, severity, paths, clusters: [], message: inPulumi, remedy, source }]);
    expect(severity === FindingSeverity.ERROR ? error : log.join('\n')).toContain(`${id}: [`);
    expect(error === undefined).toBe(severity !== FindingSeverity.ERROR);
  });

  it.each(PAIRS.filter(([id, { cluster }]) => cluster === undefined && id !== 'construct-refused'))('%s is the only finding in the bad chart', async (id, pair) => {
    recordLog();
    const { paths, message, remedy } = pair;
    const { severity, source } = described.find((known) => known.id === id)!;
    const { findings } = await check(optionsOf(pair), () => ChartComponent.fromChart('all', chartOf(pair.bad), { wait: false }));
    expect(findings).toEqual([{ id, severity, paths, clusters: [], message, remedy, source }]);
  });
});

describe('each rule of policies', () => {
  it.each(Object.entries(RULE_PAIRS))('%s finds nothing in the good program of components', async (_, { rules, good }) => {
    expect(await checkComponents({ existingNamespaces: ['ns'], policies: [new OperatorPolicy({ name: 'platform', ...rules })] }, chartOf(good))).toEqual({ findings: [], error: undefined });
  });

  it.each(Object.entries(RULE_PAIRS))('%s is the only finding in the bad program of components', async (id, { rules, bad, path = 'chart/operator', message, remedy }) => {
    const { findings, error } = await checkComponents({ existingNamespaces: ['ns'], policies: [new OperatorPolicy({ name: 'platform', ...rules })] }, chartOf(bad));
    expect(findings).toEqual([{ id, severity: 'error', paths: [path], clusters: [], message, remedy, source: "policy 'platform'" }]);
    expect(error).toContain(`${id}: [`);
  });
});
