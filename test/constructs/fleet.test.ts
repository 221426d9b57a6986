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
    ['a file for each object', YamlOutputType.FILE_PER_RESOURCE],
    ['a folder for each chart', YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE],
  ])('writes the folder of each cluster as an App would write the cluster alone: %s', (_, yamlOutputType) => {
    const expected = filesOf(alone, { yamlOutputType });

    expect(filesOf(fleet, { yamlOutputType })).toEqual({ ...inFolder('dev', expected), ...inFolder('prod', expected) });
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
      expect.stringMatching(/^dev\/dev-team-a-b-c8[0-9a-f]{6}\.k8s\.yaml$/), expect.stringMatching(/^dev\/dev-team-a-b-c8[0-9a-f]{6}\.k8s\.yaml$/), 'dev/team-c.k8s.yaml',
    ]);
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
