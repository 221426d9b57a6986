import { ApiObject } from 'cdk8s';
import { ICatalog } from './catalog-ref';
import { Catalog } from '../catalog/catalog';

/** Returns the content of the catalog that a CatalogSource of the app belongs to, or undefined if it is unknown. */
export function catalogContentOf({ node }: ApiObject): Catalog | undefined {
  return (node.scope as Partial<ICatalog> | undefined)?.catalogContent;
}
