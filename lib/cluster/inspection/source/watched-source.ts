import { Listing, ObjectSource } from './object-source';
import { Interest, interestKey, type Snapshot } from '../../waiting/view/cluster-view';
import { WatchedCluster } from '../../waiting/run/watched-cluster';

/** How long to wait for the first list of an interest, in milliseconds. */
const PATIENCE = 20_000;

/** An interest that is watched. */
interface Followed {
  readonly interest: Interest;
  /** Resolves after the first list, or as soon as the reason for its failure is known. */
  readonly listed: Promise<void>;
  readonly unfollow: () => void;
}

/** Objects of an API server that are watched after the first list, so that a later list needs no request. */
export class WatchedSource implements ObjectSource {
  readonly #cluster: WatchedCluster;
  readonly #followed = new Map<string, Followed>();
  #changed: () => void = () => undefined;

  public constructor(cluster: WatchedCluster) {
    this.#cluster = cluster;
  }

  public async list(interest: Interest): Promise<Listing> {
    const key = interestKey(interest);
    const followed = this.#followed.get(key) ?? { interest, ...this.#follow(interest) };
    this.#followed.set(key, followed);
    await followed.listed;
    const { objects, problem, state } = this.#cluster.scope(interest);
    const silence = { kind: 'unreachable', message: `no answer within ${PATIENCE / 1000} s: ${this.#cluster.client.pending}` } as const;
    return state === 'unknown' ? { problem: problem ?? silence } : { items: objects };
  }

  public notes(): readonly string[] {
    return [];
  }

  /** Number of interrupted watches, whose objects may be out of date. */
  public get interrupted(): number {
    return this.#stale().length;
  }

  /** Why watches are interrupted, or undefined if none is. */
  public get interruption(): string | undefined {
    const [first] = this.#stale();
    return first === undefined ? undefined : first.problem?.message ?? 'no reason given';
  }

  #stale(): Snapshot[] {
    return [...this.#followed.values()].map(({ interest }) => this.#cluster.scope(interest)).filter(({ state }) => state === 'stale');
  }

  /** Waits until anything changes, or until a timeout. */
  public change(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        resolve();
      };
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      };
      const timer = setTimeout(end, milliseconds);
      this.#changed = end;
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) {
        stop();
      }
    });
  }

  /** Stops all watches. */
  public close(): void {
    this.#followed.forEach(({ unfollow }) => unfollow());
    this.#followed.clear();
  }

  #follow(interest: Interest): Omit<Followed, 'interest'> {
    let unfollow = (): void => undefined;
    const listed = new Promise<void>((resolve, reject) => {
      const giveUp = (): void => this.#cluster.client.isAuthenticating ? void timer.refresh() : resolve();
      const timer = setTimeout(giveUp, PATIENCE);
      const stop = this.#cluster.follow(interest, {
        changed: () => {
          clearTimeout(timer);
          resolve();
          this.#changed();
        },
        failed: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
      unfollow = () => {
        clearTimeout(timer);
        stop();
      };
    });
    return { listed, unfollow };
  }
}
