/** Longer names would hide the rest of a message. */
const LONGEST = 100;

/** A name for messages, in quotes and on one line, however long and whatever is in it. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name);
}

/** Names for messages; many of them are cut short. */
export function quotedList(names: readonly string[]): string {
  const MOST = 20;
  const more = names.length - MOST;
  return names.length === 0 ? 'none' : names.slice(0, MOST).map(quoted).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
