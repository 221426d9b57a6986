import { App, Chart } from 'cdk8s';
import { PlainBundle } from '../../../lib/bundle';
import { Catalog } from '../../../lib/catalog';
import { BundleDeployment as Deployment } from '../../../lib/constructs/bundle-deployment';
import {
  ChartComponent, ClusterCatalog, ClusterExtension, DefaultCatalog, ExistingOlm, ImageCatalog, InstallPlanApprovers, InstallerRoles,
  OlmInstallation, OlmV1Engine, OlmVersion, OperatorRegistry, PlainBundleDeployment, PlainEngine, PlainManifests, PlatformChecks, ProvisionerClass,
  RbacSubject, RukpakBundle, RukpakBundleDeployment, RukpakBundleInstance, RukpakSource, RukpakVersion,
} from '../../../lib/pulumi';
import type { AppReport } from '../../../lib/gitops';
import { InstallPermissions } from '../../../lib/report';
import { withFiles } from '../../builders/bundle-files';
import { HELLO } from '../hello-bundle';
import { NO_OUTPUT, type Row, row } from './documented';
import { DISABLED_CATALOG, HELLOS, UNPACKED_BUNDLE } from './waiter-rows';

const IMAGE = 'quay.io/demo/shop:v1';

/** A chart with an operator. */
function chart(): Chart {
  const made = new Chart(new App(), 'platform');
  new Deployment(made, 'hello', { bundle: HELLO, engine: new PlainEngine() });
  return made;
}

const OPERATOR_HUB: unknown = expect.objectContaining({ catalogName: 'operatorhubio-catalog', catalogNamespace: 'olm' });
const OLM_NAMESPACES = {
  namespace: 'olm', operatorNamespace: 'operators', catalogNamespace: 'olm', globalOperators: expect.objectContaining({ name: 'global-operators' }) as unknown,
};

/** What the component outputs about the objects of OLM. */
const OLM_OBJECTS = {
  crds: expect.arrayContaining(['it/CustomResourceDefinition-subscriptions.operators.coreos.com']) as unknown,
  namespaces: ['it/Namespace-olm', 'it/Namespace-operators'], packageserver: 'it/ClusterServiceVersion-packageserver',
  defaultCatalog: 'it/CatalogSource-operatorhubio-catalog',
};

const OLM: readonly Row[] = [
  row(OlmInstallation, '', () => new OlmInstallation('it'), {
    outputs: { found: NO_OUTPUT },
    values: {
      ...OLM_NAMESPACES, ...OLM_OBJECTS, version: OlmVersion.DEFAULT, defaultCatalogRef: OPERATOR_HUB,
      ownedNamespaces: ['it/OperatorPlace-olm', 'it/OperatorPlace-operators'], ready: 'it/OlmReady',
    },
  }),
  row(OlmInstallation, ' without a default catalog, if the cluster has no OLM', () => new OlmInstallation('it', {
    version: OlmVersion.V0_31_0, defaultCatalog: DefaultCatalog.none(), existing: ExistingOlm.FAIL,
  }), {
    outputs: { found: {} },
    values: {
      ...OLM_NAMESPACES, ...OLM_OBJECTS, version: OlmVersion.V0_31_0, defaultCatalog: undefined, defaultCatalogRef: undefined,
      ownedNamespaces: ['it/OperatorPlace-olm', 'it/OperatorPlace-operators'], ready: 'it/OlmReady',
    },
  }),
  row(OlmInstallation, ' that refers to an OLM', () => OlmInstallation.fromExisting('it', { namespace: 'lifecycle' }), {
    outputs: { found: {} },
    values: {
      ...OLM_NAMESPACES, namespace: 'lifecycle', catalogNamespace: 'lifecycle', version: undefined, defaultCatalogRef: undefined,
      ownedNamespaces: [], ready: undefined, crds: [], namespaces: [], packageserver: undefined, defaultCatalog: undefined,
    },
  }),
  row(OlmInstallation, ' without waiters', () => new OlmInstallation('it', { wait: false }), {
    outputs: { found: NO_OUTPUT },
    values: {
      ...OLM_NAMESPACES, ...OLM_OBJECTS, version: OlmVersion.DEFAULT, defaultCatalogRef: OPERATOR_HUB, ownedNamespaces: [], ready: undefined,
    },
  }),
];

/** What the component outputs about the objects of a registry. */
const REGISTRY = { catalogSource: 'it/CatalogSource', service: 'it/Service', deployment: 'it/Deployment', configMaps: ['it/Part0'] };

const CATALOGS: readonly Row[] = [
  row(OperatorRegistry, '', () => new OperatorRegistry('it', { bundles: [HELLO], namespace: 'team' }), {
    outputs: { namespace: 'team', registryName: 'hello-operator-catalog', address: 'hello-operator-catalog.team.svc:50051' },
    values: { ...REGISTRY, catalog: expect.objectContaining({ packageNames: ['hello-operator'] }) as Catalog, ready: 'it/CatalogReady' },
  }),
  row(OperatorRegistry, ' without a waiter', () => new OperatorRegistry('it', { bundles: [HELLO], namespace: 'team', wait: false }), {
    outputs: { namespace: 'team', registryName: 'hello-operator-catalog', address: 'hello-operator-catalog.team.svc:50051' }, values: { ...REGISTRY, catalog: expect.any(Catalog) as Catalog, ready: undefined },
  }),
  row(ImageCatalog, '', () => new ImageCatalog('it', { image: 'quay.io/a/b:v1', name: 'mine', namespace: 'team', registryMirror: 'mirror.test' }), {
    outputs: { catalogName: 'mine', namespace: 'team', image: 'mirror.test/a/b:v1' }, values: { catalogSource: 'it/CatalogSource', ready: 'it/CatalogReady', clusterCatalogReady: undefined },
  }),
  row(ImageCatalog, ' with OLM v1', () => new ImageCatalog('it', { image: IMAGE, name: 'mine', engine: new OlmV1Engine() }), {
    outputs: { catalogName: 'mine', namespace: 'olm', image: IMAGE }, values: { catalogSource: undefined, ready: undefined, clusterCatalogReady: 'it/ClusterCatalogReady' },
  }),
  row(ImageCatalog, ' without a waiter', () => new ImageCatalog('it', { image: IMAGE, name: 'mine', namespace: 'team', wait: false }), {
    outputs: { catalogName: 'mine', namespace: 'team', image: IMAGE }, values: { catalogSource: 'it/CatalogSource', ready: undefined, clusterCatalogReady: undefined },
  }),
  row(ClusterCatalog, '', () => new ClusterCatalog('it', { image: IMAGE, name: 'shop' }), {
    outputs: { catalogName: 'shop', resolvedImage: 'quay.io/demo/shop@sha256:a' }, values: { ready: 'it/ClusterCatalogReady' },
  }),
  row(ClusterCatalog, ' that is disabled', () => new ClusterCatalog('it', { image: IMAGE, name: 'shop' }), {
    outputs: { catalogName: 'shop', resolvedImage: undefined }, values: { ready: 'it/ClusterCatalogReady' },
  }, { 'it/ClusterCatalogReady': DISABLED_CATALOG }),
  row(ClusterCatalog, ' without a waiter', () => new ClusterCatalog('it', { image: IMAGE, name: 'shop', wait: false }), {
    outputs: { catalogName: 'shop', resolvedImage: undefined }, values: { ready: undefined },
  }),
];

const EXTENSIONS: readonly Row[] = [
  row(ClusterExtension, '', () => new ClusterExtension('it', { packageName: 'hello', namespace: 'team' }), {
    outputs: { extensionName: 'hello', namespace: 'team', bundleName: 'hello.v1.0.0', version: '1.0.0', ownedApis: HELLOS, deployments: ['hello-op'] },
    values: { packageName: 'hello', ownedNamespace: 'it/OperatorPlace', ready: 'it/ClusterExtensionReady' },
  }),
  row(ClusterExtension, ' without a waiter', () => new ClusterExtension('it', { packageName: 'hello', namespace: 'team', wait: false }), {
    outputs: { extensionName: 'hello', namespace: 'team', bundleName: undefined, version: undefined, ownedApis: undefined, deployments: undefined },
    values: { packageName: 'hello', ownedNamespace: undefined, ready: undefined },
  }),
];

const APP = { provisionerClass: ProvisionerClass.PLAIN, source: RukpakSource.image('quay.io/demo/app:v1') };
const OLD = { ...APP, version: RukpakVersion.V0_3_0 };
const INSTANCE = { provisionerClass: ProvisionerClass.PLAIN, bundleName: 'app-v1', name: 'app', version: RukpakVersion.V0_3_0 };

const RUKPAK: readonly Row[] = [
  row(RukpakBundleDeployment, '', () => new RukpakBundleDeployment('it', { ...APP, name: 'app', installNamespace: 'team' }), {
    outputs: { deploymentName: 'app', resolvedSource: 'quay.io/demo/hello@sha256:1', ownedApis: HELLOS, deployments: ['team/hello-op'] },
    values: { ready: 'it/RukpakReady' },
  }),
  row(RukpakBundleDeployment, ' without a waiter', () => new RukpakBundleDeployment('it', { ...APP, name: 'app', installNamespace: 'team', wait: false }), {
    outputs: { deploymentName: 'app', resolvedSource: undefined, ownedApis: undefined, deployments: undefined }, values: { ready: undefined },
  }),
  row(RukpakBundle, '', () => new RukpakBundle('it', { ...OLD, name: 'app-v1' }), {
    outputs: { bundleName: 'app-v1', resolvedSource: '0123abcd', contentUrl: undefined }, values: { ready: 'it/RukpakReady' },
  }, { 'it/RukpakReady': UNPACKED_BUNDLE }),
  row(RukpakBundle, ' without a waiter', () => new RukpakBundle('it', { ...OLD, name: 'app-v1', wait: false }), {
    outputs: { bundleName: 'app-v1', resolvedSource: undefined, contentUrl: undefined }, values: { ready: undefined },
  }),
  row(RukpakBundleInstance, '', () => new RukpakBundleInstance('it', INSTANCE), {
    outputs: { instanceName: 'app', ownedApis: HELLOS, deployments: ['team/hello-op'] }, values: { ready: 'it/RukpakReady' },
  }),
  row(RukpakBundleInstance, ' without a waiter', () => new RukpakBundleInstance('it', { ...INSTANCE, wait: false }), {
    outputs: { instanceName: 'app', ownedApis: undefined, deployments: undefined }, values: { ready: undefined },
  }),
];

/** A plain+v0 bundle with a Namespace of its own. */
const PLAIN = withFiles({
  'manifests/other.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: other}\n',
  'manifests/service.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: hello}\nspec: {ports: [{port: 80}]}\n',
}, (folder) => PlainBundle.fromDirectory(folder));

/** A plain+v0 bundle of an object that is ready at once. */
const SETTINGS = withFiles({
  'manifests/settings.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n',
}, (folder) => PlainBundle.fromDirectory(folder));

const PLAIN_BUNDLES: readonly Row[] = [
  row(PlainBundleDeployment, '', () => new PlainBundleDeployment('it', { bundle: PLAIN, namespace: 'team' }), {
    outputs: { namespace: 'team', ownedApis: HELLOS, deployments: ['hello-op'] },
    values: { bundle: PLAIN, ownedNamespace: 'it/OperatorPlace', ready: 'it/PlainReady' },
  }),
  row(PlainBundleDeployment, ' in a Namespace that it does not create', () => new PlainBundleDeployment('it', {
    bundle: PLAIN, namespace: 'team', createNamespace: false,
  }), {
    outputs: { namespace: 'team', ownedApis: HELLOS, deployments: ['hello-op'] }, values: { bundle: PLAIN, ownedNamespace: undefined, ready: 'it/PlainReady' },
  }),
  row(PlainBundleDeployment, ' with nothing to wait for', () => new PlainBundleDeployment('it', { bundle: SETTINGS, namespace: 'team' }), {
    outputs: { namespace: 'team', ownedApis: undefined, deployments: undefined },
    values: { bundle: SETTINGS, ownedNamespace: 'it/OperatorPlace', ready: undefined },
  }),
  row(PlainBundleDeployment, ' without a waiter', () => new PlainBundleDeployment('it', { bundle: PLAIN, namespace: 'team', wait: false }), {
    outputs: { namespace: 'team', ownedApis: undefined, deployments: undefined }, values: { bundle: PLAIN, ownedNamespace: undefined, ready: undefined },
  }),
];

const OTHERS: readonly Row[] = [
  row(ChartComponent, '', () => ChartComponent.fromChart('it', chart()), {
    outputs: {}, values: { waiters: ['it/hello/OperatorPlace', 'it/hello/PlainReady'] },
  }),
  row(ChartComponent, ' without waiters', () => ChartComponent.fromChart('it', chart(), { wait: false }), { outputs: {}, values: { waiters: [] } }),
  row(PlatformChecks, '', () => new PlatformChecks('it'), { outputs: {}, values: { report: expect.any(Promise) as Promise<AppReport> } }),
  row(InstallerRoles, '', () => new InstallerRoles('it', {
    permissions: [InstallPermissions.ofPlain(PlainManifests.render(HELLO, { installNamespace: 'team' }))],
    subjects: [RbacSubject.newServiceAccount('deployer')],
  }), { outputs: { namespace: 'team' }, values: {} }),
  row(InstallPlanApprovers, '', () => new InstallPlanApprovers('it', { subjects: [RbacSubject.user('ann')], namespaces: ['team'] }), { outputs: {}, values: {} }),
];

/** Rows for the components other than those of an operator, which have an engine. */
export const COMPONENT_ROWS: readonly Row[] = [...OLM, ...CATALOGS, ...EXTENSIONS, ...RUKPAK, ...PLAIN_BUNDLES, ...OTHERS];
