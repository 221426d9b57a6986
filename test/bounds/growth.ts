/** Largest factor by which the time may grow for four times the input: 4 if it is linear, 16 if it is quadratic. */
const MAX_GROWTH = 6;

/** CPU time in milliseconds from which on a comparison says something. */
const MEASURABLE = 1;

/** Largest size to compare; a reader that takes no measurable time for it is fast enough. */
const MAX_SIZE = 50_000;

/** Number of comparisons below the factor that decide: a small input that takes longer because the code is not compiled yet may hide growth. */
const MAX_FITS = 2;

/**
 * Number of comparisons above the factor that decide: the first inputs that do not fit into one of the processor's caches may exceed it, and
 * quadratic growth exceeds it each time. One less is enough if larger sizes are not compared and nothing was below the factor.
 */
const MAX_EXCESS = 3;

const RUNS = 3;

/**
 * Number of series of comparisons if the first one exceeds the factor, most of which must: garbage collection makes one of a hundred look as if it
 * did.
 */
const SERIES = 3;

/** Number of times that a comparison is repeated which exceeds the factor, and milliseconds from which once is enough, because noise weighs less. */
const ATTEMPTS = 4;
const LONG = 100;

/** Yields sizes to run, receives the CPU time of each run in milliseconds, and returns how it grows if that exceeds the factor. */
type Comparison = Generator<number, string | undefined, number>;

/**
 * Expects that the time for an input is proportional to its size. Compares the CPU time of this process for inputs that are four times as large as
 * the one before, so that other processes do not matter.
 *
 * @param make returns the input of a size
 * @param run reads the input
 * @param size size to begin with
 */
export function expectLinear<Input>(make: (size: number) => Input, run: (input: Input) => void, size = 250): void {
  expectLinearWithNew(onlyLast(make), run, size);
}

/** Returns a number of items. */
export function many<Item>(size: number, item: (index: number) => Item): Item[] {
  return Array.from({ length: size }, (_, index) => item(index));
}

/** Number of times that a quick function runs. */
const TIMES = 20;

/**
 * Returns a function that does the same many times, for one that takes so little time that only inputs beyond the processor's cache would be
 * measurable.
 */
export function manyTimes<Input>(run: (input: Input) => void): (input: Input) => void {
  return (input) => {
    for (let time = 0; time < TIMES; time++) {
      run(input);
    }
  };
}

/** Expects the same of a function that keeps what it computes for an input: makes the input anew for each run, which does not count. */
export function expectLinearWithNew<Input>(make: (size: number) => Input, run: (input: Input) => void, size = 250): void {
  const comparison = seriesOf(size);
  let next = comparison.next();
  while (next.done !== true) {
    const input = make(next.value);
    const before = process.cpuUsage();
    run(input);
    next = comparison.next(millisecondsSince(before));
  }
  expectNoExcess(next.value);
}

/** Expects the same of a function that returns a promise. */
export async function expectLinearPromise<Input>(make: (size: number) => Input, run: (input: Input) => Promise<unknown>, size = 250): Promise<void> {
  const comparison = seriesOf(size);
  const inputOf = onlyLast(make);
  let next = comparison.next();
  while (next.done !== true) {
    const input = inputOf(next.value);
    const before = process.cpuUsage();
    await run(input);
    next = comparison.next(millisecondsSince(before));
  }
  expectNoExcess(next.value);
}

/** Keeps the inputs of the two sizes that are compared. */
function onlyLast<Input>(make: (size: number) => Input): (size: number) => Input {
  let kept: readonly { readonly size: number; readonly input: Input }[] = [];
  return (size) => {
    const found = kept.find((known) => known.size === size) ?? { size, input: make(size) };
    kept = [...kept.filter((known) => known.size !== size), found].slice(-2);
    return found.input;
  };
}

function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function expectNoExcess(excess: string | undefined): void {
  if (excess !== undefined) {
    throw new Error(excess);
  }
}

function* seriesOf(size: number): Comparison {
  const first = yield* excessiveGrowth(size);
  for (let series = 1; first !== undefined && series < SERIES; series++) {
    if ((yield* excessiveGrowth(size)) !== undefined) {
      return first;
    }
  }
  return undefined;
}

function* excessiveGrowth(size: number): Comparison {
  const excess: string[] = [];
  let fits = 0;
  let n = size;
  let time = yield* bestOf(RUNS, n);
  while (n < MAX_SIZE) {
    let longer = yield* bestOf(time < MEASURABLE ? RUNS : 1, 4 * n);
    if (time >= MEASURABLE) {
      for (let attempt = 0; attempt < (longer > LONG ? 1 : ATTEMPTS) && longer > MAX_GROWTH * time; attempt++) {
        // Both can only become shorter: a slow run of the small input would hide growth, one of the large input would invent it.
        longer = Math.min(longer, yield* bestOf(1, 4 * n));
        time = Math.min(time, yield* bestOf(time > LONG ? 1 : RUNS, n));
      }
      if (longer <= MAX_GROWTH * time) {
        fits++;
      } else {
        excess.push(`size ${n} takes ${time.toFixed(1)} ms of CPU, four times the size ${(longer / time).toFixed(1)} times as long`);
      }
      if (fits === MAX_FITS || excess.length === MAX_EXCESS) {
        break;
      }
    }
    [n, time] = [4 * n, longer];
  }
  return excess.length >= (fits === 0 ? MAX_EXCESS - 1 : MAX_EXCESS) ? excess.join('; ') : undefined;
}

function* bestOf(runs: number, size: number): Generator<number, number, number> {
  let best = Infinity;
  for (let index = 0; index < runs; index++) {
    best = Math.min(best, yield size);
  }
  return best;
}
