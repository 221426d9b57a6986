import { App, Chart, Testing } from 'cdk8s';
import { CatalogRef, InstallPlanApproval, OperatorRegistry, OperatorSubscription, OperatorSubscriptionProps } from 'olm-constructs';
import { sampleBundle } from '../builders/sample-bundle';
import { one, synth } from '../builders/synthesized';

const VERSIONS = ['1.0.0', '1.1.0', '1.2.0', '1.2.4', '1.10.0', '2.0.0-rc.1', '2.0.0'];

/** Subscribes to a registry with versions in one channel, each replacing the one before it. */
function subscribe(props: Partial<OperatorSubscriptionProps> = {}, versions = VERSIONS): { chart: Chart; subscription: OperatorSubscription } {
  const chart = Testing.chart();
  const bundles = versions.map((version, index) => sampleBundle({
    version, channels: 'stable', ...(index === 0 ? {} : { replaces: `sample-operator.v${versions[index - 1]}` }),
  }));
  const registry = new OperatorRegistry(chart, 'registry', { bundles });
  return { chart, subscription: new OperatorSubscription(chart, 'operator', { catalog: registry, ...props }) };
}

describe('OperatorSubscription.versionRange', () => {
  test('pins the highest version of the channel in the range, as version does', () => {
    const { chart, subscription } = subscribe({ versionRange: '^1.2' });

    expect(synth(chart)).toEqual(synth(subscribe({ version: '1.10.0' }).chart));
    expect(one(synth(chart), 'Subscription').spec).toMatchObject({ startingCSV: 'sample-operator.v1.10.0', installPlanApproval: 'Manual' });
    expect(subscription).toMatchObject({ version: '1.10.0', startingCsv: 'sample-operator.v1.10.0', approval: InstallPlanApproval.MANUAL });
  });

  test.each([
    ['~1.2', '1.2.4'], ['1.2.x', '1.2.4'], ['1.x', '1.10.0'], ['>=1.0.0 <1.2.0', '1.1.0'], ['>=1.0.0', '2.0.0'], ['<2.0.0', '2.0.0-rc.1'], ['~1.1 || ~1.0', '1.1.0'],
    ['1.2.0', '1.2.0'],
  ])('resolves %p to version %s', (versionRange, version) => {
    expect(subscribe({ versionRange }).subscription.version).toBe(version);
  });

  test('is resolved in the specified channel', () => {
    const chart = Testing.chart();
    const registry = new OperatorRegistry(chart, 'registry', {
      bundles: [sampleBundle({ version: '1.0.0', channels: 'stable' }), sampleBundle({ version: '1.1.0', channels: 'fast' })],
    });

    expect(new OperatorSubscription(chart, 'operator', { catalog: registry, channel: 'stable', versionRange: '1.x' }).version).toBe('1.0.0');
  });

  test('is the end of the upgrade path', () => {
    expect(subscribe({ versionRange: '~1.2' }).subscription.upgradePath('1.0.0')).toEqual([
      'sample-operator.v1.1.0', 'sample-operator.v1.2.0', 'sample-operator.v1.2.4',
    ]);
  });
});

describe('OperatorSubscription.versionRange is refused', () => {
  test.each<[string, Partial<OperatorSubscriptionProps>, string]>([
    ['with a version', { versionRange: '~1.2', version: '1.2.0' },
      "versionRange '~1.2' and version '1.2.0' both decide the version to install; omit one of the two"],
    ['with a startingCsv', { versionRange: '~1.2', startingCsv: 'sample-operator.v1.2.0' },
      "versionRange '~1.2' and startingCsv 'sample-operator.v1.2.0' both decide the version to install; omit one of the two"],
    ['with automatic approval', { versionRange: '~1.2', approval: InstallPlanApproval.AUTOMATIC },
      "versionRange '~1.2' cannot be pinned with automatic approval, with which OLM upgrades to the head of the channel; omit 'approval', or set "
      + "'startingCsv' instead of 'versionRange'"],
    ['if it is not a range', { versionRange: '1.2' },
      "versionRange '1.2' is not a version range; use comparisons with complete versions separated by spaces, such as '>=1.2.0 <2.0.0', with '||' for \"or\", "
      + "or '~1.2', '^1.2', '1.x' or '1.2.x'"],
    ['if it is empty', { versionRange: '' }, "versionRange '' is not a version range"],
    ['if the channel has no version in the range', { versionRange: '~1.3' },
      "no version in channel 'stable' satisfies versionRange '~1.3'; available: '1.0.0', '1.1.0', '1.2.0', '1.2.4', '1.10.0', '2.0.0-rc.1', '2.0.0'"],
  ])('%s', (_, props, message) => {
    expect(() => subscribe(props)).toThrow(`[test/operator] ${message}`);
  });

  test('with the ten highest versions of a longer channel', () => {
    const versions = Array.from({ length: 12 }, (__, index) => `1.${index}.0`);

    expect(() => subscribe({ versionRange: '^2' }, versions)).toThrow("available: 12, of which the highest are '1.2.0', '1.3.0'");
    expect(() => subscribe({ versionRange: '^2' }, versions.slice(0, 10))).toThrow("available: '1.0.0', '1.1.0'");
  });

  test('for a catalog of unknown content', () => {
    const chart = new Chart(new App(), 'test');

    expect(() => new OperatorSubscription(chart, 'operator', { catalog: CatalogRef.named('community', 'olm'), packageName: 'etcd', versionRange: '~1.2' })).toThrow(
      "[test/operator] versionRange '~1.2' is resolved at synthesis, and the app does not know the content of the catalog 'community'; set 'catalog' to "
      + "an OperatorRegistry or to CatalogRef.named(…, { content }), or set 'version' instead of 'versionRange'",
    );
  });
});
