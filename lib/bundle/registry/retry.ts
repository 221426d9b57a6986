import { isTransientStatus, requestedDelay } from '../../net/retry';
import type { HttpResponse } from './http-exchange';
import { HttpFailure } from './http-failure';

/** Number of retries, and how to wait between them. */
export interface RetryPolicy {
  /** Maximum number of retries. */
  readonly retries: number;

  /** Waits before a retry. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

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
    try {
      const response = await send();
      const wait = isTransientStatus(response.status) ? delayAfter(sent + 1, response) : undefined;
      if (wait === undefined || wait > MAX_REQUESTED_PAUSE || sent >= retries) {
        return response;
      }
      await pause(wait);
    } catch (error) {
      if (!(error instanceof HttpFailure && error.isTransient) || sent >= retries) {
        throw error;
      }
      await pause(delayAfter(sent + 1, undefined));
    }
  }
}

/** Waits before the next attempt, for a time that the last response may request. */
export async function pauseAfter(failures: number, last: HttpResponse | HttpFailure, { pause }: RetryPolicy): Promise<void> {
  await pause(Math.min(delayAfter(failures, last instanceof HttpFailure ? undefined : last), MAX_REQUESTED_PAUSE));
}

function delayAfter(failures: number, response: HttpResponse | undefined): number {
  return (response === undefined ? undefined : requestedDelay(response.headers)) ?? Math.min(FIRST_PAUSE * 2 ** (failures - 1), MAX_PAUSE);
}
