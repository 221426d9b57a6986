import type { AppFinding } from './app-report';

/** Returns the end of a message that is the same in several clusters, or an empty string for one cluster. */
export function alsoIn(clusters: readonly string[]): string {
  const others = clusters.slice(1).map((path) => `'${path}'`);
  return others.length === 0 ? '' : ` (also in the ${others.length === 1 ? 'cluster' : 'clusters'} ${others.join(', ')})`;
}

/** Returns the path of the construct to change first in each cluster. */
export function firstPaths({ paths, clusters }: AppFinding): string[] {
  return clusters.length < 2 ? paths.slice(0, 1)
    : clusters.flatMap((cluster) => paths.find((path) => path === cluster || path.startsWith(`${cluster}/`)) ?? []);
}
