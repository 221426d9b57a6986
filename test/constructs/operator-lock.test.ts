import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import {
  CatalogRef, DefaultCatalog, ImageCatalog, OlmInstallation, OlmV1Engine, OperatorLock, OperatorSubscription, OperatorSubscriptionProps,
} from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { OperatorLockFile, Resolution } from 'olm-constructs/resolve';
import { bundleOf, crdOf } from '../builders/bundle-of';
import { Manifest, synth } from '../builders/synthesized';

const API = { name: 'caches.example.test', version: 'v1', kind: 'Cache' };

function shop(version: string, replaces?: string, cacheRange = '>=1.0.0'): Bundle {
  return bundleOf({
    package: 'shop', channels: 'stable', version, ...(replaces === undefined ? {} : { replaces: `shop.v${replaces}` }),
    files: { 'metadata/dependencies.yaml': { dependencies: [{ type: 'olm.package', value: { packageName: 'cache', version: cacheRange } }] } },
  });
}

function cache(version: string, replaces?: string): Bundle {
  return bundleOf({
    package: 'cache', channels: 'stable', version, ...(replaces === undefined ? {} : { replaces: `cache.v${replaces}` }),
    spec: { customresourcedefinitions: { owned: [API] } }, files: { 'manifests/crd.yaml': crdOf('Cache', { type: 'object' }) },
  });
}

const FIRST = Catalog.fromBundles([shop('1.0.0'), cache('1.0.0')]);

const NEXT = Catalog.fromBundles([shop('1.0.0'), shop('1.1.0', '1.0.0', '>=1.1.0'), cache('1.0.0'), cache('1.1.0', '1.0.0')]);

const folder = mkdtempSync(join(tmpdir(), 'olm-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;

interface Made {
  readonly chart: Chart;
  readonly lock: OperatorLock;
  readonly subscription: OperatorSubscription;
}

/** An app with a lock, and a Subscription to the shop. */
function made(content: Catalog, file?: string, props: Partial<OperatorSubscriptionProps> = {}): Made {
  const path = join(folder, `${count++}.yaml`);
  if (file !== undefined) {
    writeFileSync(path, file);
  }
  const chart = new Chart(new App(), 'test');
  new OlmInstallation(chart, 'olm', { defaultCatalog: DefaultCatalog.none() });
  const lock = new OperatorLock(chart, 'lock', { path });
  const subscription = new OperatorSubscription(chart, 'shop', { catalog: CatalogRef.named('hub', 'olm', { content }), packageName: 'shop', ...props });
  return { chart, lock, subscription };
}

/** Returns the Subscriptions, by name. */
function subscriptionsOf(chart: Chart): { [name: string]: Manifest['spec'] } {
  return Object.fromEntries(synth(chart).filter(({ kind }) => kind === 'Subscription').map(({ metadata, spec }) => [metadata.name, spec]));
}

const LOCKED = made(FIRST).lock.resolve().toYaml();

describe('the lock of an app', () => {
  it('contains what OLM would install, with dependencies', () => {
    const file = OperatorLockFile.fromString(LOCKED);

    expect(file.catalogs).toEqual([{ name: 'hub', namespace: 'olm', digest: `sha256:${FIRST.contentHash}` }]);
    expect(file.operators).toEqual([
      {
        namespace: 'shop', packageName: 'cache', version: '1.0.0', csv: 'cache.v1.0.0', channel: 'stable', catalog: 'hub', catalogNamespace: 'olm',
        bundle: expect.stringMatching(/^sha256:/) as string, requiredBy: ['shop.v1.0.0'], waivers: [],
      },
      {
        namespace: 'shop', packageName: 'shop', version: '1.0.0', csv: 'shop.v1.0.0', channel: 'stable', catalog: 'hub', catalogNamespace: 'olm',
        bundle: expect.stringMatching(/^sha256:/) as string, subscription: 'shop', requiredBy: [], waivers: [],
      },
    ]);
  });

  it('pins the Subscription, and one for each dependency before it', () => {
    const { chart, subscription } = made(FIRST, LOCKED);

    expect(subscriptionsOf(chart)).toEqual({
      cache: { name: 'cache', channel: 'stable', source: 'hub', sourceNamespace: 'olm', startingCSV: 'cache.v1.0.0', installPlanApproval: 'Manual' },
      shop: { name: 'shop', channel: 'stable', source: 'hub', sourceNamespace: 'olm', startingCSV: 'shop.v1.0.0', installPlanApproval: 'Manual' },
    });
    const [dependency] = subscription.dependencies;
    expect(subscription.subscription.node.dependencies).toContain(dependency!.subscription);
    expect(subscription.version).toBe('1.0.0');
  });

  it('keeps its versions when the catalog has new ones', () => {
    const { lock } = made(NEXT, LOCKED);
    const changes = lock.file!.changesTo(lock.resolve());

    expect(changes.map(({ subject, fields }) => [subject, fields.map(({ field }) => field)])).toEqual([['catalog olm/hub', ['digest']]]);
  });

  it('takes the new version of a package that is updated, with the dependencies that it requires', () => {
    const { lock } = made(NEXT, LOCKED);
    const next = lock.resolve({ update: ['shop'] });

    expect(next.operators.map(({ csv, requiredBy }) => [csv, requiredBy])).toEqual([['cache.v1.1.0', ['shop.v1.1.0']], ['shop.v1.1.0', []]]);
  });

  it('can update a dependency alone, or everything', () => {
    const { lock } = made(NEXT, LOCKED);
    const { lock: alone } = made(Catalog.fromBundles([shop('1.0.0'), cache('1.0.0'), cache('1.1.0', '1.0.0')]), LOCKED);

    expect(alone.resolve({ update: ['cache'] }).operators.map(({ csv }) => csv)).toEqual(['cache.v1.1.0', 'shop.v1.0.0']);
    expect(() => lock.resolve({ update: ['cache'] })).toThrow('  - not-reached cache.v1.1.0 (cache.v1.0.0 -> cache.v1.1.0): OLM does not install it: OLM upgrades all operators of '
      + "namespace 'shop' in one InstallPlan, and would install 'shop.v1.1.0' with 'cache.v1.1.0'; also update their operators in the lock");
    expect(lock.resolve({ updateAll: true }).operators.map(({ csv }) => csv)).toEqual(['cache.v1.1.0', 'shop.v1.1.0']);
    expect(() => lock.resolve({ update: ['shpo'] })).toThrow("no Subscription of the app installs 'shpo', and the lock does not have it; packages: shop");
  });

  it('refuses to take a dependency back, with the reason', () => {
    const newest = made(NEXT, LOCKED).lock.resolve({ updateAll: true }).toYaml();
    const refusal = "the downgrade of operator 'shop/cache' from 'cache.v1.1.0' to 'cache.v1.0.0' is refused: ";
    const lost = Catalog.fromBundles([shop('1.0.0'), shop('1.1.0', '1.0.0'), cache('1.0.0')]);
    expect(() => made(lost, newest).lock.resolve()).toThrow(`${refusal}catalog 'olm/hub' no longer has 'cache.v1.1.0' with version '1.1.0' in channel 'stable'; undo this`);

    const needed = Catalog.fromBundles([shop('1.1.0'), shop('1.2.0', '1.1.0', '<1.1.0'), cache('1.0.0'), cache('1.1.0', '1.0.0')]);
    expect(() => made(needed, newest).lock.resolve({ update: ['shop'] })).toThrow(`${refusal}'shop.v1.2.0' requires it; undo this`);
  });

  it('keeps waivers while the version stays', () => {
    const waived = LOCKED.replace('    requiredBy:', '    waivers:\n      - rule: type\n        field: caches.example.test/v1/spec\n        reason: unused\n    requiredBy:');

    expect(made(NEXT, waived).lock.resolve().operators[0]!.waivers).toEqual([{ rule: 'type', field: 'caches.example.test/v1/spec', reason: 'unused' }]);
    expect(made(NEXT, waived).lock.resolve({ updateAll: true }).operators[0]!.waivers).toEqual([]);
  });

  it('chooses within the version range of a Subscription', () => {
    expect(made(NEXT, undefined, { versionRange: '~1.0' }).lock.resolve().tryFindOperator('shop', 'shop')?.version).toBe('1.0.0');
    expect(made(NEXT, LOCKED, { versionRange: '^1.0' }).lock.resolve().tryFindOperator('shop', 'shop')?.version).toBe('1.0.0');
  });

  it('follows the exact version of a Subscription', () => {
    expect(made(NEXT, LOCKED, { version: '1.1.0' }).lock.resolve().tryFindOperator('shop', 'shop')?.csv).toBe('shop.v1.1.0');
  });

  it('drops what nothing requires any longer', () => {
    const withoutDependency = Catalog.fromBundles([bundleOf({ package: 'shop', channels: 'stable', version: '1.0.0' }), cache('1.0.0')]);
    expect(made(withoutDependency, LOCKED).lock.resolve().operators.map(({ csv }) => csv)).toEqual(['shop.v1.0.0']);
  });

  it('keeps what is locked where the content of the catalog is unknown', () => {
    const { chart, lock } = made(FIRST, LOCKED, { catalog: CatalogRef.named('hub', 'olm') });

    expect(subscriptionsOf(chart)['shop']).toMatchObject({ startingCSV: 'shop.v1.0.0' });
    expect(lock.file!.changesTo(lock.resolve())).toEqual([]);
  });
});

describe('synthesis', () => {
  it('fails without the lock file', () => {
    const { chart, lock } = made(FIRST);
    expect(() => synth(chart)).toThrow(`[test/lock] the lock file '${lock.path}' does not exist; run \`olm-constructs lock\` in the folder of the app, and commit the file`);
  });

  it('fails with all differences if the lock does not match the app', () => {
    const { chart, lock } = made(NEXT, LOCKED, { version: '1.1.0' });

    expect(() => synth(chart)).toThrow([
      `[test/lock] the lock file '${lock.path}' does not match the app; run \`olm-constructs lock\` to change it as follows, or change the app:`,
      `    ~ catalog olm/hub: digest sha256:${FIRST.contentHash} -> sha256:${NEXT.contentHash}`,
      '    ~ operator shop/cache: version 1.0.0 -> 1.1.0, csv cache.v1.0.0 -> cache.v1.1.0',
    ].join('\n'));
  });

  it('fails for a lock for other catalogs', () => {
    const { chart } = made(FIRST, LOCKED, { catalog: CatalogRef.named('other', 'olm', { content: FIRST }) });
    expect(() => synth(chart)).toThrow('  + catalog olm/other: digest');
  });

  it('fails if the content of a catalog is unknown and nothing is locked', () => {
    const { lock } = made(FIRST, undefined, { catalog: CatalogRef.named('hub', 'olm') });
    expect(() => lock.resolve()).toThrow("[test/shop] what OLM would install is in the catalog 'olm/hub', whose content the app does not know; supply it, for example with "
      + 'CatalogRef.named(…, { content }), or set \'version\' and \'channel\'');
  });

  it('fails if nothing satisfies all requirements', () => {
    const { lock } = made(Catalog.fromBundles([shop('1.0.0')]));
    expect(() => lock.resolve()).toThrow('[test/lock] OLM installs nothing in namespace shop, because these contradict each other:\n'
      + '  - shop.v1.0.0 requires an operator with package: cache and with version in range: >=1.0.0: no catalog that OLM uses has one\n');
  });

  it('refuses a Subscription that was created before the lock, and a second lock', () => {
    const chart = new Chart(new App(), 'test');
    new OperatorSubscription(chart, 'shop', { catalog: CatalogRef.named('hub', 'olm'), packageName: 'shop' });
    expect(() => new OperatorLock(chart, 'lock')).toThrow("[test/lock] the Subscription 'test/shop' was created before the lock, which would not apply to it; create the "
      + 'OperatorLock before all Subscriptions');

    const { chart: other } = made(FIRST);
    expect(() => new OperatorLock(other, 'second')).toThrow("[test/second] there is a lock already, at 'test/lock', and a cluster has one");
  });

  it('fails at an invalid lock file', () => {
    expect(() => made(FIRST, LOCKED.replace('lockVersion: 1', 'lockVersion: 9'))).toThrow('.yaml:2: lockVersion is 9, and this version of olm-constructs reads 1');
  });
});

describe('an app of several charts', () => {
  const appOf = (names: readonly string[]): { readonly app: App; readonly lock: OperatorLock; readonly subscribe: (name: string) => void } => {
    const app = new App({ outdir: join(folder, 'dist') });
    const lock = new OperatorLock(app, 'lock', { path: join(folder, 'charts.lock.yaml') });
    const content = Catalog.fromBundles(['one', 'two', 'three'].map(name => bundleOf({ package: name })));
    const subscribe = (name: string): void => {
      new OperatorSubscription(new Chart(app, name), name, { catalog: CatalogRef.named('hub', 'olm', { content }), packageName: name });
    };
    names.forEach(subscribe);
    return { app, lock, subscribe };
  };
  afterEach(() => jest.restoreAllMocks());

  it('resolves each namespace once, although cdk8s validates the app for each chart', () => {
    const { lock } = appOf(['one', 'two', 'three']);
    writeFileSync(lock.path, lock.resolve().toYaml());
    const resolutions = jest.spyOn(Resolution, 'of');
    appOf(['one', 'two', 'three']).app.synth();
    expect(resolutions.mock.calls.map(([{ namespace }]) => namespace)).toEqual(['one', 'three', 'two']);
  });

  it('resolves again when something changed', () => {
    const { lock, subscribe } = appOf(['one']);
    expect(lock.resolve().operators.map(({ csv }) => csv)).toEqual(['one.v1.0.0']);
    subscribe('two');
    expect(lock.resolve().operators.map(({ csv }) => csv)).toEqual(['one.v1.0.0', 'two.v1.0.0']);
    expect(() => lock.resolve({ update: ['four'] })).toThrow("no Subscription of the app installs 'four'");
    subscribe('three');
    expect(lock.resolve().operators).toHaveLength(3);
  });
});

describe('a package that OLM v1 installs', () => {
  const engine = new OlmV1Engine();
  const appWith = (props: Partial<OperatorSubscriptionProps>): Chart => {
    const chart = new Chart(new App(), 'test');
    const path = join(folder, `${count++}.yaml`);
    writeFileSync(path, 'lockVersion: 1\ncatalogs: []\noperators: []\n');
    new OperatorLock(chart, 'lock', { path });
    const catalog = new ImageCatalog(chart, 'hub', { name: 'hub', image: 'example.test/hub:1', engine, content: NEXT });
    new OperatorSubscription(chart, 'cache', { catalog, packageName: 'cache', engine, ...props });
    return chart;
  };
  const problem = "[test/cache] OLM v1 chooses the version of package 'cache' in the cluster, and the lock at 'test/lock' is for OLM v0; set 'version'";

  it('requires a version if there is a lock, which does not choose it', () => {
    expect(() => synth(appWith({}))).toThrow(`${problem} to one version, such as '1.1.0', the newest one that the app accepts`);
    expect(() => synth(appWith({ versionRange: '~1.0' }))).toThrow(`${problem}, instead of 'versionRange', to one version, such as '1.0.0'`);
    const unknown = new Chart(new App(), 'test');
    new OperatorLock(unknown, 'lock', { path: join(folder, 'none.yaml') });
    new OperatorSubscription(unknown, 'cache', { catalog: new ImageCatalog(unknown, 'hub', { image: 'example.test/hub:1', engine }), packageName: 'cache', engine });
    expect(() => synth(unknown)).toThrow(new RegExp('to one version$'));
  });

  it('has the version that is set, and is not in the lock', () => {
    const chart = appWith({ version: '1.0.0' });
    expect(synth(chart).find(({ kind }) => kind === 'ClusterExtension')?.spec).toMatchObject({ source: { catalog: { packageName: 'cache', version: '1.0.0' } } });
    expect(chart.node.findAll().filter(found => found instanceof OperatorLock).map(lock => lock.resolve().operators)).toEqual([[]]);
  });

  it('cannot have its own lock or plan', () => {
    expect(() => appWith({ version: '1.0.0', lock: OperatorLockFile.fromString(LOCKED) })).toThrow("'lock' is set, which only OLM v0 has; omit 'lock'");
  });
});

describe('a Subscription with its own lock', () => {
  const subscribe = (props: Partial<OperatorSubscriptionProps>): Chart => {
    const chart = new Chart(new App(), 'test');
    new OperatorSubscription(chart, 'shop', {
      catalog: CatalogRef.named('hub', 'olm', { content: FIRST }), packageName: 'shop', lock: OperatorLockFile.fromString(LOCKED), ...props,
    });
    return chart;
  };

  it('is pinned', () => {
    expect(Object.keys(subscriptionsOf(subscribe({})))).toEqual(['cache', 'shop']);
  });

  it.each<[string, Partial<OperatorSubscriptionProps>, string]>([
    ['package', { namespace: 'other' }, "the lock has no package 'shop' in namespace 'other'"],
    ['catalog', { catalog: CatalogRef.named('other', 'olm') }, "package 'shop' is locked to the catalog 'olm/hub', and the Subscription has 'olm/other'"],
    ['channel', { channel: 'beta', catalog: CatalogRef.named('hub', 'olm') }, "package 'shop' is locked to channel 'stable', and the Subscription has 'beta'"],
    ['version', { version: '2.0.0', catalog: CatalogRef.named('hub', 'olm') }, "package 'shop' is locked to version 1.0.0, and the Subscription has 2.0.0"],
    ['bundle', { catalog: CatalogRef.named('hub', 'olm', { content: Catalog.fromBundles([shop('3.0.0')]) }) },
      "package 'shop' is locked to 'shop.v1.0.0' in channel 'stable', which the catalog 'olm/hub' no longer has"],
  ])('is an error with another %s', (_, props, problem) => {
    expect(() => synth(subscribe(props))).toThrow(`[test/shop] ${problem}; run \`olm-constructs lock\``);
  });
});
