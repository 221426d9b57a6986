import { join } from 'node:path';
import { App, Chart, Testing } from 'cdk8s';
import { CatalogRef, ImageCatalog, OperatorRegistry, OperatorSubscription, type OperatorSubscriptionProps } from 'olm-constructs';
import { Catalog } from 'olm-constructs/catalog';
import { one, synth } from '../builders/synthesized';

/** cache-operator: the default channel is `stable`, and `candidate` continues from its head. */
const CONTENT = Catalog.fromFile(join(__dirname, '..', '..', 'examples', 'catalogs', 'catalog.yaml'));
const DIGEST = `registry.example.com/catalog@sha256:${'a'.repeat(64)}`;

function subscribe(catalog: (chart: Chart) => OperatorSubscriptionProps['catalog'], props: Partial<OperatorSubscriptionProps> = {}): {
  readonly channel: unknown; readonly wanted: unknown; readonly warnings: readonly string[];
} {
  const chart = Testing.chart();
  const operator = new OperatorSubscription(chart, 'operator', { catalog: catalog(chart), packageName: 'cache-operator', ...props });
  const { spec, metadata } = one(synth(chart), 'Subscription') as unknown as { spec: { channel?: string }; metadata: { annotations?: { [key: string]: string } } };
  return { channel: spec.channel, wanted: metadata.annotations?.['olm-constructs/wanted-csv'], warnings: operator.warnings };
}

const IMAGE = (image: string) => (chart: Chart): ImageCatalog => new ImageCatalog(chart, 'catalog', { image, content: CONTENT });

test('the default channel of content that only the app can change is written', () => {
  const stable = { channel: 'stable', wanted: CONTENT.findPackage('cache-operator').defaultChannel.head.name, warnings: [] };
  expect(subscribe(IMAGE(DIGEST))).toEqual(stable);
  expect(subscribe((chart) => new OperatorRegistry(chart, 'catalog', { catalog: CONTENT }))).toEqual(stable);
});

test.each<[string, Parameters<typeof subscribe>[0]]>([
  ['an image with a tag', IMAGE('registry.example.com/catalog:v1')],
  ['a catalog in the cluster', () => CatalogRef.named('catalog', 'olm', { content: CONTENT })],
])('OLM follows all channels of %s, which is a warning if another one continues from the default one', (_, catalog) => {
  const { channel, wanted, warnings } = subscribe(catalog);
  expect([channel, wanted]).toEqual([undefined, undefined]);
  expect(warnings).toEqual([expect.stringMatching(
    /^channel is not set, so OLM follows all channels of package 'cache-operator': it upgrades '[^']+', the head of the default channel 'stable', to '[^']+rc[^']+' in channel 'candidate'; set channel to 'stable' to stay in it$/,
  )]);
  expect(subscribe(catalog, { channel: 'stable' }).warnings).toEqual([]);
});

test('no version is wanted of a registry of the app without a channel, unless the package has one channel', () => {
  const byName = (catalog: Catalog): unknown => {
    const chart = new Chart(new App(), 'test');
    new OperatorRegistry(chart, 'catalog', { catalog, name: 'catalog', namespace: 'olm' });
    new OperatorSubscription(chart, 'operator', { catalog: CatalogRef.named('catalog', 'olm'), packageName: 'cache-operator' });
    return one(synth(chart), 'Subscription').metadata['annotations'];
  };
  expect(byName(CONTENT)).not.toHaveProperty('olm-constructs/wanted-csv');
  const stable = CONTENT.filter({ packages: [{ name: 'cache-operator', channels: [{ name: 'stable' }] }] }).catalog;
  expect(byName(stable)).toHaveProperty(['olm-constructs/wanted-csv'], CONTENT.findPackage('cache-operator').defaultChannel.head.name);
});

test('a version of another channel of exact content is found, without a channel', () => {
  const { bundles } = CONTENT.findPackage('cache-operator').channels.find(({ name }) => name === 'candidate')!;
  expect(subscribe(IMAGE(DIGEST), { version: bundles.at(-1)!.version })).toMatchObject({ channel: undefined, wanted: bundles.at(-1)!.name });
});
