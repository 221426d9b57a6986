import { printable } from './printable';

/** Words that every shell passes on unchanged. `=` and `~` at the start mean something. */
const PLAIN = /^[\w@%+:,./-][\w@%+:,./=-]*$/;

/** Returns an untrusted string as one word of a command line: in single quotes if a shell would not pass it on unchanged. */
export function shellWord(value: string): string {
  return PLAIN.test(value) ? value : `'${printable(value).replaceAll("'", "'\\''")}'`;
}

/**
 * Returns a command line, as the tag of a template: its values are untrusted, and each one is part of one word; those of a list are words of their
 * own. A lint rule requires it for all commands with values.
 */
export function shell(parts: TemplateStringsArray, ...values: readonly (string | readonly string[])[]): string {
  return parts.map((part, index) => {
    const value = values[index - 1] ?? [];
    return `${typeof value === 'string' ? shellWord(value) : value.map(shellWord).join(' ')}${part}`;
  }).join('');
}
