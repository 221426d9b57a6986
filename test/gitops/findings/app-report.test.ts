import { ApiObject, App, Chart, JsonPatch, Testing } from 'cdk8s';
import { Cluster, ConstructError } from 'olm-constructs';
import { AppChecks, AppChecksOptions, AppReport, AppWaiver } from 'olm-constructs/gitops';

/** Returns an app with two Subscriptions to one package: an error; and an object of an unknown kind: a warning. */
function brokenApp(): App {
  const app = new App();
  const chart = new Chart(app, 'chart');
  new ApiObject(chart, 'namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ns' } });
  for (const name of ['a', 'b']) {
    new ApiObject(chart, name, {
      apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name, namespace: 'ns' }, spec: { name: 'cache', source: 's', sourceNamespace: 'olm' },
    });
  }
  new ApiObject(chart, 'group', {
    apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'group', namespace: 'ns' }, spec: { targetNamespaces: ['missing'] },
  });
  return app;
}

const ERROR = "package-twice: [chart/a] package 'cache' is installed 2 times in namespace 'ns', at 'chart/a' and 'chart/b'; remove all but one of them";
const WARNING = "target-namespace-missing: [chart/group] the OperatorGroup 'group' in namespace 'ns' has the target namespace 'missing', which nothing creates; "
  + 'create the Namespace in the app, or add it to `existingNamespaces` of the Cluster or of the checks';

describe('AppChecks.add', () => {
  let printed: string[];
  beforeEach(() => {
    printed = [];
    jest.spyOn(process.stderr, 'write').mockImplementation((line) => {
      printed.push(String(line));
      return true;
    });
  });
  afterEach(() => void jest.restoreAllMocks());

  it('stops synthesis with errors, and prints warnings once', () => {
    const app = brokenApp();
    AppChecks.add(app);
    expect(() => app.synthYaml()).toThrow(`Validation failed with the following errors:\n  ${ERROR}`);
    expect(() => app.synthYaml()).toThrow(ERROR);
    expect(printed).toEqual([`warning: ${WARNING}\n`]);
  });

  it('also stops synthesis with warnings if it is strict', () => {
    const app = brokenApp();
    AppChecks.add(app, { strict: true });
    expect(() => app.synthYaml()).toThrow(`${ERROR}\n  ${WARNING}`);
    expect(printed).toEqual([]);
  });

  it('includes objects and patches that are added later', () => {
    const app = new App();
    AppChecks.add(app);
    const chart = new Chart(app, 'chart');
    expect(Testing.synth(chart)).toEqual([]);
    new ApiObject(chart, 'job', { apiVersion: 'batch/v1beta1', kind: 'CronJob' });
    expect(() => void Testing.synth(chart)).toThrow('api-removed: [chart/job]');
  });

  it('writes each object once more than without it, whatever the number of charts', () => {
    const countWrites = (isChecked: boolean): number => {
      const app = new App();
      const objects = Array.from({ length: 20 }, (_, index) => new ApiObject(new Chart(app, `chart-${index}`), 'job', { apiVersion: 'batch/v1', kind: 'Job' }));
      if (isChecked) {
        AppChecks.add(app, { requireDigests: true });
      }
      const written = objects.map((object) => jest.spyOn(object, 'toJson'));
      app.synthYaml();
      return written.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    };
    expect([countWrites(false), countWrites(true)]).toEqual([20, 40]);
  });

  it('includes a patch between two calls of synthesis', () => {
    const app = new App();
    const job = new ApiObject(new Chart(app, 'chart'), 'job', { apiVersion: 'batch/v1', kind: 'Job', spec: {} });
    AppChecks.add(app, { requireDigests: true });
    expect(app.synthYaml()).toContain('kind: Job');
    job.addJsonPatch(JsonPatch.add('/spec/containers', [{ image: 'busybox' }]));
    expect(() => app.synthYaml()).toThrow("image-without-digest: [chart/job] Job 'chart-job-c8");
  });

  it('accepts findings with a reason', () => {
    const app = brokenApp();
    AppChecks.add(app, { existingNamespaces: ['missing'], waivers: [{ id: 'package-twice', path: 'chart/b', reason: 'b is removed next week' }] });
    expect(() => app.synthYaml()).not.toThrow();
    expect(printed).toEqual([]);
  });

  it('applies to one cluster only', () => {
    const app = new App();
    const cluster = new Cluster(app, 'prod');
    AppChecks.add(cluster);
    new ApiObject(new Chart(app, 'elsewhere'), 'job', { apiVersion: 'batch/v1beta1', kind: 'CronJob' });
    expect(() => app.synthYaml()).not.toThrow();
    new ApiObject(new Chart(cluster, 'chart'), 'job', { apiVersion: 'batch/v1beta1', kind: 'CronJob' });
    expect(() => app.synthYaml()).toThrow('[prod] api-removed: [prod/chart/job]');
  });

  it.each<[string, AppChecksOptions, string]>([
    ['a waiver without a reason', { waivers: [{ id: 'package-twice' } as AppWaiver] },
      'waivers[0].reason in options of AppChecks is required: set it to a string (reason why its findings are acceptable, shown in reports)'],
    ['a blank reason', { waivers: [{ id: 'package-twice', reason: ' ' }] }, "waivers[0] for 'package-twice' has no reason"],
    ['a waiver of an unknown check', { waivers: [{ id: 'packages-twice', reason: 'x' }] }, "waivers[0] names the unknown check 'packages-twice'; set 'id' to one of "],
    ['a waiver of what constructs refuse', { waivers: [{ id: 'construct-refused', reason: 'x' }] }, "waivers[0] names the unknown check 'construct-refused'"],
    ['a waiver with an unknown key', { waivers: [{ id: 'package-twice', reason: 'x', construct: 'a' } as AppWaiver] }, "unknown key 'construct' in waivers[0]"],
    ['waivers that are not a list', { waivers: {} } as AppChecksOptions, 'waivers in options of AppChecks must be a list of objects, got an object'],
    ['an unknown option', { waiver: [] } as AppChecksOptions, "unknown key 'waiver' in options of AppChecks; known keys: 'waivers'"],
    ['an invalid version', { kubernetesVersion: 'latest' }, "kubernetesVersion must be a version such as '1.33' or '1.33.2', got 'latest'"],
  ])('refuses %s', (_, options, message) => {
    const app = new App();
    expect(() => AppChecks.add(app, options)).toThrow(ConstructError);
    expect(() => AppChecks.add(app, options)).toThrow(message);
    expect(() => AppChecks.report(app, options)).toThrow(message);
  });

  it('refuses a second call, and a construct in a cluster', () => {
    const app = new App();
    AppChecks.add(app);
    expect(() => AppChecks.add(app)).toThrow('AppChecks were added already; pass all options in one call');
    expect(() => AppChecks.add(new Chart(app, 'chart'))).toThrow('[chart] AppChecks compare all constructs of a cluster; pass the app or a Cluster');
  });
});

describe('AppReport', () => {
  const waivers = [{ id: 'package-twice', reason: 'on purpose' }, { id: 'olm-twice', path: 'chart', reason: 'for later' }];
  const report = (options?: AppChecksOptions): AppReport => AppChecks.report(brokenApp(), options);

  it('separates what waivers accept, and reports waivers that apply to nothing', () => {
    const { findings, waived, errors, warnings, passed } = report({ waivers });
    expect(findings.map(({ id, paths, message }) => [id, paths, message])).toEqual([
      ['target-namespace-missing', ['chart/group'], expect.anything()],
      ['waiver-unused', ['chart'], "the waiver for 'olm-twice' at 'chart' does not apply to any finding (its reason: for later)"],
    ]);
    expect(waived.map(({ finding, reason }) => [finding.id, reason])).toEqual([['package-twice', 'on purpose']]);
    expect({ errors, warnings, passed }).toEqual({ errors: 0, warnings: 2, passed: true });
  });

  it('prints findings by construct', () => {
    expect(report({ waivers: waivers.slice(0, 1) }).toText()).toBe([
      'the app',
      '',
      'chart/group',
      "  warning  target-namespace-missing  the OperatorGroup 'group' in namespace 'ns' has the target namespace 'missing',",
      '                                     which nothing creates',
      '                                     → create the Namespace in the app, or add it to `existingNamespaces` of the Cluster',
      '                                     or of the checks',
      '',
      'chart/a (waived)',
      "  error  package-twice  package 'cache' is installed 2 times in namespace 'ns', at 'chart/a' and 'chart/b'",
      '                        → waived: on purpose',
      '',
      'About each rule: https://github.com/olm-constructs/olm-constructs/blob/main/docs/reference/app-checks.md#RULE',
      '',
      '✔ valid: 1 warning, 1 waived',
      "not checked: what package 'cache' at 'chart/a' needs from the cluster, because the app has no manifests of it",
      "not checked: what package 'cache' at 'chart/b' needs from the cluster, because the app has no manifests of it",
      '',
    ].join('\n'));
  });

  it('has all data as JSON', () => {
    const { passed, errors, warnings, findings, waived, unchecked } = report({ waivers });
    expect(JSON.parse(report({ waivers }).toJson())).toEqual({ passed, errors, warnings, findings, waived, unchecked });
  });

  it('has SARIF with logical locations, and the file of the program if it is known', () => {
    const resultOf = (sarif: string): { locations: object[]; level: string; ruleId: string } => (
      (JSON.parse(sarif) as { runs: [{ results: [{ locations: object[]; level: string; ruleId: string }] }] }).runs[0].results[0]
    );
    expect(resultOf(report().toSarif())).toMatchObject({
      ruleId: 'package-twice', level: 'error', locations: [{ logicalLocations: [{ fullyQualifiedName: 'chart/a' }] }],
    });
    expect(resultOf(report().toSarif({ file: 'main.ts' })).locations).toEqual([{
      physicalLocation: { artifactLocation: { uri: 'main.ts' } }, logicalLocations: [{ fullyQualifiedName: 'chart/a' }],
    }]);
  });

  it('merges with others', () => {
    const merged = AppReport.merged([report(), report({ waivers })]);
    expect([merged.findings.length, merged.waived.length, merged.errors, merged.unchecked.length]).toEqual([4, 1, 1, 2]);
    expect(merged.checks).toEqual(AppChecks.describe());
  });

  it('refuses unknown options', () => {
    expect(() => report().toText({ width: 0 })).toThrow('width in options of toText must be a positive integer, got 0');
    expect(() => report().toSarif({ folder: 'x' } as object)).toThrow("unknown key 'folder' in options of toSarif");
  });
});
