import { nearestNames } from './nearest-names';

/** Maximum number of names listed in full; from a longer list, only the most similar names are. */
const MAX_NAMES = 10;

/** Lists the existing names for a message about an unknown name: all of a short list, or the most similar of a long one. */
export function suggestNames(name: string, existing: readonly string[]): string {
  if (existing.length <= MAX_NAMES) {
    return existing.length === 0 ? 'none' : quoted(existing);
  }
  const nearest = name === '' ? [] : nearestNames(name, existing);
  return nearest.length === 0 ? `${existing.length}, such as ${quoted(existing.slice(0, 3))}`
    : `${existing.length}, and the nearest ${nearest.length === 1 ? 'is' : 'are'} ${quoted(nearest)}`;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
