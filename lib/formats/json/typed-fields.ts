import { isMap } from './json-value';

/** Returns the fields of a typed object that its type does not have: programs without types may set any field of Kubernetes. */
export function otherFields(object: object, known: readonly string[]): object {
  return isMap(object) ? Object.fromEntries(Object.entries(object).filter(([field]) => !known.includes(field))) : {};
}

/** Returns a quantity or a number or name of a port: the value of a typed object, or the plain value that programs without types set. */
export function plainValue(value: unknown): unknown {
  return isMap(value) ? value['value'] : value;
}
