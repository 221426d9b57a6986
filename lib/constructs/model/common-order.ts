import { IConstruct } from 'constructs';
import { groupBy } from '../../text/group-by';
import { printableMessage } from '../../text/printable';
import { clusterOf } from './cluster-scope';

/** Returns the ids that lead from the cluster of a construct to it. */
export function idsInCluster(construct: IConstruct): string[] {
  return construct.node.scopes.slice(clusterOf(construct).node.scopes.length).map(({ node: { id } }) => id);
}

/** Returns the path of a construct within its cluster, which the same construct has in every cluster. */
export function pathInCluster(construct: IConstruct): string {
  return idsInCluster(construct).join('/');
}

/**
 * Returns the paths of constructs within their clusters in an order that fits each cluster: every construct comes after those that it depends on
 * in any of the clusters.
 *
 * @param constructs constructs of several clusters, in the order of each cluster
 * @throws Error if clusters have opposite dependencies
 */
export function commonOrder(constructs: readonly IConstruct[]): string[] {
  const byPath = groupBy(constructs, pathInCluster);
  const members = new Set(constructs);
  const order = new Set<string>();
  const route: { readonly source: IConstruct; readonly target: IConstruct }[] = [];
  const visited = new Set<string>();
  const visit = (path: string): void => {
    if (order.has(path)) {
      return;
    }
    if (visited.has(path)) {
      throw oppositeOrders(route.slice(route.findIndex(({ source }) => pathInCluster(source) === path)));
    }
    visited.add(path);
    for (const source of byPath.get(path)!) {
      for (const target of source.node.dependencies.filter(one => members.has(one))) {
        route.push({ source, target });
        visit(pathInCluster(target));
        route.pop();
      }
    }
    order.add(path);
  };
  [...byPath.keys()].forEach(visit);
  return [...order];
}

function oppositeOrders(route: readonly { readonly source: IConstruct; readonly target: IConstruct }[]): Error {
  const dependencies = route.map(({ source, target }) => `'${source.node.path}' depends on '${target.node.path}'`).join(', and ');
  return new Error(printableMessage(`clusters have opposite orders, so the same files cannot have the same names in each of them: ${dependencies}; remove one of these dependencies, rename a `
    + 'construct in one cluster, or set yamlOutputType to YamlOutputType.FILE_PER_APP'));
}
