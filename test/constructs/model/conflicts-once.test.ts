import { ApiObject, App, Chart, YamlOutputType } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { BundleDeployment, CatalogRef, ClusterCatalog, ImageCatalog, InstallPlanApproval, OperatorRegistry, OperatorSubscription, PlainEngine } from 'olm-constructs';
import { AppChecks, ArgoCd, ManifestTree } from 'olm-constructs/gitops';
import { bundleOf } from '../../builders/bundle-of';

const BUNDLE = bundleOf({ package: 'cache' });
const CATALOG = CatalogRef.named('catalog', 'olm');

/** Returns the errors of a synthesis, with the paths of the constructs that report them. */
function errorsOf(app: App): string[] {
  return app.node.findAll().flatMap((construct) => construct.node.validate().map((problem) => `[${construct.node.path}] ${problem}`));
}

function subscription(chart: Chart, id: string, props: object): OperatorSubscription {
  return new OperatorSubscription(chart, id, { catalog: CATALOG, packageName: id, namespace: 'ns', createNamespace: false, name: id, ...props });
}

const group = (chart: Chart): ApiObject => new ApiObject(chart, 'group', {
  apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'group', namespace: 'ns' },
});

describe('a conflict of several constructs is reported once', () => {
  it.each<[string, (chart: Chart, id: string) => unknown, string[]]>([
    ['registries with one name', (chart, id) => new OperatorRegistry(chart, id, { bundles: [BUNDLE], name: 'own', namespace: 'ns' }), [
      "CatalogSource 'own'", "Service 'own'", "Deployment 'own'",
    ]],
    ['image catalogs with one name', (chart, id) => new ImageCatalog(chart, id, { image: 'example.test/catalog:1', name: 'own', namespace: 'ns' }), ["CatalogSource 'own'"]],
    ['ClusterCatalogs with one name', (chart, id) => new ClusterCatalog(chart, id, { image: 'example.test/catalog:1', name: 'own' }), ["ClusterCatalog 'own'"]],
    ['one bundle without OLM', (chart, id) => new BundleDeployment(chart, id, { bundle: BUNDLE, engine: new PlainEngine() }), ["Namespace 'cache'"]],
    ['Namespaces of Subscriptions', (chart, id) => subscription(chart, id, { createNamespace: true, operatorGroup: undefined }), ["Namespace 'ns'"]],
  ])('%s', (_, create, objects) => {
    const app = new App();
    const chart = new Chart(app, 'chart');
    ['a', 'b', 'c'].forEach((id) => create(chart, id));
    const errors = errorsOf(app);
    for (const object of objects) {
      const about = errors.filter((error) => error.includes(`also create ${object}`));
      expect(about).toEqual([expect.stringMatching(/^\[chart\/a\] 'chart\/b\S*' and 'chart\/c\S*' also create /) as string]);
    }
    expect(errors.filter((error) => error.includes('also creates'))).toEqual([]);
  });

  it('two OperatorGroups, one package and two approvals in a namespace', () => {
    const app = new App();
    const chart = new Chart(app, 'chart');
    subscription(chart, 'a', { packageName: 'cache' });
    subscription(chart, 'b', { packageName: 'cache', approval: InstallPlanApproval.MANUAL });
    expect(errorsOf(app).map((error) => error.slice(0, error.indexOf(',')))).toEqual([
      "[chart/a] namespace 'ns' has another OperatorGroup",
      "[chart/a] package 'cache' has another Subscription in namespace 'ns'",
      "[chart/a] approval is Automatic here and Manual for 'chart/b' in the same namespace",
    ]);
  });

  it('in each pass, and by each construct that is validated alone, as Pulumi does', () => {
    const app = new App();
    const chart = new Chart(app, 'chart');
    const [a, b] = ['a', 'b'].map((id) => new ClusterCatalog(chart, id, { image: 'example.test/catalog:1', name: 'own' }));
    const alone = ({ node }: IConstruct): string[] => (
      [...node.scopes.slice(0, -1), ...node.findAll()].flatMap((construct) => construct.node.validate()).map((problem) => problem.slice(0, problem.indexOf(' also')))
    );
    expect([errorsOf(app).length, errorsOf(app).length]).toEqual([1, 1]);
    expect([alone(b!), alone(a!), alone(b!)]).toEqual([["'chart/a/Resource'"], ["'chart/b/Resource'"], ["'chart/a/Resource'"]]);
  });

  it('that only one of them knows', () => {
    const app = new App();
    const chart = new Chart(app, 'chart');
    group(chart);
    subscription(chart, 'a', {});
    expect(errorsOf(app)).toEqual([expect.stringContaining("[chart/a] namespace 'ns' has another OperatorGroup, at 'chart/group'") as string]);
  });
});

describe('the root of an app has no empty path in', () => {
  const prepared = (): App => {
    const app = new App();
    const chart = new Chart(app, 'chart');
    new ApiObject(chart, 'secret', { apiVersion: 'v1', kind: 'Secret', metadata: { annotations: { 'argocd.argoproj.io/sync-wave': 'first' } } });
    ArgoCd.prepare(app);
    return app;
  };

  it.each<[string, () => unknown]>([
    ['an error of an option', () => AppChecks.add(new App(), { kubernetesVersion: 'x' })],
    ['an error of synth', () => prepared().synth()],
    ['an error of synthYaml', () => prepared().synthYaml()],
    ['an error of a ManifestTree', () => ManifestTree.of(prepared())],
    ['an error of an App that would lose objects', () => {
      const app = new App({ yamlOutputType: YamlOutputType.FILE_PER_RESOURCE });
      ['a', 'b'].forEach((id) => subscription(new Chart(app, id), id, { name: 'same', namespace: id }));
      app.synth();
    }],
  ])('%s', (_, run) => {
    let thrown: unknown;
    try {
      run();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Error);
    expect(`${(thrown as Error).message}\n${(thrown as Error).stack}`).not.toContain('[] ');
  });
});
