import type { HttpResponse } from './http-exchange';
import { HttpFailure } from './http-failure';

/** How often, and with what pauses, a request is sent anew. */
export interface RetryPolicy {
  readonly retries: number;

  /** Waits. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Answers that say that another time it may go better. */
const PASSING = new Set([408, 429, 500, 502, 503, 504]);

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;

/** So long is waited when a server asks for it; one that asks for more is taken to be out of order. */
const LONGEST_REQUESTED_PAUSE = 60_000;

/**
 * Sends a request until it is answered with something final, or it was sent often enough.
 *
 * @param send sends the request
 * @param policy how often, and with what pauses
 * @returns the last answer
 * @throws HttpFailure when there is none
 */
export async function retried(send: () => Promise<HttpResponse>, { retries, pause }: RetryPolicy): Promise<HttpResponse> {
  for (let sent = 0; ; sent++) {
    const usual = Math.min(FIRST_PAUSE * 2 ** sent, LONGEST_PAUSE);
    try {
      const response = await send();
      const wait = PASSING.has(response.status) ? (requestedPause(response) ?? usual) : undefined;
      if (wait === undefined || wait > LONGEST_REQUESTED_PAUSE || sent >= retries) {
        return response;
      }
      await pause(wait);
    } catch (error) {
      if (!(error instanceof HttpFailure && error.passes) || sent >= retries) {
        throw error;
      }
      await pause(usual);
    }
  }
}

/**
 * How long the header `Retry-After` asks to wait, in milliseconds: a number of seconds, or a date, which is held against the date of the
 * answer and not against our clock.
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
