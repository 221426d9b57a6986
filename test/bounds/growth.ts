/** Largest factor by which the time may grow for four times the input: 4 if it is linear, 16 if it is quadratic. */
const MAX_GROWTH = 6;

/** CPU time in milliseconds from which on a measurement says something. */
const MEASURABLE = 2;

/** Largest size to measure; a reader that takes no measurable time for it is fast enough. */
const MAX_SIZE = 500_000;

const RUNS = 3;
const ATTEMPTS = 5;

/**
 * Expects that the time for an input is proportional to its size. Compares the CPU time of this process, of the best of several runs, for an input
 * and one four times as large, so that other processes do not matter.
 *
 * @param make returns the input of a size
 * @param run reads the input
 * @param size size to begin with; it is doubled until the time is measurable
 */
export function expectLinear<Input>(make: (size: number) => Input, run: (input: Input) => void, size = 500): void {
  let n = size;
  let small = make(n);
  let shortest = bestOf(RUNS, small, run);
  while (shortest < MEASURABLE && n < MAX_SIZE) {
    n *= 2;
    small = make(n);
    shortest = bestOf(RUNS, small, run);
  }
  if (shortest < MEASURABLE) {
    return;
  }
  const large = make(4 * n);
  let longest = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && longest > MAX_GROWTH * shortest; attempt++) {
    longest = Math.min(longest, bestOf(1, large, run));
    // The best of both is compared: a slow run of the small input would hide growth, a slow one of the large input invent it.
    shortest = Math.min(shortest, bestOf(RUNS, small, run));
  }
  if (longest > MAX_GROWTH * shortest) {
    throw new Error(
      `size ${n} takes ${shortest.toFixed(1)} ms of CPU, four times the size ${longest.toFixed(1)} ms: ${(longest / shortest).toFixed(1)} times as long`,
    );
  }
}

function bestOf<Input>(runs: number, input: Input, run: (input: Input) => void): number {
  let best = Infinity;
  for (let index = 0; index < runs; index++) {
    const before = process.cpuUsage();
    run(input);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}
