import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MILLISECONDS = 250;

/**
 * Asks again and again until there is an answer.
 *
 * @param what what is waited for, for the error
 * @param milliseconds for how long
 * @param ask gives the answer; or, as an Error, why there is none yet
 * @throws the last reason, when the time is over
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
