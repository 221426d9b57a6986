import { type KnownKeys, unknownKey } from '../../formats/json/known-keys';
import { CatalogError, CatalogErrorCode } from './catalog-error';

/**
 * Checks the keys of an options object.
 *
 * @param name name of the object in errors, such as `options of Catalog.merge`
 * @throws CatalogError if it has an unknown key, with the known ones
 */
export function checkOptions<Options extends object>(name: string, options: Options | undefined, known: KnownKeys<Options>): void {
  const message = unknownKey(name, options, known);
  if (message !== undefined) {
    throw new CatalogError([{ code: CatalogErrorCode.OPTIONS, message }]);
  }
}
