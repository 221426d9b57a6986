import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MILLISECONDS = 250;

/** Work in the background that repeats, with a pause, until it is stopped. */
export class RepeatedWork {
  private stopped = false;
  private lastError: unknown;
  private readonly work: Promise<void>;

  /** @param once does it once. What it needs may not exist yet: an error ends this repetition only. */
  public constructor(once: () => Promise<void>) {
    this.work = this.repeat(once);
  }

  /** Error of the last repetition, for the messages of tests, or undefined if it succeeded. */
  public get error(): unknown {
    return this.lastError;
  }

  /** Waits for the current repetition, and begins no other. */
  public async stop(): Promise<void> {
    this.stopped = true;
    await this.work;
  }

  private async repeat(once: () => Promise<void>): Promise<void> {
    while (!this.stopped) {
      try {
        await once();
        this.lastError = undefined;
      } catch (error) {
        this.lastError = error;
      }
      await sleep(PAUSE_MILLISECONDS);
    }
  }
}
