/** Largest factor by which the time may grow for four times the input: 4 if it is linear, 16 if it is quadratic. */
const MAX_GROWTH = 6;

/** CPU time in milliseconds from which on a comparison says something. */
const MEASURABLE = 1;

/** Largest size to compare; a reader that takes no measurable time for it is fast enough. */
const MAX_SIZE = 50_000;

/**
 * Number of comparisons that decide: the first input that does not fit into the processor's cache may exceed the factor, and a small one that takes
 * longer because the code is not compiled yet may hide growth.
 */
const MAX_STEPS = 2;

const RUNS = 3;

/**
 * Number of series of comparisons if the first one exceeds the factor, most of which must: garbage collection makes one of a hundred look as if it
 * did.
 */
const SERIES = 3;

/** Number of times that a comparison is repeated which exceeds the factor, and milliseconds from which once is enough, because noise weighs less. */
const ATTEMPTS = 4;
const LONG = 100;

/**
 * Expects that the time for an input is proportional to its size. Compares the CPU time of this process for inputs that are four times as large as
 * the one before, so that other processes do not matter.
 *
 * @param make returns the input of a size
 * @param run reads the input
 * @param size size to begin with
 */
export function expectLinear<Input>(make: (size: number) => Input, run: (input: Input) => void, size = 250): void {
  const first = excessiveGrowth(make, run, size);
  const others = first === undefined ? [] : Array.from({ length: SERIES - 1 }, () => excessiveGrowth(make, run, size));
  if (first !== undefined && others.some((excess) => excess !== undefined)) {
    throw new Error(first);
  }
}

/** Returns how the time grows if it exceeds the factor, or undefined. */
function excessiveGrowth<Input>(make: (size: number) => Input, run: (input: Input) => void, size: number): string | undefined {
  const excess: string[] = [];
  let fits = 0;
  let [n, small] = [size, make(size)];
  let time = bestOf(RUNS, small, run);
  while (n < MAX_SIZE) {
    const large = make(4 * n);
    let longer = bestOf(time < MEASURABLE ? RUNS : 1, large, run);
    if (time >= MEASURABLE) {
      for (let attempt = 0; attempt < (longer > LONG ? 1 : ATTEMPTS) && longer > MAX_GROWTH * time; attempt++) {
        // Both can only become shorter: a slow run of the small input would hide growth, one of the large input would invent it.
        longer = Math.min(longer, bestOf(1, large, run));
        time = Math.min(time, bestOf(time > LONG ? 1 : RUNS, small, run));
      }
      if (longer <= MAX_GROWTH * time) {
        fits++;
      } else {
        excess.push(`size ${n} takes ${time.toFixed(1)} ms of CPU, four times the size ${(longer / time).toFixed(1)} times as long`);
      }
      if (fits === MAX_STEPS || excess.length === MAX_STEPS) {
        return excess.length === MAX_STEPS ? excess.join('; ') : undefined;
      }
    }
    [n, small, time] = [4 * n, large, longer];
  }
  return undefined;
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
