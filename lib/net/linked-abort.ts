/**
 * Abort controller whose signal also aborts when another signal does, until it is closed. AbortSignal.any would be shorter, but Node.js 20 may
 * garbage-collect its signals too early, and the other signal would not know that something listens to it.
 */
export class LinkedAbort {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #follow = (): void => this.#controller.abort(this.#outer.reason);

  public constructor(outer: AbortSignal) {
    this.#outer = outer;
    outer.addEventListener('abort', this.#follow, { once: true });
    if (outer.aborted) {
      this.#follow();
    }
  }

  public get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Aborts the signal, unless it is aborted, and no longer follows the other one. */
  public abort(reason: unknown): void {
    this.close();
    this.#controller.abort(reason);
  }

  /** No longer follows the other signal. */
  public close(): void {
    this.#outer.removeEventListener('abort', this.#follow);
  }
}
