import type { Timeouts, Verdict } from '../../cluster/waiting/machine/waiter';
import type { CrdSelection } from '../../cluster/waiting/removal/operator-crds';
import { describeType, field, isMap, type JsonMap, mapField, stringField, stringListField } from '../../formats/json/json-value';
import { suggestNames } from '../../text/suggest-names';

/** Placeholder of Pulumi's engine for a value that is not known during a preview. */
export const UNKNOWN = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';

/** Problem of an input, in Pulumi's format. */
export interface InputProblem {
  readonly property: string;
  readonly reason: string;
}

/** Returns what is wrong with a value, or undefined if it is valid. */
export interface InputCheck {
  (value: unknown): string | undefined;
}

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
export function fields(known: { readonly [key: string]: InputCheck }, required: readonly string[] = []): InputCheck {
  return (value) => {
    if (!isMap(value)) {
      return anyMap(value);
    }
    const missing = required.find((key) => value[key] === undefined);
    const wrong = first(Object.entries(value).map(([key, found]) => {
      const checkOfField = known[key];
      const problem = checkOfField === undefined ? `unknown field; known fields: ${suggestNames(key, Object.keys(known))}` : ifKnown(checkOfField, found);
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

/** Returns a string that the checks require: an input, or a field of one. Without it, a resource has no subject. */
export function requiredString(inputs: unknown, key: string): string {
  return field(inputs, key) as string;
}

/** Pulumi operation to which a timeout applies. */
export type Operation = 'create' | 'update' | 'delete';

/** Checks of the timeout inputs, all in seconds. */
export const TIMEOUT_CHECKS = {
  timeouts: fields({ total: seconds, phases: valuesOf(seconds), settling: seconds, terminalGrace: seconds, transientGrace: seconds }),
  customTimeouts: fields({ create: seconds, update: seconds, delete: seconds }),
};

/** Returns inputs or outputs with the total timeout of an operation: `timeouts.total`, else Pulumi's `customTimeouts`, else the waiter's default. */
export function withTotalTimeout(inputs: JsonMap, operation: Operation): JsonMap {
  const timeouts = mapField(inputs, 'timeouts');
  const total = timeouts['total'] ?? field(inputs['customTimeouts'], operation);
  return total === undefined || total === null ? inputs : { ...inputs, timeouts: { ...timeouts, total } };
}

/** Parses the input `timeouts`, in seconds, into a waiter's timeouts, in milliseconds. Omitted timeouts have their defaults. */
export function parseTimeouts(input: unknown): Partial<Timeouts> {
  const phases = field(input, 'phases');
  const parsed = {
    total: milliseconds(field(input, 'total')),
    settling: milliseconds(field(input, 'settling')),
    terminalGrace: milliseconds(field(input, 'terminalGrace')),
    transientGrace: milliseconds(field(input, 'transientGrace')),
    phases: isMap(phases) ? mapValues(phases, milliseconds) : undefined,
  };
  return Object.fromEntries(Object.entries(parsed).filter(([, time]) => time !== undefined));
}

function mapValues(map: JsonMap, convert: (value: unknown) => unknown): JsonMap {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, convert(value)]));
}

function milliseconds(time: unknown): number | undefined {
  return typeof time === 'number' ? time * 1000 : undefined;
}

/** Returns how long each phase of a wait took, in seconds to one decimal place. */
export function phaseSeconds({ times }: Verdict<unknown>): JsonMap {
  return Object.fromEntries(Object.entries(times).map(([phase, time]) => [phase, Math.round(time / 100) / 10]));
}

/** Returns what happens to the objects of an operator's APIs on removal: the input `onDestroy.operands`. */
export function operandsIn(inputs: JsonMap): 'abort' | 'ignore' | 'delete' {
  const operands = stringField(inputs['onDestroy'], 'operands');
  return operands === 'ignore' || operands === 'delete' ? operands : 'abort';
}

/** Returns which CRDs of an operator are deleted on removal: the input `onDestroy.deleteCrds`. */
export function crdSelectionIn(inputs: JsonMap): CrdSelection {
  const onDestroy = mapField(inputs, 'onDestroy');
  return onDestroy['deleteCrds'] === true || stringListField(onDestroy, 'deleteCrds');
}

/** Describes the replacement of an operator whose CRDs are always removed with it: what happens to the operator and to the objects of its APIs. */
export function replacementWithCrds(outputs: JsonMap): string {
  const objects = {
    abort: 'objects of its APIs stop the removal before anything is deleted', ignore: 'all objects of its APIs are lost with the CRDs',
    delete: 'all objects of its APIs are deleted',
  }[operandsIn(outputs)];
  return `is removed, together with its CRDs, before it is installed again, and does not run in between; ${objects}`;
}
