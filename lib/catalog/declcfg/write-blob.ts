import { isImageReference } from '../../bundle/oci/image-reference';
import { compareUtf8, goJsonUnescaped } from '../../formats/json/go-json';
import { type JsonMap, setOwn } from '../../formats/json/json-value';
import { toYaml } from '../../formats/yaml/write';
import type {
  BundleBlob, CatalogBlob, ChannelBlob, ChannelEntry, DeprecationEntry, DeprecationsBlob, PackageBlob, PackageIcon, Property, RelatedImageEntry,
  WithUnknownFields,
} from './declcfg';

/** Output format of blobs. */
interface FieldWriter<Written> {
  /** Writes a value whose keys are in opm's order. */
  readonly value: (value: unknown) => Written;
  /** Writes a value that opm does not decode. */
  readonly opaque: (value: unknown) => Written;
  /** Writes the value of a property. */
  readonly property: (property: Property) => Written;
  readonly list: (items: Written[]) => Written;
  readonly map: (fields: Fields<Written>) => Written;
}

/** Fields of a map, in the order of output. */
type Fields<Written> = readonly (readonly [string, Written])[];

/** Writes a blob: its fields in opm's order without empty optional ones, then the fields unknown to opm. */
function writeBlob<Written>(blob: CatalogBlob, writer: FieldWriter<Written>): Written {
  return new BlobWriter(writer).blob(blob);
}

class BlobWriter<Written> {
  public constructor(private readonly writer: FieldWriter<Written>) {}

  public blob(blob: CatalogBlob): Written {
    switch (blob.schema) {
      case 'olm.package':
        return this.#package(blob);
      case 'olm.channel':
        return this.#channel(blob);
      case 'olm.bundle':
        return this.#bundle(blob);
      case 'olm.deprecations':
        return this.#deprecations(blob);
      case undefined:
        return this.writer.opaque(blob.content);
    }
  }

  #package(blob: PackageBlob): Written {
    const { schema, name, defaultChannel, icon, description, properties } = blob;
    return this.#map(blob, { schema, name, defaultChannel }, [
      ...(icon === undefined ? [] : [['icon', this.#icon(icon)] as const]),
      ...this.#optional('description', description),
      ...this.#properties(properties),
    ]);
  }

  #icon(icon: PackageIcon): Written {
    return this.#map(icon, { base64data: icon.base64data, mediatype: icon.mediatype });
  }

  #channel(blob: ChannelBlob): Written {
    const { schema, name, package: packageName, entries, properties } = blob;
    return this.#map(blob, { schema, name, package: packageName }, [
      ['entries', this.writer.list(entries.map((entry) => this.#entry(entry)))],
      ...this.#properties(properties),
    ]);
  }

  #entry(entry: ChannelEntry): Written {
    return this.#map(entry, { name: entry.name }, [
      ...this.#optional('replaces', entry.replaces),
      ...(entry.skips === undefined || entry.skips.length === 0 ? [] : [['skips', this.writer.value(entry.skips)] as const]),
      ...this.#optional('skipRange', entry.skipRange),
    ]);
  }

  #bundle(blob: BundleBlob): Written {
    const { schema, name, package: packageName, image, properties, relatedImages } = blob;
    return this.#map(blob, { schema, name, package: packageName, image }, [
      ...this.#properties(properties),
      ...(relatedImages.length === 0 ? [] : [['relatedImages', this.writer.list(relatedImages.map((related) => this.#relatedImage(related)))] as const]),
    ]);
  }

  #relatedImage(related: RelatedImageEntry): Written {
    return this.#map(related, { name: related.name, image: related.image });
  }

  #deprecations(blob: DeprecationsBlob): Written {
    const { schema, package: packageName, entries } = blob;
    return this.#map(blob, { schema, package: packageName }, [
      ['entries', this.writer.list(entries.map((entry) => this.#deprecation(entry)))],
    ]);
  }

  #deprecation(entry: DeprecationEntry): Written {
    const { reference, message } = entry;
    const about = this.#map(reference, { schema: reference.schema }, this.#optional('name', reference.name));
    return this.#map(entry, {}, [['reference', about], ['message', this.writer.value(message)]]);
  }

  #properties(properties: readonly Property[] = []): Fields<Written> {
    const written = properties.map((property) => this.#map(property, { type: property.type }, [['value', this.writer.property(property)]]));
    return written.length === 0 ? [] : [['properties', this.writer.list(written)]];
  }

  #optional(key: string, value: string | undefined): Fields<Written> {
    return value === undefined || value === '' ? [] : [[key, this.writer.value(value)]];
  }

  #map({ unknownFields }: WithUnknownFields, plain: { readonly [key: string]: unknown }, more: Fields<Written> = []): Written {
    const known = Object.entries(plain).map(([key, value]) => [key, this.writer.value(value)] as const);
    return this.writer.map([...known, ...more, ...this.#unknown(unknownFields)]);
  }

  #unknown(fields: JsonMap | undefined): Fields<Written> {
    return fields === undefined ? [] : Object.keys(fields).sort(compareUtf8).map((key) => [key, this.writer.opaque(fields[key])] as const);
  }
}

/** Creates a map in which a key may be `__proto__`. */
function mapOf(fields: Fields<unknown>): JsonMap {
  const map: { [key: string]: unknown } = {};
  for (const [key, value] of fields) {
    setOwn(map, key, value);
  }
  return map;
}

/** Like opm, it does not escape `<`, `>` and `&`, and keeps the bytes of property values. */
const JSON_WRITER: FieldWriter<string> = {
  value: goJsonUnescaped,
  opaque: goJsonUnescaped,
  property: ({ raw }) => raw,
  list: (items) => `[${items.join(',')}]`,
  map: (fields) => `{${fields.map(([key, value]) => `${goJsonUnescaped(key)}:${value}`).join(',')}}`,
};

/** Writes blobs as compact JSON, one per line: the bytes of `opm render -o json` without indentation. */
export function blobsToJsonLines(blobs: readonly CatalogBlob[]): string {
  return blobs.map((blob) => `${blobToJson(blob)}\n`).join('');
}

/** Writes a blob as compact JSON. */
export function blobToJson(blob: CatalogBlob): string {
  return writeBlob(blob, JSON_WRITER);
}

const VALUE_WRITER: FieldWriter<unknown> = {
  value: (value) => value,
  opaque: (value) => value,
  property: ({ value }) => value,
  list: (items) => items,
  map: mapOf,
};

/** Writes blobs as YAML documents that opm reads as it reads their JSON. */
export function blobsToYaml(blobs: readonly CatalogBlob[]): string {
  return blobs.map((blob) => `---\n${toYaml(writeBlob(blob, VALUE_WRITER))}`).join('');
}

/** Returns a blob without related images that opm cannot read; the same blob if it has none. */
export function servableBlob(blob: CatalogBlob): CatalogBlob {
  if (blob.schema !== 'olm.bundle') {
    return blob;
  }
  const readable = blob.relatedImages.filter(({ image }) => image === '' || isImageReference(image));
  return readable.length === blob.relatedImages.length ? blob : { ...blob, relatedImages: readable };
}
