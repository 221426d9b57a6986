import { oneLine } from '../../text/printable';
import { isObjectLiteral } from '../json/json-value';
import { CLASSES, ENUMS } from './generated/option-types';

/** Maximum length of a value in a message. */
const MAX_LENGTH = 80;

/** Describes what was found in place of an option. */
export function gotValue(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return 'nothing';
    case 'string':
      return outputText(value) ?? `'${oneLine(value, MAX_LENGTH)}'`;
    case 'function':
      return /^class\b/.test(Function.prototype.toString.call(value)) ? `the class ${value.name}` : 'a function';
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? 'a list' : isLate(value) ? lateName(value)
        : instanceName(value);
    case 'number':
    case 'bigint':
    case 'boolean':
    case 'symbol':
      return String(value);
  }
}

function lateName(value: object): string {
  return value instanceof Promise ? 'a Promise' : isSpreadOutput(value) ? 'the fields of an Output itself' : 'an Output';
}

/** Whether a value is an output of Pulumi whose own fields were copied, as by `{ ...output }`. */
export function isSpreadOutput(value: unknown): boolean {
  return isObjectLiteral(value) && isLate(value);
}

/** What JavaScript makes of an output or a promise where it needs a string. Pulumi's outputs return a warning. */
const OUTPUT_TEXTS: readonly (readonly [text: string, name: string])[] = [
  ['Calling [toString] on an [Output<T>] is not supported', 'the warning of an Output in a string'],
  ['Calling [toJSON] on an [Output<T>] is not supported', 'the warning of an Output in JSON'],
  ['[object Promise]', 'a string with `[object Promise]`'],
];

/** Describes a string that contains what JavaScript makes of an output or a promise, or returns undefined. */
export function outputText(value: string): string | undefined {
  return OUTPUT_TEXTS.find(([text]) => value.includes(text))?.[1];
}

/** Whether a value is such a string. */
export function isOutputText(value: unknown): value is string {
  return typeof value === 'string' && outputText(value) !== undefined;
}

function instanceName(value: object): string {
  const [name] = classNames(value);
  return name === undefined || name === 'Object' ? 'an object' : withArticle(name);
}

/** Returns a name with `a` or `an` before it. */
export function withArticle(name: string): string {
  return `${/^[AEIO]/i.test(name) ? 'an' : 'a'} ${name}`;
}

/** Whether a value is known only later: an output of Pulumi, or a promise. */
export function isLate(value: unknown): boolean {
  return value instanceof Promise || (typeof value === 'object' && value !== null && (value as { readonly __pulumiOutput?: unknown }).__pulumiOutput === true);
}

/** Whether cdk8s asks a value for its content at synthesis. */
export function isProducedLater(value: unknown): boolean {
  return typeof value === 'object' && value !== null && classNames(value).includes('Lazy');
}

/** Whether a value is of a type that is no list, map or interface of options: of JavaScript, an enum, or a class. */
export function isInstanceOf(name: string, value: unknown): boolean {
  switch (name) {
    case 'any':
      return true;
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'string':
    case 'number':
    case 'boolean':
    case 'function':
      return typeof value === name;
    default:
      return Object.hasOwn(ENUMS, name) ? Object.values<unknown>(ENUMS[name as keyof typeof ENUMS]).includes(value)
        : typeof value === 'object' && value !== null && isOfClass(name, value);
  }
}

/** A class is known by its name, also from another copy of the library, and where a bundler changed it, by the members of its instances. */
function isOfClass(name: string, value: object): boolean {
  const { members }: { readonly members: readonly string[] } = CLASSES[name as keyof typeof CLASSES];
  return classNames(value).includes(className(name)) || (members.length > 0 && members.every((member) => member in value));
}

/** Returns the name of a class as programs write it. */
export function className(name: string): string {
  return name.startsWith('pulumi.') ? name.slice('pulumi.'.length) : name;
}

/** Returns the names of the class of an object and of the classes that it extends. */
function classNames(value: object): string[] {
  const names: string[] = [];
  for (let from: unknown = Object.getPrototypeOf(value); typeof from === 'object' && from !== null; from = Object.getPrototypeOf(from)) {
    const { constructor } = from as { readonly constructor?: unknown };
    if (typeof constructor === 'function') {
      names.push(constructor.name);
    }
  }
  return names;
}
