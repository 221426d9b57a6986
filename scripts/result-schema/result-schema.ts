import { join } from 'node:path';
import ts from 'typescript';
import { BUNDLE_CONFIG_TYPE } from '../../lib/bundle/generate/bundle-config';
import { RESULT_API_VERSION } from '../../lib/cli/frame/write-result';
import { entriesProgram } from '../parity-page/entries-program';

/** Path of the schema. */
export const RESULT_SCHEMA = 'docs/reference/command-line.schema.json';

const SOURCE = 'lib/cli/frame/results.ts';

/** A JSON schema. */
type Schema = { [keyword: string]: unknown };

/** Returns the JSON schema of everything that commands print as JSON, from the declarations of `Results`. */
export function resultSchema(root: string): string {
  const program = entriesProgram(root, [SOURCE]);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(join(root, SOURCE))!;
  const results = checker.getExportsOfModule(checker.getSymbolAtLocation(source)!).find(({ name }) => name === 'Results')!;
  const schemas = new Schemas(checker);
  const kinds = checker.getDeclaredTypeOfSymbol(results).getProperties().map((kind) => schemas.ofKind(kind));
  return `${JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Output of olm-constructs with -o json',
    description: 'Generated from lib/cli/frame/results.ts by `npm run generate`; do not edit.',
    oneOf: kinds.map((name) => ({ $ref: `#/definitions/${name}` })),
    definitions: Object.fromEntries([...schemas.definitions].sort(([left], [right]) => (left < right ? -1 : 1))),
  }, undefined, 2)}\n`;
}

/** Path of the schema of a BundleConfig. */
export const BUNDLE_CONFIG_SCHEMA = 'docs/reference/bundle-config.schema.json';

const CONFIG_SOURCE = 'lib/bundle/generate/generation-options.ts';

/** Returns the JSON schema of the files that `bundle create` reads, from the declaration of `BundleConfig`. */
export function bundleConfigSchema(root: string): string {
  const program = entriesProgram(root, [CONFIG_SOURCE]);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(join(root, CONFIG_SOURCE))!;
  const config = checker.getExportsOfModule(checker.getSymbolAtLocation(source)!).find(({ name }) => name === 'BundleConfig')!;
  const schemas = new Schemas(checker);
  const { properties, ...content } = schemas.ofInterface(config);
  return `${JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'How a bundle is made of manifests',
    description: `Generated from ${CONFIG_SOURCE} by \`npm run generate\`; do not edit.`,
    ...content,
    properties: { ...Object.fromEntries(Object.entries(BUNDLE_CONFIG_TYPE).map(([key, value]) => [key, { const: value }])), ...properties as Schema },
    required: Object.keys(BUNDLE_CONFIG_TYPE),
    definitions: Object.fromEntries([...schemas.definitions].sort(([left], [right]) => (left < right ? -1 : 1))),
  }, undefined, 2)}\n`;
}

/** Fields whose values are written in another form: ages in seconds, and times in RFC 3339. */
const WRITTEN: { readonly [name: string]: { readonly name: string; readonly schema: Schema } } = {
  age: { name: 'ageSeconds', schema: { description: 'Age in seconds.', type: 'integer' } },
  since: { name: 'since', schema: { description: 'Time at which the state began.', type: 'string', format: 'date-time' } },
};

/** Primitive types. */
const PRIMITIVES: readonly (readonly [flag: ts.TypeFlags, name: string])[] = [
  [ts.TypeFlags.String, 'string'], [ts.TypeFlags.Number, 'number'], [ts.TypeFlags.Boolean, 'boolean'], [ts.TypeFlags.Null, 'null'],
];

/** The schemas of types. */
class Schemas {
  /** Schemas of interfaces, by their names. */
  public readonly definitions = new Map<string, Schema>();

  readonly #names = new Map<ts.Type, string>();

  public constructor(private readonly checker: ts.TypeChecker) {}

  /** Adds the schema of a kind of result, and returns its name. */
  public ofKind(kind: ts.Symbol): string {
    const content = this.#object(this.checker.getNonNullableType(this.checker.getTypeOfSymbol(kind)));
    const name = `${kind.name}Result`;
    this.definitions.set(name, {
      description: this.#description(kind), ...content,
      properties: { apiVersion: { const: RESULT_API_VERSION }, kind: { const: kind.name }, ...content['properties'] as Schema },
      required: ['apiVersion', 'kind', ...content['required'] as string[]],
    });
    return name;
  }

  /** Returns the schema of an interface. */
  public ofInterface(symbol: ts.Symbol): Schema {
    return this.#object(this.checker.getDeclaredTypeOfSymbol(symbol));
  }

  #of(type: ts.Type): Schema {
    if (type.isUnion()) {
      return this.#union(type);
    }
    if (type.isStringLiteral() || type.isNumberLiteral()) {
      return { const: type.value };
    }
    for (const [flag, name] of PRIMITIVES) {
      if ((type.flags & flag) !== 0) {
        return { type: name };
      }
    }
    if ((type.flags & ts.TypeFlags.BooleanLiteral) !== 0) {
      return { type: 'boolean' };
    }
    if ((type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) {
      return {};
    }
    const [item] = this.checker.isArrayType(type) ? this.checker.getTypeArguments(type as ts.TypeReference) : [];
    return item !== undefined ? { type: 'array', items: this.#of(item) } : this.#named(type);
  }

  #union(type: ts.UnionType): Schema {
    const types = type.types.filter(({ flags }) => (flags & ts.TypeFlags.Undefined) === 0);
    const values = types.flatMap((one) => one.isStringLiteral() || one.isNumberLiteral() ? [one.value] : []);
    if (values.length === types.length) {
      return values.length === 1 ? { const: values[0] } : { enum: [...values].sort() };
    }
    const schemas = [...new Map(types.map((one) => this.#of(one)).map((schema) => [JSON.stringify(schema), schema])).values()];
    return schemas.length === 1 ? schemas[0]! : { anyOf: schemas };
  }

  /** Returns a reference to the schema of an interface, or the schema of a type without a name. */
  #named(type: ts.Type): Schema {
    const symbol = type.aliasSymbol ?? type.getSymbol();
    if (symbol === undefined || symbol.name.startsWith('__') || symbol.name === 'Pick' || (type.flags & ts.TypeFlags.NonPrimitive) !== 0) {
      return this.#object(type);
    }
    const known = this.#names.get(type);
    if (known !== undefined) {
      return { $ref: `#/definitions/${known}` };
    }
    const taken = [...this.#names.values()];
    const name = [symbol.name, `${symbol.name}2`, `${symbol.name}3`].find((one) => !taken.includes(one))!;
    this.#names.set(type, name);
    this.definitions.set(name, {});
    this.definitions.set(name, { description: this.#description(symbol), ...this.#object(type) });
    return { $ref: `#/definitions/${name}` };
  }

  #object(type: ts.Type): Schema {
    const index = this.checker.getIndexTypeOfType(type, ts.IndexKind.String);
    const fields = type.getProperties().filter((field) => this.checker.getTypeOfSymbol(field).getCallSignatures().length === 0);
    if (fields.length === 0) {
      return { type: 'object', ...(index === undefined ? {} : { additionalProperties: this.#of(index) }) };
    }
    const properties = fields.map((field): readonly [string, Schema, boolean] => {
      const found = this.checker.getTypeOfSymbol(field);
      const schema = this.#of(this.checker.getNonNullableType(found));
      const isNullable = found.isUnion() && found.types.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
      const isOptional = (field.flags & ts.SymbolFlags.Optional) !== 0
        || (found.isUnion() && found.types.some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0));
      const written = schema['type'] === 'number' ? WRITTEN[field.name] : undefined;
      const described = { description: this.#description(field), ...written?.schema ?? (isNullable ? { anyOf: [schema, { type: 'null' }] } : schema) };
      // Draft 7 ignores everything beside a reference.
      return [written?.name ?? field.name, '$ref' in described ? schema : described, isOptional];
    });
    return {
      type: 'object',
      properties: Object.fromEntries(properties.map(([name, schema]) => [name, schema])),
      required: properties.filter(([, , isOptional]) => !isOptional).map(([name]) => name),
      additionalProperties: index === undefined ? false : this.#of(index),
    };
  }

  /** Returns the first sentence of the documentation of a symbol, or undefined. */
  #description(symbol: ts.Symbol): string | undefined {
    const [first = ''] = ts.displayPartsToString(symbol.getDocumentationComment(this.checker)).replace(/\s+/g, ' ').split(/(?<=\.) /);
    return first === '' ? undefined : first;
  }
}
