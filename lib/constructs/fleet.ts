import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ApiObject, App, AppProps, Chart, DependencyGraph, Names, Yaml, YamlOutputType } from 'cdk8s';
import { IConstruct } from 'constructs';
import { clusterOf } from './model/cluster-scope';
import { groupBy } from '../text/group-by';

const FLEET = Symbol.for('olm-constructs.Fleet');

/** Objects of a file. Its name has no extension. */
interface OutputFile {
  readonly name: string;
  readonly objects: readonly ApiObject[];
}

/**
 * An app for several clusters. `synth` writes the charts of each `Cluster` to its own folder in `outdir`; charts outside of clusters go to
 * `outdir` itself. All clusters are checked before anything is written.
 */
export class Fleet extends App {
  /**
   * Whether a value is a `Fleet`, from any copy of this library.
   *
   * @param x the value
   */
  public static isFleet(x: unknown): x is Fleet {
    return typeof x === 'object' && x !== null && FLEET in x;
  }

  /**
   * @param props properties of an `App`
   */
  public constructor(props: AppProps = {}) {
    super(props);
    Object.defineProperty(this, FLEET, { value: true });
  }

  /**
   * Writes the manifests of all clusters.
   *
   * @throws Error with the problems of all constructs, in which case nothing is written
   */
  public override synth(): void {
    // cdk8s validates an app and resolves its dependencies when a chart is synthesized.
    this.node.findAll().find((construct): construct is Chart => Chart.isChart(construct))?.toJson();
    const files = [...groupBy(this.charts, chart => clusterOf(chart).node.path).values()].flatMap(charts => {
      const cluster = clusterOf(charts[0]!);
      const folder = cluster === this ? this.outdir : join(this.outdir, cluster.node.path);
      return this.#filesOf(cluster, charts).map(({ name, objects }) => ({ path: join(folder, `${name}${this.outputFileExtension}`), objects }));
    });
    const contents = files.map(({ path, objects }) => ({ path, content: Yaml.stringify(...objects.map((object): unknown => object.toJson())) }));
    mkdirSync(this.outdir, { recursive: true });
    for (const { path, content } of contents) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
    if (this['recordConstructMetadata']) {
      const resources = Object.fromEntries(files.flatMap(({ objects }) => objects).map(({ name, node: { path } }) => [name, { path }]));
      writeFileSync(join(this.outdir, 'construct-metadata.json'), JSON.stringify({ version: '1.0.0', resources }));
    }
  }

  #filesOf(cluster: IConstruct, charts: readonly Chart[]): OutputFile[] {
    const names = fileNames(cluster, charts);
    switch (this.yamlOutputType) {
      case YamlOutputType.FILE_PER_APP:
        return [{ name: 'app', objects: charts.flatMap(objectsOf) }];
      case YamlOutputType.FILE_PER_CHART:
        return charts.map((chart, index) => ({ name: names[index]!, objects: objectsOf(chart) }));
      case YamlOutputType.FILE_PER_RESOURCE:
        return charts.flatMap(objectsOf).map(object => ({ name: resourceName(object), objects: [object] }));
      case YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE:
        return charts.flatMap((chart, index) => objectsOf(chart).map(object => ({
          name: join(names[index]!, resourceName(object)), objects: [object],
        })));
    }
  }
}

/** Returns the objects of a chart, in the order in which to apply them. */
function objectsOf(chart: Chart): ApiObject[] {
  return new DependencyGraph(chart.node).topology().filter((construct): construct is ApiObject => (
    ApiObject.isApiObject(construct) && Chart.of(construct) === chart
  ));
}

/**
 * Names the files of charts after their construct IDs in the cluster, so that the same charts have the same files in all clusters, with an index if a
 * chart depends on another one.
 */
function fileNames(cluster: IConstruct, charts: readonly Chart[]): string[] {
  const names = charts.map(({ node }) => node.scopes.slice(cluster.node.scopes.length).map(({ node: { id } }) => id).join('-'));
  const isOrdered = charts.some(({ node }) => node.dependencies.some(target => Chart.isChart(target)));
  return charts.map((chart, index) => {
    const name = names[index]!;
    const isPlain = /^[0-9a-z-]{1,63}$/.test(name) && names.indexOf(name) === names.lastIndexOf(name);
    return `${isOrdered ? `${String(index).padStart(4, '0')}-` : ''}${isPlain ? name : Names.toDnsLabel(chart)}`;
  });
}

/** @see https://github.com/cdk8s-team/cdk8s-core/blob/2.x/src/app.ts `App.synth` */
function resourceName({ kind, name }: ApiObject): string {
  return `${kind}.${name}`.replace(/[^0-9a-zA-Z-_.]/g, '');
}
