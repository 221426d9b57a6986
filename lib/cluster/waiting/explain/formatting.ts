/** Maximum length of a quoted message, in characters: the API server's rejection of a pod can fill a screen. */
const MAX_LENGTH = 400;

/** Returns a message of OLM, the API server or a container on one line, cut off after 400 characters. */
export function messageLine(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}

/** Returns `: message` for the end of a sentence, or an empty string if there is no message. */
export function detail(message: string | undefined): string {
  return message === undefined || message === '' ? '' : `: ${messageLine(message)}`;
}

/** Returns `a`, `a and b` or `a, b and c`; at most ten items. */
export function list(items: readonly string[]): string {
  const shown = items.length > 10 ? [...items.slice(0, 10), `${items.length - 10} more`] : items;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)!}`;
}

/** Returns the same as `list` for a progress line, which must be short: if there are more than four items, only the first three. */
export function shortList(items: readonly string[]): string {
  return list(items.length > 4 ? [...items.slice(0, 3), `${items.length - 3} more`] : items);
}

/** Returns a duration as `0 s`, `12 s`, `5 min` or `5 min 20 s`; from two hours as `12 h 46 min`, and from two days as `3 d 4 h`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  if (minutes === 0) {
    return `${seconds} s`;
  }
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / 1440)];
  return days >= 2 ? inUnits(days, 'd', hours % 24, 'h') : hours >= 2 ? inUnits(hours, 'h', minutes % 60, 'min') : inUnits(minutes, 'min', rest, 's');
}

function inUnits(count: number, unit: string, rest: number, unitOfRest: string): string {
  return rest === 0 ? `${count} ${unit}` : `${count} ${unit} ${rest} ${unitOfRest}`;
}
