/** The rows that a line in a lane passes, both included. */
export interface Span {
  readonly top: number;
  readonly bottom: number;
}

/**
 * Gives each span a lane, counted from 0 outwards, so that no two in one lane share a row. Short ones come first, and so stand near the
 * boxes, which leaves the fewest crossings.
 */
export function laneNumbers(spans: readonly Span[]): number[] {
  const taken: Span[][] = [];
  const numbers = spans.map(() => 0);
  const shortFirst = [...spans.keys()].sort((left, right) => length(spans[left]!) - length(spans[right]!) || spans[left]!.top - spans[right]!.top);
  for (const index of shortFirst) {
    const span = spans[index]!;
    const free = taken.findIndex((lane) => lane.every(({ top, bottom }) => bottom < span.top || top > span.bottom));
    numbers[index] = free < 0 ? taken.length : free;
    taken[numbers[index]] = [...taken[numbers[index]] ?? [], span];
  }
  return numbers;
}

function length({ top, bottom }: Span): number {
  return bottom - top;
}
