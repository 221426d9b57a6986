import { App, Chart } from 'cdk8s';
import { PlainBundle } from '../../lib/bundle';
import { Catalog } from '../../lib/catalog';
import {
  BundleDeployment, BundleImage, CatalogImage, CatalogReady, ChartComponent, ClusterCatalog, ClusterCatalogReady, ClusterExtension,
  ClusterExtensionReady, ExistingOlm, ImageCatalog, InstallPlanApprovers, InstallerRoles, OlmDetection, OlmInstallation, OlmReady, OperatorAdoption,
  OperatorNamespace, OperatorReady, OperatorRegistry, OperatorSubscription, PlainBundleDeployment, PlainReady, PlatformChecks, ProvisionerClass,
  RbacSubject, RukpakBundle, RukpakBundleDeployment, RukpakBundleInstance, RukpakReady, RukpakSource,
} from '../../lib/pulumi';
import { InstallPermissions } from '../../lib/report';
import { withFiles } from '../builders/bundle-files';
import { HELLO } from '../pulumi/hello-bundle';
import { Program } from '../pulumi/program';
import type { ApiCall, ApiCalls } from './api-call';

const IMAGE = 'registry.example.com/catalog:v1';
const OBJECT = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'demo' } };
const PROVISIONED = { provisionerClass: ProvisionerClass.PLAIN, source: RukpakSource.image(IMAGE), installNamespace: 'demo' };
const SUBSCRIPTION = { namespace: 'demo', subscription: 'hello' };

/** Returns a call in a Pulumi program of its own. */
function inProgram(argument: object, make: (args: never) => unknown): ApiCall {
  return { argument, run: (args) => Program.run(() => make(args)) };
}

/** Returns a call in a preview, which writes no image into the user's cache folder. */
function inPreview(argument: object, make: (args: never) => unknown): ApiCall {
  return { argument, run: (args) => Program.run(() => make(args), {}, {}, {}, true) };
}

/** Calls of the components, images and waiters for Pulumi. */
export const COMPONENT_CALLS: ApiCalls = {
  'new BundleDeployment(args)': inProgram({ bundle: HELLO }, (args) => new BundleDeployment('it', args)),
  'new BundleImage(args)': inPreview({ bundle: HELLO, reference: IMAGE }, (args) => new BundleImage('it', args)),
  'new CatalogImage(args)': inPreview({
    catalog: Catalog.fromBundles([HELLO]), reference: IMAGE, bundleRepository: 'registry.example.com/bundles',
  }, (args) => new CatalogImage('it', args)),
  'ChartComponent.fromChart(args)': inProgram({}, (args) => ChartComponent.fromChart('it', new Chart(new App(), 'chart'), args)),
  'new ClusterCatalog(args)': inProgram({ image: IMAGE }, (args) => new ClusterCatalog('it', args)),
  'new ClusterExtension(args)': inProgram({ packageName: 'hello', experimental: true }, (args) => new ClusterExtension('it', args)),
  'new ImageCatalog(args)': inProgram({ image: IMAGE }, (args) => new ImageCatalog('it', args)),
  'new InstallPlanApprovers(args)': inProgram({ subjects: [RbacSubject.user('jane')], namespaces: ['demo'] }, (args) => new InstallPlanApprovers('it', args)),
  'new InstallerRoles(args)': inProgram({
    permissions: [InstallPermissions.of(HELLO)], subjects: [RbacSubject.user('jane')], namespace: 'demo',
  }, (args) => new InstallerRoles('it', args)),
  'new PlainBundleDeployment(args)': inProgram({
    bundle: withFiles({ 'manifests/a.json': JSON.stringify(OBJECT) }, (folder) => PlainBundle.fromDirectory(folder)), namespace: 'demo',
  }, (args) => new PlainBundleDeployment('it', args)),
  'new OlmInstallation(args)': inProgram({}, (args) => new OlmInstallation('it', args)),
  'OlmInstallation.fromExisting(args)': inProgram({}, (args) => OlmInstallation.fromExisting('it', args)),
  'OlmInstallation.fromOpenShift(args)': inProgram({}, (args) => OlmInstallation.fromOpenShift('it', args)),
  'new OperatorRegistry(args)': inProgram({ bundles: [HELLO], deprecations: { 'hello-operator': {} } }, (args) => new OperatorRegistry('it', args)),
  'new OperatorSubscription(args)': inProgram({
    catalog: { catalogName: 'shop', catalogNamespace: 'olm' }, packageName: 'hello',
  }, (args) => new OperatorSubscription('it', args)),
  'new RukpakBundle(args)': inProgram({ provisionerClass: PROVISIONED.provisionerClass, source: PROVISIONED.source }, (args) => new RukpakBundle('it', args)),
  'new RukpakBundleDeployment(args)': inProgram(PROVISIONED, (args) => new RukpakBundleDeployment('it', args)),
  'new RukpakBundleInstance(args)': inProgram({ provisionerClass: ProvisionerClass.PLAIN, bundle: 'hello' }, (args) => new RukpakBundleInstance('it', args)),
  'new CatalogReady(args)': inProgram({ namespace: 'olm', name: 'shop' }, (args) => new CatalogReady('it', args)),
  'new ClusterCatalogReady(args)': inProgram({ name: 'shop' }, (args) => new ClusterCatalogReady('it', args)),
  'new ClusterExtensionReady(args)': inProgram({ name: 'hello' }, (args) => new ClusterExtensionReady('it', args)),
  'new OlmDetection(args)': inProgram({
    existing: ExistingOlm.FAIL, namespace: 'olm', operatorNamespace: 'operators', catalogNamespace: 'olm',
  }, (args) => new OlmDetection('it', args)),
  'new OlmReady(args)': inProgram({ objects: [] }, (args) => new OlmReady('it', args)),
  'new OperatorAdoption(args)': inProgram({ ...SUBSCRIPTION, package: 'hello' }, (args) => new OperatorAdoption('it', args)),
  'new OperatorNamespace(args)': inProgram({ namespace: 'demo' }, (args) => new OperatorNamespace('it', args)),
  'new OperatorReady(args)': inProgram(SUBSCRIPTION, (args) => new OperatorReady('it', args)),
  'new PlatformChecks(args)': inProgram({}, (args) => new PlatformChecks('it', args)),
  'new PlainReady(args)': inProgram({ name: 'hello', namespace: 'demo', objects: [] }, (args) => new PlainReady('it', args)),
  'new RukpakReady(args)': inProgram({ kind: 'Bundle', name: 'hello' }, (args) => new RukpakReady('it', args)),
};
