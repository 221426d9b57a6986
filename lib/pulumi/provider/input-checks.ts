import { describeType, isMap, type JsonMap } from '../../formats/json/json-value';
import { suggestNames } from '../../text/suggest-names';

/** Placeholder of Pulumi's engine for a value that is not known during a preview. */
export const UNKNOWN = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';

/** Problem of an input, in Pulumi's format. */
export interface InputProblem {
  readonly property: string;
  readonly reason: string;
}

/** Returns what is wrong with a value, or undefined if it is valid. */
export type InputCheck = (value: unknown) => string | undefined;

const mustBe = (expected: string, isValid: (value: unknown) => boolean): InputCheck => (value) => (
  isValid(value) ? undefined : `must be ${expected}, got ${describeType(value)}`
);

export const name: InputCheck = mustBe('a non-empty string', (value) => typeof value === 'string' && value !== '');
/** Checks kind and group, such as `Database.example.com`. */
export const kindAndGroup: InputCheck = (value) => (typeof value === 'string' && /^[A-Z][A-Za-z0-9]*(?:\.[a-z0-9-]+)+$/.test(value)
  ? undefined : `must be kind and group such as 'Database.example.com', got ${typeof value === 'string' ? `'${value}'` : describeType(value)}`);
export const string: InputCheck = mustBe('a string', (value) => typeof value === 'string');
export const boolean: InputCheck = mustBe('true or false', (value) => typeof value === 'boolean');
export const seconds: InputCheck = mustBe('a number of seconds, 0 or more', (value) => typeof value === 'number' && value >= 0);
export const count: InputCheck = mustBe('an integer, 0 or more', (value) => Number.isInteger(value) && (value as number) >= 0);
export const anyMap: InputCheck = mustBe('an object', isMap);

/** Checks that a value is one of a set of strings. */
export function oneOf(...values: readonly string[]): InputCheck {
  return mustBe(`one of ${values.map((value) => `'${value}'`).join(', ')}`, (value) => typeof value === 'string' && values.includes(value));
}

/** Checks `true` or `false`, or a list and each of its items. */
export function booleanOrListOf(item: InputCheck): InputCheck {
  return (value) => (Array.isArray(value) ? listOf(item)(value) : mustBe('true, false or a list', (found) => typeof found === 'boolean')(value));
}

/** Checks a list and each of its items. */
export function listOf(item: InputCheck): InputCheck {
  return (value) => (Array.isArray(value) ? first(value.map((found) => ifKnown(item, found))) : `must be a list, got ${describeType(value)}`);
}

/** Checks the fields of an object; other fields are errors. */
export function fields(checks: { readonly [key: string]: InputCheck }, required: readonly string[] = []): InputCheck {
  return (value) => {
    if (!isMap(value)) {
      return anyMap(value);
    }
    const missing = required.find((key) => value[key] === undefined);
    const wrong = first(Object.entries(value).map(([key, found]) => {
      const check = checks[key];
      const problem = check === undefined ? `unknown field; known fields: ${suggestNames(key, Object.keys(checks))}` : ifKnown(check, found);
      return problem === undefined ? undefined : `${key}: ${problem}`;
    }));
    return missing === undefined ? wrong : `${missing} is missing`;
  };
}

/** Checks the values of an object with arbitrary keys. */
export function valuesOf(check: InputCheck): InputCheck {
  return (value) => (isMap(value) ? fields(Object.fromEntries(Object.keys(value).map((key) => [key, check])))(value) : anyMap(value));
}

/** Returns what is wrong with inputs. Values that are not known yet are accepted. */
export function inputProblems(
  inputs: JsonMap, checks: { readonly [key: string]: InputCheck }, required: readonly string[],
): InputProblem[] {
  const missing = required.filter((key) => inputs[key] === undefined || inputs[key] === null).map((property) => ({ property, reason: 'is missing' }));
  const wrong = Object.entries(checks).flatMap(([property, check]) => {
    const reason = inputs[property] === undefined ? undefined : ifKnown(check, inputs[property]);
    return reason === undefined ? [] : [{ property, reason }];
  });
  return [...missing, ...wrong];
}

function ifKnown(check: InputCheck, value: unknown): string | undefined {
  return value === UNKNOWN || value === null ? undefined : check(value);
}

function first(problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined);
}
