/** The part of a CustomResourceDefinition's JSON schema that a value is generated from. */
export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
}

/** Candidate strings for the patterns in the CRDs. */
const STRINGS = ['text', '1', 'v1', '1.0.0', '1h', 'a.b', 'sha256'];

/** Returns a value with every field of a schema set to something valid. */
export function filledValue(schema: Schema): unknown {
  if (schema.enum !== undefined) {
    return schema.enum.find(value => value !== '') ?? schema.enum[0];
  }
  if (schema['x-kubernetes-int-or-string'] === true) {
    return '1';
  }
  switch (schema.type) {
    case 'object':
      return filledObject(schema);
    case 'array':
      return schema.items === undefined ? [] : [filledValue(schema.items)];
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return true;
    case 'string':
      return filledText(schema);
    default:
      return { any: 'thing' };
  }
}

/** Unknown fields are pruned unless the schema preserves them. */
function filledObject({ properties = {}, additionalProperties, ...schema }: Schema): object {
  return {
    ...Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, filledValue(property)])),
    ...(additionalProperties === undefined ? {} : { name: filledValue(additionalProperties) }),
    ...(schema['x-kubernetes-preserve-unknown-fields'] === true ? { any: 'thing' } : {}),
  };
}

function filledText({ format, pattern }: Schema): string {
  if (format === 'date-time') {
    return '2026-01-01T00:00:00Z';
  }
  if (format === 'byte') {
    return 'dGV4dA==';
  }
  const match = STRINGS.find(candidate => pattern === undefined || new RegExp(pattern).test(candidate));
  if (match === undefined) {
    throw new Error(`no candidate matches the pattern ${pattern}; add one to STRINGS`);
  }
  return match;
}
