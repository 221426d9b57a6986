import { gunzipSync } from 'node:zlib';
import { Catalog } from '../catalog/catalog';
import { compareUtf8 } from '../formats/json/go-json';
import { field, mapField, stringField } from '../formats/json/json-value';

/** Maximum decompressed size of a catalog that is read from ConfigMaps, in bytes. */
const MAX_CATALOG_BYTES = 1 << 30;

/**
 * Returns the catalogs in ConfigMaps, as `OperatorRegistry` writes them: the names of the parts of one catalog have the same hash before the number.
 */
export function packedCatalogs(objects: readonly unknown[]): Catalog[] {
  const catalogs = new Map<string, [string, string][]>();
  for (const object of objects.filter((one) => field(one, 'kind') === 'ConfigMap')) {
    const name = stringField(mapField(object, 'metadata'), 'name') ?? '';
    for (const [key, value] of Object.entries(mapField(object, 'binaryData'))) {
      if (/^part-\d{4}$/.test(key) && typeof value === 'string') {
        const catalog = name.replace(/-\d{4}$/, '');
        catalogs.set(catalog, [...catalogs.get(catalog) ?? [], [key, value]]);
      }
    }
  }
  return [...catalogs.values()].map((parts) => {
    const packed = Buffer.concat(parts.sort(([left], [right]) => compareUtf8(left, right)).map(([, value]) => Buffer.from(value, 'base64')));
    return Catalog.fromString(gunzipSync(packed, { maxOutputLength: MAX_CATALOG_BYTES }).toString());
  });
}
