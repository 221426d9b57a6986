import type { IAbortSignal } from './fetch-options';

/** A timer takes no more milliseconds than this. */
const LONGEST = 2 ** 31 - 1;

/** Ends fetching when it takes too long, or is called off. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #abort = (): void => this.#controller.abort();
  readonly #outer: AbortSignal | undefined;

  /**
   * @param seconds how long it may take
   * @param outer what the user calls it off with
   */
  public constructor(seconds: number, outer: IAbortSignal | undefined) {
    // AbortSignal.any and AbortSignal.timeout would be shorter, but Node.js 20 may collect such a signal as garbage before its time.
    this.#timer = setTimeout(this.#abort, Math.min(seconds * 1000, LONGEST));
    this.#outer = outer instanceof AbortSignal ? outer : undefined;
    this.#outer?.addEventListener('abort', this.#abort);
    if (outer?.aborted === true) {
      this.#abort();
    }
  }

  /** Ends everything that is given it. */
  public get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Takes note that fetching has ended. */
  public clear(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#abort);
  }
}
