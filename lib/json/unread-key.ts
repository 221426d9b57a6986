import { unknownKey } from './known-keys';
import { isObjectLiteral } from './object-literal';

/** Keys that a conversion read from an object. */
interface ReadKeys {
  /** Path of the object in messages, such as `config.tolerations[0]`. */
  readonly path: string;
  readonly keys: Set<string>;
}

/**
 * Returns an error message for the first key that a conversion drops because it does not know it, in the object or in the objects and lists inside.
 * What the conversion passes on without reading it may have any key, and instances of classes are not looked into.
 *
 * @param what name of the object in the message, such as `config`
 * @param convert the conversion, which reads every key that it knows, whether the object has it or not
 * @returns `undefined` if every key is known, or the conversion fails because a value has the wrong type
 */
export function unreadKey<Value extends object>(what: string, value: Value, convert: (value: Value) => unknown): string | undefined {
  const read = new Map<object, ReadKeys>();
  try {
    convert(watched(value, what, read));
  } catch {
    return undefined;
  }
  for (const [object, { path, keys }] of read) {
    const problem = keys.size === 0 ? undefined : unknownKey(path, object, Object.fromEntries([...keys].map((key) => [key, true])));
    if (problem !== undefined) {
      return problem;
    }
  }
  return undefined;
}

/** Returns a copy of an object or list that notes which keys are read from it, and from what is inside. */
function watched<Value extends object>(value: Value, path: string, read: Map<object, ReadKeys>): Value {
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

function inner(value: unknown, path: string, read: Map<object, ReadKeys>): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Array.isArray(value) || isObjectLiteral(value) ? watched(value, path, read) : undefined;
}
