import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App, AppProps, Chart, YamlOutputType } from 'cdk8s';
import { Construct } from 'constructs';
import { CatalogRef, Cluster, Fleet, OperatorSubscription } from 'olm-constructs';

/** Returns the files that an app writes, by their paths. */
function filesOf(create: (props: AppProps) => App, props: AppProps = {}): { [path: string]: string } {
  const outdir = mkdtempSync(join(tmpdir(), 'fleet-'));
  try {
    create({ ...props, outdir }).synth();
    const files = readdirSync(outdir, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
    return Object.fromEntries(files.map(({ parentPath, name }) => join(parentPath, name)).sort().map(path => (
      [path.slice(outdir.length + 1), readFileSync(path, 'utf8')]
    )));
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

/** Creates a platform of three charts, the second of which must come before the first. */
function platform(scope: Construct): void {
  const operators = new Chart(scope, 'operators');
  new OperatorSubscription(operators, 'hello', { catalog: CatalogRef.named('catalog', 'olm'), packageName: 'hello' });
  const crds = new Chart(scope, 'crds');
  new ApiObject(crds, 'crd', { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'subscriptions.operators.coreos.com' } });
  new ApiObject(new Chart(scope, 'olm'), 'olm-operator', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'olm-operator', namespace: 'olm' } });
  operators.addDependency(crds);
}

function fleet(props: AppProps): Fleet {
  const app = new Fleet(props);
  platform(new Cluster(app, 'dev'));
  platform(new Cluster(app, 'prod'));
  return app;
}

function alone(props: AppProps): App {
  const app = new App(props);
  platform(app);
  return app;
}

describe('Fleet', () => {
  it.each([
    ['a file for each chart', YamlOutputType.FILE_PER_CHART],
    ['a file for each app', YamlOutputType.FILE_PER_APP],
  ])('writes the folder of each cluster as an App would write the cluster alone: %s', (_, yamlOutputType) => {
    const expected = filesOf(alone, { yamlOutputType });

    expect(filesOf(fleet, { yamlOutputType })).toEqual({ ...inFolder('dev', expected), ...inFolder('prod', expected) });
  });

  it.each<[string, YamlOutputType, readonly string[]]>([
    ['a file for each object', YamlOutputType.FILE_PER_RESOURCE, [
      '0000-customresourcedefinition-apiextensions.k8s.io-subscriptions.operators.coreos.com.k8s.yaml', '0001-namespace-hello.k8s.yaml',
      '0002-operatorgroup-operators.coreos.com-hello-hello.k8s.yaml', '0003-subscription-operators.coreos.com-hello-hello.k8s.yaml',
      '0004-deployment-olm-olm-operator.k8s.yaml',
    ]],
    ['a folder for each chart', YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE, [
      '0000-crds/0000-customresourcedefinition-apiextensions.k8s.io-subscriptions.operators.coreos.com.k8s.yaml', '0001-operators/0000-namespace-hello.k8s.yaml',
      '0001-operators/0001-operatorgroup-operators.coreos.com-hello-hello.k8s.yaml', '0001-operators/0002-subscription-operators.coreos.com-hello-hello.k8s.yaml',
      '0002-olm/0000-deployment-olm-olm-operator.k8s.yaml',
    ]],
  ])('writes the objects of each cluster as an App would, to files in the order in which to apply them: %s', (_, yamlOutputType, names) => {
    const files = filesOf(fleet, { yamlOutputType });

    expect(Object.keys(files)).toEqual(['dev', 'prod'].flatMap(cluster => names.map(name => `${cluster}/${name}`)));
    expect(Object.values(files).sort()).toEqual(Object.values({ ...inFolder('dev', filesOf(alone, { yamlOutputType })), ...inFolder('prod', filesOf(alone, { yamlOutputType })) }).sort());
  });

  it('writes charts outside of clusters to the folder of the app', () => {
    const files = filesOf((props) => {
      const app = fleet(props);
      new ApiObject(new Chart(app, 'argo'), 'application', { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application' });
      return app;
    });

    expect(Object.keys(files)).toContain('argo.k8s.yaml');
    expect(Object.keys(files)).toContain('dev/0000-crds.k8s.yaml');
  });

  it('writes clusters of the same ID in different scopes to different folders', () => {
    const files = filesOf((props) => {
      const app = new Fleet(props);
      for (const region of ['eu', 'us']) {
        new Chart(new Cluster(new Construct(app, region), 'dev'), `operators-${region}`);
      }
      return app;
    });

    expect(Object.keys(files)).toEqual(['eu/dev/operators-eu.k8s.yaml', 'us/dev/operators-us.k8s.yaml']);
  });

  it('names files by the construct IDs in the cluster, unless two are the same', () => {
    const files = filesOf((props) => {
      const app = new Fleet(props);
      const cluster = new Cluster(app, 'dev');
      const team = new Construct(cluster, 'team');
      new Chart(team, 'a-b');
      new Chart(new Construct(team, 'a'), 'b');
      new Chart(team, 'c');
      return app;
    });

    expect(Object.keys(files)).toEqual([
      expect.stringMatching(/^dev\/team-a-b-[0-9a-f]{8}\.k8s\.yaml$/), expect.stringMatching(/^dev\/team-a-b-[0-9a-f]{8}\.k8s\.yaml$/), 'dev/team-c.k8s.yaml',
    ]);
  });

  it('gives a chart the same file name in all clusters, whatever else is in them', () => {
    const files = filesOf((props) => {
      const app = new Fleet(props);
      platform(new Cluster(app, 'dev'));
      const prod = new Cluster(app, 'prod');
      new Chart(prod, 'operators');
      new Chart(new Construct(prod, 'o'), 'olm');
      return app;
    });

    expect(Object.keys(files)).toEqual([
      'dev/0000-crds.k8s.yaml', 'dev/0001-operators.k8s.yaml', 'dev/0002-olm.k8s.yaml', 'prod/0001-operators.k8s.yaml', 'prod/0003-o-olm.k8s.yaml',
    ]);
  });

  describe('writes nothing, but reports', () => {
    const config = (scope: Construct, id: string): ApiObject => new ApiObject(scope, id, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: id } });
    const cluster = (app: App, id: string, dependant: string, dependency: string): void => {
      const scope = new Cluster(app, id);
      const charts = ['a', 'b'].map((name): [string, Chart] => [name, new Chart(scope, name)]);
      charts.forEach(([, chart]) => config(chart, 'settings'));
      Object.fromEntries(charts)[dependant]!.addDependency(Object.fromEntries(charts)[dependency]!);
    };

    it.each<[string, YamlOutputType, (app: App) => void, string]>([
      ['charts in opposite orders', YamlOutputType.FILE_PER_CHART, (app) => {
        cluster(app, 'dev', 'a', 'b');
        cluster(app, 'prod', 'b', 'a');
      }, "'prod/b' depends on 'prod/a', and 'dev/a' depends on 'dev/b'; remove one of these dependencies, rename a construct in one cluster, or set yamlOutputType to "
        + 'YamlOutputType.FILE_PER_APP'],
      ['objects in opposite orders', YamlOutputType.FILE_PER_RESOURCE, (app) => ['dev', 'prod'].forEach((id) => {
        const chart = new Chart(new Cluster(app, id), 'chart');
        const [first, second] = [config(chart, 'one'), config(chart, 'two')];
        (id === 'dev' ? first : second).addDependency(id === 'dev' ? second : first);
      }), "'prod/chart/two' depends on 'prod/chart/one', and 'dev/chart/one' depends on 'dev/chart/two'"],
      ['clusters that differ only in case', YamlOutputType.FILE_PER_CHART, (app) => ['dev', 'Dev'].forEach(id => (
        config(new Chart(new Cluster(app, id), 'chart'), 'settings'))), "is in the folder of the cluster 'Dev' on file systems that ignore case"],
      ['a chart in the folder of a cluster', YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE, (app) => {
        config(new Chart(new Construct(app, 'hub'), 'x'), 'settings');
        config(new Chart(new Cluster(app, 'hub-x'), 'chart'), 'settings');
      }, "'hub/x/settings' would be written to 'hub-x/0000-configmap-settings', which is in the folder of the cluster 'hub-x'"],
    ])('%s', (_, yamlOutputType, create, message) => {
      const outdir = join(mkdtempSync(join(tmpdir(), 'fleet-')), 'out');
      const app = new Fleet({ outdir, yamlOutputType });
      create(app);

      expect(() => app.synth()).toThrow(message);
      expect(() => readdirSync(outdir)).toThrow('ENOENT');
    });
  });

  it('writes nothing if a cluster has a problem', () => {
    const outdir = join(mkdtempSync(join(tmpdir(), 'fleet-')), 'out');
    const app = fleet({ outdir });
    const chart = new Chart(new Cluster(app, 'test'), 'operators');
    for (const id of ['one', 'two']) {
      new OperatorSubscription(chart, id, { catalog: CatalogRef.named('catalog', 'olm'), packageName: 'hello' });
    }

    expect(() => app.synth()).toThrow("[test/operators/one] 'test/operators/two/Namespace' also creates Namespace 'hello'");
    expect(() => readdirSync(outdir)).toThrow('ENOENT');
  });

  it.each([true, undefined])('records the paths of objects for `cdk8s synth` if recordConstructMetadata is %s', (recordConstructMetadata) => {
    const recorded = filesOf(fleet, { ...(recordConstructMetadata === undefined ? {} : { recordConstructMetadata }) })['construct-metadata.json'];

    expect(recorded?.includes('"olm-operator":{"path":"prod/olm/olm-operator"}')).toBe(recordConstructMetadata);
  });

  it('is suggested by the error of a plain App with two clusters', () => {
    const app = new App();
    platform(new Cluster(app, 'dev'));

    expect(() => app.synthYaml()).not.toThrow();
    platform(new Cluster(app, 'prod'));
    expect(() => app.synthYaml()).toThrow(
      "[prod] an App writes this cluster and 'dev' to the same folder; create the app with `new Fleet()` instead of `new App()`",
    );
  });
});

function inFolder(folder: string, files: { [path: string]: string }): { [path: string]: string } {
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]));
}
