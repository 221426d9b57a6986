import { isMap } from '../../../../lib/formats/json/json-value';
import { changedAt, NOTHING, type Path } from './changed-at';
import { type JsonSchema, propertySchema, valuesSchema } from '../../../../lib/formats/schema/checks/json-schema';

/** A change of one value of an object. */
export interface Mutation {
  /** Such as `spec.namespace = ""`. */
  readonly title: string;
  /** The constraint of the schema that it violates, such as `spec.namespace maxLength`, or undefined if it is only near one. */
  readonly violates: string | undefined;
  /** The changed field with its constraints, by which mutations of several releases are compared. */
  readonly subject: string;
  readonly object: object;
}

/** Strings near the limits of names, ranges, image references and field paths. */
const STRINGS = [
  '', 'a', 'A', '-a', 'a-', '1a', 'a.b', 'a..b', '.a', 'a_b', ' a', 'a\n', 'ä', 'a/b', '>=1.0.0', '1.x || 2', '>>1', '1.2.3.4', '1,2', 'v1', '1.0.0-a+b',
  '1.02', 'status.a', 'quay.io/a', 'quay.io/a:b', 'quay.io/a:', 'quay.io/a:-b', 'quay.io/A:b', '-quay.io/a:b', 'quay.io/a@sha256:12', 'a:b',
  `quay.io/a@sha256:${'a'.repeat(31)}`, `quay.io/a@sha256:${'a'.repeat(32)}`, `quay.io/a@sha256:${'g'.repeat(64)}`, `quay.io/a@-:${'a'.repeat(64)}`,
  `quay.io/a:${'b'.repeat(127)}`, `quay.io/a:${'b'.repeat(128)}`, `quay.io/a@${'a'.repeat(64)}`, 'localhost:5000/a/b:c', '\u00a0', '1\u000b2', '1 \t 2',
];

/** Returns changes of an object, one for each constraint of the schema at least, and others near them. */
export function mutations(object: object, schema: JsonSchema): Mutation[] {
  return mutationsAt(object, ['spec'], (object as { spec: unknown }).spec, schema, false);
}

function mutationsAt(object: object, path: Path, value: unknown, schema: JsonSchema, isRequired: boolean): Mutation[] {
  const field = path.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${step}`)).join('');
  const { properties = {}, items: _, ...constraints } = schema;
  const subject = JSON.stringify([field, constraints, Object.keys(properties), isRequired]);
  const made = (keyword: string | undefined, changed: unknown): Mutation => ({
    title: `${field} = ${changed === NOTHING ? 'nothing' : JSON.stringify(changed)?.slice(0, 100)}`,
    violates: keyword === undefined ? undefined : `${field.replace(/\[\d+\]/g, '[]')} ${keyword}`,
    subject,
    // Made on demand: most callers need only some of the objects.
    get object(): object {
      return changedAt(object, path, changed) as object;
    },
  });
  return [
    ...own(value, schema, isRequired).map(([keyword, changed]) => made(keyword, changed)),
    ...innerMutations(object, path, value, schema),
  ];
}

function innerMutations(object: object, path: Path, value: unknown, schema: JsonSchema): Mutation[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => mutationsAt(object, [...path, index], item, schema.items!, false));
  }
  return Object.entries(isMap(value) ? value : {}).flatMap(([key, inner]) => {
    const innerSchema = propertySchema(schema, key) ?? valuesSchema(schema);
    return innerSchema === undefined ? [] : mutationsAt(object, [...path, key], inner, innerSchema, schema.required?.includes(key) ?? false);
  });
}

/** Returns the changed values, with the keyword of the schema that each violates. */
function own(value: unknown, schema: JsonSchema, isRequired: boolean): [string | undefined, unknown][] {
  const wrongTypes = [7, 1.5, 'x', true, [], {}].filter(each => typeOf(each) !== schema.type && !(schema.type === 'integer' && each === 7));
  return [
    ...wrongTypes.map((wrong): [string, unknown] => ['type', wrong]),
    [isRequired ? 'required' : undefined, NOTHING],
    [undefined, null],
    ...(schema.enum === undefined ? [] : [['enum', 'other'], ...schema.enum.map(each => [undefined, each])] as [string | undefined, unknown][]),
    ...(typeof value === 'string' ? changedStrings(schema) : []),
    ...(typeof value === 'number' ? changedNumbers(schema) : []),
    ...(Array.isArray(value) ? changedLists(value, schema) : []),
    ...(isMap(value) ? changedMaps(value, schema) : []),
  ];
}

function changedStrings({ minLength, maxLength, pattern, enum: values, 'x-kubernetes-validations': rules }: JsonSchema): [string | undefined, unknown][] {
  return [
    [undefined, ''],
    ...(minLength === undefined ? [] : [['minLength', 'a'.repeat(minLength - 1)]] as [string, unknown][]),
    ...(maxLength === undefined ? [] : [['maxLength', 'a'.repeat(maxLength + 1)], [undefined, 'a'.repeat(maxLength)], [undefined, '😀'.repeat(maxLength)]] as [string | undefined, unknown][]),
    ...(pattern === undefined ? [] : [['pattern', '?']] as [string, unknown][]),
    ...(pattern === undefined && values === undefined && rules === undefined ? [] : STRINGS.map((text): [undefined, unknown] => [undefined, text])),
  ];
}

function changedNumbers({ minimum, maximum, format }: JsonSchema): [string | undefined, unknown][] {
  return [
    ...(minimum === undefined ? [] : [['minimum', minimum - 1], [undefined, minimum]] as [string | undefined, unknown][]),
    ...(maximum === undefined ? [] : [['maximum', maximum + 1], [undefined, maximum]] as [string | undefined, unknown][]),
    ...(format === 'int32' ? [['format', 2 ** 31], ['format', -(2 ** 31) - 1]] as [string, unknown][] : []),
    ...[0, -1, 1e20, 2 ** 53].map((number): [undefined, unknown] => [undefined, number]),
  ];
}

function changedLists(list: readonly unknown[], schema: JsonSchema): [string | undefined, unknown][] {
  const { minItems, maxItems, 'x-kubernetes-list-type': type } = schema;
  return [
    [minItems === undefined ? undefined : 'minItems', []],
    [undefined, [null]],
    ...(list.length === 0 ? [] : [
      [type === 'map' ? 'x-kubernetes-list-map-keys' : undefined, [...list, list[0]]],
      ...(maxItems === undefined ? [] : [['maxItems', repeatedItem(list[0], maxItems + 1)], [undefined, repeatedItem(list[0], maxItems)]]),
    ] as [string | undefined, unknown][]),
  ];
}

function repeatedItem(item: unknown, count: number): unknown[] {
  return Array.from({ length: count }, (_, index) => (isMap(item) && typeof item['name'] === 'string' ? { ...item, name: `a${index}` } : item));
}

function changedMaps(map: { readonly [key: string]: unknown }, schema: JsonSchema): [string | undefined, unknown][] {
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true || schema.additionalProperties !== undefined;
  const isResource = schema['x-kubernetes-embedded-resource'] === true;
  const missing = Object.keys(schema.properties ?? {}).filter(key => map[key] === undefined);
  return [
    [schema.minProperties === undefined ? undefined : 'minProperties', {}],
    [isOpen ? undefined : 'unknown field', { ...map, extra: 1 }],
    [isOpen ? undefined : 'unknown field', { ...map, extra: { a: 1 } }],
    ...missing.map((key): [undefined, unknown] => [undefined, { ...map, [key]: {} }]),
    ...(isResource ? EMBEDDED.map((fields): [string, unknown] => ['x-kubernetes-embedded-resource', { ...map, ...fields }]) : []),
  ];
}

/** Fields that no object may have. */
const EMBEDDED = [
  { apiVersion: undefined }, { kind: undefined }, { apiVersion: '' }, { kind: '' }, { kind: 'A B' }, { apiVersion: 'a/b/c' }, { metadata: { name: 'a/b' } },
  { metadata: { labels: { 'a b': 'c' } } }, { metadata: { annotations: { 'a/b/c': '' } } }, { metadata: { name: 'a', namespace: 'A' } }, { metadata: { nam: 'a' } },
  { metadata: { finalizers: ['a b'] } }, { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'A', name: 'a', uid: '' }] } },
];

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : isMap(value) ? 'object' : typeof value;
}
