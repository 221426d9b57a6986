import { createHash } from 'node:crypto';
import { groupBy } from './group-by';

/** Maximum length of a file name without its extension and hash, in characters. */
const MAX_LENGTH = 100;

/** Names that Windows reserves, with any extension. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[\d\xb9\xb2\xb3]|lpt[\d\xb9\xb2\xb3])(\.|$)/i;

/** Whether Windows reserves a name for a device. */
export function isReservedName(name: string): boolean {
  return RESERVED.test(name);
}

/**
 * Returns the words as a portable file name: lowercase letters, digits, dots and dashes. If that changes a word, a hash is added, so that different
 * words have different names.
 */
export function safeFileName(...words: readonly string[]): string {
  const joined = words.join('-');
  return isPortable(joined) ? joined : hashedFileName(...words);
}

/**
 * Returns the words as a portable file name that always has a hash, for words that have the same name without one, such as `a`, `b-c` and `a-b`, `c`.
 */
export function hashedFileName(...words: readonly string[]): string {
  const safe = words.filter(word => word !== '').join('-').toLowerCase().replace(/[^a-z0-9.-]+/g, '-').replace(/^[.-]+|(?<![.-])[.-]+$/g, '');
  const hash = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 8);
  return `${RESERVED.test(safe) ? 'x-' : ''}${safe.slice(0, MAX_LENGTH)}-${hash}`.replace(/^-/, '');
}

function isPortable(name: string): boolean {
  return name.length <= MAX_LENGTH && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name) && !RESERVED.test(name);
}

/**
 * Returns the file name of each list of words: `safeFileName`, or `hashedFileName` for lists that would have the same name.
 *
 * @param lists lists of words, of which no two are the same
 */
export function distinctFileNames(lists: readonly (readonly string[])[]): string[] {
  const names = lists.map(words => safeFileName(...words));
  const count = groupBy(names, name => name);
  return lists.map((words, index) => count.get(names[index]!)!.length > 1 ? hashedFileName(...words) : names[index]!);
}
