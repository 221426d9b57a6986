import type { Catalog } from '../../catalog/catalog';

/**
 * A catalog that OLM resolves from.
 *
 * @see https://github.com/operator-framework/api/blob/master/pkg/operators/v1alpha1/catalogsource_types.go
 */
export interface ResolutionCatalog {
  /** Name of its CatalogSource. */
  readonly name: string;

  /** Namespace of its CatalogSource. */
  readonly namespace: string;

  /** Content of the catalog. */
  readonly content: Catalog;

  /**
   * `spec.priority` of its CatalogSource: if several catalogs contain what a bundle requires, OLM prefers the one with the highest priority.
   *
   * @default 0
   */
  readonly priority?: number;
}
