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

/**
 * Returns the reason why the generator cannot declare a field beside its siblings or would silently omit it, or undefined if it can declare the
 * field.
 *
 * @param name name of the field
 * @param siblings names of all fields of the object, in order
 */
export function fieldRefusal(name: string, siblings: readonly string[]): string | undefined {
  if (!IDENTIFIABLE.test(name)) {
    return 'its name cannot be written as a TypeScript identifier';
  }
  const alike = siblings.filter((other) => nameKey(other) === nameKey(name));
  const [kept = name] = [...alike.filter((other) => CAMEL_CASE.test(other)), ...alike];
  return kept === name || CAMEL_CASE.test(name) ? undefined : `'${kept}' has the same name in TypeScript`;
}
