import { join } from 'node:path';
import { ApiObject, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import * as root from 'olm-constructs';
import {
  BundleDeployment, BundleEngine, CatalogRef, Cluster, ClusterCatalog, ClusterExtension, ImageCatalog, InstallerRoles, InstallPlanApprovers,
  OlmInstallation, OlmV0Engine, OlmV1Engine, OperatorRegistry, OperatorServiceAccount, OperatorSubscription, PlainBundleDeployment, PlainEngine,
  RbacSubject, RukpakEngine,
} from 'olm-constructs';
import { PlainBundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import * as gitops from 'olm-constructs/gitops';
import { InstallPermissions } from 'olm-constructs/report';
import * as rukpak from 'olm-constructs/rukpak';
import { withFiles } from '../../builders/bundle-files';
import { sampleBundle } from '../../builders/sample-bundle';

/** Creates a construct and what it needs, in a scope inside a chart. */
type Create = (scope: Construct) => unknown;

const BUNDLE = sampleBundle();
const PLAIN = withFiles({
  'manifests/objects.json': JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'demo' } }),
}, folder => PlainBundle.fromDirectory(folder));
const IMAGE = 'registry.example.com/catalog:v1';
const CATALOG = CatalogRef.named('catalog', 'olm', { content: Catalog.fromBundles([BUNDLE]) });
const PROGRAM = gitops.InClusterProgram.fromFile(join(__dirname, '../../jest/make-temporary-folder.cjs'));
const SOURCE = { repoUrl: 'https://git.example/apps', path: 'apps' };
const APPLICATION = { source: SOURCE, destination: { server: 'https://cluster.example' } };
const RUKPAK = { provisionerClass: rukpak.ProvisionerClass.PLAIN, source: rukpak.RukpakSource.image(IMAGE) };

const subscribe = (scope: Construct): OperatorSubscription => new OperatorSubscription(scope, 'operator', {
  catalog: CATALOG, serviceAccount: OperatorServiceAccount.create(),
});
const deployBy = (engine: BundleEngine): Create => scope => new BundleDeployment(scope, 'it', { bundle: BUNDLE, engine });

/** Returns a chart beside the others, with an object. */
function chartBeside(scope: Construct): Chart {
  const chart = new Chart(Cluster.of(scope) ?? scope.node.root, 'beside');
  new ApiObject(chart, 'object', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'beside' } });
  return chart;
}

const CONSTRUCTS: { readonly [name: string]: Create } = {
  'OlmInstallation': scope => new OlmInstallation(scope, 'it'),
  'OperatorRegistry': scope => new OperatorRegistry(scope, 'it', { bundles: [BUNDLE], replicas: 2 }),
  'ImageCatalog': scope => new ImageCatalog(scope, 'it', { image: IMAGE }),
  'OperatorSubscription': subscribe,
  'BundleDeployment': scope => new BundleDeployment(scope, 'it', { bundle: BUNDLE }),
  'BundleDeployment with OLM v0': deployBy(new OlmV0Engine()),
  'BundleDeployment with OLM v1': deployBy(new OlmV1Engine({ catalogImage: IMAGE })),
  'BundleDeployment with RukPak': deployBy(new RukpakEngine()),
  'BundleDeployment without an operator manager': deployBy(new PlainEngine()),
  'PlainBundleDeployment': scope => new PlainBundleDeployment(scope, 'it', { bundle: PLAIN, namespace: 'demo' }),
  'ClusterCatalog': scope => new ClusterCatalog(scope, 'it', { image: IMAGE }),
  'ClusterExtension': scope => new ClusterExtension(scope, 'it', {
    packageName: 'demo', catalogs: [new ClusterCatalog(scope, 'catalog', { image: IMAGE })],
  }),
  'InstallPlanApprovers': scope => new InstallPlanApprovers(scope, 'it', { subjects: [RbacSubject.user('jane')], namespaces: ['demo'] }),
  'InstallerRoles': scope => new InstallerRoles(scope, 'it', {
    permissions: [InstallPermissions.of(BUNDLE)], subjects: [RbacSubject.user('jane')], namespace: 'demo',
  }),
  'gitops.ArgoCdApplication': scope => new gitops.ArgoCdApplication(scope, 'it', APPLICATION),
  'gitops.ArgoCdApplicationSet': scope => new gitops.ArgoCdApplicationSet(scope, 'it', {
    ...APPLICATION, generators: [gitops.ArgoCdGenerator.clusters()], applicationName: 'demo-{{.name}}',
  }),
  'gitops.ArgoCdProject': scope => new gitops.ArgoCdProject(scope, 'it'),
  'gitops.FluxGitRepository': scope => new gitops.FluxGitRepository(scope, 'it', { url: SOURCE.repoUrl }),
  'gitops.FluxOciRepository': scope => new gitops.FluxOciRepository(scope, 'it', { url: 'oci://registry.example/apps' }),
  'gitops.FluxKustomization': scope => new gitops.FluxKustomization(scope, 'it', {
    source: new gitops.FluxGitRepository(scope, 'source', { url: SOURCE.repoUrl }),
  }),
  'gitops.FluxStages': scope => new gitops.FluxStages(scope, 'it', { source: gitops.FluxSourceRef.gitRepository('apps'), charts: [chartBeside(scope)] }),
  'gitops.OperatorWaitJob': scope => new gitops.OperatorWaitJob(scope, 'it', { waitFor: [subscribe(scope)], program: PROGRAM }),
  'gitops.OperatorRemovalJob': scope => new gitops.OperatorRemovalJob(scope, 'it', { remove: [subscribe(scope)], crds: [], program: PROGRAM }),
  'gitops.OperatorMetrics': scope => new gitops.OperatorMetrics(scope, 'it', { allNamespaces: true, namespace: 'demo', program: PROGRAM }),
  'rukpak.RukpakBundle': scope => new rukpak.RukpakBundle(scope, 'it', RUKPAK),
  'rukpak.RukpakBundleDeployment': scope => new rukpak.RukpakBundleDeployment(scope, 'it', { ...RUKPAK, installNamespace: 'demo' }),
  'rukpak.RukpakBundleInstance': scope => new rukpak.RukpakBundleInstance(scope, 'it', {
    ...RUKPAK,
  }),
};

/** Constructs without objects: two contain charts, and one reads a file. */
export const WITHOUT_OBJECTS = ['Cluster', 'Fleet', 'OperatorLock'];

/** Classes that the package exports and that extend `Construct`, by their names. */
export function exportedConstructs(): Map<string, new (...args: never[]) => Construct> {
  const modules = Object.entries(root).flatMap(([name, value]): [string, unknown][] => (
    typeof value === 'object' ? Object.entries(value).map(([member, one]): [string, unknown] => [`${name}.${member}`, one]) : [[name, value]]
  ));
  return new Map(modules.filter((entry): entry is [string, new (...args: never[]) => Construct] => (
    typeof entry[1] === 'function' && entry[1].prototype instanceof Construct
  )));
}

/** Returns how to create the object of a kind, with an empty spec. */
function createKind(kind: new (...args: never[]) => Construct): Create {
  const Kind = kind as unknown as new (scope: Construct, id: string, props: object) => Construct;
  return scope => new Kind(scope, 'it', { metadata: { name: 'it' }, spec: {} });
}

/** How to create each construct and each typed object of the package. */
export const EVERY_CONSTRUCT: readonly (readonly [name: string, create: Create])[] = [
  ...Object.entries(CONSTRUCTS),
  ...[...exportedConstructs()].filter(([, one]) => 'GVK' in one).map(([name, kind]) => [name, createKind(kind)] as const),
];
