import type { IAbortSignal } from './fetch-options';

/** Maximum delay of a timer, in milliseconds. */
const MAX_DELAY = 2 ** 31 - 1;

/** Aborts fetching on timeout or when the user cancels it. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #abort = (): void => this.#controller.abort();
  readonly #outer: AbortSignal | undefined;

  /**
   * @param seconds timeout
   * @param outer the user's abort signal
   */
  public constructor(seconds: number, outer: IAbortSignal | undefined) {
    // AbortSignal.any and AbortSignal.timeout would be shorter, but Node.js 20 may garbage-collect their signals too early.
    this.#timer = setTimeout(this.#abort, Math.min(seconds * 1000, MAX_DELAY));
    this.#outer = outer instanceof AbortSignal ? outer : undefined;
    this.#outer?.addEventListener('abort', this.#abort);
    if (outer?.aborted === true) {
      this.#abort();
    }
  }

  /** Signal to pass to everything that must be aborted. */
  public get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Stops the timer once fetching has ended. */
  public clear(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#abort);
  }
}
