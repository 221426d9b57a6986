import { join } from 'node:path';
import { ApiObject, App, Chart, DependencyGraph, YamlOutputType } from 'cdk8s';
import { IConstruct } from 'constructs';
import { groupBy } from '../text/group-by';
import { printableMessage } from '../text/printable';
import { distinctFileNames } from '../text/safe-file-name';
import { objectFileName, objectsOf } from './model/chart-objects';
import { clusterOf } from './model/cluster-scope';
import { commonOrder, idsInCluster, pathInCluster } from './model/common-order';

/** A file of a fleet. */
export interface FleetFile {
  /** Construct that represents the cluster: a `Cluster`, or the app. */
  readonly cluster: IConstruct;
  /** Path in the output folder, without extension. */
  readonly path: string;
  readonly objects: readonly ApiObject[];
}

/**
 * Returns the files of the charts of an app. Charts and objects with the same construct path in several clusters have the same file names there,
 * with an index that is the order in which to apply the files.
 *
 * @throws Error if clusters have opposite orders, or if two files would have the same path on some file system
 */
export function fleetFiles({ charts, yamlOutputType }: App): FleetFile[] {
  const [inApp, inClusters] = [charts.filter(chart => isInApp(chart)), charts.filter(chart => !isInApp(chart))];
  const files = [inApp, inClusters].flatMap(group => filesOf(group, yamlOutputType));
  checkPaths(files);
  return files;
}

function isInApp(chart: Chart): boolean {
  return clusterOf(chart).node.scope === undefined;
}

function filesOf(charts: readonly Chart[], type: YamlOutputType): FleetFile[] {
  switch (type) {
    case YamlOutputType.FILE_PER_APP:
      return [...groupBy(charts, chart => clusterOf(chart).node.path).values()].map(group => ({ ...placed(group[0]!, 'app'), objects: group.flatMap(objectsOf) }));
    case YamlOutputType.FILE_PER_CHART:
      return [...chartNames(charts)].map(([chart, name]) => ({ ...placed(chart, name), objects: objectsOf(chart) }));
    case YamlOutputType.FILE_PER_RESOURCE:
      return [...objectNames(charts)].map(([object, name]) => ({ ...placed(object, name), objects: [object] }));
    case YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE: {
      const folders = chartNames(charts);
      return [...groupBy(charts, pathInCluster).values()].flatMap(same => [...objectNames(same)]).map(([object, name]) => (
        { ...placed(object, join(folders.get(Chart.of(object))!, name)), objects: [object] }
      ));
    }
  }
}

function placed(construct: IConstruct, name: string): Pick<FleetFile, 'cluster' | 'path'> {
  const cluster = clusterOf(construct);
  return { cluster, path: join(cluster.node.path, name) };
}

/** Names charts after their construct IDs in the cluster, with an index if a chart depends on another one. */
function chartNames(charts: readonly Chart[]): Map<Chart, string> {
  const order = commonOrder(charts);
  const words = new Map(charts.map(chart => [pathInCluster(chart), idsInCluster(chart)]));
  const names = distinctFileNames(order.map(path => words.get(path)!));
  const isOrdered = charts.some(({ node }) => node.dependencies.some(target => Chart.isChart(target)));
  const byPath = new Map(order.map((path, index) => [path, `${isOrdered ? `${indexOf(index, order.length)}-` : ''}${names[index]!}`]));
  return new Map(charts.map(chart => [chart, byPath.get(pathInCluster(chart))!]));
}

/** Names the objects of charts after what identifies them, with an index. */
function objectNames(charts: readonly Chart[]): Map<ApiObject, string> {
  const byPath = groupBy(charts, pathInCluster);
  const sameObjects = commonOrder(charts).flatMap(chartPath => {
    const same = byPath.get(chartPath)!;
    const objects = groupBy(same.flatMap(objectsOf), pathInCluster);
    const order = commonOrder(same.flatMap(chart => new DependencyGraph(chart.node).topology()));
    return order.map(path => objects.get(path)).filter(found => found !== undefined);
  });
  return new Map(sameObjects.flatMap((objects, index) => objects.map((object): [ApiObject, string] => (
    [object, `${indexOf(index, sameObjects.length)}-${objectFileName(object)}`]
  ))));
}

/** Returns an index with as many digits as cdk8s writes, or more if there are that many files, so that names sort like indices. */
function indexOf(index: number, count: number): string {
  return String(index).padStart(Math.max(4, String(count - 1).length), '0');
}

/**
 * Checks that no file replaces another one or is in the folder of another cluster. Many file systems ignore case.
 *
 * @throws Error if one does
 */
function checkPaths(files: readonly FleetFile[]): void {
  const clusters = new Map(files.map(({ cluster }): [string, IConstruct] => [cluster.node.path.toLowerCase(), cluster]));
  const byPath = groupBy(files, ({ path }) => path.toLowerCase());
  for (const { cluster, path, objects } of files) {
    const folders = path.toLowerCase().split('/').map((_, index, names) => names.slice(0, index).join('/')).slice(1);
    const other = folders.map(folder => clusters.get(folder)).find(found => found !== undefined && found !== cluster);
    if (other !== undefined) {
      throw new Error(printableMessage(`'${objects[0]?.node.path ?? path}' would be written to '${path}', which is in the folder of the cluster '${other.node.path}' on file systems that ignore `
        + 'case, and would be applied there; rename the chart or the cluster'));
    }
    const twin = byPath.get(path.toLowerCase())!.find(file => file.path !== path || file.objects !== objects);
    if (twin !== undefined) {
      throw new Error(printableMessage(`the same file '${path}' would be written for ${[objects, twin.objects].map(list => `'${list[0]?.node.path ?? ''}'`).join(' and ')}; rename one of the charts`));
    }
  }
}
