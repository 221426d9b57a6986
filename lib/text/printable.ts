/** Characters that move the cursor, or hide or reverse text, in a terminal. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

/** Returns an untrusted string with control characters replaced. */
export function printable(value: string): string {
  return value.replace(UNPRINTABLE, '\ufffd');
}

/** Returns an untrusted string on one line, with control characters replaced. */
export function printableLine(value: string): string {
  return printable(value.trim().replace(/\s+/g, ' '));
}
