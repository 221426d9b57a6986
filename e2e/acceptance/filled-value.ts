/** A JSON schema of a CustomResourceDefinition, as far as a value is made from it. */
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

/** Texts for the patterns that the CRDs have. */
const TEXTS = ['text', '1', 'v1', '1.0.0', '1h', 'a.b', 'sha256'];

/** A value with every field that the schema knows, each in a form that the schema takes. */
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

/** What a schema does not know is pruned, unless it says that it keeps it. */
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
  const text = TEXTS.find(candidate => pattern === undefined || new RegExp(pattern).test(candidate));
  if (text === undefined) {
    throw new Error(`no text for the pattern ${pattern}; add one to TEXTS`);
  }
  return text;
}
