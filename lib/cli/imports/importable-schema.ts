import { field, isMap, type JsonMap, mapField, mapListField, stringField, stringListField } from '../../formats/json/json-value';
import { groupBy } from '../../text/group-by';
import { commentText } from '../../text/source-code';

const PRIMITIVES = ['string', 'number', 'integer', 'boolean'];

/** Values that cdk8s-cli does not replace with a placeholder. */
const ENUM_VALUE = /^[ \w./#,+:*!=~-]*$/;

/** Fields of each object that are not props of its class, or are always the same. */
const NOT_PROPS = ['apiVersion', 'kind', 'metadata', 'status'];

/** Reports what the classes omit. @param path path of the field, such as `spec.ports[].port` */
export type Note = (path: string, reason: string) => void;

/** Location in a schema. */
interface Place {
  /** Path of the field, for messages. */
  readonly path: string;

  /** Name of the class and of the fields above, from which the generator derives the names of types. */
  readonly name: string;
}

/**
 * Returns the schema of a version of a CRD in a form for which `cdk8s import` generates correct types. Without the changes made here, it would
 * generate types that do not compile, or whose objects cannot be synthesized.
 *
 * - Timestamps become strings: cdk8s cannot synthesize a `Date`.
 * - Objects with fields beyond the schema become `any`: the classes write the fields of the schema only.
 * - Fields, enums and types that would receive the same name as others are removed, or typed less exactly.
 * - Defaults, rules and annotations are removed: they do not affect types, and some are refused.
 *
 * @param schema `openAPIV3Schema`, if there is one
 * @param className name of the class
 */
export function importableSchema(schema: unknown, className: string, names: ModuleNames, note: Note): JsonMap {
  const properties = mapField(schema, 'properties');
  const fields = Object.entries(properties).filter(([name]) => !NOT_PROPS.includes(name));
  if (fields.length === 0 && (field(schema, 'x-kubernetes-preserve-unknown-fields') === true || Object.keys(properties).length === 0)) {
    note('spec', 'any value: the CRD has no schema');
    return { ...described(schema), type: 'object', properties: { spec: {} } };
  }
  const { required, ...converted } = new Conversion(names, note).object(schema, fields, { path: '', name: className });
  return { ...converted, required: required.filter((name) => !NOT_PROPS.includes(name)) };
}

class Conversion {
  public constructor(private readonly names: ModuleNames, private readonly note: Note) {}

  /** Converts an object with the given fields. */
  public object(schema: unknown, fields: readonly (readonly [string, unknown])[], place: Place): JsonMap & { readonly required: string[] } {
    const siblings = new SiblingNames(fields.map(([name]) => name));
    const kept = fields.filter(([name]) => {
      const refusal = siblings.refusal(name);
      if (refusal !== undefined) {
        this.note(inner(place.path, name), `left out: ${refusal}`);
      }
      return refusal === undefined;
    });
    const names = new Set(kept.map(([name]) => name));
    return {
      ...described(schema),
      type: 'object',
      properties: Object.fromEntries(kept.map(([name, content]) => [
        name, this.value(content, { path: inner(place.path, name), name: place.name + nameKey(name) }),
      ])),
      required: stringListField(schema, 'required').filter((name) => names.has(name)),
    };
  }

  /** Converts a schema of any type. */
  private value(schema: unknown, place: Place): JsonMap {
    const type = stringField(schema, 'type');
    if (isIntOrString(schema)) {
      return this.named(place, { ...described(schema), anyOf: [{ type: 'integer' }, { type: 'string' }] }, described(schema));
    }
    const properties = Object.entries(mapField(schema, 'properties'));
    if (properties.length > 0) {
      return this.properties(schema, properties, place);
    }
    const values = field(schema, 'additionalProperties');
    if (isMap(values)) {
      return { ...described(schema), type: 'object', additionalProperties: this.value(values, { ...place, path: `${place.path}.*` }) };
    }
    if (type === 'array') {
      return { ...described(schema), type, items: this.value(field(schema, 'items'), { ...place, path: `${place.path}[]` }) };
    }
    return type === undefined || !PRIMITIVES.includes(type) ? described(schema) : this.primitive(schema, type, place);
  }

  private properties(schema: unknown, properties: readonly [string, unknown][], place: Place): JsonMap {
    if (field(schema, 'x-kubernetes-preserve-unknown-fields') === true) {
      this.note(place.path, 'any value: it may have fields that the CRD does not list');
      return described(schema);
    }
    // The name is reserved before those of nested types.
    const object = this.named(place, { type: 'object' }, undefined);
    return object === undefined ? described(schema) : this.object(schema, properties, place);
  }

  private primitive(schema: unknown, type: string, place: Place): JsonMap {
    const values = field(schema, 'enum');
    const simple = { ...described(schema), type };
    if (type === 'boolean' || !Array.isArray(values)) {
      return simple;
    }
    const given = values.filter((value): value is string | number => typeof value === 'string' || typeof value === 'number');
    const reason = enumRefusal(given);
    if (reason !== undefined) {
      this.note(place.path, `any ${type}: ${reason}`);
      return simple;
    }
    const inAnyCase = groupBy(given, lowerCase);
    const distinct = [...inAnyCase.values()].map(([first]) => first!);
    const kept = new Set(distinct);
    given.filter((value) => !kept.has(value)).forEach((value) => {
      this.note(place.path, `value '${value}' left out: '${inAnyCase.get(lowerCase(value))![0]}' has the same name in TypeScript`);
    });
    return distinct.length === 0 ? simple : this.named(place, { ...simple, enum: distinct }, simple);
  }

  /** Returns a schema that becomes a type with a name, or a simpler one if the name is taken. */
  private named<Otherwise extends JsonMap | undefined>(place: Place, schema: JsonMap, otherwise: Otherwise): JsonMap | Otherwise {
    if (this.names.claim(place.name)) {
      return schema;
    }
    this.note(place.path, 'any value: its type would have the same name as another one');
    return otherwise;
  }
}

/** Returns the reason why the generator would change values or repeat a name, or undefined if it would not. */
function enumRefusal(values: readonly (string | number)[]): string | undefined {
  // Each value is also written into a comment.
  const unusual = values.find((value) => !ENUM_VALUE.test(String(value)) || String(value).includes('*/'));
  if (unusual !== undefined) {
    return `the value '${unusual}' cannot be written as a name`;
  }
  const names = groupBy(values, valueKey);
  const ambiguous = new Set([...names].filter(([, alike]) => alike.some((value) => lowerCase(value) !== lowerCase(alike[0]!))).map(([key]) => key));
  const repeated = values.find((value) => ambiguous.has(valueKey(value)));
  return repeated === undefined ? undefined : `the value '${repeated}' has the same name in TypeScript as another one`;
}

/** Like `nameKey`, but with the characters that json2jsii writes as words, such as `HYPHEN`; a dot between digits is not one of them. */
function valueKey(value: string | number): string {
  return String(value).toLowerCase().replace(/(?<=\d)\.(?=\d)|[^a-z0-9_./#,*!=~-]/g, '');
}

function lowerCase(value: string | number): string {
  return String(value).toLowerCase();
}

/** Whether a value is an integer or a string, also in CRDs of v1beta1. */
function isIntOrString(schema: unknown): boolean {
  const types = ['anyOf', 'oneOf'].flatMap((key) => mapListField(schema, key)).map((option) => stringField(option, 'type'));
  return field(schema, 'x-kubernetes-int-or-string') === true || (types.includes('string') && (types.includes('integer') || types.includes('number')));
}

function described(schema: unknown): JsonMap {
  const description = stringField(schema, 'description');
  return description === undefined ? {} : { description: commentText(description) };
}

function inner(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Names that a generated module cannot declare: those that it imports, and those that its functions use. */
const RESERVED = ['ApiObject', 'ApiObjectMetadata', 'Construct', 'GroupVersionKind', 'Object', 'Record'];

/** Names that json2jsii leaves unchanged when it converts them to camel case. */
const CAMEL_CASE = /^[a-z]+(?:[A-Z][a-z]+)*\d*$/;

/** Names that json2jsii can convert to an identifier, and that cdk8s-cli accepts. */
const IDENTIFIABLE = /^[_.-]*[A-Za-z][\w.-]*$/;

/**
 * Returns a key that is the same for all names that the generator may convert to the same name: it converts paths of fields to one word in camel
 * case. Names with different keys are never converted to the same name.
 */
export function nameKey(...parts: readonly string[]): string {
  return parts.join('').replace(/[^A-Za-z0-9]/g, '').toLowerCase();
}

/** Names of the classes, interfaces and enums of a module, by their keys. */
export class ModuleNames {
  readonly #taken = new Set(RESERVED.map((name) => nameKey(name)));

  /** Reserves names, unless one of them is already reserved. */
  public claim(...names: readonly string[]): boolean {
    const keys = names.map((name) => nameKey(name));
    const areFree = !keys.some((key) => this.#taken.has(key));
    if (areFree) {
      keys.forEach((key) => this.#taken.add(key));
    }
    return areFree;
  }
}

/** Names of the fields of an object. */
export class SiblingNames {
  readonly #alike: ReadonlyMap<string, readonly string[]>;

  /** @param names the names, in order */
  public constructor(names: readonly string[]) {
    this.#alike = groupBy(names, (name) => nameKey(name));
  }

  /**
   * Returns the reason why the generator cannot declare a field beside its siblings or would silently omit it, or undefined if it can declare the
   * field.
   *
   * @param name name of the field
   */
  public refusal(name: string): string | undefined {
    if (!IDENTIFIABLE.test(name)) {
      return 'its name cannot be written as a TypeScript identifier';
    }
    const alike = this.#alike.get(nameKey(name)) ?? [];
    const kept = alike.find((other) => CAMEL_CASE.test(other)) ?? alike[0] ?? name;
    return kept === name || CAMEL_CASE.test(name) ? undefined : `'${kept}' has the same name in TypeScript`;
  }
}
