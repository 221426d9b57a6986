import type {
  BundleDocument, CatalogDocument, ChannelDocument, ChannelEntry, DeprecationEntry, DeprecationsDocument, PackageDocument, PackageIcon, Property,
  RelatedImageDocument, WithUnknownFields,
} from './wire';
import { compareUtf8 } from '../go-json';
import type { JsonMap } from '../json-value';
import { setOwn } from '../json-value';

/** How a value of a document is written. */
export interface FieldWriter<Written> {
  /** A value of the document itself, whose keys stand in opm's order. */
  readonly value: (value: unknown) => Written;
  /** A value that opm does not look into, as it was read. */
  readonly opaque: (value: unknown) => Written;
  /** The value of a property. */
  readonly property: (property: Property) => Written;
  readonly list: (items: Written[]) => Written;
  readonly map: (fields: Fields<Written>) => Written;
}

/** The fields of a map, in the order in which they are written. */
export type Fields<Written> = readonly (readonly [string, Written])[];

/**
 * Writes a document: its fields in opm's order, without the optional ones that are empty, and then those that opm does not know.
 */
export function writeDocument<Written>(document: CatalogDocument, writer: FieldWriter<Written>): Written {
  return new DocumentFields(writer).document(document);
}

class DocumentFields<Written> {
  public constructor(private readonly writer: FieldWriter<Written>) {}

  public document(document: CatalogDocument): Written {
    switch (document.schema) {
      case 'olm.package':
        return this.#package(document);
      case 'olm.channel':
        return this.#channel(document);
      case 'olm.bundle':
        return this.#bundle(document);
      case 'olm.deprecations':
        return this.#deprecations(document);
      case undefined:
        return this.writer.opaque(document.content);
    }
  }

  #package(document: PackageDocument): Written {
    const { schema, name, defaultChannel, icon, description, properties } = document;
    return this.#map(document, { schema, name, defaultChannel }, [
      ...(icon === undefined ? [] : [['icon', this.#icon(icon)] as const]),
      ...this.#optional('description', description),
      ...this.#properties(properties),
    ]);
  }

  #icon(icon: PackageIcon): Written {
    return this.#map(icon, { base64data: icon.base64data, mediatype: icon.mediatype });
  }

  #channel(document: ChannelDocument): Written {
    const { schema, name, package: packageName, entries, properties } = document;
    return this.#map(document, { schema, name, package: packageName }, [
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

  #bundle(document: BundleDocument): Written {
    const { schema, name, package: packageName, image, properties, relatedImages } = document;
    return this.#map(document, { schema, name, package: packageName, image }, [
      ...this.#properties(properties),
      ...(relatedImages.length === 0 ? [] : [['relatedImages', this.writer.list(relatedImages.map((related) => this.#relatedImage(related)))] as const]),
    ]);
  }

  #relatedImage(related: RelatedImageDocument): Written {
    return this.#map(related, { name: related.name, image: related.image });
  }

  #deprecations(document: DeprecationsDocument): Written {
    const { schema, package: packageName, entries } = document;
    return this.#map(document, { schema, package: packageName }, [
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

  #optional(key: string, text: string | undefined): Fields<Written> {
    return text === undefined || text === '' ? [] : [[key, this.writer.value(text)]];
  }

  #map({ unknownFields }: WithUnknownFields, plain: { readonly [key: string]: unknown }, more: Fields<Written> = []): Written {
    const known = Object.entries(plain).map(([key, value]) => [key, this.writer.value(value)] as const);
    return this.writer.map([...known, ...more, ...this.#unknown(unknownFields)]);
  }

  #unknown(fields: JsonMap | undefined): Fields<Written> {
    return fields === undefined ? [] : Object.keys(fields).sort(compareUtf8).map((key) => [key, this.writer.opaque(fields[key])] as const);
  }
}

/** A map of those fields, also where one is called `__proto__`. */
export function mapOf(fields: Fields<unknown>): JsonMap {
  const map: { [key: string]: unknown } = {};
  for (const [key, value] of fields) {
    setOwn(map, key, value);
  }
  return map;
}
