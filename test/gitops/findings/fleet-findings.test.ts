import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { Cluster, Fleet } from 'olm-constructs';
import { AppChecks, ArgoCd, OperatorPolicy } from 'olm-constructs/gitops';
import { object, plainSubscription } from '../../builders/operator-objects';

const CLUSTERS = ['dev', 'eu/test', 'eu/prod'];

/** Returns an app with a cluster for each path, and a chart in each. */
function fleetOf(create: (chart: Chart, path: string) => void, paths: readonly string[] = CLUSTERS): Fleet {
  const app = new Fleet();
  for (const path of paths) {
    const [name, region] = path.split('/').reverse() as [string, string?];
    const scope = region === undefined ? app : app.node.tryFindChild(region) as Construct | undefined ?? new Construct(app, region);
    create(new Chart(new Cluster(scope, name, { existingNamespaces: ['ns'] }), 'operators'), path);
  }
  return app;
}

const twice = (chart: Chart): void => ['a', 'b'].forEach((id) => void plainSubscription(chart, id, 'cache'));

const MESSAGE = "package 'cache' is installed 2 times in namespace 'ns', at 'dev/operators/a' and 'dev/operators/b'";

describe('the same problem in several clusters', () => {
  it('is one finding, with all clusters and constructs', () => {
    const report = AppChecks.report(fleetOf(twice));
    expect(report.findings.map(({ id, clusters, paths, message }) => ({ id, clusters, paths, message }))).toEqual([{
      id: 'package-twice', clusters: CLUSTERS, paths: CLUSTERS.flatMap((path) => [`${path}/operators/a`, `${path}/operators/b`]), message: MESSAGE,
    }]);
    expect(report.errors).toBe(1);
  });

  it('is one line at synthesis, which names the clusters', () => {
    const app = fleetOf(twice);
    AppChecks.add(app);
    expect(() => app.synthYaml()).toThrow(
      `Validation failed with the following errors:\n  package-twice: [dev/operators/a] ${MESSAGE} (also in the clusters 'eu/test', 'eu/prod'); remove all but one of them`,
    );
  });

  it('is one row of the text, which names the clusters', () => {
    const text = AppChecks.report(fleetOf(twice)).toText({ width: 1000 });
    expect(text).toContain(`dev/operators/a\n  error  package-twice  ${MESSAGE} (also in the clusters 'eu/test', 'eu/prod')\n`);
    expect(text).toContain('not valid: 1 error\n');
  });

  it('has its clusters in JSON, and a location for each in SARIF', () => {
    const report = AppChecks.report(fleetOf(twice));
    expect(JSON.parse(report.toJson())).toMatchObject({ errors: 1, findings: [{ clusters: CLUSTERS }] });
    const { runs: [{ results }] } = JSON.parse(report.toSarif({ file: 'main.ts' })) as { runs: [{ results: { locations: object[]; message: object }[] }] };
    expect(results).toHaveLength(1);
    expect(results[0]!.message).toEqual({ text: `${MESSAGE} (also in the clusters 'eu/test', 'eu/prod'). Remedy: remove all but one of them.` });
    expect(results[0]!.locations).toEqual(CLUSTERS.map((path) => (
      { physicalLocation: { artifactLocation: { uri: 'main.ts' } }, logicalLocations: [{ fullyQualifiedName: `${path}/operators/a` }] }
    )));
  });

  it('keeps its fingerprint when another cluster has it, too', () => {
    const fingerprint = (paths: string[]): unknown => {
      const { runs } = JSON.parse(AppChecks.report(fleetOf(twice, paths)).toSarif()) as { runs: [{ results: [{ partialFingerprints: unknown }] }] };
      return runs[0].results[0].partialFingerprints;
    };
    expect(fingerprint(['dev', 'prod'])).toEqual(fingerprint(['dev']));
  });

  it('is several findings where it differs', () => {
    const app = fleetOf((chart, path) => ['a', 'b'].forEach((id) => void plainSubscription(chart, id, path === 'dev' ? 'queue' : 'cache')));
    expect(AppChecks.report(app).findings.map(({ clusters }) => clusters)).toEqual([['dev'], ['eu/test', 'eu/prod']]);
  });

  it('is told apart from a name that looks like the path of a cluster', () => {
    const app = fleetOf((chart, path) => ['a', 'b'].forEach((id) => void plainSubscription(chart, id, path)), ['cache', 'queue']);
    expect(AppChecks.report(app).findings.map(({ message }) => message)).toEqual(['cache', 'queue'].map((name) => (
      `package '${name}' is installed 2 times in namespace 'ns', at '${name}/operators/a' and '${name}/operators/b'`
    )));
  });

  it('is one finding of what constructs refuse, and one of a policy', () => {
    const app = fleetOf((chart) => {
      twice(chart);
      object(chart, 'one', 'v1', 'ConfigMap', 'ns').metadata.addAnnotation('argocd.argoproj.io/sync-wave', 'first');
    });
    ArgoCd.prepare(app);
    const policy = new OperatorPolicy({ name: 'law', allowedPackages: ['queue'] }).report(app);
    expect(policy.findings.map(({ id, clusters }) => [id, clusters])).toEqual([['policy-package', CLUSTERS], ['policy-package', CLUSTERS]]);
  });

  it('is one sentence of what is not checked', () => {
    expect(AppChecks.report(fleetOf((chart) => void plainSubscription(chart, 'a', 'cache'))).unchecked).toEqual([
      "what package 'cache' at 'dev/operators/a' needs from the cluster, because the app has no manifests of it (also in the clusters 'eu/test', 'eu/prod')",
    ]);
  });
});

describe('a waiver applies to', () => {
  const id = 'package-twice';
  const left = (path?: string): string[][] => (
    AppChecks.report(fleetOf(twice), { waivers: [{ id, reason: 'on purpose', ...(path === undefined ? {} : { path }) }] }).findings.map((finding) => (
      finding.id === id ? finding.clusters : [finding.id]
    ))
  );

  it.each<[string, string | undefined, string[][]]>([
    ['all clusters without a path', undefined, []],
    ['a construct in each cluster', '*/operators/a', []],
    ['the second construct of a finding', '*/operators/b', []],
    ['a part of the clusters', 'eu/*', [['dev']]],
    ['a part of a name', 'eu/*/oper*', [['dev']]],
    ['one cluster', 'dev', [['eu/test', 'eu/prod']]],
    ['no path that only starts like the pattern', '*/oper', [CLUSTERS, ['waiver-unused']]],
    ['no other characters of a pattern', 'dev/operators/.', [CLUSTERS, ['waiver-unused']]],
  ])('%s', (_, path, expected) => {
    expect(left(path)).toEqual(expected);
  });

  it('one finding for all clusters that it accepts', () => {
    const { waived } = AppChecks.report(fleetOf(twice), { waivers: [{ id, reason: 'on purpose', path: 'eu/*' }] });
    expect(waived.map(({ finding, reason }) => [finding.clusters, reason])).toEqual([[['eu/test', 'eu/prod'], 'on purpose']]);
  });
});
