import type { JsonMap } from '../../bundle/json-value';
import { describe, isMap } from '../../bundle/json-value';

/** What stands in a preview for a value that is not known yet. */
export const UNKNOWN = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';

/** What is wrong with an input, as Pulumi takes it. */
export interface InputProblem {
  readonly property: string;
  readonly reason: string;
}

/** What is wrong with a value; undefined where nothing is. */
export type InputCheck = (value: unknown) => string | undefined;

const kind = (expected: string, holds: (value: unknown) => boolean): InputCheck => (value) => (
  holds(value) ? undefined : `${expected} is needed, and it is ${describe(value)}`
);

export const name: InputCheck = kind('a name', (value) => typeof value === 'string' && value !== '');
export const text: InputCheck = kind('a text', (value) => typeof value === 'string');
export const flag: InputCheck = kind('true or false', (value) => typeof value === 'boolean');
export const seconds: InputCheck = kind('a number of seconds', (value) => typeof value === 'number' && value >= 0);
export const count: InputCheck = kind('a whole number from 0', (value) => Number.isInteger(value) && (value as number) >= 0);
export const anyMap: InputCheck = kind('an object', isMap);

/** One of some texts. */
export function oneOf(...values: readonly string[]): InputCheck {
  return kind(`one of ${values.map((value) => `'${value}'`).join(', ')}`, (value) => typeof value === 'string' && values.includes(value));
}

/** A list whose items are checked one by one. */
export function listOf(item: InputCheck): InputCheck {
  return (value) => (Array.isArray(value) ? first(value.map((found) => known(item, found))) : `a list is needed, and it is ${describe(value)}`);
}

/** An object whose fields are checked; `required` ones have to be there. */
export function fields(checks: { readonly [key: string]: InputCheck }, required: readonly string[] = []): InputCheck {
  return (value) => {
    if (!isMap(value)) {
      return `an object is needed, and it is ${describe(value)}`;
    }
    const missing = required.find((key) => value[key] === undefined);
    const wrong = first(Object.entries(value).map(([key, found]) => {
      const check = checks[key];
      const problem = check === undefined ? 'nobody knows this field' : known(check, found);
      return problem === undefined ? undefined : `${key}: ${problem}`;
    }));
    return missing === undefined ? wrong : `${missing} is missing`;
  };
}

/** An object with any keys, whose values are checked. */
export function valuesOf(check: InputCheck): InputCheck {
  return (value) => (isMap(value) ? fields(Object.fromEntries(Object.keys(value).map((key) => [key, check])))(value) : anyMap(value));
}

/** What is wrong with some inputs. A value that is not known yet is taken as it is. */
export function inputProblems(
  inputs: JsonMap, checks: { readonly [key: string]: InputCheck }, required: readonly string[],
): InputProblem[] {
  const missing = required.filter((key) => inputs[key] === undefined).map((property) => ({ property, reason: 'it is missing' }));
  const wrong = Object.entries(checks).flatMap(([property, check]) => {
    const reason = inputs[property] === undefined ? undefined : known(check, inputs[property]);
    return reason === undefined ? [] : [{ property, reason }];
  });
  return [...missing, ...wrong];
}

function known(check: InputCheck, value: unknown): string | undefined {
  return value === UNKNOWN || value === null ? undefined : check(value);
}

function first(problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined);
}
