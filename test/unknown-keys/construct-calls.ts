import { ApiObject, type Chart, Testing } from 'cdk8s';
import {
  BundleDeployment, BundleEngine, CatalogRef, Cluster, ClusterCatalog, ClusterExtension, Fleet, ImageCatalog, ImageMirror, InstallPlanApprovers,
  InstallerRoles,
  MigrationPlan, OlmInstallation, OlmV0Engine, OlmV1Engine, OperatorLock, OperatorRegistry, OperatorServiceAccount, OperatorSubscription,
  PlainBundleDeployment, PlainEngine, RbacSubject, RukpakEngine,
} from 'olm-constructs';
import { PlainBundle } from 'olm-constructs/bundle';
import { InstallPermissions } from 'olm-constructs/report';
import { GitRef, ProvisionerClass, RukpakBundle, RukpakBundleDeployment, RukpakBundleInstance, RukpakSource } from 'olm-constructs/rukpak';
import { withFiles } from '../builders/bundle-files';
import { bundleOf } from '../builders/bundle-of';
import type { ApiCalls } from './api-call';

const OBJECT = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'demo' } };
const BUNDLE = bundleOf();
const PLAIN = withFiles({ 'manifests/a.json': JSON.stringify(OBJECT) }, (folder) => PlainBundle.fromDirectory(folder));
const IMAGE = 'registry.example.com/catalog:v1';
const CATALOG = CatalogRef.named('shop', 'olm');
const PROVISIONED = { provisionerClass: ProvisionerClass.PLAIN, source: RukpakSource.image(IMAGE) };
const V1_CATALOG = { catalogImage: IMAGE, experimental: true };

/** Returns a chart with an object, for what needs one. */
export function chartWithObject(): Chart {
  const chart = Testing.chart();
  new ApiObject(chart, 'object', OBJECT);
  return chart;
}

/** Creates a construct that checks some of its props at synthesis, and synthesizes it. */
function synthesized(make: (chart: Chart) => unknown): unknown {
  const chart = Testing.chart();
  make(chart);
  return Testing.synth(chart);
}

function deployBy(engine: BundleEngine): BundleDeployment {
  return new BundleDeployment(Testing.chart(), 'it', { bundle: BUNDLE, engine });
}

function deployFrom(source: RukpakSource): RukpakBundle {
  return new RukpakBundle(Testing.chart(), 'it', { ...PROVISIONED, source });
}

/** Calls of the constructs for operators, their catalogs and OLM. */
export const CONSTRUCT_CALLS: ApiCalls = {
  'new ImageCatalog(props)': { argument: { image: IMAGE }, run: (props) => synthesized((chart) => new ImageCatalog(chart, 'it', props)) },
  'new InstallPlanApprovers(props)': {
    argument: { subjects: [RbacSubject.user('jane')], namespaces: ['demo'] },
    run: (props) => new InstallPlanApprovers(Testing.chart(), 'it', props),
  },
  'new InstallerRoles(props)': {
    argument: { permissions: [InstallPermissions.of(BUNDLE)], subjects: [RbacSubject.user('jane')], namespace: 'demo' },
    run: (props) => new InstallerRoles(Testing.chart(), 'it', props),
  },
  'new BundleDeployment(props)': { argument: { bundle: BUNDLE }, run: (props) => new BundleDeployment(Testing.chart(), 'it', props) },
  'new OlmV0Engine(options)': { run: (options) => deployBy(new OlmV0Engine(options)) },
  'new OlmV1Engine(options)': { argument: V1_CATALOG, run: (options) => deployBy(new OlmV1Engine(options)) },
  'new RukpakEngine(options)': { run: (options) => deployBy(new RukpakEngine(options)) },
  'new PlainEngine(options)': { run: (options) => deployBy(new PlainEngine(options)) },
  'CatalogRef.named(options)': { run: (options) => CatalogRef.named('shop', 'olm', options) },
  'CatalogRef.fromObject(options)': { run: (options) => CatalogRef.fromObject(chartWithObject().node.findChild('object') as ApiObject, options) },
  'new Fleet(props)': { run: (props) => new Fleet(props) },
  'new Cluster(props)': { run: (props) => new Cluster(Testing.app(), 'it', props) },
  'new OlmInstallation(props)': { run: (props) => new OlmInstallation(Testing.chart(), 'it', props) },
  'ImageMirror.bundle(options)': { run: (options) => ImageMirror.bundle(BUNDLE, options) },
  'ImageMirror.set(options)': { run: (options) => ImageMirror.set(Testing.app(), options) },
  'OlmInstallation.fromExisting(props)': { run: (props) => OlmInstallation.fromExisting(Testing.chart(), 'it', props) },
  'MigrationPlan.forBundle(options)': { run: (options) => MigrationPlan.forBundle(BUNDLE, options) },
  'MigrationPlan.forApp(options)': { run: (options) => MigrationPlan.forApp(Testing.app(), options) },
  'new ClusterCatalog(props)': { argument: { image: IMAGE }, run: (props) => new ClusterCatalog(Testing.chart(), 'it', props) },
  'new ClusterExtension(props)': { argument: { packageName: 'demo', experimental: true }, run: (props) => new ClusterExtension(Testing.chart(), 'it', props) },
  'new OperatorLock(props)': { run: (props) => new OperatorLock(Testing.chart(), 'it', props) },
  'OperatorLock#resolve(options)': { run: (options) => new OperatorLock(Testing.chart(), 'it').resolve(options) },
  'new OperatorRegistry(props)': { argument: { bundles: [BUNDLE] }, run: (props) => new OperatorRegistry(Testing.chart(), 'it', props) },
  'OperatorServiceAccount.create(options)': { run: (options) => OperatorServiceAccount.create(options) },
  'new OperatorSubscription(props)': {
    argument: { catalog: CATALOG, packageName: 'demo' }, run: (props) => new OperatorSubscription(Testing.chart(), 'it', props),
  },
  'new PlainBundleDeployment(props)': {
    argument: { bundle: PLAIN, namespace: 'demo' }, run: (props) => new PlainBundleDeployment(Testing.chart(), 'it', props),
  },
  'new RukpakBundle(props)': { argument: PROVISIONED, run: (props) => new RukpakBundle(Testing.chart(), 'it', props) },
  'new RukpakBundleDeployment(props)': {
    argument: { ...PROVISIONED, installNamespace: 'demo' }, run: (props) => new RukpakBundleDeployment(Testing.chart(), 'it', props),
  },
  'new RukpakBundleInstance(props)': {
    argument: { provisionerClass: ProvisionerClass.PLAIN, bundle: 'demo' }, run: (props) => new RukpakBundleInstance(Testing.chart(), 'it', props),
  },
  'RukpakSource.image(options)': { run: (options) => deployFrom(RukpakSource.image(IMAGE, options)) },
  'RukpakSource.git(options)': { argument: { ref: GitRef.tag('v1') }, run: (options) => deployFrom(RukpakSource.git('https://x.example/a', options)) },
  'RukpakSource.http(options)': { run: (options) => deployFrom(RukpakSource.http('https://x.example/a.tgz', options)) },
  'RukpakSource.configMaps(configMaps)': { run: (configMaps) => deployFrom(RukpakSource.configMaps(configMaps)) },
};
