import type { HttpResponse } from './http-exchange';
import { HttpFailure } from './http-failure';

/** Number of retries, and how to wait between them. */
export interface RetryPolicy {
  /** Maximum number of retries. */
  readonly retries: number;

  /** Waits before a retry. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Status codes of transient errors. */
const TRANSIENT = new Set([408, 429, 500, 502, 503, 504]);

const FIRST_PAUSE = 500;
const MAX_PAUSE = 8000;

/** Maximum delay that a server may request; a longer delay is treated as a failure. */
const MAX_REQUESTED_PAUSE = 60_000;

/**
 * Sends a request until the response is final, or the retries are used up.
 *
 * @param send sends the request
 * @param policy number and delays of retries
 * @returns the last response
 * @throws HttpFailure if the last request received no response
 */
export async function retried(send: () => Promise<HttpResponse>, { retries, pause }: RetryPolicy): Promise<HttpResponse> {
  for (let sent = 0; ; sent++) {
    const usual = Math.min(FIRST_PAUSE * 2 ** sent, MAX_PAUSE);
    try {
      const response = await send();
      const wait = TRANSIENT.has(response.status) ? (requestedPause(response) ?? usual) : undefined;
      if (wait === undefined || wait > MAX_REQUESTED_PAUSE || sent >= retries) {
        return response;
      }
      await pause(wait);
    } catch (error) {
      if (!(error instanceof HttpFailure && error.isTransient) || sent >= retries) {
        throw error;
      }
      await pause(usual);
    }
  }
}

/**
 * Returns the delay requested by the header `Retry-After`, in milliseconds: a number of seconds, or a date, which is compared with the date of
 * the response instead of the local clock.
 */
export function requestedPause({ headers }: HttpResponse): number | undefined {
  const value = headers['retry-after'];
  if (value === undefined) {
    return undefined;
  }
  if (/^\d{1,9}$/.test(value)) {
    return Number(value) * 1000;
  }
  const wait = Date.parse(value) - Date.parse(headers.date ?? '');
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0);
}
