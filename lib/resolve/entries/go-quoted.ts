/** Returns a string as Go's `%q` prints it, for names and expressions of printable characters. */
export function goQuoted(text: string): string {
  return JSON.stringify(text);
}
