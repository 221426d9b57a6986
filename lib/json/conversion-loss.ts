import { unknownKey } from './known-keys';
import { isObjectLiteral } from './object-literal';

/** Keys that a conversion read from an object or a plain value. */
interface ReadKeys {
  /** Path of the object in messages, such as `config.tolerations[0]`. */
  readonly path: string;
  readonly keys: Set<string>;
}

/**
 * Returns an error message for the first thing that a conversion drops, in the object or in the objects and lists inside: a key that it does not
 * know, or a plain value where it reads the field `value` of an instance. What the conversion passes on without reading it may have any key, and
 * instances of classes are not looked into.
 *
 * @param what name of the object in the message, such as `config`
 * @param convert the conversion, which reads every key that it knows, whether the object has it or not
 * @returns `undefined` if nothing is dropped, or the conversion fails because a value has the wrong type
 */
export function conversionLoss<Value extends object>(what: string, value: Value, convert: (value: Value) => unknown): string | undefined {
  const read = new Map<object | string | number, ReadKeys>();
  try {
    convert(watched(value, what, read));
  } catch {
    return undefined;
  }
  for (const [object, { path, keys }] of read) {
    if (typeof object === 'string' || typeof object === 'number') {
      return `${path} must be created with fromString or fromNumber of its class, got ${JSON.stringify(object)}`;
    }
    const problem = keys.size === 0 ? undefined : unknownKey(path, object, Object.fromEntries([...keys].map((key) => [key, true])));
    if (problem !== undefined) {
      return problem;
    }
  }
  return undefined;
}

/** Returns a copy of an object or list that notes which keys are read from it, and from what is inside. */
function watched<Value extends object>(value: Value, path: string, read: Map<object | string | number, ReadKeys>): Value {
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => inner(item, `${path}[${index}]`, read)) as unknown as Value;
  }
  const { keys } = read.get(value) ?? { keys: new Set<string>() };
  if (!read.has(value)) {
    read.set(value, { path, keys });
  }
  return new Proxy({ ...value }, {
    get: (copy, key) => {
      if (typeof key === 'string') {
        keys.add(key);
      }
      return inner(Reflect.get(copy, key), `${path}.${String(key)}`, read);
    },
    ownKeys: (copy) => {
      Object.keys(copy).forEach((key) => keys.add(key));
      return Reflect.ownKeys(copy);
    },
  });
}

function inner(value: unknown, path: string, read: Map<object | string | number, ReadKeys>): unknown {
  if (typeof value === 'string' || typeof value === 'number') {
    return watchedPlain(value, path, read);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Array.isArray(value) || isObjectLiteral(value) ? watched(value, path, read) : undefined;
}

/** Returns an object like a plain value that notes if its field `value` is read, which only instances of a class have. */
function watchedPlain(value: string | number, path: string, read: Map<object | string | number, ReadKeys>): object {
  return new Proxy(Object(value) as { readonly [key: PropertyKey]: unknown }, {
    get: (object, key) => {
      if (key === 'value' && !read.has(value)) {
        read.set(value, { path, keys: new Set() });
      }
      const found = object[key];
      return typeof found === 'function' ? found.bind(value) as unknown : found;
    },
  });
}
