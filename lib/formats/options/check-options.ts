import { append } from '../../text/lists';
import { printableMessage } from '../../text/printable';
import { suggestNames } from '../../text/suggest-names';
import { isObjectLiteral } from '../json/json-value';
import { described, enumValues, objectWith, OUTPUT_KEY_REMEDY, remedyFor } from './expected-value';
import { gotValue, isInstanceOf, isLate, isOutputText, isProducedLater, isSpreadOutput } from './found-value';
import { type CALLS, ENUMS, type STRUCTS } from './generated/option-types';
import type { OptionField, OptionPart, OptionType, Struct } from './option-type';
import { API } from './api-types';

/** Name of an interface whose objects users write. */
export type OptionsName = keyof typeof STRUCTS;

/** Name of a function or method of the public API. */
export type CallName = keyof typeof CALLS;

/** Name of an enum of the public API. */
export type EnumName = keyof typeof ENUMS;

/** How a check names what it checks. */
export interface OptionsCheck {
  /** Name of the object in messages, such as `options of Bundle.fromPath`. */
  readonly what: string;

  /** What follows the path of an option in messages, if that is not ` in ` with the name of the object. */
  readonly in?: string;

  /** Whether the object may have further keys, because it is that of a subclass. */
  readonly isOpen?: boolean;

  /** Whether there must be an object, even if each option has a default. */
  readonly isRequired?: boolean;

  /** Whether an object in the options can be an output of Pulumi, because a resource gets it as it is. */
  readonly hasLateObjects?: boolean;

  /** Whether a string stands for a value of any type that is known only later. */
  readonly isKnownLater?: (value: string) => boolean;

  /** Keys that a map with strings must not have, because the object cannot be written with them. */
  readonly refusedKeys?: readonly string[];

  /** Whether null is the same as no value. */
  readonly isNullNothing?: boolean;
}

/**
 * Returns an error message for an object with options, with a line for each fault: an unknown key, a value of another type, or a required option that
 * is missing. Plain JavaScript programs, and those that read values from files, pass what no compiler checked.
 *
 * Values are compared with the declarations of the API. Instances of classes are recognized by the names of their class and their members, so that
 * they may come from another copy of this library.
 */
export function optionProblem(check: OptionsCheck, name: OptionsName | CallName, value: unknown): string | undefined {
  const problems = optionProblems(check, name, value);
  return problems.length === 0 ? undefined : problems.join('\n');
}

/** Returns the lines of `optionProblem`, for an error that lists its problems: it prints each on one line. */
export function optionProblems(check: OptionsCheck, name: OptionsName | CallName, value: unknown): string[] {
  return withoutConsequences(structProblems({ ...check, hasInputs: false, path: '' }, API.struct(name), value)).map(messageOf);
}

/**
 * Returns what is wrong with a value of a declared type, without the name of the value: `must be a string, got 1`. For a field of it, that is
 * `operands must be a string, got 1`.
 */
export function valueFaults(check: OptionsCheck, type: OptionType, value: unknown): string[] {
  const problems = valueProblems({ in: '', ...check, hasInputs: false, path: '' }, '', type, value);
  return withoutConsequences(problems).map((problem) => (problem.place.path === '' && problem.kind !== 'unknown' ? problem.text : messageOf(problem)));
}

/**
 * Checks an object with options.
 *
 * @param what name of the object in the message, such as `options of DefaultCatalog.image`
 * @throws Error with the option, what it got, what it takes, and how to make that
 */
export function checkOptions(what: string, name: OptionsName, value: unknown): void {
  const problem = optionProblem({ what }, name, value);
  if (problem !== undefined) {
    throw new Error(printableMessage(problem));
  }
}

/** Returns what is wrong with a value of an enum, without its name: `must be …, got …`, or undefined if it is one of its values. */
export function enumFault(name: EnumName, value: unknown): string | undefined {
  return isInstanceOf(name, value) ? undefined : `must be ${enumValues(name, value)}, got ${gotValue(value)}`;
}

/** Returns the keys of an interface of options. */
export function optionKeys(name: OptionsName): string[] {
  return [...API.struct(name).fields.keys()];
}

/** Returns the options of an interface, from an object with more. */
export function pickOptions<Options extends object>(name: OptionsName, options: Options): Partial<Options> {
  const { fields } = API.struct(name);
  return Object.fromEntries(Object.entries(options).filter(([key, value]) => value !== undefined && fields.has(key))) as Partial<Options>;
}

/** A value that is not checked. */
const ANY: OptionType = { parts: [{ kind: 'name', name: 'any' }], isInput: false };

interface Problem {
  readonly kind: 'unknown' | 'mismatch' | 'missing';
  readonly place: Place;
  /** What follows the name of the place in the message; with an unknown key, the message. */
  readonly text: string;
}

/** Where a check is. */
interface Place extends OptionsCheck {
  /** Whether strings and numbers may be outputs of Pulumi here. */
  readonly hasInputs: boolean;
  /** Path from the object to the value, or an empty string for the object itself. */
  readonly path: string;
}

/** What is missing may be there under an unknown key. */
function withoutConsequences(problems: readonly Problem[]): readonly Problem[] {
  const hasUnknown = problems.some(({ kind }) => kind === 'unknown');
  return problems.filter(({ kind }) => !hasUnknown || kind !== 'missing');
}

function messageOf({ kind, place, text }: Problem): string {
  return kind === 'unknown' ? text : `${named(place)} ${text}`;
}

/** Returns the name of a value in a message. */
function named({ path, what, in: inside }: Place): string {
  return path === '' ? what : `${path}${inside ?? ` in ${what}`}`;
}

function below(place: Place, step: string): Place {
  return { ...place, path: step.startsWith('[') || place.path === '' ? `${place.path}${step}` : `${place.path}.${step}`, isOpen: false };
}

const NONE: readonly Problem[] = [];

function structProblems(place: Place, struct: Struct, value: unknown): readonly Problem[] {
  const { fields } = struct;
  if (value === undefined) {
    const isRequired = place.isRequired === true || struct.requiredKeys.length > 0;
    return isRequired ? [{ kind: 'mismatch', place, text: `must be ${objectWith(struct)}, got nothing` }] : NONE;
  }
  if (!isStruct(fields, value)) {
    return [{ kind: 'mismatch', place, text: `must be an object, got ${gotValue(value)}; known keys: ${suggestNames('', [...fields.keys()])}` }];
  }
  const unknown = place.isOpen !== true && isObjectLiteral(value)
    ? Object.keys(value).filter((key) => !fields.has(key) && value[key as never] !== undefined) : [];
  const problems: Problem[] = unknown.map((key) => ({
    kind: 'unknown', place, text: `unknown key '${key}' in ${named(place)}; known keys: ${suggestNames(key, [...fields.keys()])}`,
  }));
  for (const [key, field] of fields) {
    append(problems, fieldProblems(place, struct, key, field, (value as { readonly [key: string]: unknown })[key]));
  }
  return problems;
}

/** Whether a value is an object with options: a literal, or an instance of a class with at least one of them. */
function isStruct(fields: ReadonlyMap<string, OptionField>, value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLate(value)
    && (isObjectLiteral(value) || [...fields.keys()].some((key) => key in value));
}

function fieldProblems(place: Place, struct: Struct, key: string, { type, isOptional }: OptionField, value: unknown): readonly Problem[] {
  if (value !== undefined) {
    return valueProblems(place, key, type, value);
  }
  if (isOptional) {
    return NONE;
  }
  const note = struct.noteOn(key);
  const remedy = remedyFor(type, value) ?? `set it to ${described(type, value)}${note === undefined ? '' : ` (${note})`}`;
  return [{ kind: 'missing', place: below(place, key), text: `is required: ${remedy}` }];
}

/** Returns the problems of a value that is there, at a step below a place. */
function valueProblems(place: Place, step: string, type: OptionType, value: unknown): readonly Problem[] {
  const { parts } = type;
  if (isProducedLater(value) || (value === null && place.isNullNothing === true)) {
    return NONE;
  }
  if (isLate(value)) {
    return takesLate(place, type) && !isSpreadOutput(value) ? NONE : [mismatch(below(place, step), type, value)];
  }
  if (isOutputText(value)) {
    return [mismatch(below(place, step), type, value)];
  }
  if (parts.some((part) => part.kind === 'name' && part.name === 'any')) {
    return untypedProblems(below(place, step), value);
  }
  // Most values fit, so that a message and its path are made only for one that does not.
  if (parts.some((part) => isSimple(part) && fits(part, value))) {
    return NONE;
  }
  let inner: readonly Problem[] | undefined;
  for (const part of parts) {
    if (!isSimple(part) && hasShape(part, value)) {
      const problems = innerProblems(below(place, step), part, value);
      if (problems.length === 0) {
        return NONE;
      }
      inner ??= problems;
    }
  }
  const isPlaceholder = typeof value === 'string' && place.isKnownLater?.(value) === true;
  return isPlaceholder ? NONE : inner ?? [mismatch(below(place, step), type, value)];
}

/** Returns the problems of a value of any type: outputs in it that JavaScript has turned into something else. */
function untypedProblems(place: Place, value: unknown): readonly Problem[] {
  if (isOutputText(value) || isSpreadOutput(value)) {
    return [mismatch(place, ANY, value)];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => untypedProblems(below(place, `[${index}]`), item));
  }
  return !isObjectLiteral(value) || isLate(value) ? NONE
    : Object.entries(value).flatMap(([key, item]) => (isOutputText(key) ? [keyMismatch(place, key)] : untypedProblems(below(place, key), item)));
}

/** Whether a value that is known later fits a type. */
function takesLate({ hasInputs, hasLateObjects = false }: Place, { parts, isInput }: OptionType): boolean {
  return isInput || parts.some((part) => (part.kind === 'name' ? part.name === 'any' || (hasInputs && isText(part))
    : part.kind === 'map' ? hasInputs && part.values.parts.every(isString) : part.kind === 'struct' && hasLateObjects));
}

/** Whether what is in a value may be known later. */
function holdsLate(place: Place, { parts }: OptionType): boolean {
  const takes = (type: OptionType): boolean => takesLate(place, type) || holdsLate(place, type);
  return parts.some((part) => (part.kind === 'list' ? takes(part.items) : part.kind === 'map' ? takes(part.values)
    : part.kind === 'struct' && (place.hasInputs || part.hasInputs || [...part.struct.fields.values()].some(({ type }) => type.isInput))));
}

function isText(part: OptionPart): boolean {
  return isString(part) || (part.kind === 'name' && part.name === 'number');
}

function isString(part: OptionPart): boolean {
  return part.kind === 'name' && part.name === 'string';
}

function mismatch(place: Place, type: OptionType, value: unknown): Problem {
  const remedy = remedyFor(type, value, isLate(value) && holdsLate(place, type));
  return { kind: 'mismatch', place, text: `must be ${described(type, value)}, got ${gotValue(value)}${remedy === undefined ? '' : `: ${remedy}`}` };
}

function keyMismatch(place: Place, key: string): Problem {
  return { kind: 'mismatch', place, text: `must have plain strings as its keys, got ${gotValue(key)}: ${OUTPUT_KEY_REMEDY}` };
}

/** A type that has nothing in it that is checked in turn. */
type Simple = Extract<OptionPart, { readonly kind: 'literal' | 'name' | 'refined' }>;

function isSimple(part: OptionPart): part is Simple {
  return part.kind === 'literal' || part.kind === 'name' || part.kind === 'refined';
}

function fits(part: Simple, value: unknown): boolean {
  switch (part.kind) {
    case 'literal':
      return part.value === value;
    case 'name':
      return isInstanceOf(part.name, value);
    case 'refined':
      return part.refinement.of === 'string' ? typeof value === 'string' && part.refinement.fits(value)
        : typeof value === 'number' && part.refinement.fits(value);
  }
}

function hasShape(part: Exclude<OptionPart, Simple>, value: unknown): boolean {
  return part.kind === 'list' ? Array.isArray(value) : part.kind === 'struct' ? isStruct(part.struct.fields, value) : isObjectLiteral(value);
}

function isRefused({ refusedKeys = [] }: Place, { parts }: OptionType, key: string): boolean {
  return refusedKeys.includes(key) && parts.every(isString);
}

function innerProblems(place: Place, part: Exclude<OptionPart, Simple>, value: unknown): readonly Problem[] {
  switch (part.kind) {
    case 'list':
      return (value as readonly unknown[]).flatMap((item, index) => valueProblems(place, `[${index}]`, part.items, item));
    case 'map':
      return Object.entries(value as object).flatMap(([key, item]) => (
        isRefused(place, part.values, key) ? [{ kind: 'mismatch', place, text: `must not have the key '${key}', which cdk8s cannot write: use another key` }]
          : isOutputText(key) ? [keyMismatch(place, key)]
            : item === undefined ? NONE : valueProblems(place, key, part.values, item)));
    case 'struct':
      return structProblems({ ...place, hasInputs: place.hasInputs || part.hasInputs }, part.struct, value);
  }
}
