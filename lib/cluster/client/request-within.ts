import { setMaxListeners } from 'node:events';
import type { ApiClient, ApiRequest } from './api-client';

/** Thrown if an API server does not answer in time. */
export class UnansweredError extends Error {}

/**
 * Sends a request, and gives up after a while, although the client would retry it. The time that a credential plugin takes does not count: it may be
 * waiting for the user.
 *
 * @param patience in milliseconds
 * @throws UnansweredError with the reason; the errors of the client; the abort reason of the signal
 */
export async function requestWithin(
  client: Pick<ApiClient, 'request' | 'pending' | 'isAuthenticating'>, request: ApiRequest, patience: number, signal: AbortSignal,
): Promise<unknown> {
  const ending = new AbortController();
  const abort = (): void => ending.abort(signal.reason);
  let reason: string | undefined;
  let isOver = false;
  const giveUp = (): void => {
    if (client.isAuthenticating) {
      timer.refresh();
      return;
    }
    isOver = true;
    ending.abort(new UnansweredError(reason ?? `no answer within ${patience / 1000} s: ${client.pending}`));
  };
  const timer = setTimeout(giveUp, patience);
  // Many requests may share a signal; by default, Node warns about more than ten listeners.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    return await client.request({
      ...request,
      onRetry: (message) => {
        reason = message;
      },
    }, ending.signal);
  } catch (error) {
    signal.throwIfAborted();
    throw isOver ? ending.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
