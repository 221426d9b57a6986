/** Longer messages are cut: an API server's refusal of a pod can fill a screen. */
const LONGEST = 400;

/** What somebody else said, on one line and not too long. */
export function quote(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** `a`, `a and b`, `a, b and c`; of many the first ten. */
export function list(items: readonly string[]): string {
  const shown = items.length > 10 ? [...items.slice(0, 10), `${items.length - 10} more`] : items;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)!}`;
}

/** The same for a line of progress, which is read at a glance: of many the first three. */
export function few(items: readonly string[]): string {
  return list(items.length > 4 ? [...items.slice(0, 3), `${items.length - 3} more`] : items);
}
