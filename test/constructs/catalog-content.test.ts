import { App, Chart, Testing } from 'cdk8s';
import {
  CatalogRef, CatalogRefOptions, Cluster, Fleet, ICatalog, ImageCatalog, InstallMode, olm, OperatorSubscription, OperatorSubscriptionProps,
} from 'olm-constructs';
import { InstallModeType } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { sampleBundle } from '../builders/sample-bundle';
import { one, synth } from '../builders/synthesized';

const { OWN_NAMESPACE, ALL_NAMESPACES } = InstallModeType;

/** Three versions in the default channel, the newest of which is only for all namespaces, and one more in another channel. */
const CONTENT = Catalog.merge([
  Catalog.fromBundles([
    sampleBundle({ version: '1.0.0', name: 'sample-operator.v1.0.0', installModes: [OWN_NAMESPACE] }),
    sampleBundle({ version: '1.1.0', name: 'sample-operator.1.1', replaces: 'sample-operator.v1.0.0', installModes: [OWN_NAMESPACE] }),
    sampleBundle({ version: '1.2.0', name: 'sample-operator.v1.2.0', replaces: 'sample-operator.1.1', installModes: [ALL_NAMESPACES] }),
    sampleBundle({ version: '2.0.0', name: 'sample-operator.v2.0.0', channels: 'candidate' }),
  ], { defaultChannels: { 'sample-operator': 'stable' } }),
  Catalog.fromBundles([sampleBundle({ package: 'other-operator', name: 'other-operator.v1.0.0' })]),
]);

const HUB = CatalogRef.named('hub', 'olm', { content: CONTENT });

function subscribe(
  props: Partial<OperatorSubscriptionProps>, chart = Testing.chart(),
): { readonly chart: Chart; readonly subscription: OperatorSubscription } {
  return { chart, subscription: new OperatorSubscription(chart, 'operator', { catalog: HUB, packageName: 'sample-operator', ...props }) };
}

function specOf(props: Partial<OperatorSubscriptionProps>): unknown {
  return one(synth(subscribe(props).chart), 'Subscription').spec;
}

describe('the content of a catalog outside of the app', () => {
  test('changes nothing in a Subscription that follows a channel', () => {
    const installMode = InstallMode.allNamespaces();
    for (const props of [{ installMode }, { installMode, channel: 'stable' }, { installMode: InstallMode.ownNamespace(), channel: 'candidate' }]) {
      expect(specOf(props)).toEqual(specOf({ ...props, catalog: CatalogRef.named('hub', 'olm') }));
    }
  });

  test('may be that of a CatalogSource of the app, of an ImageCatalog, or of a plain object', () => {
    const chart = Testing.chart();
    const source = new olm.CatalogSource(chart, 'hub', { metadata: { name: 'hub', namespace: 'olm' }, spec: { sourceType: 'grpc' } });
    const catalogs: ICatalog[] = [
      CatalogRef.fromObject(source, { content: CONTENT }),
      new ImageCatalog(chart, 'image', { name: 'hub', namespace: 'other', image: 'example.com/hub:v1', content: CONTENT }),
      { catalogName: 'hub', catalogNamespace: 'olm', catalogContent: CONTENT },
    ];
    for (const [index, catalog] of catalogs.entries()) {
      expect(() => new OperatorSubscription(chart, `operator-${index}`, { catalog, packageName: 'sampel-operator' }))
        .toThrow(`[test/operator-${index}] package 'sampel-operator' not found in the known content of catalog 'hub'; available: 'other-operator', 'sample-operator'`);
    }
  });

  test('has the package, if it has a single one', () => {
    const content = CONTENT.filter({ packages: [{ name: 'other-operator' }] }).catalog;
    const subscription = new OperatorSubscription(Testing.chart(), 'operator', { catalog: CatalogRef.named('hub', 'olm', { content }) });
    expect(subscription.packageName).toBe('other-operator');
  });

  test('has the name of the CSV of a pinned version', () => {
    expect(specOf({ version: '1.1.0' })).toMatchObject({ startingCSV: 'sample-operator.1.1', installPlanApproval: 'Manual' });
    expect(specOf({ version: '1.1.0', catalog: CatalogRef.named('hub', 'olm') })).toMatchObject({ startingCSV: 'sample-operator.v1.1.0' });
  });

  test('has versions in every channel, for a Subscription without a channel', () => {
    expect(subscribe({ version: '2.0.0' }).subscription.startingCsv).toBe('sample-operator.v2.0.0');
    expect(subscribe({ startingCsv: 'sample-operator.v2.0.0' }).subscription.channel).toBeUndefined();
  });

  test('resolves a version range', () => {
    const { subscription } = subscribe({ versionRange: '~1.1' });
    expect([subscription.version, subscription.startingCsv]).toEqual(['1.1.0', 'sample-operator.1.1']);
  });

  test('has the upgrade path', () => {
    expect(subscribe({ channel: 'stable' }).subscription.upgradePath('1.0.0')).toEqual(['sample-operator.1.1', 'sample-operator.v1.2.0']);
    expect(subscribe({ version: '1.1.0' }).subscription.upgradePath('1.0.0')).toEqual(['sample-operator.1.1']);
  });

  test('decides the install mode', () => {
    expect(subscribe({}).subscription.installMode.type).toBe(ALL_NAMESPACES);
    expect(subscribe({ version: '1.0.0' }).subscription.installMode.type).toBe(OWN_NAMESPACE);
  });
});

describe('a Subscription to a catalog of known content refuses', () => {
  const NEWER = "; update the content of catalog 'hub' in the app if that in the cluster is newer";

  test.each<[string, Partial<OperatorSubscriptionProps>, string]>([
    ['a package that it does not have', { packageName: 'sample' },
      `package 'sample' not found in the known content of catalog 'hub'; available: 'other-operator', 'sample-operator'${NEWER}`],
    ['a missing package', { packageName: '' }, "the known content of catalog 'hub' has several packages; set 'packageName' to one of 'other-operator', 'sample-operator'"],
    ['a channel that it does not have', { channel: 'stabel' },
      `channel 'stabel' not found in package 'sample-operator'; available: 'candidate', 'stable'${NEWER}`],
    ['a version that the channel does not have', { channel: 'stable', version: '2.0.0' },
      `version '2.0.0' not found in channel 'stable'; available: '1.0.0', '1.1.0', '1.2.0'${NEWER}`],
    ['a version that no channel has', { version: '3.0.0' },
      `version '3.0.0' not found in package 'sample-operator'; available: '1.0.0', '1.1.0', '1.2.0', '2.0.0'${NEWER}`],
    ['a CSV that the channel does not have', { channel: 'stable', startingCsv: 'sample-operator.v1.1.0' },
      "CSV 'sample-operator.v1.1.0' not found in channel 'stable'; available: 'sample-operator.v1.0.0', 'sample-operator.1.1', 'sample-operator.v1.2.0'"
      + NEWER],
    ['a version and the CSV of another one', { version: '1.0.0', startingCsv: 'sample-operator.v2.0.0' },
      "startingCsv 'sample-operator.v2.0.0' is version 2.0.0 in package 'sample-operator', and version is '1.0.0'; omit one of the two"],
    ['a range without a version in the channel', { versionRange: '~3.0' },
      "no version in channel 'stable' satisfies versionRange '~3.0'; available: '1.0.0', '1.1.0', '1.2.0'"],
  ])('%s', (_what, props, message) => {
    let found: unknown;
    try {
      subscribe(props);
    } catch (error) {
      found = error;
    }
    expect((found as Error | undefined)?.message).toBe(`[test/operator] ${message}`);
  });

  test('an unknown name, and suggests the nearest of many names', () => {
    const content = Catalog.fromBundles(Array.from({ length: 12 }, (_, index) => sampleBundle({ package: `operator-${index}`, name: `operator-${index}.v1.0.0` })));
    const catalog = CatalogRef.named('hub', 'olm', { content });
    expect(() => subscribe({ catalog, packageName: 'operater-7' })).toThrow(/available: 12, and the nearest (is|are) 'operator-7'/);
    expect(() => subscribe({ catalog, packageName: '' })).toThrow("set 'packageName' to one of 12, such as 'operator-0', 'operator-1', 'operator-10'");
  });

  test('an install mode that the bundle does not support, at synthesis', () => {
    expect(() => synth(subscribe({ installMode: InstallMode.ownNamespace() }).chart))
      .toThrow("[test/operator] bundle 'sample-operator.v1.2.0' does not support the install mode OwnNamespace; it supports AllNamespaces");
  });

  test('a bundle that requires a later version of Kubernetes, at synthesis', () => {
    const metadata = { installModes: [{ type: 'OwnNamespace', supported: true }], minKubeVersion: '1.31.0' };
    const content = Catalog.fromString([
      { schema: 'olm.package', name: 'sample-operator', defaultChannel: 'stable' },
      { schema: 'olm.channel', name: 'stable', package: 'sample-operator', entries: [{ name: 'sample-operator.v1.0.0' }] },
      {
        schema: 'olm.bundle', name: 'sample-operator.v1.0.0', package: 'sample-operator', image: `quay.io/example/it@sha256:${'1'.repeat(64)}`,
        properties: [{ type: 'olm.package', value: { packageName: 'sample-operator', version: '1.0.0' } }, { type: 'olm.csv.metadata', value: metadata }],
      },
    ].map(blob => JSON.stringify(blob)).join('\n'));
    const cluster = new Cluster(new Fleet(), 'dev', { kubernetesVersion: '1.29' });
    const { chart } = subscribe({ catalog: CatalogRef.named('hub', 'olm', { content }) }, new Chart(cluster, 'operators'));
    expect(() => synth(chart)).toThrow("bundle 'sample-operator.v1.0.0' requires Kubernetes 1.31.0 or later, and cluster 'dev' has 1.29");
  });

  test('content that is not a catalog', () => {
    const unchecked = (content: unknown): ICatalog => CatalogRef.named('hub', 'olm', { content } as CatalogRefOptions);
    expect(() => unchecked('catalog.yaml')).toThrow("content in options of CatalogRef.named must be a Catalog, got 'catalog.yaml': use Catalog.fromBundles(bundles), "
      + 'Catalog.fromString(content), Catalog.fromFile(path) or Catalog.fromDirectory(path)');
    expect(() => unchecked(Promise.resolve(CONTENT))).toThrow('must be a Catalog, got a Promise: await it');
    const own = (catalogContent: unknown): ICatalog => ({ catalogName: 'hub', catalogNamespace: 'olm', catalogContent } as ICatalog);
    expect(() => subscribe({ catalog: own('catalog.yaml') })).toThrow('[test/operator] the content of the catalog must be a Catalog; read one with '
      + 'Catalog.fromFile() or Catalog.fromDirectory(), or fetch one with `await Catalog.fetch()`');
    expect(() => subscribe({ catalog: own(Promise.resolve(CONTENT)) })).toThrow('; got a promise, which has to be awaited');
  });

  test('unknown options of its reference', () => {
    const options = { catalog: CONTENT } as CatalogRefOptions;
    expect(() => CatalogRef.named('hub', 'olm', options)).toThrow("unknown key 'catalog' in options of CatalogRef.named; known keys: 'content'");
    const source = new olm.CatalogSource(new Chart(new App(), 'test'), 'hub', { metadata: { name: 'hub', namespace: 'olm' }, spec: { sourceType: 'grpc' } });
    expect(() => CatalogRef.fromObject(source, options)).toThrow("[test/hub] unknown key 'catalog' in options of CatalogRef.fromObject");
  });
});

describe('a Subscription to a catalog of unknown content', () => {
  test('is not checked', () => {
    expect(specOf({ catalog: CatalogRef.named('hub', 'olm'), packageName: 'nope', channel: 'nope', version: '9.9.9' })).toMatchObject({ name: 'nope' });
  });
});
