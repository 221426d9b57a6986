import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MILLISECONDS = 250;

/**
 * Polls until there is a result.
 *
 * @param what subject of the wait, for the error
 * @param milliseconds timeout
 * @param ask returns the result or, as an Error, why there is none yet
 * @throws the last reason on timeout
 */
export async function waitUntil<T>(what: string, milliseconds: number, ask: () => Promise<T | Error>): Promise<T> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const answer = await ask();
    if (!(answer instanceof Error)) {
      return answer;
    }
    if (Date.now() > deadline) {
      throw new Error(`${what}: not after ${String(milliseconds / 1000)} s; ${answer.message}`, { cause: answer });
    }
    await sleep(POLL_MILLISECONDS);
  }
}
