import { isMap } from '../../json/json-value';

/** A structural schema in a CRD, with the keywords that the API server validates. */
export interface JsonSchema {
  readonly 'type'?: string;
  readonly 'format'?: string;
  readonly 'nullable'?: boolean;
  readonly 'default'?: unknown;
  readonly 'enum'?: readonly unknown[];
  readonly 'minimum'?: number;
  readonly 'maximum'?: number;
  readonly 'exclusiveMinimum'?: boolean;
  readonly 'exclusiveMaximum'?: boolean;
  readonly 'multipleOf'?: number;
  readonly 'minLength'?: number;
  readonly 'maxLength'?: number;
  readonly 'pattern'?: string;
  readonly 'items'?: JsonSchema;
  readonly 'minItems'?: number;
  readonly 'maxItems'?: number;
  readonly 'properties'?: { readonly [name: string]: JsonSchema };
  readonly 'additionalProperties'?: JsonSchema | boolean;
  readonly 'required'?: readonly string[];
  readonly 'minProperties'?: number;
  readonly 'maxProperties'?: number;
  readonly 'allOf'?: readonly JsonSchema[];
  readonly 'anyOf'?: readonly JsonSchema[];
  readonly 'oneOf'?: readonly JsonSchema[];
  readonly 'not'?: JsonSchema;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[];
}

/** A rule in the Common Expression Language. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  /** Expression that returns the message, which takes precedence if it is valid. */
  readonly messageExpression?: string;
  /** Field that the message is about, relative to the field with the rule, such as `.spec.name`. */
  readonly fieldPath?: string;
  /** Whether the rule also applies to new values. `oldSelf` is then an optional value. */
  readonly optionalOldSelf?: boolean;
}

/** Returns the schema of a property, or undefined if the schema has none. */
export function propertySchema(schema: JsonSchema, name: string): JsonSchema | undefined {
  return schema.properties !== undefined && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
}

/** Returns the schema of a map's values, or undefined. */
export function valuesSchema({ additionalProperties }: JsonSchema): JsonSchema | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** A value in a list or map, with its schema. */
export interface InnerValue {
  readonly value: unknown;
  readonly schema: JsonSchema;
  /** Path of the value: fields with a dot, keys of maps and positions in brackets. */
  readonly field: string;
  readonly key: string | number;
}

/** Returns the values in a list or map that have a schema. */
export function innerValues(value: unknown, schema: JsonSchema, field: string): InnerValue[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? [] : value.map((item: unknown, key) => ({ value: item, schema: items, field: `${field}[${key}]`, key }));
  }
  const values = valuesSchema(schema);
  return Object.entries(isMap(value) ? value : {}).flatMap(([key, inner]) => {
    const property = propertySchema(schema, key);
    if (property !== undefined) {
      return [{ value: inner, schema: property, field: field === '' ? key : `${field}.${key}`, key }];
    }
    return values === undefined ? [] : [{ value: inner, schema: values, field: `${field}[${key}]`, key }];
  });
}
