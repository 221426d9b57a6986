/** Cost of traversing a character, as cel-go counts it. */
const CHARACTER = 0.1;

/** Cost of a character of a regular expression, for each ten characters of the string. */
const PATTERN_CHARACTER = 0.25;

/** An item of a list, or a key of a map, counts as that many characters. */
const ITEM = 10;

/** Functions that search a string for a regular expression. */
const SEARCHES: ReadonlySet<string> = new Set(['matches', 'matchesAsGoDoes', 'find', 'findAll']);

/**
 * Returns the cost of an operator with two operands.
 *
 * As in cel-go, it depends on the size of the operands. Unlike there, lists are copied when they are joined, and comparisons look into lists and
 * maps: values may share parts, so that a small expression makes a value that takes forever to compare.
 *
 * @param limit cost at which counting stops
 * @see https://github.com/google/cel-go/blob/master/interpreter/runtimecost.go
 */
export function operatorCost(operator: string, left: unknown, right: unknown, limit: number): number {
  switch (operator) {
    case '+':
      return 1 + traversal(sizeOf(left) + sizeOf(right));
    case '==': case '!=':
      return 1 + traversal(typeof left === 'object' && typeof right === 'object' ? deepSize(left, limit) + deepSize(right, limit)
        : Math.min(sizeOf(left), sizeOf(right)));
    case 'in':
      return 1 + (isList(right) ? traversal(deepSize(right, limit)) : 0);
    default:
      return 1 + traversal(Math.min(sizeOf(left), sizeOf(right)));
  }
}

/** Returns the cost of calling a function; of a method, the first argument is its receiver. */
export function callCost(name: string, values: readonly unknown[], limit: number): number {
  const [first, second] = values;
  if (SEARCHES.has(name)) {
    return traversal(1 + sizeOf(first)) * Math.ceil(sizeOf(second) * PATTERN_CHARACTER) + 1;
  }
  switch (name) {
    case 'contains': return 1 + traversal(sizeOf(first)) * traversal(sizeOf(second));
    case 'join': return 1 + traversal(deepSize(first, limit) + sizeOf(first) / ITEM * sizeOf(second ?? ''));
    // cel-js takes cubic time for a string of digits.
    case 'duration': return 1 + traversal(sizeOf(first) ** 3);
    default: return values.reduce<number>((cost, value) => cost + (isList(value) ? 0 : traversal(sizeOf(value))), 1);
  }
}

/** Returns the cost of going through a map instead of a list. */
export function rangeCost(range: unknown): number {
  return isList(range) ? 0 : traversal(sizeOf(range));
}

function traversal(characters: number): number {
  return Math.ceil(characters * CHARACTER);
}

function isList(value: unknown): boolean {
  return Array.isArray(value) || value instanceof Set;
}

/** Returns the size of a value in characters, without what is in its items. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string' || value instanceof Uint8Array) {
    return value.length;
  }
  if (Array.isArray(value)) {
    return ITEM * value.length;
  }
  if (value instanceof Map || value instanceof Set) {
    return ITEM * value.size;
  }
  return typeof value === 'object' && value !== null ? ITEM * Object.keys(value).length : 1;
}

/** Returns the size of a value with all that is in it, or a larger number than what costs the limit. */
function deepSize(value: unknown, limit: number): number {
  const max = limit / CHARACTER;
  let size = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && size <= max) {
    const next = open.pop();
    size += 1 + sizeOf(next);
    for (const inner of size > max ? [] : innerValues(next)) {
      open.push(inner);
    }
  }
  return size;
}

function innerValues(value: unknown): Iterable<unknown> {
  if (value instanceof Map || value instanceof Set || Array.isArray(value)) {
    return value.values() as Iterable<unknown>;
  }
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array) ? Object.values(value as { readonly [key: string]: unknown }) : [];
}
