import { nearestNames } from './nearest-names';

/** So many names a reader looks through; of more, only the nearest help. */
const READABLE = 10;

/** What there is instead of a name that is not there, for the end of a message: all names of a few, of many the ones most like it. */
export function offeredNames(name: string, there: readonly string[]): string {
  if (there.length <= READABLE) {
    return there.length === 0 ? 'none' : quoted(there);
  }
  const nearest = name === '' ? [] : nearestNames(name, there);
  return nearest.length === 0 ? `${there.length}, such as ${quoted(there.slice(0, 3))}`
    : `${there.length}, and the nearest ${nearest.length === 1 ? 'is' : 'are'} ${quoted(nearest)}`;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
