import { suggestNames } from '../../text/suggest-names';
import { className, isLate, isOutputText, isSpreadOutput, withArticle } from './found-value';
import { CLASSES, ENUMS } from './generated/option-types';
import { OUTPUT_TEXT_REMEDY } from './output-text';
import type { OptionPart, OptionType, Struct } from './option-type';

/** Maximum number of values of an enum that a message lists with their members. */
const MAX_MEMBERS = 6;

const PLAIN: { readonly [name: string]: string } = {
  any: 'a value', object: 'an object', string: 'a string', number: 'a number', function: 'a function',
};

const BOOLEANS = ['true', 'false'];

/** Describes what an option takes, for a message about another value. */
export function described({ parts }: OptionType, value: unknown): string {
  return alternatives(parts.flatMap((part) => (part.kind === 'name' && part.name === 'boolean' ? BOOLEANS : describedPart(part, value))));
}

function describedPart(part: OptionPart, value: unknown): string {
  switch (part.kind) {
    case 'literal':
      return typeof part.value === 'string' ? `'${part.value}'` : String(part.value);
    case 'list':
      return `a list of ${plural(part.items)}`;
    case 'map':
      return plural(part.values) === 'values' ? 'an object' : `an object with ${plural(part.values)} as its values`;
    case 'struct':
      return objectWith(part.struct);
    case 'refined':
      return part.refinement.words[0];
    case 'name':
      return Object.hasOwn(PLAIN, part.name) ? PLAIN[part.name]!
        : Object.hasOwn(ENUMS, part.name) ? enumValues(part.name as keyof typeof ENUMS, value) : withArticle(className(part.name));
  }
}

/** Describes an object by the keys that it must have. */
export function objectWith(struct: Struct): string {
  const required = struct.requiredKeys.map((key) => `'${key}'`);
  return required.length === 0 ? 'an object' : `an object with ${conjunction(required)}`;
}

/** Describes the values of an enum, for a message about another value. */
export function enumValues(name: keyof typeof ENUMS, value: unknown): string {
  const members: readonly (readonly [string, string])[] = Object.entries(ENUMS[name]);
  return members.length <= MAX_MEMBERS ? alternatives(members.map(([member, text]) => `${name}.${member} ('${text}')`))
    : `one of ${suggestNames(typeof value === 'string' ? value : '', members.map(([, text]) => text))} (${name})`;
}

function plural({ parts }: OptionType): string {
  return alternatives(parts.map(pluralOf));
}

function pluralOf(part: OptionPart): string {
  switch (part.kind) {
    case 'literal':
      return describedPart(part, undefined);
    case 'list':
      return 'lists';
    case 'map':
    case 'struct':
      return 'objects';
    case 'refined':
      return part.refinement.words[1];
    case 'name':
      return part.name === 'any' ? 'values' : ['string', 'number', 'boolean', 'function', 'object'].includes(part.name) ? `${part.name}s` : className(part.name);
  }
}

/**
 * Returns what to write instead, or undefined if that follows from what the option takes.
 *
 * @param hasLateParts whether what is in the value may be known later
 */
export function remedyFor({ parts }: OptionType, value: unknown, hasLateParts = false): string | undefined {
  if (isOutputText(value)) {
    return OUTPUT_TEXT_REMEDY;
  }
  if (isSpreadOutput(value)) {
    return 'pass the Output itself, or copy its value in `output.apply((value) => ({ ...value }))`';
  }
  if (isLate(value)) {
    return value instanceof Promise ? 'await it' : hasLateParts ? 'its values can be Outputs, but not the whole' : OUTPUT_REMEDY;
  }
  const classes = parts.flatMap(waysToMake);
  const literals = parts.flatMap((part) => (part.kind === 'struct' ? [`{ ${part.struct.requiredKeys.join(', ')} }`] : []));
  const ways = classes.length === 0 ? [] : [...classes, ...literals];
  if (ways.length > 0) {
    return `use ${alternatives(ways)}`;
  }
  const members = parts.flatMap((part) => (part.kind === 'name' && Object.hasOwn(CLASSES, part.name) ? CLASSES[part.name as keyof typeof CLASSES].members : []));
  if (members.length > 0) {
    return `it has ${conjunction(members.map((member) => `'${member}'`))}`;
  }
  if ((typeof value === 'number' || typeof value === 'boolean') && parts.some((part) => takesString(part, String(value)))) {
    return 'write it in quotes';
  }
  if (typeof value === 'string' && parts.some((part) => part.kind === 'list' && part.items.parts.some((item) => takesString(item, value)))) {
    return `write ['${value}']`;
  }
  return value === null ? 'omit it' : undefined;
}

/** What to write instead of a map with a key that is an output. */
export const OUTPUT_KEY_REMEDY = 'create the whole map in `output.apply((key) => ({ [key]: … }))`';

/** What to do with an output where none can be. */
export const OUTPUT_REMEDY = 'it decides what is created, so it must be known when the program runs; pass a plain value, or create the component in `output.apply(…)`';

function alternatives(words: readonly string[]): string {
  return joined([...new Set(words)], 'or');
}

function conjunction(words: readonly string[]): string {
  return joined(words, 'and');
}

function joined(words: readonly string[], last: string): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

function takesString(part: OptionPart, text: string): boolean {
  return part.kind === 'refined' ? part.refinement.of === 'string' && part.refinement.fits(text) : part.kind === 'name' && part.name === 'string';
}

function waysToMake(part: OptionPart): readonly string[] {
  if (part.kind === 'list') {
    return part.items.parts.flatMap(waysToMake).map((way) => `[${way}]`);
  }
  return part.kind === 'name' && Object.hasOwn(CLASSES, part.name) ? CLASSES[part.name as keyof typeof CLASSES].use : [];
}
