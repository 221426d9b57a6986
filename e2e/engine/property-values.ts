/** Properties of resources, as transferred between programs, engine and providers. */
export type Properties = { readonly [name: string]: unknown };

/** Key that distinguishes a marked value from a plain object. */
const SIGNATURE = '4dabf18193072939515e22adb298388d';
const SECRET = '1b47061264138c4ac30d75fd1eb44270';

/** Marks a value that only an update will know. */
export const UNKNOWN = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';

/** A value that must not be readable in the state. */
export interface Secret {
  readonly value: unknown;
}

/** Marks a value as secret, once. */
export function secret(value: unknown): unknown {
  return isSecret(value) ? value : { [SIGNATURE]: SECRET, value };
}

export function isSecret(value: unknown): value is Secret {
  return isObject(value) && value[SIGNATURE] === SECRET;
}

export function isObject(value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Copies a value, applying a function to each secret in it, innermost first. */
export function mapSecrets(value: unknown, map: (inner: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(item => mapSecrets(item, map));
  }
  if (isSecret(value)) {
    return map(mapSecrets(value.value, map));
  }
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapSecrets(item, map)])) : value;
}

/** Values as providers receive them, without marks. */
export function revealed(properties: Properties): Properties {
  return mapSecrets(properties, inner => inner) as Properties;
}

/** Values that a provider gave, with a mark wherever the same place of others has one. */
export function markedLike(value: unknown, marked: unknown): unknown {
  if (isSecret(marked)) {
    return value === undefined ? undefined : secret(value);
  }
  if (Array.isArray(value) && Array.isArray(marked)) {
    return value.map((item, index) => markedLike(item, marked[index]));
  }
  return isObject(value) && isObject(marked)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, markedLike(item, marked[key])])) : value;
}
