/** Names that a generated module cannot declare: what it imports, and what its functions use. */
const RESERVED = ['ApiObject', 'ApiObjectMetadata', 'Construct', 'GroupVersionKind', 'Object', 'Record'];

/** Names whose conversion to camel case by json2jsii is themselves. */
const CAMEL_CASE = /^[a-z]+(?:[A-Z][a-z]+)*\d*$/;

/** Names of which json2jsii makes an identifier, and which cdk8s-cli does not refuse. */
const IDENTIFIABLE = /^[_.-]*[A-Za-z][\w.-]*$/;

/**
 * Returns what two names have in common if the generator may give them the same name: it converts paths of fields to one word in camel case. Names
 * with different keys never get the same name.
 */
export function nameKey(...parts: readonly string[]): string {
  return parts.join('').replace(/[^A-Za-z0-9]/g, '').toLowerCase();
}

/** Names of the classes, interfaces and enums of a module, by their keys. */
export class ModuleNames {
  readonly #taken = new Set(RESERVED.map((name) => nameKey(name)));

  /** Takes names, unless one of them is taken already. */
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
 * Returns why the generator cannot declare a field beside others, or would silently omit it; undefined if it can.
 *
 * @param name name of the field
 * @param siblings names of all fields of the object, in order
 */
export function fieldRefusal(name: string, siblings: readonly string[]): string | undefined {
  if (!IDENTIFIABLE.test(name)) {
    return 'its name cannot be written as an identifier of TypeScript';
  }
  const alike = siblings.filter((other) => nameKey(other) === nameKey(name));
  const [kept = name] = [...alike.filter((other) => CAMEL_CASE.test(other)), ...alike];
  return kept === name || CAMEL_CASE.test(name) ? undefined : `'${kept}' has the same name in TypeScript`;
}
