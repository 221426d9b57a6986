import { type OpenApiSchema, type OpenApiTypes, referencedType } from './open-api';

/**
 * Returns the full names of types and of all types that they refer to, each after the types that it refers to.
 *
 * @param isBuiltIn whether a type has its own builder and is omitted
 * @throws if a type is missing or refers to itself
 */
export function typeClosure(roots: readonly string[], types: OpenApiTypes, isBuiltIn: (name: string) => boolean): string[] {
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    if (done.has(name) || isBuiltIn(name)) {
      return;
    }
    const type = types[name];
    if (type === undefined) {
      throw new Error(`type ${name} is missing in the OpenAPI (referenced by ${[...path, name].join(' > ')})`);
    }
    if (path.includes(name)) {
      throw new Error(`type refers to itself, which a CRD schema cannot express: ${[...path, name].join(' > ')}`);
    }
    references(type).forEach((reference) => { visit(reference, [...path, name]); });
    done.add(name);
  };
  roots.forEach((root) => { visit(root, []); });
  return [...done];
}

function references(schema: OpenApiSchema): string[] {
  const own = referencedType(schema);
  const inner = [...Object.values(schema.properties ?? {}), schema.items, schema.additionalProperties];
  return [...(own === undefined ? [] : [own]), ...inner.flatMap((part) => (part ? references(part) : []))];
}
