import { isMap, setOwn } from '../../formats/json/json-value';

/** cdk8s takes a map with a key `constructor` for an instance of a class, and drops a key `__proto__`. */
export const RESERVED_KEYS: readonly string[] = ['constructor', '__proto__'];

/** End of a key that cdk8s gets instead. It sorts like the key, and no key of a Kubernetes object contains it. */
const MARK = '\0';

/** Returns a value with keys that cdk8s can write in place of those that it cannot. */
export function reservedKeys<Value>(value: Value): Value {
  return has(value, (key) => RESERVED_KEYS.includes(key)) ? renamed(value, (key) => (RESERVED_KEYS.includes(key) ? `${key}${MARK}` : key)) as Value : value;
}

/** Returns what cdk8s wrote for such a value, with the keys that the value had. */
export function restoredKeys(value: unknown): unknown {
  return has(value, (key) => key.endsWith(MARK)) ? renamed(value, (key) => (key.endsWith(MARK) ? key.slice(0, -1) : key)) : value;
}

function has(value: unknown, matches: (key: string) => boolean): boolean {
  if (Array.isArray(value)) {
    return value.some((item) => has(item, matches));
  }
  return isMap(value) && Object.keys(value).some((key) => matches(key) || has(value[key], matches));
}

function renamed(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => renamed(item, rename));
  }
  if (!isMap(value)) {
    return value;
  }
  const result: { [key: string]: unknown } = {};
  Object.keys(value).forEach((key) => { setOwn(result, rename(key), renamed(value[key], rename)); });
  return result;
}
