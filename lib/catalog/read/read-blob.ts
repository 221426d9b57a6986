import { Fields, pathText } from './fields';
import type { FieldFault } from './fields';
import { FieldNames } from './folded-keys';
import { base64Text, isByteList } from '../base64';
import { goJsonUnescaped } from '../../go-json';
import { describe } from '../../json-value';
import type { JsonMap } from '../../json-value';
import type { ValuePath } from '../../source-position';
import type {
  BundleDocument, CatalogDocument, ChannelDocument, ChannelEntry, DeprecationEntry, DeprecationsDocument, PackageDocument, PackageIcon, Property,
  RelatedImageDocument, WithUnknownFields,
} from '../wire';

/**
 * Reads a map as the document of a catalog that it is by its schema.
 *
 * @param schema its schema
 * @param content the whole map
 * @param fault takes what is wrong with it; what is wrong is missing in the document
 */
export function readDocument(schema: string, content: JsonMap, fault: FieldFault): CatalogDocument {
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

function readPackage(content: JsonMap, fault: FieldFault): PackageDocument {
  const fields = new Fields(content, PACKAGE, [], fault);
  const icon = fields.value('icon');
  return {
    schema: 'olm.package',
    name: fields.text('name'),
    defaultChannel: fields.text('defaultChannel'),
    ...(icon === undefined || icon === null ? {} : { icon: readIcon(icon, fields.pathOf('icon'), fault) }),
    ...optionalText('description', fields.text('description')),
    ...optionalList('properties', readProperties(fields, fault)),
    ...fields.unknown,
  };
}

function readIcon(icon: unknown, path: ValuePath, fault: FieldFault): PackageIcon {
  const fields = new Fields(icon, ICON, path, fault);
  return { base64data: readBytes(fields, 'base64data', fault), mediatype: fields.text('mediatype'), ...fields.unknown };
}

/** Base64, for which Go also takes a list of bytes. */
function readBytes(fields: Fields, name: string, fault: FieldFault): string {
  const value = fields.value(name);
  if (Array.isArray(value) && isByteList(value)) {
    return Buffer.from(value.map((byte) => byte ?? 0)).toString('base64');
  }
  const text = base64Text(fields.text(name));
  if (text === undefined) {
    fault(fields.pathOf(name), `${pathText(fields.pathOf(name))} must be base64, got ${describe(value)}; encode the picture, or remove the icon`);
  }
  return text ?? '';
}

function readChannel(content: JsonMap, fault: FieldFault): ChannelDocument {
  const fields = new Fields(content, CHANNEL, [], fault);
  return {
    schema: 'olm.channel',
    name: fields.text('name'),
    package: fields.text('package'),
    entries: fields.list('entries').map(([entry, path]) => readEntry(entry, path, fault)),
    ...optionalList('properties', readProperties(fields, fault)),
    ...fields.unknown,
  };
}

function readEntry(entry: unknown, path: ValuePath, fault: FieldFault): ChannelEntry {
  const fields = new Fields(entry, ENTRY, path, fault);
  return {
    name: fields.text('name'),
    ...optionalText('replaces', fields.text('replaces')),
    ...optionalList('skips', fields.texts('skips')),
    ...optionalText('skipRange', fields.text('skipRange')),
    ...fields.unknown,
  };
}

function readBundle(content: JsonMap, fault: FieldFault): BundleDocument {
  const fields = new Fields(content, BUNDLE, [], fault);
  return {
    schema: 'olm.bundle',
    name: fields.text('name'),
    package: fields.text('package'),
    image: fields.text('image'),
    properties: readProperties(fields, fault, true),
    relatedImages: fields.list('relatedImages').map(([related, path]) => readRelatedImage(related, path, fault)),
    ...fields.unknown,
  };
}

function readRelatedImage(related: unknown, path: ValuePath, fault: FieldFault): RelatedImageDocument {
  const fields = new Fields(related, RELATED_IMAGE, path, fault);
  return { name: fields.text('name'), image: fields.text('image'), ...fields.unknown };
}

function readProperties(owner: Fields, fault: FieldFault, needValue = false): Property[] {
  return owner.list('properties').map(([property, path]) => {
    const fields = new Fields(property, PROPERTY, path, fault);
    if (needValue && !fields.has('value')) {
      fault(path, `${pathText(path)} must have a value; give it one, or remove the property`);
    }
    return lazyProperty(fields.text('type'), fields.value('value') ?? null, fields.unknown);
  });
}

/** A property whose bytes, which are needed only where it is written or compared, are worked out then. */
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

function readDeprecations(content: JsonMap, fault: FieldFault): DeprecationsDocument {
  const fields = new Fields(content, DEPRECATIONS, [], fault);
  return {
    schema: 'olm.deprecations',
    package: fields.text('package'),
    entries: fields.list('entries').map(([entry, path]) => readDeprecation(entry, path, fault)),
    ...fields.unknown,
  };
}

function readDeprecation(entry: unknown, path: ValuePath, fault: FieldFault): DeprecationEntry {
  const fields = new Fields(entry, DEPRECATION, path, fault);
  const reference = new Fields(fields.value('reference'), REFERENCE, fields.pathOf('reference'), fault);
  return {
    reference: { schema: reference.text('schema'), ...optionalText('name', reference.text('name')), ...reference.unknown },
    message: fields.text('message'),
    ...fields.unknown,
  };
}

function readOther(schema: string, content: JsonMap, fault: FieldFault): CatalogDocument {
  const fields = new Fields(content, META, [], fault);
  return {
    schema: undefined,
    otherSchema: schema,
    ...optionalText('package', fields.text('package')),
    ...optionalText('name', fields.text('name')),
    content,
  };
}

function optionalText<Key extends string>(key: Key, text: string): { [K in Key]?: string } {
  return text === '' ? {} : ({ [key]: text } as { [K in Key]?: string });
}

function optionalList<Key extends string, Item>(key: Key, list: readonly Item[]): { [K in Key]?: readonly Item[] } {
  return list.length === 0 ? {} : ({ [key]: list } as { [K in Key]?: readonly Item[] });
}
