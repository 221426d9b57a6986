/** How deep properties are read. */
const DEPTH = 4;

/** Maximum number of objects that are read of one result. */
const OBJECTS = 500;

/** Reads all that results of the library compute when they are asked, and remembers of which classes they are. */
export class ReadObjects {
  /** Classes of the objects that were read, and those that these extend. */
  public readonly classes = new Set<unknown>();

  /** Reads an object and all that it refers to: properties, and methods such as `toText` that need no argument. */
  public all(value: unknown): void {
    const seen = new Set<unknown>();
    const visit = (one: unknown, depth: number): void => {
      if (typeof one !== 'object' || one === null || seen.has(one) || depth > DEPTH || seen.size > OBJECTS) {
        return;
      }
      seen.add(one);
      for (const each of one instanceof Map || one instanceof Set ? [...one.values() as Iterable<unknown>] : this.#valuesOf(one)) {
        visit(each, depth + 1);
      }
    };
    visit(value, 0);
  }

  #valuesOf(object: object): unknown[] {
    const values: unknown[] = [];
    for (let owner: object | null = object; owner !== null && owner !== Object.prototype; owner = Object.getPrototypeOf(owner) as object | null) {
      this.classes.add(owner.constructor);
      for (const name of Object.getOwnPropertyNames(owner)) {
        try {
          const value: unknown = Reflect.get(owner, name, object);
          const isMethod = typeof value === 'function' && /^to[A-Z]/.test(name) && value.length === 0 && name !== 'toString';
          values.push(isMethod ? Reflect.apply(value, object, []) : value);
        } catch (error) {
          values.push(error);
        }
      }
    }
    return values;
  }
}
