import { STRUCTS } from '../../lib/formats/options/generated/option-types';
import { type ApiCall, withValueAt } from './api-call';
import { type OptionPlace, placeName } from './option-places';

/** What programs pass in place of an object with options. */
const NO_OBJECTS: readonly unknown[] = [null, 'text', 1, true, [], ['text'], (): void => undefined];

/** An instance of a class that no option takes. */
class Stranger {}

/**
 * Values in place of an option, each with the types that take it. A call with a value that fits would do its work. An output of any type is checked
 * where it is used. The enum of cdk8s has numbers as its values.
 */
const VALUES: readonly (readonly [value: unknown, fits: RegExp])[] = [
  [null, /^$/], [new Stranger(), /\bobject\b/], ['text', /\bstring\b(?!>?\[)/], [1, /\bnumber\b|\bYamlOutputType\b/], [true, /\bboolean\b/], [['text'], /\[\]/],
  [(): void => undefined, /function/],
];

/** Types that take every value. */
const ANY = /\bany$|^Input<any>$/;

/** Errors of JavaScript itself, which tell a user nothing. */
const RAW = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError']);

/** Calls the API with what is no object, and with nothing if it needs one, and returns what is not an error of ours. */
export async function unreportedObjects(call: ApiCall, place: OptionPlace): Promise<string[]> {
  const problems: string[] = [];
  for (const value of call.argument === undefined ? NO_OBJECTS : [undefined, ...NO_OBJECTS]) {
    const found = await outcome(call, value);
    const isFine = found === undefined ? value === undefined : found.isOurs;
    if (!isFine) {
      problems.push(`${placeName(place)} with ${shown(value)}: ${found?.text ?? 'no error'}`);
    }
  }
  return problems;
}

/** Calls the API with wrong values for each option of an object, and returns what is not an error of ours that names the option. */
export async function unreportedValues(call: ApiCall, place: OptionPlace): Promise<string[]> {
  const fields: readonly (readonly [string, string])[] = Object.entries(STRUCTS[place.type as keyof typeof STRUCTS] ?? {});
  const problems: string[] = [];
  for (const [field, type] of fields) {
    const key = field.replace('?', '');
    for (const [value] of VALUES.filter(([, fits]) => !fits.test(type) && !ANY.test(type))) {
      const found = await outcome(call, withValueAt(call.argument, place.path, (object) => ({ ...object as object, [key]: value })));
      if (found?.isOurs !== true || !found.text.includes(key)) {
        problems.push(`${placeName(place)}.${key} with ${shown(value)}: ${found?.text ?? 'no error'}`);
      }
    }
  }
  return problems;
}

interface Outcome {
  readonly isOurs: boolean;
  readonly text: string;
}

/** Returns the error of a call, or undefined if it has none. */
async function outcome(call: ApiCall, argument: unknown): Promise<Outcome | undefined> {
  try {
    await call.run(argument as never);
  } catch (error) {
    const { name, message } = error as Error;
    return { isOurs: error instanceof Error && !RAW.has(name), text: `${name}: ${message}` };
  }
  return undefined;
}

function shown(value: unknown): string {
  return value instanceof Stranger ? 'a Stranger' : value instanceof Promise ? 'a Promise' : typeof value === 'function' ? 'a function' : JSON.stringify(value);
}
