import { namesInQuotes } from './phrases';
import { namesToCompare } from './similar-names';

/** Maximum length of names that are compared: the distance takes their product. Kubernetes' names have at most 253 characters. */
const MAX_COMPARED = 253;

/** Maximum number of names listed in full; from a longer list, only the most similar names are. */
const MAX_NAMES = 10;

/**
 * Lists the existing names for a message about an unknown name: all of a short list, or the most similar of a long one.
 *
 * @param existing a list that does not change; for several names, the same one each time
 */
export function suggestNames(name: string, existing: readonly string[]): string {
  if (existing.length <= MAX_NAMES) {
    return existing.length === 0 ? 'none' : namesInQuotes(existing);
  }
  const nearest = name === '' ? [] : nearestNames(name, existing);
  return nearest.length === 0 ? `${existing.length}, such as ${namesInQuotes(existing.slice(0, 3))}`
    : `${existing.length}, and the nearest ${nearest.length === 1 ? 'is' : 'are'} ${namesInQuotes(nearest)}`;
}

/**
 * Returns up to three candidates that are similar to a name, the most similar first. Of a long list, only those that share the most bigrams with the
 * name are compared.
 *
 * @param candidates a list that does not change; for several names, the same one each time
 */
export function nearestNames(name: string, candidates: readonly string[]): string[] {
  const farthest = Math.max(2, Math.floor(name.length / 2));
  return name.length > MAX_COMPARED ? [] : [...new Set(namesToCompare(name, candidates))]
    .filter((candidate) => candidate.length <= MAX_COMPARED)
    .filter((candidate) => Math.abs(candidate.length - name.length) <= farthest || candidate.includes(name) || name.includes(candidate))
    .map((candidate) => ({ candidate, distance: candidate.includes(name) || name.includes(candidate) ? 1 : distance(name, candidate, farthest) }))
    .filter((found) => found.distance <= farthest)
    .sort((left, right) => left.distance - right.distance || (left.candidate < right.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** Returns the Levenshtein distance of two strings, or more than the maximum if it is more. */
function distance(left: string, right: string, maximum: number): number {
  let [row, next] = [new Uint16Array(right.length + 1).map((_, index) => index), new Uint16Array(right.length + 1)];
  for (let line = 1; line <= left.length; line++) {
    next[0] = line;
    let least = line;
    for (let column = 1; column <= right.length; column++) {
      const change = row[column - 1]! + (left[line - 1] === right[column - 1] ? 0 : 1);
      next[column] = Math.min(change, row[column]! + 1, next[column - 1]! + 1);
      least = Math.min(least, next[column]!);
    }
    if (least > maximum) {
      return least;
    }
    [row, next] = [next, row];
  }
  return row[right.length]!;
}
