import { field, isMap, sameJson } from '../../json/json-value';

/** Keywords for which `false` means the same as their absence. */
const FALSE_BY_ABSENCE = [
  'nullable', 'uniqueItems', 'exclusiveMinimum', 'exclusiveMaximum', 'x-kubernetes-embedded-resource', 'x-kubernetes-int-or-string',
];

/** Returns the value of a keyword, or undefined if it is missing or means the same as its absence. The API server does not distinguish the two. */
export function keywordOf(schema: unknown, keyword: string): unknown {
  const value = field(schema, keyword);
  const isAbsent = value === null || (keyword !== 'default'
    && (value === '' || (Array.isArray(value) && value.length === 0) || (value === false && FALSE_BY_ABSENCE.includes(keyword))));
  return isAbsent ? undefined : value;
}

/** Whether two values of a keyword mean the same. */
export function sameKeyword(keyword: string, left: unknown, right: unknown): boolean {
  switch (keyword) {
    case 'properties':
      return keysOf(left, right).every((name) => sameSchema(field(left, name), field(right, name)));
    case 'items':
    case 'additionalProperties':
    case 'not':
      return sameSchema(left, right);
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return Array.isArray(left) && Array.isArray(right)
        ? left.length === right.length && left.every((schema, index) => sameSchema(schema, right[index]))
        : sameJson(left, right);
    default:
      return sameJson(left, right);
  }
}

function sameSchema(left: unknown, right: unknown): boolean {
  return isMap(left) && isMap(right)
    ? keysOf(left, right).every((keyword) => sameKeyword(keyword, keywordOf(left, keyword), keywordOf(right, keyword)))
    : sameJson(left, right);
}

function keysOf(left: unknown, right: unknown): string[] {
  const keys = (value: unknown): string[] => (isMap(value) ? Object.keys(value) : []);
  return [...new Set([...keys(left), ...keys(right)])];
}
