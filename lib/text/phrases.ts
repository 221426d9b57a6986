import { printable, quotedString } from './printable';

/** Maximum length of a name in a message. */
const MAX_NAME_LENGTH = 100;

/** Maximum number of names in a message. */
const MAX_NAMES = 20;

/** Quotes a name for a message: on one line, and truncated if it is long. */
export function quoted(name: string): string {
  return quotedString(name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name);
}

/** Quotes a list of names for a message: the first 20, then the number of others. */
export function quotedList(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return names.length === 0 ? 'none' : names.slice(0, MAX_NAMES).map(quoted).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Returns names for a message as a program writes them: in single quotes, all of them. */
export function namesInQuotes(names: readonly string[]): string {
  return names.map((name) => `'${printable(name)}'`).join(', ');
}

/** Returns a number with its noun, such as `1 bundle` and `2 bundles`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
