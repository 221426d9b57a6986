/** Delay after the first failure, in milliseconds. */
const MIN_DELAY = 250;

/** Maximum delay between two attempts, in milliseconds. */
const MAX_DELAY = 15_000;

/** Maximum delay that a server may request, in milliseconds. */
const MAX_REQUESTED_DELAY = 600_000;

/** Status codes of transient errors: a slow client, too many requests, and errors of the server or of a proxy before it. */
const TRANSIENT_STATUS: readonly number[] = [408, 429, 500, 502, 503, 504];

/** Response headers that request a delay. */
interface RetryHeaders {
  readonly 'retry-after'?: string | undefined;
  readonly 'date'?: string | undefined;
}

/** Whether a retry may fix the error that a status code stands for. */
export function isTransientStatus(status: number): boolean {
  return TRANSIENT_STATUS.includes(status);
}

/**
 * Returns the delay that a server requests by the header Retry-After, in milliseconds: a number of seconds, or a date, which is compared with the
 * date of the response instead of the local clock.
 *
 * @returns undefined if the header is missing or invalid
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function requestedDelay(headers: RetryHeaders): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) {
    return Number(value) * 1000;
  }
  // Date.parse also accepts numbers such as -1 or 1.5.
  const delay = /^[A-Z]/i.test(value) ? Date.parse(value) - Date.parse(headers.date ?? '') : NaN;
  return Number.isNaN(delay) ? undefined : Math.max(delay, 0);
}

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
 * Returns the delay until the next attempt: the delay that the server requests, up to ten minutes, but at least the backoff, so that a server that
 * requests 0 is not flooded.
 *
 * @param failures number of consecutive failures, at least 1
 * @param requested delay that the server requests, in milliseconds
 * @param jitter a number from 0 to 1
 * @returns milliseconds
 */
export function retryDelay(failures: number, requested: number | undefined, jitter: number): number {
  const delay = backoff(failures, jitter);
  return requested === undefined ? delay : Math.max(delay, Math.min(requested, MAX_REQUESTED_DELAY) + MIN_DELAY * jitter);
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
