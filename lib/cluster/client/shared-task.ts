/** Task that several callers can await together, such as opening a connection: it runs once, and is aborted when no caller waits for it. */
export class SharedTask<Result> {
  readonly #task: (signal: AbortSignal) => Promise<Result>;
  #running: Running<Result> | undefined;

  /** @param task runs the task until its signal aborts */
  public constructor(task: (signal: AbortSignal) => Promise<Result>) {
    this.#task = task;
  }

  /** Whether the task is running. */
  public get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /**
   * Waits for the running task, or starts it.
   *
   * @throws the error of the task, or the abort reason as soon as the signal aborts
   */
  public async wait(signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    const running = this.#running ??= this.#start();
    running.waiting++;
    try {
      return await untilAborted(running.result, signal);
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
    const running: Running<Result> = { ending, result: this.#task(ending.signal), waiting: 0 };
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
 * Waits for a promise until the signal aborts.
 *
 * @throws the error of the promise, or the abort reason as soon as the signal aborts
 */
export function untilAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    const removeListener = (): void => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop, { once: true });
    result.then(resolve, reject).finally(removeListener);
  });
}
