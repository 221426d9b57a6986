/** Waits between tries: how long, and a way of waiting that a signal ends. */

/** The first wait after a failure, in milliseconds. */
const FIRST = 250;

/** The longest wait between two tries, in milliseconds. */
const LONGEST = 15_000;

/**
 * How long to wait after a number of failures in a row: twice as long after each, spread so that many clients of one server that was away
 * do not come back in one moment.
 *
 * @param failures how many there were; from 1
 * @param spread a number from 0 to 1
 * @returns milliseconds
 */
export function pauseAfter(failures: number, spread: number): number {
  const whole = Math.min(LONGEST, FIRST * 2 ** Math.min(failures - 1, 16));
  return whole / 2 + whole / 2 * spread;
}

/**
 * How long a server asks to wait.
 *
 * @param header the value of Retry-After; undefined where there is none
 * @returns milliseconds; undefined where it says nothing that can be understood. At most ten minutes: nobody waits longer for a mistake.
 */
export function retryAfter(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,9}$/.test(header.trim()) ? Math.min(Number(header.trim()), 600) * 1000 : undefined;
}

/**
 * How long to wait until the next try: as long as the server asks, and no shorter than after such a failure without a word of it, so that a
 * server which asks for nothing is not flooded.
 *
 * @param failures how many there were in a row; from 1
 * @param asked what the server asks for, in milliseconds
 * @param spread a number from 0 to 1
 * @returns milliseconds
 */
export function pauseUntilRetry(failures: number, asked: number | undefined, spread: number): number {
  const own = pauseAfter(failures, spread);
  return asked === undefined ? own : Math.max(own, asked + FIRST * spread);
}

/**
 * Waits.
 *
 * @throws the reason of the signal, as soon as it says to end
 */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
