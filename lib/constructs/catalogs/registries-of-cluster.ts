import type { IConstruct } from 'constructs';
import { clusterOf } from '../model/cluster-scope';
import type { ICatalog } from '../model/catalog-ref';

/** Registries of each cluster, by namespace and name of their CatalogSource: a search of the constructs would take time quadratic in their number. */
const REGISTRIES = new WeakMap<IConstruct, Map<string, ICatalog>>();

/** Records a registry, so that Subscriptions that refer to its CatalogSource by name know its content. */
export function recordRegistry(registry: ICatalog & IConstruct): void {
  const cluster = clusterOf(registry);
  const known = REGISTRIES.get(cluster) ?? new Map<string, ICatalog>();
  REGISTRIES.set(cluster, known.set(keyOf(registry), registry));
}

/** Returns the registry of the same cluster that creates the CatalogSource of a catalog, or undefined if none does. */
export function registryWithName(construct: IConstruct, catalog: Pick<ICatalog, 'catalogName' | 'catalogNamespace'>): ICatalog | undefined {
  return REGISTRIES.get(clusterOf(construct))?.get(keyOf(catalog));
}

function keyOf({ catalogNamespace, catalogName }: Pick<ICatalog, 'catalogName' | 'catalogNamespace'>): string {
  return `${catalogNamespace}/${catalogName}`;
}
