import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import {
  CatalogRef, DefaultCatalog, ImageCatalog, InstallPlanApproval, OlmInstallation, OperatorLock, OperatorSubscription, OperatorSubscriptionProps,
} from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { bundleOf } from '../builders/bundle-of';
import { synth } from '../builders/synthesized';

const folder = mkdtempSync(join(tmpdir(), 'olm-lock-sources-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;

function version(packageName: string, number: string, more: Parameters<typeof bundleOf>[0] = {}): Bundle {
  return bundleOf({ package: packageName, version: number, ...more });
}

const SHOP = Catalog.fromBundles([version('shop', '1.0.0'), version('shop', '1.1.0', { replaces: 'shop.v1.0.0' })]);

/** An app with a lock. */
function appWith(
  subscriptions: { readonly [packageName: string]: Partial<OperatorSubscriptionProps> }, file?: string,
): { readonly chart: Chart; readonly lock: OperatorLock } {
  const chart = new Chart(new App(), 'test');
  const path = join(folder, `${count++}.yaml`);
  if (file !== undefined) {
    writeFileSync(path, file);
  }
  const lock = new OperatorLock(chart, 'lock', { path });
  for (const [packageName, props] of Object.entries(subscriptions)) {
    new OperatorSubscription(chart, packageName, { catalog: CatalogRef.named('hub', 'olm', { content: SHOP }), packageName, ...props });
  }
  return { chart, lock };
}

const csvs = ({ lock }: { readonly lock: OperatorLock }): string[] => lock.resolve().operators.map(({ csv }) => csv);

describe('a Subscription to a catalog whose content is unknown', () => {
  const catalog = CatalogRef.named('hub', 'olm');

  it('is locked to the version and channel that are set', () => {
    expect(appWith({ shop: { catalog, version: '2.0.0', channel: 'stable' } }).lock.resolve().operators).toEqual([{
      namespace: 'shop', packageName: 'shop', version: '2.0.0', csv: 'shop.v2.0.0', channel: 'stable', catalog: 'hub', catalogNamespace: 'olm',
      subscription: 'shop', requiredBy: [], waivers: [],
    }]);
  });

  it.each<[string, Partial<OperatorSubscriptionProps>]>([
    ['only its version', { version: '2.0.0' }],
    ['only its channel', { channel: 'stable' }],
    ['its channel and the CSV to start with', { channel: 'stable', startingCsv: 'shop.v2.0.0', approval: InstallPlanApproval.MANUAL }],
  ])('cannot be locked with %s', (_, props) => {
    expect(() => appWith({ shop: { catalog, ...props } }).lock.resolve())
      .toThrow("whose content the app does not know; supply it, for example with CatalogRef.named(…, { content }), or set 'version' and 'channel'");
  });
});

describe('a Subscription is locked to', () => {
  it.each<[string, Partial<OperatorSubscriptionProps>, string]>([
    ['the head of its channel', {}, 'shop.v1.1.0'],
    ['its version', { version: '1.0.0' }, 'shop.v1.0.0'],
    ['the CSV to start with, which manual approval pins', { startingCsv: 'shop.v1.0.0', approval: InstallPlanApproval.MANUAL }, 'shop.v1.0.0'],
    ['the head of its channel if OLM upgrades it from the CSV to start with', { startingCsv: 'shop.v1.0.0', approval: InstallPlanApproval.AUTOMATIC }, 'shop.v1.1.0'],
    ['the highest version in its range', { versionRange: '~1.0' }, 'shop.v1.0.0'],
  ])('%s', (_, props, csv) => {
    expect(csvs(appWith({ shop: props }))).toEqual([csv]);
  });

  it('the CSV of its version in the catalog, whatever its name', () => {
    const content = Catalog.fromBundles([version('shop', '1.0.0', { name: 'shop-operator.1-0' }), version('shop', '1.1.0', { replaces: 'shop-operator.1-0' })]);
    expect(csvs(appWith({ shop: { version: '1.0.0', catalog: CatalogRef.named('hub', 'olm', { content }) } }))).toEqual(['shop-operator.1-0']);
  });

  it('a version of the channel that is set', () => {
    const content = Catalog.fromBundles([
      version('shop', '1.0.0', { channels: 'stable', defaultChannel: 'stable' }), version('shop', '2.0.0', { channels: 'fast', defaultChannel: 'stable' }),
    ]);
    const catalog = CatalogRef.named('hub', 'olm', { content });
    expect(csvs(appWith({ shop: { catalog } }))).toEqual(['shop.v1.0.0']);
    expect(csvs(appWith({ shop: { catalog, channel: 'fast' } }))).toEqual(['shop.v2.0.0']);
    expect(csvs(appWith({ shop: { catalog, channel: 'fast', versionRange: '>=1.0.0' } }))).toEqual(['shop.v2.0.0']);
  });
});

describe('the catalogs of a lock', () => {
  const needy = Catalog.fromBundles([version('needy', '1.0.0', {
    files: { 'metadata/dependencies.yaml': { dependencies: [{ type: 'olm.package', value: { packageName: 'shop', version: '>=1.0.0' } }] } },
  })]);
  const own = { catalog: CatalogRef.named('needs', 'needy', { content: needy }), namespace: 'needy' };

  it('include the image of each catalog that the app creates', () => {
    const chart = new Chart(new App(), 'test');
    const lock = new OperatorLock(chart, 'lock', { path: join(folder, 'image.yaml') });
    const catalog = new ImageCatalog(chart, 'hub', { name: 'hub', namespace: 'olm', image: 'example.test/hub:1', content: SHOP });
    new OperatorSubscription(chart, 'shop', { catalog, packageName: 'shop' });
    expect(lock.resolve().catalogs).toEqual([{ name: 'hub', namespace: 'olm', image: 'example.test/hub:1', digest: `sha256:${SHOP.contentHash}` }]);
  });

  it.each<[string, (chart: Chart) => OlmInstallation | undefined, string]>([
    ['of OLM', (chart) => new OlmInstallation(chart, 'olm', { namespace: 'lifecycle', defaultCatalog: DefaultCatalog.none() }), 'lifecycle'],
    ['olm if the app does not install OLM', () => undefined, 'olm'],
  ])('in the namespace %s supply dependencies in every namespace, unless that is excluded', (_, install, global) => {
    const made = (props: Partial<OperatorSubscriptionProps> = {}, where = global): string[] => {
      const app = appWith({ needy: { ...own, ...props } });
      install(app.chart);
      new ImageCatalog(app.chart, 'hub', { namespace: where, image: 'example.test/hub:1', content: SHOP });
      return csvs(app);
    };
    expect(made()).toEqual(['needy.v1.0.0', 'shop.v1.1.0']);
    expect(() => made({}, 'elsewhere')).toThrow('no catalog that OLM uses has one');
    expect(() => made({ excludeGlobalCatalogs: true })).toThrow('no catalog that OLM uses has one');
    expect(made({ excludeGlobalCatalogs: false })).toHaveLength(2);
  });

  it('supply dependencies by their priority', () => {
    const app = appWith({ needy: own });
    const spec = (priority: number): object => ({ sourceType: 'grpc', image: 'example.test/x:1', priority });
    for (const [name, priority] of [['a', 1], ['b', 3], ['c', 2]] as const) {
      const content = Catalog.fromBundles([version('shop', `${priority}.0.0`)]);
      const metadata = { name, namespace: 'olm' };
      new ApiObject(app.chart, name, { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'CatalogSource', metadata, spec: spec(priority) });
      new OperatorSubscription(app.chart, `of-${name}`, { catalog: CatalogRef.named(name, 'olm', { content }), packageName: 'shop', namespace: `of-${name}` });
    }
    expect(app.lock.resolve().tryFindOperator('needy', 'shop')).toMatchObject({ catalog: 'b', csv: 'shop.v3.0.0' });
  });
});

describe('synthesis with a lock', () => {
  it('fails if one operator cannot be locked any longer', () => {
    const locked = appWith({ shop: {} }).lock.resolve().toYaml();
    const { chart } = appWith({ shop: { channel: 'stable' }, other: { catalog: CatalogRef.named('unknown', 'olm') } }, locked);
    expect(() => synth(chart)).toThrow("what OLM would install is in the catalog 'olm/unknown', whose content the app does not know");
  });

  it('names the packages of the app if another one is to be updated', () => {
    const { lock } = appWith({ shop: {}, cart: { catalog: CatalogRef.named('carts', 'olm') } });
    expect(() => lock.resolve({ update: ['one', 'two'] }))
      .toThrow("no Subscription of the app installs 'one', 'two', and the lock does not have it; packages: cart, shop");
  });
});
