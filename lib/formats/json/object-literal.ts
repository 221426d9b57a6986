/** Whether a value is an object literal, of any realm, rather than a list or an instance of a class. */
export function isObjectLiteral(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
