import { createHash } from 'node:crypto';

/** Maximum length of a file name without its extension, in characters. */
const MAX_LENGTH = 100;

/** Names that Windows reserves, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/;

/**
 * Returns a portable file name for some words: lowercase letters, digits, dots and dashes. If words have to be changed, a hash is added, so that
 * different words have different names.
 */
export function safeFileName(...words: readonly string[]): string {
  const joined = words.join('-');
  const safe = joined.toLowerCase().replace(/[^a-z0-9.-]+/g, '-').replace(/^[.-]+|[.-]+$/g, '');
  if (safe === joined && safe.length <= MAX_LENGTH && !RESERVED.test(safe)) {
    return safe;
  }
  const hash = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 8);
  return `${RESERVED.test(safe) ? 'x-' : ''}${safe.slice(0, MAX_LENGTH)}-${hash}`.replace(/^-/, '');
}
