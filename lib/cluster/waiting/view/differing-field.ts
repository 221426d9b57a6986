import { isMap } from '../../../formats/json/json-value';

/** Maximum length of a value in a message, in characters. */
const MAX_VALUE = 60;

/**
 * Returns the first field of a manifest that differs in an object in the cluster, such as `spec.channel is 'beta' instead of 'stable'`. Fields that
 * only exist in the cluster are defaults. An empty value equals a missing one.
 *
 * @returns undefined if there is none
 */
export function differingField(path: string, wanted: unknown, actual: unknown): string | undefined {
  if (isEmpty(wanted)) {
    return undefined;
  }
  if (isMap(wanted) && isMap(actual)) {
    return first(Object.entries(wanted).map(([key, value]) => () => differingField(`${path}.${key}`, value, actual[key])));
  }
  if (Array.isArray(wanted) && Array.isArray(actual) && wanted.length === actual.length) {
    return first(wanted.map((value, index) => () => differingField(`${path}[${index}]`, value, actual[index])));
  }
  if (wanted === actual) {
    return undefined;
  }
  return actual === undefined ? `${path} is missing` : `${path} is ${shown(actual)} instead of ${shown(wanted)}`;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
    || (isMap(value) && Object.values(value).every(isEmpty));
}

function first(candidates: readonly (() => string | undefined)[]): string | undefined {
  for (const candidate of candidates) {
    const found = candidate();
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function shown(value: unknown): string {
  if (typeof value === 'string') {
    return `'${value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)}…` : value}'`;
  }
  const json = JSON.stringify(value);
  return json.length > MAX_VALUE ? `${json.slice(0, MAX_VALUE)}…` : json;
}
