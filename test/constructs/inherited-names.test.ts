import { App, Chart } from 'cdk8s';
import {
  BundleDeployment, CatalogRef, Cluster, ImageCatalog, InstallMode, OlmInstallation, OlmV0Engine, OlmV1Engine, OperatorRegistry, OperatorSubscription,
  PlainBundleDeployment, PlainEngine, RukpakEngine,
} from 'olm-constructs';
import { type Bundle, PlainBundle } from 'olm-constructs/bundle';
import { Catalog, CatalogDiff, UpgradeGraph } from 'olm-constructs/catalog';
import { AppChecks, AppImages, ArgoCd, ManifestTree } from 'olm-constructs/gitops';
import { BundleComparison, BundleReport, ClusterNeeds, ImageList, InstallPermissions } from 'olm-constructs/report';
import { Resolution } from 'olm-constructs/resolve';
import { ProvisionerClass, RukpakBundle, RukpakSource } from 'olm-constructs/rukpak';
import { BundleValidation } from 'olm-constructs/validation';
import { withFiles } from '../builders/bundle-files';
import { bundleOf, crdOf } from '../builders/bundle-of';
import { synth } from '../builders/synthesized';

/** Names that every object of JavaScript inherits a value for, wherever users choose names. */
const NAMES = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__'];

const RAW = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'];

const IMAGE = 'registry.example.com/image:v1';

/** Returns a map with one entry; in a literal, `__proto__` would be no entry. */
function entry(key: string, value: unknown): { [key: string]: never } {
  return { [key]: value as never };
}

/** Returns a bundle that has a name wherever a bundle has names. */
function named(name: string, version = '1.0.0', replaces?: string): Bundle {
  return bundleOf({
    package: name, channels: `${name},other`, version, name: `${name}.v${version}`, ...(replaces === undefined ? {} : { replaces }),
    spec: {
      customresourcedefinitions: { owned: [{ name: 'things.example.test', version: 'v1', kind: 'Thing' }] },
    },
    files: {
      'manifests/crd.yaml': crdOf('Thing', { type: 'object', properties: entry(name, { type: 'string' }) }),
      'manifests/config.yaml': {
        apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'config', labels: entry(name, 'x'), annotations: entry(name, 'x') }, data: entry(name, 'x'),
      },
    },
  });
}

function chart(): Chart {
  return new Chart(new App(), 'chart');
}

const CALLS: { readonly [call: string]: (name: string) => unknown } = {
  registry: (name) => {
    const scope = chart();
    const catalog = new OperatorRegistry(scope, 'registry', { bundles: [named(name), named(name, '1.1.0', `${name}.v1.0.0`)] });
    new OperatorSubscription(scope, 'subscription', { catalog, packageName: name, channel: name, version: '1.1.0' });
    return synth(scope);
  },
  ...Object.fromEntries(Object.entries({
    v0: new OlmV0Engine(), v1: new OlmV1Engine({ catalogImage: IMAGE, experimental: true }), plain: new PlainEngine(), rukpak: new RukpakEngine(),
  }).map(([engine, made]) => [`deployment by ${engine}`, (name: string): unknown => {
    const scope = chart();
    new BundleDeployment(scope, 'it', {
      bundle: named(name), engine: made, namespace: 'demo', installMode: InstallMode.allNamespaces(), ...(engine.startsWith('v') ? { channel: name } : {}),
    });
    return synth(scope);
  }])),
  metadata: (name) => {
    const scope = chart();
    new ImageCatalog(scope, 'it', { image: IMAGE, labels: entry(name, 'x'), annotations: entry(name, 'x') });
    return synth(scope);
  },
  'labels of a subscription': (name) => {
    const scope = chart();
    new OperatorSubscription(scope, 'it', {
      catalog: CatalogRef.named('a', 'b'), packageName: 'demo', labels: entry(name, 'x'), annotations: entry(name, 'x'),
      config: { nodeSelector: entry(name, 'x'), env: [{ name, value: 'x' }] },
    });
    return synth(scope);
  },
  OLM: (name) => {
    const scope = chart();
    new OlmInstallation(scope, 'it', { labels: entry(name, 'x'), annotations: entry(name, 'x') });
    return synth(scope);
  },
  'ID of a construct': (name) => new ImageCatalog(chart(), name, { image: IMAGE }),
  'plain bundle': (name) => {
    const objects = [
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'config' }, data: entry(name, 'x') },
      { apiVersion: `${name}/v1`, kind: 'Thing', metadata: { name: 'thing' } }, { apiVersion: 'example.test/v1', kind: name, metadata: { name: 'thing' } },
    ];
    const scope = chart();
    new PlainBundleDeployment(scope, 'it', {
      bundle: withFiles(Object.fromEntries(objects.map((object, index) => [`manifests/${index}.json`, JSON.stringify(object)])),
        (folder) => PlainBundle.fromDirectory(folder)),
      namespace: 'demo',
    });
    return synth(scope);
  },
  'files for RukPak': (name) => withFiles(entry(`manifests/${name}`, 'a: b\n'), (folder) => {
    const scope = chart();
    new RukpakBundle(scope, 'it', { provisionerClass: ProvisionerClass.PLAIN, source: RukpakSource.localFolder(folder) });
    return synth(scope);
  }),
  catalogs: (name) => {
    const catalog = Catalog.fromBundles([named(name), named(name, '1.1.0', `${name}.v1.0.0`)], { deprecations: entry(name, { packageMessage: 'gone' }) });
    const read = Catalog.fromString(catalog.toJsonLines());
    return [
      read.findPackage(name).findChannel(name), read.filter({ packages: [{ name, channels: [{ name }] }] }).catalog.toJsonLines(),
      CatalogDiff.between(read, Catalog.merge([read])),
      UpgradeGraph.of(read, name).path(name), ImageList.ofCatalog(read).toText(),
    ];
  },
  reports: (name) => {
    const [before, after] = [named(name), named(name, '1.1.0', `${name}.v1.0.0`)];
    return [
      BundleReport.of(after).toText(), BundleComparison.of(before, after), BundleReport.compare(before, after).toText(),
      ImageList.ofBundle(after).toText(), InstallPermissions.compare(before, after),
      ClusterNeeds.of(after), BundleValidation.ofBundle(after).toText(),
    ];
  },
  resolution: (name) => Resolution.of({
    namespace: 'demo', catalogs: [{ name: 'hub', namespace: 'olm', content: Catalog.fromBundles([named(name)]) }],
    subscriptions: [{ name, packageName: name, catalog: 'hub', catalogNamespace: 'olm', channel: name }],
  }),
  'checks over an app': (name) => {
    const app = new App();
    const cluster = new Cluster(app, 'cluster', {});
    const scope = new Chart(cluster, 'chart', { namespace: 'demo' });
    new OlmInstallation(scope, 'olm', { namespace: 'olm', operatorNamespace: 'operators' });
    const catalog = new OperatorRegistry(scope, 'registry', { bundles: [named(name)] });
    new OperatorSubscription(scope, 'subscription', { catalog, packageName: name, namespace: 'demo' });
    const report = AppChecks.report(app);
    ArgoCd.prepare(app);
    return [report.toText(), AppImages.of(app).toText(), ManifestTree.of(app).files];
  },
};

it.each(Object.keys(CALLS).flatMap((call) => NAMES.map((name) => [call, name] as const)))('%s may have the name %s, or says why not', (call, name) => {
  let result: unknown;
  try {
    result = CALLS[call]!(name);
  } catch (error) {
    expect(RAW).not.toContain((error as Error).name);
    expect((error as Error).message).toContain(name);
    return;
  }
  expect(JSON.stringify(result)).toContain(name);
});
