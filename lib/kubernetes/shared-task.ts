/** Work that several wait for at a time, such as opening a connection: it is done once, and ended when nobody waits for it any more. */
export class SharedWork<Result> {
  readonly #work: (signal: AbortSignal) => Promise<Result>;
  #running: Running<Result> | undefined;

  /** @param work does the work until its signal says to end */
  public constructor(work: (signal: AbortSignal) => Promise<Result>) {
    this.#work = work;
  }

  /**
   * Waits for the work that goes on, or begins it.
   *
   * @throws what the work throws, or the reason of the signal as soon as it says to end
   */
  public async wait(signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    const running = this.#running ??= this.#start();
    running.waiting++;
    try {
      return await orAborted(running.result, signal);
    } finally {
      running.waiting--;
      if (running.waiting === 0) {
        this.#forget(running);
        running.ending.abort();
      }
    }
  }

  #start(): Running<Result> {
    const ending = new AbortController();
    const running: Running<Result> = { ending, result: this.#work(ending.signal), waiting: 0 };
    const done = (): void => this.#forget(running);
    running.result.then(done, done);
    return running;
  }

  #forget(running: Running<Result>): void {
    if (this.#running === running) {
      this.#running = undefined;
    }
  }
}

interface Running<Result> {
  readonly result: Promise<Result>;
  readonly ending: AbortController;
  waiting: number;
}

/**
 * Waits for something that goes on whether one waits or not.
 *
 * @throws what it throws, or the reason of the signal as soon as it says to end
 */
export function orAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    const listenNoMore = (): void => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop, { once: true });
    result.then(resolve, reject).finally(listenNoMore);
  });
}
