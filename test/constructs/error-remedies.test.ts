import { ApiObject, App, Chart, JsonPatch, Testing } from 'cdk8s';
import {
  BundleDeployment, BundleEngine, CatalogRef, Fleet, ImageCatalog, OlmInstallation, OlmV0Engine, OlmV1Engine, OperatorConfig, OperatorRegistry,
  OperatorSubscription, PlainEngine, RukpakEngine,
} from 'olm-constructs';
import { bundleOf } from '../builders/bundle-of';

const BUNDLE = bundleOf();
const CATALOG = CatalogRef.named('shop', 'olm');
const IMAGE = 'registry.example.com/catalog:v1';

class Subclass extends OperatorSubscription {
  protected override operatorConfig(): OperatorConfig {
    return { env: [{ name: 'A', vlaue: 'x' }], typo: 1 } as object;
  }
}

function subscribed(chart: Chart, props: object): OperatorSubscription {
  return new OperatorSubscription(chart, 'it', { catalog: CATALOG, packageName: 'demo', ...props });
}

function registered(chart: Chart, props: object): OperatorRegistry {
  return new OperatorRegistry(chart, 'it', { bundles: [BUNDLE], ...props });
}

/** Two Subscriptions in one namespace, as the second is told to share it. */
function sharing(chart: Chart, props: object): void {
  const { operatorGroupRef } = subscribed(chart, { namespace: 'shared' });
  new OperatorSubscription(chart, 'second', { catalog: CATALOG, packageName: 'other', namespace: 'shared', operatorGroup: operatorGroupRef, ...props });
}

/** Mistakes, with the place, the problem and the remedy that the error has. */
const MISTAKES: readonly (readonly [string, (chart: Chart) => unknown, RegExp])[] = [
  ['a bundle twice', (chart) => registered(chart, { bundles: [BUNDLE, BUNDLE] }), /^\[chart\/it\] package .* has 2 bundles named/],
  ['a deprecated package that is unknown', (chart) => registered(chart, { deprecations: { other: { package: 'x' } } }), /^\[chart\/it\] .*'?other/],
  ['a construct in the app', (chart) => subscribed(chart.node.root as Chart, {}), /^'it' creates Kubernetes objects, and is not in a chart: pass a Chart/],
  ['CRDs in the app', (chart) => new OlmInstallation(chart, 'it', { crdScope: App.of(chart) }), /outside of a chart: set 'crdScope' to a Chart/],
  ['a namespace that two create', (chart) => sharing(chart, {}), /'chart\/second\/Namespace' also creates Namespace 'shared'; .*`createNamespace: false`, for one of them$/m],
  ['a package that is no namespace', (chart) => subscribed(chart, { packageName: 'foo.bar' }),
    /^\[chart\/it\] namespace 'foo\.bar', which follows from the name of the package, must .*; set 'namespace'$/],
  ['a patch of nothing', (chart) => subscribed(chart, {}).subscription.addJsonPatch(JsonPatch.add('/spec/a/b', 1)),
    /the patch add '\/spec\/a\/b' of Subscription 'demo' cannot be applied: the object has nothing that contains this path/],
  ['a patch that removes nothing', (chart) => subscribed(chart, {}).namespaceObject!.addJsonPatch(JsonPatch.remove('/metadata/a/b')),
    /the patch remove '\/metadata\/a\/b' of Namespace 'demo' cannot be applied: /],
  ['a config of a subclass', (chart) => new Subclass(chart, 'it', { catalog: CATALOG, packageName: 'demo' }), /\[chart\/it\] unknown key 'typo' in the result of operatorConfig/],
];

describe('an error names the place, the problem and the remedy', () => {
  test.each(MISTAKES)('%s', (_, make, message) => {
    expect(() => {
      const chart = new Chart(Testing.app(), 'chart');
      make(chart);
      Testing.synth(chart);
    }).toThrow(message);
  });

  test('unless two share a namespace as it says', () => {
    const chart = new Chart(Testing.app(), 'chart');
    sharing(chart, { createNamespace: false });
    expect(Testing.synth(chart)).toHaveLength(4);
  });
});

describe('previous', () => {
  const engines = [new OlmV0Engine(), new OlmV1Engine({ catalogImage: IMAGE }), new RukpakEngine(), new PlainEngine()];
  const older = bundleOf({ version: '0.0.1' });

  test.each(engines.map((engine): [string, BundleEngine] => [engine.name, engine]))('has no bundle twice, and not the one to install: %s', (_, engine) => {
    const deploy = (previous: typeof BUNDLE[]): unknown => new BundleDeployment(Testing.chart(), 'it', { bundle: BUNDLE, previous, engine });
    expect(() => deploy([BUNDLE])).toThrow(`'previous' has bundle '${BUNDLE.name}', which is the one to install; set 'previous' to earlier versions only`);
    expect(() => deploy([older, older])).toThrow(`'previous' has bundle '${older.name}' twice; remove one`);
  });
});

test('a catalog in a chart whose ID begins with a digit has a valid name, and another one keeps its name', () => {
  const nameIn = (id: string): string => new ImageCatalog(new Chart(new App(), id), 'it', { image: IMAGE }).catalogName;
  expect(nameIn('1st')).toMatch(/^catalog-1st-it-[0-9a-f]+$/);
  expect(nameIn('first')).toMatch(/^first-it-[0-9a-f]+$/);
  expect(nameIn('1'.repeat(70))).toMatch(/^catalog-1+-it-[0-9a-f]+$/);
  expect(nameIn('1'.repeat(70)).length).toBeLessThanOrEqual(63);
});

test('a fleet checks its props', () => {
  expect(() => new Fleet({ foo: 1 } as never)).toThrow("unknown key 'foo' in props of Fleet; known keys: ");
  expect(() => new Fleet({ yamlOutputType: 'FILE_PER_CHART' } as never)).toThrow('yamlOutputType in props of Fleet must be ');
  expect(() => new ApiObject(new Chart(new Fleet(), 'chart'), 'it', { apiVersion: 'v1', kind: 'Namespace' })).not.toThrow();
});
