import { suggestNames } from '../../text/suggest-names';
import { isObjectLiteral } from '../json/json-value';
import { described, objectWith, remedyFor } from './expected-value';
import { gotValue, isInstanceOf, isLate, isProducedLater } from './found-value';
import { NOTES, STRUCTS } from './generated/option-types';
import { type OptionPart, type OptionType, optionType } from './option-type';

/** Name of an interface whose objects users write. */
export type OptionsName = keyof typeof STRUCTS;

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
}

/**
 * Returns an error message for an object with options, with a line for each fault: an unknown key, a value of another type, or a required option that
 * is missing. Plain JavaScript programs, and those that read values from files, pass what no compiler checked.
 *
 * Values are compared with the declarations of the API. Instances of classes are recognized by the names of their class and their members, so that
 * they may come from another copy of this library.
 */
export function optionProblem(check: OptionsCheck, name: OptionsName, value: unknown): string | undefined {
  const problems = structProblems({ ...check, hasInputs: false, path: '' }, name, value);
  if (problems.length === 0) {
    return undefined;
  }
  // What is missing may be there under an unknown key.
  const hasUnknown = problems.some(({ kind }) => kind === 'unknown');
  return problems.filter(({ kind }) => !hasUnknown || kind !== 'missing').map(({ message }) => message).join('\n');
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
    throw new Error(problem);
  }
}

/** Returns the keys of an interface of options. */
export function optionKeys(name: OptionsName): string[] {
  return [...fieldsOf(name).keys()];
}

/** Returns the options of an interface, from an object with more. */
export function pickOptions<Options extends object>(name: OptionsName, options: Options): Partial<Options> {
  const fields = fieldsOf(name);
  return Object.fromEntries(Object.entries(options).filter(([key, value]) => value !== undefined && fields.has(key))) as Partial<Options>;
}

interface Problem {
  readonly kind: 'unknown' | 'mismatch' | 'missing';
  readonly message: string;
}

interface Field {
  readonly type: OptionType;
  readonly isOptional: boolean;
}

/** Where a check is. */
interface Place extends OptionsCheck {
  /** Whether strings and numbers may be outputs of Pulumi here. */
  readonly hasInputs: boolean;
  /** Path from the object to the value, or an empty string for the object itself. */
  readonly path: string;
}

const fieldsByName = new Map<string, ReadonlyMap<string, Field>>();

function fieldsOf(name: OptionsName): ReadonlyMap<string, Field> {
  const known = fieldsByName.get(name);
  if (known !== undefined) {
    return known;
  }
  const fields = new Map(Object.entries(STRUCTS[name]).map(([key, text]: [string, string]): [string, Field] => {
    const isOptional = key.endsWith('?');
    return [isOptional ? key.slice(0, -1) : key, { type: optionType(text), isOptional }];
  }));
  fieldsByName.set(name, fields);
  return fields;
}

/** Returns the name of a value in a message. */
function named({ path, what, in: inside }: Place): string {
  return path === '' ? what : `${path}${inside ?? ` in ${what}`}`;
}

function below(place: Place, step: string): Place {
  return { ...place, path: step.startsWith('[') || place.path === '' ? `${place.path}${step}` : `${place.path}.${step}`, isOpen: false };
}

const NONE: readonly Problem[] = [];

function structProblems(place: Place, name: OptionsName, value: unknown): readonly Problem[] {
  const fields = fieldsOf(name);
  if (value === undefined) {
    const isRequired = place.isRequired === true || [...fields.values()].some(({ isOptional }) => !isOptional);
    return isRequired ? [{ kind: 'mismatch', message: `${named(place)} must be ${objectWith(name)}, got nothing` }] : NONE;
  }
  if (!isStruct(fields, value)) {
    const message = `${named(place)} must be an object, got ${gotValue(value)}; known keys: ${suggestNames('', [...fields.keys()])}`;
    return [{ kind: 'mismatch', message }];
  }
  const unknown = place.isOpen !== true && isObjectLiteral(value)
    ? Object.keys(value).filter((key) => !fields.has(key) && value[key as never] !== undefined) : [];
  const problems: Problem[] = unknown.map((key) => ({
    kind: 'unknown', message: `unknown key '${key}' in ${named(place)}; known keys: ${suggestNames(key, [...fields.keys()])}`,
  }));
  for (const [key, field] of fields) {
    problems.push(...fieldProblems(place, name, key, field, (value as { readonly [key: string]: unknown })[key]));
  }
  return problems;
}

/** Whether a value is an object with options: a literal, or an instance of a class with at least one of them. */
function isStruct(fields: ReadonlyMap<string, Field>, value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLate(value)
    && (isObjectLiteral(value) || [...fields.keys()].some((key) => key in value));
}

function fieldProblems(place: Place, name: OptionsName, key: string, { type, isOptional }: Field, value: unknown): readonly Problem[] {
  if (value !== undefined) {
    return valueProblems(place, key, type, value);
  }
  if (isOptional) {
    return NONE;
  }
  const note = NOTES[name as keyof typeof NOTES] as { readonly [key: string]: string } | undefined;
  const what = note?.[key] === undefined ? '' : ` (${note[key]})`;
  const remedy = remedyFor(type, value) ?? `set it to ${described(type, value)}${what}`;
  return [{ kind: 'missing', message: `${named(below(place, key))} is required: ${remedy}` }];
}

/** Returns the problems of a value that is there, at a step below a place. */
function valueProblems(place: Place, step: string, type: OptionType, value: unknown): readonly Problem[] {
  const { parts } = type;
  if (isProducedLater(value)) {
    return NONE;
  }
  if (isLate(value)) {
    return takesLate(place, type) ? NONE : [mismatch(below(place, step), type, value)];
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

/** Whether a value that is known later fits a type. */
function takesLate({ hasInputs, hasLateObjects = false }: Place, { parts, isInput }: OptionType): boolean {
  return isInput || parts.some((part) => part.kind === 'name' && (part.name === 'any'
    || (hasInputs && (part.name === 'string' || part.name === 'number')) || (hasLateObjects && Object.hasOwn(STRUCTS, part.name))));
}

function mismatch(place: Place, type: OptionType, value: unknown): Problem {
  const remedy = remedyFor(type, value);
  return {
    kind: 'mismatch', message: `${named(place)} must be ${described(type, value)}, got ${gotValue(value)}${remedy === undefined ? '' : `: ${remedy}`}`,
  };
}

/** Whether a type has nothing in it that is checked in turn. */
function isSimple(part: OptionPart): boolean {
  return part.kind === 'literal' || (part.kind === 'name' && !Object.hasOwn(STRUCTS, part.name));
}

function fits(part: OptionPart, value: unknown): boolean {
  return part.kind === 'literal' ? part.value === value : part.kind === 'name' && isInstanceOf(part.name, value);
}

function hasShape(part: OptionPart, value: unknown): boolean {
  if (part.kind === 'list') {
    return Array.isArray(value);
  }
  return part.kind === 'name' ? isStruct(fieldsOf(part.name as OptionsName), value)
    : isObjectLiteral(value);
}

function innerProblems(place: Place, part: OptionPart, value: unknown): readonly Problem[] {
  switch (part.kind) {
    case 'list':
      return (value as readonly unknown[]).flatMap((item, index) => valueProblems(place, `[${index}]`, part.items, item));
    case 'map':
      return Object.entries(value as object).flatMap(([key, item]) => (item === undefined ? NONE : valueProblems(place, key, part.values, item)));
    case 'name':
      return structProblems({ ...place, hasInputs: place.hasInputs || part.hasInputs }, part.name as OptionsName, value);
    case 'literal':
      return NONE;
  }
}
