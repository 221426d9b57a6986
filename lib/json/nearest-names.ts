/** The names most like a given one, the nearest first: what a person may have meant. At most three, and none that is far off. */
export function nearestNames(name: string, candidates: readonly string[]): string[] {
  const farthest = Math.max(2, Math.floor(name.length / 2));
  return [...new Set(candidates)]
    .filter((candidate) => Math.abs(candidate.length - name.length) <= farthest || candidate.includes(name) || name.includes(candidate))
    .map((candidate) => ({ candidate, distance: candidate.includes(name) || name.includes(candidate) ? 1 : distance(name, candidate) }))
    .filter((found) => found.distance <= farthest)
    .sort((left, right) => left.distance - right.distance || (left.candidate < right.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** How many letters must be put in, left out or changed to make one text of the other. Kubernetes' names have at most 253 letters. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let line = 1; line <= left.length; line++) {
    const next = [line];
    for (let column = 1; column <= right.length; column++) {
      const change = row[column - 1]! + (left[line - 1] === right[column - 1] ? 0 : 1);
      next.push(Math.min(change, row[column]! + 1, next[column - 1]! + 1));
    }
    row = next;
  }
  return row[right.length]!;
}
