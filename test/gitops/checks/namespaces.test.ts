import { ApiObject, App, Chart } from 'cdk8s';
import {
  BundleDeployment, Cluster, ClusterProps, ConstructError, DefaultCatalog, Fleet, ImageCatalog, OlmInstallation, OperatorRegistry, PlainEngine,
  RukpakEngine,
} from 'olm-constructs';
import { AppChecks, AppChecksOptions, ArgoCdApplication, FluxGitRepository, FluxKustomization, InClusterProgram, OperatorRemovalJob, OperatorWaitJob } from 'olm-constructs/gitops';
import { ProvisionerClass, RukpakBundleDeployment, RukpakSource, RukpakVersion } from 'olm-constructs/rukpak';
import { bundleOf } from '../../builders/bundle-of';
import { extension, object, operator, plainSubscription, subscribe } from '../../builders/operator-objects';

const CACHE = operator('cache', 'Cache');
const PROGRAM = InClusterProgram.fromFile(__filename);

interface Declared {
  readonly cluster?: ClusterProps;
  readonly options?: AppChecksOptions;
}

/** Returns the namespaces that the checks find missing in an app with a chart, in a cluster if it has props. */
function missing(create: (chart: Chart) => void, { cluster, options }: Declared = {}): string[] {
  const app = new Fleet();
  create(new Chart(cluster === undefined ? app : new Cluster(app, 'prod', cluster), 'chart'));
  return AppChecks.report(app, options).findings.filter(({ id }) => id.startsWith('namespace-'))
    .map(({ id, message }) => `${id}: ${/namespace '([^']+)'/.exec(message)![1]!}`);
}

const job = (namespace: string) => (chart: Chart): void => void object(chart, 'job', 'batch/v1', 'Job', namespace);

const application = (kind: string, namespace: string, syncOptions: string[]) => (chart: Chart): void => {
  const spec = { destination: { name: 'in-cluster', namespace }, syncPolicy: { syncOptions } };
  object(chart, 'application', 'argoproj.io/v1alpha1', kind, 'argocd', kind === 'ApplicationSet' ? { template: { spec } } : spec);
  job('apps')(chart);
};

describe('a namespace that nothing creates is found for', () => {
  it.each<[string, (chart: Chart) => void]>([
    ['a Job', job('ops')],
    ['an operand', (chart) => {
      subscribe(chart, CACHE, 'cache');
      object(chart, 'mine', 'example.test/v1', 'Cache', 'ops');
    }],
    ['a Subscription', (chart) => void plainSubscription(chart, 'keda', 'keda', 'ops')],
    ['a BundleDeployment with `createNamespace: false`', (chart) => void new BundleDeployment(chart, 'cache', { bundle: CACHE, namespace: 'ops', createNamespace: false })],
    ['one with the engine Plain', (chart) => (
      void new BundleDeployment(chart, 'cache', { bundle: CACHE, namespace: 'ops', createNamespace: false, engine: new PlainEngine() })
    )],
    ['one with RukPak', (chart) => (
      void new BundleDeployment(chart, 'cache', { bundle: CACHE, namespace: 'ops', createNamespace: false, engine: new RukpakEngine({ version: RukpakVersion.DEFAULT }) })
    )],
    ['a ClusterExtension, which names it in its spec', (chart) => void object(chart, 'cache', 'olm.operatorframework.io/v1', 'ClusterExtension', undefined, {
      namespace: 'ops', source: { sourceType: 'Catalog', catalog: { packageName: 'cache' } },
    })],
    ['a registry', (chart) => void new OperatorRegistry(chart, 'registry', { bundles: [CACHE], namespace: 'ops' })],
    ['an image catalog', (chart) => void new ImageCatalog(chart, 'catalog', { image: 'example.test/catalog:1', namespace: 'ops' })],
    ['the Job of an OperatorWaitJob', (chart) => (
      void new OperatorWaitJob(chart, 'wait', { waitFor: [subscribe(chart, CACHE, 'cache')], namespace: 'ops', program: PROGRAM })
    )],
    ['the Job of an OperatorRemovalJob', (chart) => (
      void new OperatorRemovalJob(chart, 'removal', { remove: [subscribe(chart, CACHE, 'cache')], namespace: 'ops', program: PROGRAM })
    )],
    ['an object whose chart has the namespace', (chart) => void new ApiObject(new Chart(chart, 'inner', { namespace: 'ops' }), 'job', { apiVersion: 'batch/v1', kind: 'Job' })],
  ])('%s', (_, create) => {
    expect(missing(create)).toEqual(['namespace-unknown: ops']);
    expect(missing(create, { options: { existingNamespaces: ['other'] } })).toEqual(['namespace-missing: ops']);
    expect(missing(create, { cluster: { existingNamespaces: [] } })).toEqual(['namespace-missing: ops']);
    expect(missing(create, { cluster: { existingNamespaces: ['ops'] } })).toEqual([]);
    expect(missing(create, { options: { existingNamespaces: ['ops'] } })).toEqual([]);
    expect(missing((chart) => {
      create(chart);
      object(chart, 'ops', 'v1', 'Namespace', undefined);
    })).toEqual([]);
  });
});

describe('a namespace is known that', () => {
  it.each<[string, (chart: Chart) => void, ClusterProps?]>([
    ...['default', 'kube-system', 'kube-public', 'kube-node-lease'].map((name): [string, (chart: Chart) => void] => [`each cluster has: ${name}`, job(name)]),
    ['OLM of the app creates', (chart) => {
      new OlmInstallation(chart, 'olm', { defaultCatalog: DefaultCatalog.none(), namespace: 'mine', operatorNamespace: 'mine-too' });
      ['mine', 'mine-too'].forEach((namespace) => object(chart, `job-${namespace}`, 'batch/v1', 'Job', namespace));
    }],
    ["an OLM in the cluster has under upstream's name", (chart) => {
      plainSubscription(chart, 'keda', 'keda', 'operators');
      object(chart, 'catalog', 'operators.coreos.com/v1alpha1', 'CatalogSource', 'olm');
    }],
    ['the declared OLM of the cluster has', job('mine'), { existingOlm: { namespace: 'mine' } }],
    ['OpenShift has', job('openshift-monitoring'), { openShift: true }],
    ['a Project of OpenShift creates', (chart) => {
      object(chart, 'apps', 'project.openshift.io/v1', 'Project', undefined);
      job('apps')(chart);
    }],
    ['a ClusterExtension creates', (chart) => {
      extension(chart, 'cache', 'cache', 'apps');
      job('apps')(chart);
    }],
    ['Argo CD creates for an Application', application('Application', 'apps', ['CreateNamespace=true'])],
    ['Argo CD creates for an ApplicationSet', application('ApplicationSet', 'apps', ['CreateNamespace=true'])],
    ['Argo CD may create for an ApplicationSet with parameters', application('ApplicationSet', '{{ .team }}', ['CreateNamespace=true'])],
    ['Argo CD runs in', (chart) => {
      new ArgoCdApplication(chart, 'app', { source: { repoUrl: 'https://example.test/repo' } });
      object(chart, 'argocd-cm', 'v1', 'ConfigMap', 'my-argocd');
      object(chart, 'project', 'argoproj.io/v1alpha1', 'AppProject', 'my-argocd');
    }],
    ['Flux runs in', (chart) => void new FluxKustomization(chart, 'app', { source: new FluxGitRepository(chart, 'repo', { url: 'https://example.test/repo' }), path: './apps' })],
    ['Flux creates for a HelmRelease', (chart) => {
      object(chart, 'release', 'helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'flux-system', { targetNamespace: 'apps', install: { createNamespace: true } });
      job('apps')(chart);
    }],
    ['RukPak 0.18 creates', (chart) => {
      new BundleDeployment(chart, 'cache', { bundle: CACHE, engine: new RukpakEngine({ version: RukpakVersion.V0_18_0 }) });
      job('cache-system')(chart);
    }],
    ['RukPak reads ConfigMaps in', (chart) => void new BundleDeployment(chart, 'cache', { bundle: CACHE, engine: new RukpakEngine({ systemNamespace: 'my-rukpak' }) })],
    ['only a cluster-scoped object has', (chart) => {
      new ApiObject(new Chart(chart, 'inner', { namespace: 'apps' }), 'role', { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', rules: [] } as object as ConstructorParameters<typeof ApiObject>[2]);
    }],
  ])('%s', (_, create, ...[cluster]) => {
    expect(missing(create, { cluster: { existingNamespaces: [], ...cluster } })).toEqual([]);
  });

  it('an Application of another cluster creates', () => {
    const app = new Fleet();
    application('Application', 'apps', ['CreateNamespace=true'])(new Chart(new Cluster(app, 'hub', { existingNamespaces: [] }), 'chart'));
    job('apps')(new Chart(new Cluster(app, 'prod', { existingNamespaces: [] }), 'chart'));
    expect(AppChecks.report(app).findings).toEqual([]);
  });
});

it('an Application without CreateNamespace=true creates no namespace', () => {
  expect(missing(application('Application', 'apps', []))).toEqual(['namespace-unknown: apps']);
});

it('a namespace of a bundle with unknown content is neither found nor accepted', () => {
  const app = new App();
  const chart = new Chart(app, 'chart');
  new RukpakBundleDeployment(chart, 'plain', {
    provisionerClass: ProvisionerClass.PLAIN, source: RukpakSource.image('example.test/plain:1'), installNamespace: 'default',
  });
  job('apps')(chart);
  const { findings, unchecked } = AppChecks.report(app, { existingNamespaces: [] });
  expect(findings).toEqual([]);
  expect(unchecked).toContain("whether the namespaces 'apps' exist, because something in the app creates namespaces whose names the app does not know");
});

it('there is one finding for a namespace, with the constructs of the program', () => {
  const app = new App();
  const chart = new Chart(app, 'chart');
  new BundleDeployment(chart, 'cache', { bundle: bundleOf({ package: 'cache' }), namespace: 'ops', createNamespace: false });
  job('ops')(chart);
  expect(AppChecks.report(app).findings.map(({ paths, message }) => [paths, message])).toEqual([[
    ['chart/job', 'chart/cache'],
    "Job 'job', 'chart/cache' require the namespace 'ops', which nothing creates, and it is not known whether it is in the cluster",
  ]]);
});

it.each<[string, () => unknown]>([
  ['a Cluster', () => new Cluster(new App(), 'prod', { existingNamespaces: ['Apps'] })],
  ['the checks', () => AppChecks.report(new App(), { existingNamespaces: ['Apps'] })],
])('names of namespaces that %s has must be valid', (_, create) => {
  expect(create).toThrow(ConstructError);
  expect(create).toThrow("existingNamespaces[0] 'Apps' must");
});
