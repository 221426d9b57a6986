import { CSV, CSV_METADATA as CSV_METADATA_TYPE, propertyValue } from '../../bundle/model/go-types';
import { parseJson } from '../../formats/json/exact-json';
import { compareUtf8, goJson, plainJson } from '../../formats/json/go-json';
import { field, fieldAt, isMap, mapField, stringField } from '../../formats/json/json-value';
import { goText } from '../../formats/json/utf8-text';
import { type GoType, type StructType, withFieldNames } from '../../formats/yaml/go-type';
import { printableMessage } from '../../text/printable';
import type { BundleBlob, CatalogBlob, Property } from './declcfg';

const BUNDLE_OBJECT = 'olm.bundle.object';
const CSV_METADATA = 'olm.csv.metadata';

/**
 * Replaces the inline manifests of bundles with one `olm.csv.metadata` property, as `opm render
 * --migrate-level=bundle-object-to-csv-metadata` does: it contains what consoles show, and the image contains the rest.
 *
 * A bundle without an image, without a ClusterServiceVersion, or with that property, stays unchanged.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/#olmcsvmetadata
 */
export function migrateToCsvMetadata(blobs: readonly CatalogBlob[]): CatalogBlob[] {
  return blobs.map((blob) => (blob.schema === 'olm.bundle' ? migratedBundle(blob) : blob));
}

function migratedBundle(bundle: BundleBlob): BundleBlob {
  const csv = bundle.image === '' || bundle.properties.some(({ type }) => type === CSV_METADATA) ? undefined : csvOf(bundle);
  if (csv === undefined) {
    return bundle;
  }
  return { ...bundle, properties: [...bundle.properties.filter(({ type }) => type !== BUNDLE_OBJECT), csvMetadata(csv)] };
}

/** Returns the ClusterServiceVersion among the manifests in a bundle blob, with the canonical names of its fields, or undefined. */
export function csvOf({ properties }: BundleBlob): unknown {
  for (const property of properties) {
    const manifest = property.type === BUNDLE_OBJECT ? decoded(stringField(propertyValue(property), 'data') ?? '') : undefined;
    if (field(manifest, 'kind') === 'ClusterServiceVersion') {
      return withFieldNames(manifest, CSV);
    }
  }
  return undefined;
}

function decoded(base64: string): unknown {
  try {
    return parseJson(goText(Buffer.from(base64, 'base64')));
  } catch {
    return undefined;
  }
}

function csvMetadata(csv: unknown): Property {
  const raw = goWrite({
    ...(fieldAt(csv, 'spec') as object | undefined),
    annotations: fieldAt(csv, 'metadata', 'annotations'),
    labels: fieldAt(csv, 'metadata', 'labels'),
    apiServiceDefinitions: fieldAt(csv, 'spec', 'apiservicedefinitions'),
    crdDescriptions: fieldAt(csv, 'spec', 'customresourcedefinitions'),
  }, CSV_METADATA_TYPE)!;
  return { type: CSV_METADATA, raw, value: parseJson(raw) };
}

/** Returns the properties of a bundle with another image in the annotation `containerImage`, which consoles show; the same list if none changes. */
export function metadataWithImage(properties: BundleBlob['properties'], change: (image: string) => string): BundleBlob['properties'] {
  const changed = properties.map((property) => {
    const value = property.type === CSV_METADATA ? property.value : undefined;
    const image = stringField(fieldAt(value, 'annotations'), 'containerImage') ?? '';
    const next = image === '' ? image : change(image);
    if (next === image) {
      return property;
    }
    const metadata = { ...value as object, annotations: { ...mapField(value, 'annotations'), containerImage: next } };
    return { ...property, raw: goJson(metadata), value: metadata };
  });
  return changed.every((property, index) => property === properties[index]) ? properties : changed;
}

/**
 * Writes a value as Go's encoding/json writes it after decoding it into a type: fields in the order of the struct, without unknown ones and
 * without empty ones that the struct omits. A value of another type than the field's is written as empty.
 *
 * @returns the JSON, or undefined for the empty value of the type
 */
export function goWrite(value: unknown, type: GoType): string | undefined {
  switch (type.is) {
    case 'struct':
      return writeStruct(value, type);
    case 'list':
      return Array.isArray(value) && value.length > 0
        ? `[${value.map((item: unknown) => goWrite(item, type.items) ?? emptyValue(type.items)).join(',')}]`
        : undefined;
    case 'map':
      return writeMap(value, type.values);
    case 'string':
      return typeof value === 'string' && value !== '' ? plainJson(value) : undefined;
    case 'boolean':
      return value === true ? 'true' : undefined;
    case 'int32':
    case 'int64':
      return typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value) && value !== 0) ? String(value) : undefined;
    case 'any':
      // json.RawMessage: Go does not decode it.
      return value === undefined ? undefined : goJson(value);
    default:
      throw new TypeError(printableMessage(`cannot write the Go type ${type.is} as JSON`));
  }
}

/** In Go, a struct is never empty. */
function writeStruct(value: unknown, { fields, always }: StructType): string {
  const written = Object.entries(fields).flatMap(([name, type]) => {
    const json = goWrite(field(value, name), type) ?? (always.includes(name) ? emptyValue(type) : undefined);
    return json === undefined ? [] : [`${plainJson(name)}:${json}`];
  });
  return `{${written.join(',')}}`;
}

function writeMap(value: unknown, values: GoType): string | undefined {
  const entries = Object.entries(isMap(value) ? value : {}).flatMap(([key, inner]) => {
    const json = goWrite(inner, values) ?? (inner === '' || inner === null ? emptyValue(values) : undefined);
    return json === undefined ? [] : [[key, json] as const];
  });
  const sorted = entries.sort(([left], [right]) => compareUtf8(left, right));
  return sorted.length === 0 ? undefined : `{${sorted.map(([key, json]) => `${plainJson(key)}:${json}`).join(',')}}`;
}

function emptyValue({ is }: GoType): string {
  switch (is) {
    case 'string':
      return '""';
    case 'boolean':
      return 'false';
    case 'int32':
    case 'int64':
      return '0';
    default:
      return 'null';
  }
}
