import { printable } from './printable';

/** Words that every shell passes on unchanged. `=` and `~` at the start mean something. */
const PLAIN = /^[\w@%+:,./-][\w@%+:,./=-]*$/;

/**
 * Returns an untrusted string as one word of a command line: in single quotes if a shell would not pass it on unchanged. A word that begins with a
 * dash is an option for the command, whatever its quotes, and no name of Kubernetes begins with one: such a name is told as invalid, in a word that
 * names nothing. For a path, use `shellPath`.
 */
export function shellWord(value: string): string {
  return quotedWord(value.startsWith('-') ? `<invalid name: ${value}>` : value);
}

/** Returns an untrusted path for a word of a command line, which is no option for any command. */
export function shellPath(path: string): string {
  return path.startsWith('-') ? `./${path}` : path;
}

/**
 * Returns a command line, as the tag of a template: its values are untrusted, and each one is part of one word; those of a list are words of their
 * own. A lint rule requires it for all commands with values.
 */
export function shell(parts: TemplateStringsArray, ...values: readonly (string | readonly string[])[]): string {
  return parts.map((part, index) => {
    const value = values[index - 1] ?? [];
    const beginsWord = /(^|\s)$/.test(parts[index - 1] ?? '') && (index < 2 || parts[index - 1] !== '');
    return `${typeof value !== 'string' ? value.map(shellWord).join(' ') : beginsWord ? shellWord(value) : quotedWord(value)}${part}`;
  }).join('');
}

function quotedWord(value: string): string {
  return PLAIN.test(value) ? value : `'${printable(value).replaceAll("'", "'\\''")}'`;
}
