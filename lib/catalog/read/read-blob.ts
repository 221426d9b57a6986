import { isByteList, normalizedBase64 } from '../../formats/json/base64';
import { FieldNames } from '../../formats/json/folded-keys';
import { goJsonUnescaped } from '../../formats/json/go-json';
import { describeType, type JsonMap } from '../../formats/json/json-value';
import type { ValuePath } from '../../formats/json/source-position';
import type {
  BundleBlob, CatalogBlob, ChannelBlob, ChannelEntry, DeprecationEntry, DeprecationsBlob, PackageBlob, PackageIcon, Property, RelatedImageEntry,
  WithUnknownFields,
} from '../declcfg/declcfg';
import { Fields, pathString, type ReportFault } from './fields';

/**
 * Reads a map as a blob of its schema.
 *
 * @param content the whole map
 * @param fault receives the faults; invalid fields are missing in the blob
 */
export function readBlob(schema: string, content: JsonMap, fault: ReportFault): CatalogBlob {
  switch (schema) {
    case 'olm.package':
      return readPackage(content, fault);
    case 'olm.channel':
      return readChannel(content, fault);
    case 'olm.bundle':
      return readBundle(content, fault);
    case 'olm.deprecations':
      return readDeprecations(content, fault);
    default:
      return readOther(schema, content, fault);
  }
}

const PACKAGE = new FieldNames(['schema', 'name', 'defaultChannel', 'icon', 'description', 'properties']);
const ICON = new FieldNames(['base64data', 'mediatype']);
const CHANNEL = new FieldNames(['schema', 'name', 'package', 'entries', 'properties']);
const ENTRY = new FieldNames(['name', 'replaces', 'skips', 'skipRange']);
const BUNDLE = new FieldNames(['schema', 'name', 'package', 'image', 'properties', 'relatedImages']);
const PROPERTY = new FieldNames(['type', 'value'], ['value']);
const RELATED_IMAGE = new FieldNames(['name', 'image']);
const DEPRECATIONS = new FieldNames(['schema', 'package', 'entries']);
const DEPRECATION = new FieldNames(['reference', 'message']);
const REFERENCE = new FieldNames(['schema', 'name']);
const META = new FieldNames(['schema', 'package', 'name']);

function readPackage(content: JsonMap, fault: ReportFault): PackageBlob {
  const fields = new Fields(content, PACKAGE, [], fault);
  const icon = fields.value('icon');
  return {
    schema: 'olm.package',
    name: fields.string('name'),
    defaultChannel: fields.string('defaultChannel'),
    ...(icon === undefined || icon === null ? {} : { icon: readIcon(icon, fields.pathOf('icon'), fault) }),
    ...optionalString('description', fields.string('description')),
    ...optionalList('properties', readProperties(fields, fault)),
    ...fields.unknown,
  };
}

function readIcon(icon: unknown, path: ValuePath, fault: ReportFault): PackageIcon {
  const fields = new Fields(icon, ICON, path, fault);
  return { base64data: readBytes(fields, 'base64data', fault), mediatype: fields.string('mediatype'), ...fields.unknown };
}

/** Reads base64, or a list of bytes, which Go also accepts. */
function readBytes(fields: Fields, name: string, fault: ReportFault): string {
  const value = fields.value(name);
  if (Array.isArray(value) && isByteList(value)) {
    return Buffer.from(value.map((byte) => byte ?? 0)).toString('base64');
  }
  const base64 = normalizedBase64(fields.string(name));
  if (base64 === undefined) {
    fault(fields.pathOf(name), `${pathString(fields.pathOf(name))} must be base64, got ${describeType(value)}; encode the image, or remove the icon`);
  }
  return base64 ?? '';
}

function readChannel(content: JsonMap, fault: ReportFault): ChannelBlob {
  const fields = new Fields(content, CHANNEL, [], fault);
  return {
    schema: 'olm.channel',
    name: fields.string('name'),
    package: fields.string('package'),
    entries: fields.list('entries').map(([entry, path]) => readEntry(entry, path, fault)),
    ...optionalList('properties', readProperties(fields, fault)),
    ...fields.unknown,
  };
}

function readEntry(entry: unknown, path: ValuePath, fault: ReportFault): ChannelEntry {
  const fields = new Fields(entry, ENTRY, path, fault);
  return {
    name: fields.string('name'),
    ...optionalString('replaces', fields.string('replaces')),
    ...optionalList('skips', fields.stringList('skips')),
    ...optionalString('skipRange', fields.string('skipRange')),
    ...fields.unknown,
  };
}

function readBundle(content: JsonMap, fault: ReportFault): BundleBlob {
  const fields = new Fields(content, BUNDLE, [], fault);
  return {
    schema: 'olm.bundle',
    name: fields.string('name'),
    package: fields.string('package'),
    image: fields.string('image'),
    properties: readProperties(fields, fault, true),
    relatedImages: fields.list('relatedImages').map(([related, path]) => readRelatedImage(related, path, fault)),
    ...fields.unknown,
  };
}

function readRelatedImage(related: unknown, path: ValuePath, fault: ReportFault): RelatedImageEntry {
  const fields = new Fields(related, RELATED_IMAGE, path, fault);
  return { name: fields.string('name'), image: fields.string('image'), ...fields.unknown };
}

function readProperties(owner: Fields, fault: ReportFault, needValue = false): Property[] {
  return owner.list('properties').map(([property, path]) => {
    const fields = new Fields(property, PROPERTY, path, fault);
    if (needValue && !fields.has('value')) {
      fault(path, `${pathString(path)} must have a value; add one, or remove the property`);
    }
    return lazyProperty(fields.string('type'), fields.value('value') ?? null, fields.unknown);
  });
}

/** Returns a property whose bytes, needed only for writing and comparing, are computed on demand. */
function lazyProperty(type: string, value: unknown, unknown: WithUnknownFields): Property {
  let raw: string | undefined;
  return {
    type,
    get raw(): string {
      return raw ??= goJsonUnescaped(value);
    },
    value,
    ...unknown,
  };
}

function readDeprecations(content: JsonMap, fault: ReportFault): DeprecationsBlob {
  const fields = new Fields(content, DEPRECATIONS, [], fault);
  return {
    schema: 'olm.deprecations',
    package: fields.string('package'),
    entries: fields.list('entries').map(([entry, path]) => readDeprecation(entry, path, fault)),
    ...fields.unknown,
  };
}

function readDeprecation(entry: unknown, path: ValuePath, fault: ReportFault): DeprecationEntry {
  const fields = new Fields(entry, DEPRECATION, path, fault);
  const reference = new Fields(fields.value('reference'), REFERENCE, fields.pathOf('reference'), fault);
  return {
    reference: { schema: reference.string('schema'), ...optionalString('name', reference.string('name')), ...reference.unknown },
    message: fields.string('message'),
    ...fields.unknown,
  };
}

function readOther(schema: string, content: JsonMap, fault: ReportFault): CatalogBlob {
  const fields = new Fields(content, META, [], fault);
  return {
    schema: undefined,
    otherSchema: schema,
    ...optionalString('package', fields.string('package')),
    ...optionalString('name', fields.string('name')),
    content,
  };
}

function optionalString<Key extends string>(key: Key, value: string): { [K in Key]?: string } {
  return value === '' ? {} : ({ [key]: value } as { [K in Key]?: string });
}

function optionalList<Key extends string, Item>(key: Key, list: readonly Item[]): { [K in Key]?: readonly Item[] } {
  return list.length === 0 ? {} : ({ [key]: list } as { [K in Key]?: readonly Item[] });
}
