import { suggestNames } from '../../text/suggest-names';
import { isObjectLiteral } from './json-value';

/** Keys that a conversion read from an object. */
interface ReadKeys {
  /** Path of the object in messages, such as `config.tolerations[0]`. */
  readonly path: string;
  readonly keys: Set<string>;
}

/** What a conversion read. */
interface Reading {
  readonly objects: Map<object, ReadKeys>;
  /** Plain values of which it read the field `value`, by their path. */
  readonly plainValues: Map<string, string | number>;
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
  const reading: Reading = { objects: new Map(), plainValues: new Map() };
  try {
    convert(watched(value, what, reading));
  } catch {
    return undefined;
  }
  for (const [object, { path, keys }] of reading.objects) {
    const problem = keys.size === 0 ? undefined : unknownKey(path, object, [...keys]);
    if (problem !== undefined) {
      return problem;
    }
  }
  const [plain] = reading.plainValues;
  return plain === undefined ? undefined : `${plain[0]} must be created with fromString or fromNumber of its class, got ${JSON.stringify(plain[1])}`;
}

/** Returns a copy of an object or list that notes which keys are read from it, and from what is inside. */
function watched<Value extends object>(value: Value, path: string, reading: Reading): Value {
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => inner(item, `${path}[${index}]`, reading)) as unknown as Value;
  }
  const { keys } = reading.objects.get(value) ?? { keys: new Set<string>() };
  if (!reading.objects.has(value)) {
    reading.objects.set(value, { path, keys });
  }
  return new Proxy({ ...value }, {
    get: (copy, key) => {
      if (typeof key === 'string') {
        keys.add(key);
      }
      return inner(Reflect.get(copy, key), `${path}.${String(key)}`, reading);
    },
    ownKeys: (copy) => {
      Object.keys(copy).forEach((key) => keys.add(key));
      return Reflect.ownKeys(copy);
    },
  });
}

function inner(value: unknown, path: string, reading: Reading): unknown {
  if (typeof value === 'string' || typeof value === 'number') {
    return watchedPlain(value, path, reading);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Array.isArray(value) || isObjectLiteral(value) ? watched(value, path, reading) : undefined;
}

/** Returns an object like a plain value that notes if its field `value` is read, which only instances of a class have. */
function watchedPlain(value: string | number, path: string, reading: Reading): object {
  return new Proxy(Object(value) as { readonly [key: PropertyKey]: unknown }, {
    get: (object, key) => {
      if (key === 'value') {
        reading.plainValues.set(path, value);
      }
      const found = object[key];
      return typeof found === 'function' ? found.bind(value) as unknown : found;
    },
  });
}

/** A key whose value is `undefined` is ignored. */
function unknownKey(what: string, object: object, known: readonly string[]): string | undefined {
  const unknown = Object.entries(object).find(([key, value]) => value !== undefined && !known.includes(key));
  return unknown === undefined ? undefined : `unknown key '${unknown[0]}' in ${what}; known keys: ${suggestNames(unknown[0], known)}`;
}
