/** Returns a string as Go's `%q` prints it, for names and expressions that consist of printable characters. */
export function goQuoted(text: string): string {
  return JSON.stringify(text);
}
