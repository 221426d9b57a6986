import { field } from '../../formats/json/json-value';

/** Returns a string that the checks require: an input, or a field of one. Without it, a resource has no subject. */
export function requiredString(inputs: unknown, key: string): string {
  return field(inputs, key) as string;
}
