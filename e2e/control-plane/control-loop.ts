import { setTimeout as sleep } from 'node:timers/promises';
import { Credentials } from '../cluster/credentials';
import { HttpsConnection } from '../cluster/https-connection';

const PAUSE_MILLISECONDS = 100;

/** Simulates a controller that does not run in the control plane: a reconciliation loop. */
export abstract class ControlLoop {
  protected readonly connection: HttpsConnection;
  private readonly stopped = new AbortController();
  private readonly loop: Promise<void>;

  public constructor(credentials: Credentials) {
    this.connection = new HttpsConnection(credentials);
    // Subclasses are not constructed yet.
    this.loop = Promise.resolve().then(() => this.run());
  }

  public async stop(): Promise<void> {
    this.stopped.abort();
    await this.loop;
    this.connection.close();
  }

  /** Reconciles once. */
  protected abstract round(): Promise<void>;

  private async run(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      await this.round();
      await sleep(PAUSE_MILLISECONDS, undefined, { signal: this.stopped.signal }).catch(() => undefined);
    }
  }
}
