import { Chart, Duration, Testing } from 'cdk8s';
import {
  BundleDeployment, BundleEngine, CatalogRef, Cluster, ClusterCatalog, CrdUpgradeSafety, ImageCatalog, InstallMode, InstallPlanApproval,
  OlmV0Engine, OlmV1Engine, OlmV1Version, OperatorGroupRef, OperatorRegistry, OperatorServiceAccount, OperatorSubscription, OperatorUpgradeStrategy,
  PlainEngine, UpgradeConstraintPolicy,
} from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { OperatorLockFile } from '../../lib/resolve/operator-lock-file';
import { OperatorUpgradePlan } from '../../lib/resolve/operator-upgrade-plan';
import { bundleOf } from '../builders/bundle-of';
import { sampleBundle } from '../builders/sample-bundle';
import { kindsOf, Manifest, synth } from '../builders/synthesized';

const IMAGE = 'registry.example.com/catalog:v1';
const LOCK = OperatorLockFile.fromString('lockVersion: 1\ncatalogs: []\noperators: []\n');

/** Returns a bundle that OLM v1 installs: one for all namespaces. */
function globalBundle(): Bundle {
  return bundleOf({ spec: { installModes: [{ type: 'AllNamespaces', supported: true }] } });
}

function deployed(bundle: Bundle, engine: BundleEngine, props: object = {}): Manifest[] {
  const chart = Testing.chart();
  new BundleDeployment(chart, 'operator', { bundle, engine, ...props });
  return synth(chart);
}

/** Returns a manifest of a kind. */
function only(manifests: readonly Manifest[], kind: string): Manifest {
  const found = manifests.filter(manifest => manifest.kind === kind);
  expect(found).toHaveLength(1);
  return found[0]!;
}

describe('BundleDeployment with OLM v1', () => {
  test('creates a ClusterCatalog of the image, and a ClusterExtension that stays on the version of the bundle', () => {
    const manifests = deployed(globalBundle(), new OlmV1Engine({ catalogImage: IMAGE }));

    expect(kindsOf(manifests).sort()).toEqual(['ClusterCatalog', 'ClusterExtension', 'Namespace']);
    const catalog = only(manifests, 'ClusterCatalog');
    expect(catalog.spec).toMatchObject({ source: { type: 'Image', image: { ref: IMAGE } } });
    expect(only(manifests, 'ClusterExtension')).toMatchObject({
      metadata: { name: 'demo' },
      spec: {
        namespace: 'demo',
        source: {
          sourceType: 'Catalog',
          catalog: {
            packageName: 'demo', version: '1.0.0', selector: { matchLabels: { 'olm.operatorframework.io/metadata.name': catalog.metadata.name } },
          },
        },
      },
    });
  });

  test('creates no Namespace if it exists already', () => {
    const manifests = deployed(globalBundle(), new OlmV1Engine({ catalogImage: IMAGE }), { createNamespace: false });
    expect(kindsOf(manifests).sort()).toEqual(['ClusterCatalog', 'ClusterExtension']);
  });

  test('uses a ClusterCatalog of the app or of the cluster', () => {
    const chart = Testing.chart();
    const catalog = ClusterCatalog.fromName(chart, 'catalog', 'platform');
    const deployment = new BundleDeployment(chart, 'operator', { bundle: globalBundle(), engine: new OlmV1Engine({ catalog }), channel: 'stable' });

    expect(deployment.olmV1.catalog).toBe(catalog);
    const manifests = synth(chart);
    expect(kindsOf(manifests).sort()).toEqual(['ClusterExtension', 'Namespace']);
    expect(only(manifests, 'ClusterExtension').spec).toMatchObject({
      source: { catalog: { channels: ['stable'], selector: { matchLabels: { 'olm.operatorframework.io/metadata.name': 'platform' } } } },
    });
  });

  test('has the settings of the ClusterExtension as options', () => {
    const engine = new OlmV1Engine({
      catalogImage: IMAGE,
      upgradeConstraintPolicy: UpgradeConstraintPolicy.SELF_CERTIFIED,
      crdUpgradeSafety: CrdUpgradeSafety.NONE,
      progressDeadline: Duration.minutes(20),
      experimental: true,
    });
    expect(only(deployed(globalBundle(), engine), 'ClusterExtension').spec).toMatchObject({
      source: { catalog: { upgradeConstraintPolicy: 'SelfCertified' } },
      install: { preflight: { crdUpgradeSafety: { enforcement: 'None' } } },
      progressDeadlineMinutes: 20,
    });
  });

  test('creates the ServiceAccount, with the rights that the bundle needs, for a release that requires one', () => {
    const manifests = deployed(globalBundle(), new OlmV1Engine({ catalogImage: IMAGE, olmVersion: OlmV1Version.V1_10_0 }));

    expect(kindsOf(manifests)).toContain('ServiceAccount');
    expect(kindsOf(manifests)).toContain('ClusterRoleBinding');
    expect(only(manifests, 'ClusterExtension').spec).toMatchObject({ serviceAccount: { name: only(manifests, 'ServiceAccount').metadata.name } });
  });

  test('takes release and channel from its cluster', () => {
    const cluster = new Cluster(Testing.app(), 'dev', { engine: new OlmV1Engine({ catalogImage: IMAGE }), olmV1: { version: OlmV1Version.V1_10_0 } });
    const chart = new Chart(cluster, 'operators');
    new BundleDeployment(chart, 'operator', { bundle: globalBundle() });
    expect(kindsOf(synth(chart))).toContain('ServiceAccount');
  });

  test.each<[string, object, BundleEngine, string]>([
    [
      'a missing catalog', {}, new OlmV1Engine(),
      'OLM v1 installs bundle \'demo.v1.0.0\' from a catalog image only; write the images of the bundle and of a catalog with Catalog.toImageLayout, push them, and '
        + 'set \'catalogImage\' of OlmV1Engine, or set \'catalog\' to a ClusterCatalog with the bundle; new OlmV0Engine() and new PlainEngine() need no image',
    ],
    [
      'an unknown option', {}, new OlmV1Engine({ image: IMAGE } as object), 'unknown key \'image\' in options of OlmV1Engine',
    ],
    [
      'an install mode that the standard channel does not have', { installMode: InstallMode.ownNamespace() }, new OlmV1Engine({ catalogImage: IMAGE }),
      'installMode OwnNamespace is not supported by OLM v1 1.11.0 with standard CRDs',
    ],
  ])('rejects %s', (_, props, engine, message) => {
    expect(() => deployed(globalBundle(), engine, props)).toThrow(message);
  });

  test('rejects two catalogs', () => {
    const chart = Testing.chart();
    const catalog = ClusterCatalog.fromName(chart, 'catalog', 'platform');
    expect(() => new BundleDeployment(chart, 'operator', { bundle: globalBundle(), engine: new OlmV1Engine({ catalog, catalogImage: IMAGE }) })).toThrow(
      '[test/operator] OlmV1Engine has both \'catalog\' and \'catalogImage\'; omit one of them',
    );
  });

  test('names the engines that install a bundle with dependencies', () => {
    const bundle = bundleOf({
      spec: { installModes: [{ type: 'AllNamespaces', supported: true }] },
      files: { 'metadata/dependencies.yaml': { dependencies: [{ type: 'olm.package', value: { packageName: 'cache', version: '>=1.0.0' } }] } },
    });
    expect(() => deployed(bundle, new OlmV1Engine({ catalogImage: IMAGE }))).toThrow(/depends on other operators.*new OlmV0Engine\(\).*new PlainEngine\(\)/s);
  });

  test('has no constructs of other engines', () => {
    const deployment = new BundleDeployment(Testing.chart(), 'operator', { bundle: globalBundle(), engine: new OlmV1Engine({ catalogImage: IMAGE }) });
    expect(() => deployment.olmV0).toThrow(
      '[test/operator] `olmV0` has no value: the bundle is installed by the engine OlmV1; use `olmV1`, or set \'engine\' to new OlmV0Engine()',
    );
  });
});

describe('OperatorSubscription with OLM v1', () => {
  /** Returns an app of a catalog image and a subscription to it. */
  function platform(engine: BundleEngine, props: object = {}, catalogProps: object = {}): { chart: Chart; subscription: OperatorSubscription } {
    const chart = Testing.chart();
    const catalog = new ImageCatalog(chart, 'catalog', { image: IMAGE, name: 'platform', engine, ...catalogProps });
    const subscription = new OperatorSubscription(chart, 'operator', { catalog, packageName: 'demo', channel: 'stable', engine, ...props });
    return { chart, subscription };
  }

  test('is the same program as with OLM v0, and creates a ClusterCatalog and a ClusterExtension', () => {
    expect(kindsOf(synth(platform(new OlmV0Engine()).chart)).sort()).toEqual(['CatalogSource', 'Namespace', 'OperatorGroup', 'Subscription']);

    const { chart, subscription } = platform(new OlmV1Engine());
    const manifests = synth(chart);
    expect(kindsOf(manifests).sort()).toEqual(['ClusterCatalog', 'ClusterExtension', 'Namespace']);
    expect(only(manifests, 'ClusterExtension')).toMatchObject({
      metadata: { name: 'demo' },
      spec: {
        namespace: 'demo',
        source: { catalog: { packageName: 'demo', channels: ['stable'], selector: { matchLabels: { 'olm.operatorframework.io/metadata.name': 'platform' } } } },
      },
    });
    expect(subscription.olmV1.extension.name).toBe('demo');
    expect(() => subscription.subscription).toThrow('[test/operator] `subscription` has no value: the package is installed by OLM v1; use `olmV1`');
  });

  test('passes on the settings that both have', () => {
    const { chart } = platform(new OlmV1Engine({ experimental: true }), {
      versionRange: '^1.2', config: { nodeSelector: { zone: 'a' } }, installMode: InstallMode.ownNamespace(), namespace: 'apps', createNamespace: false, name: 'demo-a',
    }, { pollInterval: Duration.minutes(90), priority: 5 });
    const manifests = synth(chart);
    expect(kindsOf(manifests)).not.toContain('Namespace');
    expect(only(manifests, 'ClusterCatalog').spec).toMatchObject({ priority: 5, source: { image: { ref: IMAGE, pollIntervalMinutes: 90 } } });
    expect(only(manifests, 'ClusterExtension')).toMatchObject({
      metadata: { name: 'demo-a' },
      spec: {
        namespace: 'apps',
        source: { catalog: { version: '^1.2' } },
        config: { inline: { watchNamespace: 'apps', deploymentConfig: { nodeSelector: { zone: 'a' } } } },
      },
    });
  });

  test('passes on labels and annotations, which a package and its catalog have of their own', () => {
    const [ofPackage, ofCatalog] = [{ labels: { team: 'a' }, annotations: { note: 'package' } }, { labels: { team: 'b' }, annotations: { note: 'catalog' } }];
    const manifests = synth(platform(new OlmV1Engine(), ofPackage, ofCatalog).chart);
    expect(only(manifests, 'ClusterExtension').metadata).toMatchObject(ofPackage);
    expect(only(manifests, 'ClusterCatalog').metadata).toMatchObject(ofCatalog);
    const bundle = deployed(globalBundle(), new OlmV1Engine({ catalogImage: IMAGE }), ofPackage);
    expect(only(bundle, 'ClusterExtension').metadata).toMatchObject(ofPackage);
    expect(only(bundle, 'ClusterCatalog').metadata).toMatchObject(ofPackage);
  });

  test('has nothing to approve, and no CSV to start from, when it stays on a version', () => {
    const { subscription } = platform(new OlmV1Engine(), { version: '1.2.3' });
    expect(subscription).toMatchObject({ version: '1.2.3', approval: InstallPlanApproval.AUTOMATIC });
    expect(subscription.startingCsv).toBeUndefined();
  });

  test('follows the engine of its cluster', () => {
    const chart = new Chart(new Cluster(Testing.app(), 'dev', { engine: new OlmV1Engine() }), 'operators');
    const catalog = new ImageCatalog(chart, 'catalog', { image: IMAGE });
    new OperatorSubscription(chart, 'operator', { catalog, packageName: 'demo' });
    expect(kindsOf(synth(chart)).sort()).toEqual(['ClusterCatalog', 'ClusterExtension', 'Namespace']);
  });

  test('stays with OLM v0 in a cluster whose engine installs bundles only', () => {
    const chart = new Chart(new Cluster(Testing.app(), 'dev', { engine: new PlainEngine() }), 'operators');
    new OperatorSubscription(chart, 'operator', { catalog: CatalogRef.named('platform', 'olm'), packageName: 'demo' });
    expect(kindsOf(synth(chart)).sort()).toEqual(['Namespace', 'OperatorGroup', 'Subscription']);
  });

  test.each<[string, object, string]>([
    ['startingCsv', { startingCsv: 'demo.v1.0.0' }, '\'startingCsv\' is set, which only OLM v0 has; omit \'startingCsv\', or set \'engine\' to new OlmV0Engine()'],
    ['an OperatorGroup', { operatorGroup: OperatorGroupRef.named('x') }, '\'operatorGroup\' is set, which only OLM v0 has'],
    ['an upgrade strategy', { upgradeStrategy: OperatorUpgradeStrategy.DEFAULT }, '\'upgradeStrategy\' is set, which only OLM v0 has'],
    ['manual approval', { approval: InstallPlanApproval.MANUAL }, '\'approval\' is manual, and only OLM v0 has InstallPlans to approve; set \'version\''
      + ' to the version to stay on instead of \'approval\', or set \'engine\' to new OlmV0Engine()'],
    ['a created ServiceAccount', { serviceAccount: OperatorServiceAccount.create() }, '\'serviceAccount\' is created with the rights that OLM v0 needs; '
      + 'omit \'serviceAccount\' (for a release of OLM v1 that needs one, it is created), or set \'engine\' to new OlmV0Engine()'],
    ...Object.entries({
      lock: LOCK, upgradePlan: OperatorUpgradePlan.between(LOCK, LOCK, { catalogs: {} }), unpackTimeout: Duration.minutes(5),
      unpackRetryInterval: Duration.minutes(5), excludeGlobalCatalogs: true,
    }).map(([prop, value]): [string, object, string] => [prop, { [prop]: value }, `'${prop}' is set, which only OLM v0 has; omit '${prop}'`]),
  ])('rejects %s', (_, props, message) => {
    expect(() => platform(new OlmV1Engine(), props)).toThrow(message);
  });

  test.each<[string, object, string]>([
    ['pullSecrets', { pullSecrets: ['registry'] }, 'omit \'pullSecrets\', configure the pull secret of catalogd (--global-pull-secret), or set \'engine\''],
    ['displayName', { displayName: 'Platform' }, '\'displayName\' is set, which only OLM v0 has; omit \'displayName\', or set \'engine\' to new OlmV0Engine()'],
    ['an interval of seconds', { pollInterval: Duration.seconds(90) }, 'pollInterval must be a whole number of minutes, at least 1, got 90 s'],
  ])('rejects %s of the catalog', (_, props, message) => {
    expect(() => platform(new OlmV1Engine(), {}, props)).toThrow(message);
  });

  test('rejects catalogs that OLM v1 does not read', () => {
    const chart = Testing.chart();
    const registry = new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle()] });
    expect(() => new OperatorSubscription(chart, 'operator', { catalog: registry, engine: new OlmV1Engine() })).toThrow(
      'is a CatalogSource, which OLM v1 does not read; set \'catalog\' of OlmV1Engine to a ClusterCatalog with the package',
    );
  });

  test('rejects engines that install bundles only', () => {
    expect(() => new OperatorSubscription(Testing.chart(), 'operator', { catalog: CatalogRef.named('platform', 'olm'), packageName: 'demo', engine: new PlainEngine() })).toThrow(
      '[test/operator] the engine Plain installs bundles, not packages from catalogs such as \'platform\'; set \'engine\' to new OlmV0Engine() or new OlmV1Engine()',
    );
  });
});
