/** Delay after the first failure, in milliseconds. */
const MIN_DELAY = 250;

/** Maximum delay between two attempts, in milliseconds. */
const MAX_DELAY = 15_000;

/**
 * Returns the delay after consecutive failures: exponential, with jitter so that many clients do not return to a server at the same moment.
 *
 * @param failures number of failures, at least 1
 * @param jitter a number from 0 to 1
 * @returns milliseconds
 */
export function backoff(failures: number, jitter: number): number {
  const whole = Math.min(MAX_DELAY, MIN_DELAY * 2 ** Math.min(failures - 1, 16));
  return whole / 2 + whole / 2 * jitter;
}

/**
 * Parses the header Retry-After.
 *
 * @param header value of the header, if any
 * @returns milliseconds, at most ten minutes, or undefined if the value is not a number of seconds
 */
export function retryAfter(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,9}$/.test(header.trim()) ? Math.min(Number(header.trim()), 600) * 1000 : undefined;
}

/**
 * Returns the delay until the next attempt: the delay that the server requests, but at least the backoff, so that a server that requests 0 is not
 * flooded.
 *
 * @param failures number of consecutive failures, at least 1
 * @param requested delay that the server requests, in milliseconds
 * @param jitter a number from 0 to 1
 * @returns milliseconds
 */
export function retryDelay(failures: number, requested: number | undefined, jitter: number): number {
  const delay = backoff(failures, jitter);
  return requested === undefined ? delay : Math.max(delay, requested + MIN_DELAY * jitter);
}

/**
 * Waits for a time.
 *
 * @throws the abort reason, as soon as the signal aborts
 */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
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
