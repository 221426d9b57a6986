import { App, Chart, Testing } from 'cdk8s';
import { CatalogRef, Cluster, Fleet, InstallPlanApproval, OperatorRegistry, OperatorSubscription, OperatorSubscriptionProps } from 'olm-constructs';
import { Catalog, PackageDeprecations } from 'olm-constructs/catalog';
import { takeWarnings } from '../../lib/constructs/model/warnings';
import { sampleBundle } from '../builders/sample-bundle';

const BUNDLES = [
  sampleBundle({ version: '1.0.0', name: 'sample-operator.v1.0.0', channels: 'old,stable' }),
  sampleBundle({ version: '1.1.0', name: 'sample-operator.v1.1.0', replaces: 'sample-operator.v1.0.0' }),
];

const DEPRECATIONS: PackageDeprecations = {
  packageMessage: 'use other-operator', channels: { old: 'use stable', stable: 'is slow' }, bundles: { 'sample-operator.v1.0.0': 'leaks', 'sample-operator.v1.1.0': 'is slow, too' },
};

const PACKAGE = "package 'sample-operator' is deprecated: use other-operator";

/** Subscribes to a catalog that was supplied, in a new chart. */
function subscribe(
  deprecations: PackageDeprecations, props: Partial<OperatorSubscriptionProps> = {}, chart = Testing.chart(),
): OperatorSubscription {
  const content = Catalog.fromBundles(BUNDLES, { defaultChannels: { 'sample-operator': 'stable' }, deprecations: { 'sample-operator': deprecations } });
  return new OperatorSubscription(chart, 'operator', { catalog: CatalogRef.named('hub', 'olm', { content }), ...props });
}

/** Lines on stderr. */
let lines: string[];

beforeEach(() => {
  lines = [];
  jest.spyOn(process.stderr, 'write').mockImplementation(line => {
    lines.push(String(line));
    return true;
  });
});

afterEach(() => jest.restoreAllMocks());

describe('a Subscription to something deprecated warns', () => {
  test.each<[string, Partial<OperatorSubscriptionProps>, string[]]>([
    ['of the package and the head, for the default channel', {}, [PACKAGE, "bundle 'sample-operator.v1.1.0' is deprecated: is slow, too"]],
    ['of the channel that it names', { channel: 'stable' }, [
      PACKAGE, "channel 'stable' of package 'sample-operator' is deprecated: is slow", "bundle 'sample-operator.v1.1.0' is deprecated: is slow, too",
    ]],
    ['of the pinned version only', { version: '1.0.0' }, [PACKAGE, "bundle 'sample-operator.v1.0.0' is deprecated: leaks"]],
    ['of the version that a range chooses', { versionRange: '~1.0' }, [PACKAGE, "bundle 'sample-operator.v1.0.0' is deprecated: leaks"]],
    ['of the first version and of the head, to which OLM continues', { startingCsv: 'sample-operator.v1.0.0' }, [
      PACKAGE, "bundle 'sample-operator.v1.0.0' is deprecated: leaks", "bundle 'sample-operator.v1.1.0' is deprecated: is slow, too",
    ]],
    ['of the first version only, with manual approval', { startingCsv: 'sample-operator.v1.0.0', approval: InstallPlanApproval.MANUAL }, [
      PACKAGE, "bundle 'sample-operator.v1.0.0' is deprecated: leaks",
    ]],
  ])('%s', (_what, props, warnings) => {
    expect(subscribe(DEPRECATIONS, props).warnings).toEqual(warnings);
  });

  test('about the channel of a registry, which the Subscription names', () => {
    const chart = Testing.chart();
    const catalog = new OperatorRegistry(chart, 'registry', {
      bundles: BUNDLES.slice(1), deprecations: { 'sample-operator': { channels: { stable: 'is slow' } } },
    });
    expect(new OperatorSubscription(chart, 'operator', { catalog }).warnings).toEqual(["channel 'stable' of package 'sample-operator' is deprecated: is slow"]);
  });

  test('about nothing if something else of the package is deprecated', () => {
    expect(subscribe({ channels: { old: 'use stable' }, bundles: { 'sample-operator.v1.0.0': 'leaks' } }).warnings).toEqual([]);
  });

  test('about nothing if the content of the catalog is unknown', () => {
    expect(subscribe(DEPRECATIONS, { catalog: CatalogRef.named('hub', 'olm'), packageName: 'sample-operator' }).warnings).toEqual([]);
  });
});

describe('the warnings of a Subscription', () => {
  test('are printed at synthesis, each on one line, and are not errors', () => {
    const { node } = subscribe({ packageMessage: ' use\n  other-operator \u001b[2J', channels: { stable: 'is slow' } }, { channel: 'stable' });
    expect(lines).toEqual([]);
    expect(Testing.synth(Chart.of(node.scope!))).not.toHaveLength(0);
    expect(lines).toEqual([
      "warning: [test/operator] package 'sample-operator' is deprecated: use other-operator \ufffd[2J\n",
      "warning: [test/operator] channel 'stable' of package 'sample-operator' is deprecated: is slow\n",
    ]);
  });

  test('are printed once, however often cdk8s validates the app', () => {
    const app = new App();
    for (const id of ['a', 'b', 'c']) {
      const chart = new Chart(app, id);
      if (id !== 'a') {
        subscribe({ packageMessage: 'use other-operator' }, { namespace: id }, chart);
      }
    }
    app.synthYaml();
    expect(lines).toEqual([`warning: [b/operator] ${PACKAGE}\n`, `warning: [c/operator] ${PACKAGE}\n`]);
  });

  test('are printed for each cluster', () => {
    const fleet = new Fleet({ outdir: Testing.app().outdir });
    for (const id of ['dev', 'prod']) {
      subscribe({ packageMessage: 'use other-operator' }, {}, new Chart(new Cluster(fleet, id), 'operators'));
    }
    fleet.synth();
    expect(lines).toEqual([`warning: [dev/operators/operator] ${PACKAGE}\n`, `warning: [prod/operators/operator] ${PACKAGE}\n`]);
  });

  test('are not printed if something else has reported them', () => {
    const subscription = subscribe({ packageMessage: 'use other-operator' });
    const constructs = [subscription];
    expect(takeWarnings(constructs)).toEqual([`[test/operator] ${PACKAGE}`]);
    expect(takeWarnings(constructs)).toEqual([]);
    Testing.synth(Chart.of(subscription));
    expect(lines).toEqual([]);
    expect(subscription.warnings).toEqual([PACKAGE]);
  });
});
