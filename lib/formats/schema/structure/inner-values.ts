import { isMap } from '../../json/json-value';
import { type JsonSchema, propertySchema, valuesSchema } from '../model/json-schema';

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
