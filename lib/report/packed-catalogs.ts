import { gunzipSync } from 'node:zlib';
import { Catalog } from '../catalog/catalog';
import { compareUtf8 } from '../formats/json/go-json';
import { field, fieldAt, mapField, mapListField, stringField } from '../formats/json/json-value';
import { textOf } from '../formats/json/utf8-text';

/** Maximum decompressed size of a catalog that is read from ConfigMaps, in bytes. */
const MAX_CATALOG_BYTES = 1 << 30;

/** A catalog in ConfigMaps of an `OperatorRegistry`. */
export interface PackedCatalogOfManifests {
  /** Namespace and name of its CatalogSource, such as `olm/hello-catalog`, or undefined if the ConfigMaps do not name it. */
  readonly key: string | undefined;

  /** The catalog, or undefined if a ConfigMap is missing or damaged. */
  readonly catalog: Catalog | undefined;

  /** Name of its ConfigMaps, without the number. */
  readonly name: string;
}

/** Returns objects and, instead of lists, their items. */
export function flattened(objects: readonly unknown[]): unknown[] {
  return objects.flatMap((object) => stringField(object, 'kind')?.endsWith('List') === true && Array.isArray(field(object, 'items'))
    ? mapListField(object, 'items') : [object]);
}

/** Returns the catalogs in ConfigMaps of `OperatorRegistry`: the names of the parts of one catalog have the same hash before the number. */
export function packedCatalogs(objects: readonly unknown[]): PackedCatalogOfManifests[] {
  const catalogs = new Map<string, { readonly key: string | undefined; readonly name: string; readonly parts: [string, string][] }>();
  for (const object of objects.filter((one) => field(one, 'kind') === 'ConfigMap')) {
    const metadata = mapField(object, 'metadata');
    const [name, namespace] = [stringField(metadata, 'name') ?? '', stringField(metadata, 'namespace')];
    const source = stringField(fieldAt(metadata, 'labels'), 'app.kubernetes.io/instance');
    for (const [part, value] of Object.entries(mapField(object, 'binaryData'))) {
      if (/^part-\d{4}$/.test(part) && typeof value === 'string') {
        const prefix = name.replace(/-\d{4}$/, '');
        const catalog = JSON.stringify([namespace, prefix]);
        const key = namespace === undefined || source === undefined ? undefined : `${namespace}/${source}`;
        const found = catalogs.get(catalog) ?? { key, name: prefix, parts: [] };
        found.parts.push([part, value]);
        catalogs.set(catalog, found);
      }
    }
  }
  return [...catalogs.values()].map(({ key, name, parts }) => ({ key, name, catalog: unpacked(parts) }));
}

function unpacked(parts: readonly [string, string][]): Catalog | undefined {
  const packed = Buffer.concat([...parts].sort(([left], [right]) => compareUtf8(left, right)).map(([, value]) => Buffer.from(value, 'base64')));
  try {
    return Catalog.fromString(textOf(gunzipSync(packed, { maxOutputLength: MAX_CATALOG_BYTES }), 'catalog'));
  } catch {
    return undefined;
  }
}
