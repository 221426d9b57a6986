import type { JsonMap } from '../../../formats/json/json-value';
import type { ApiClient } from '../../client/api-client';
import { sleep } from '../../../net/retry';
import { ApiError, ClientError } from '../../client/client-error';
import { objectList } from '../../client/object-list';
import { watch, type WatchTarget } from '../../client/watch';
import { requestPath } from '../view/api-resource';
import { ClusterStore, type WatchEvent } from '../view/cluster-store';
import { type Interest, interestKey, type Snapshot } from '../view/cluster-view';
import { actionProblem } from './perform';

/** First delay before a rejected request is retried, in milliseconds, because an API server that is restarting has not loaded permissions yet. */
const MIN_RETRY_DELAY = 500;

/** Maximum delay before a rejected request is retried, in milliseconds, because permissions may be granted at any time. */
const MAX_RETRY_DELAY = 30_000;

/** Interval between lists of a resource that cannot be watched, in milliseconds. */
const LIST_INTERVAL = 30_000;

/**
 * How long an obsolete watch stays open, in milliseconds. When many waits end at the same time, closing all their watches takes longer than reporting
 * all their verdicts, which should come first. A program that is done does not end before.
 */
const CLOSE_DELAY = 200;

const OBSOLETE = new Error('the watch is no longer needed');

/** Callbacks of a user of an interest. */
export interface Follower {
  /** Called when the state of the interest changed. */
  readonly changed: () => void;

  /** Called when the server cannot be reached and a retry would not help. */
  readonly failed: (error: Error) => void;
}

/** Interest that is being watched. */
interface WatchedInterest {
  readonly followers: Set<Follower>;
  readonly ending: AbortController;
  /** Whether the watch was permanently stopped. */
  isOver: boolean;
  /** Number of rejections since the last successful watch event. */
  rejections: number;
}

/** Watches of one cluster, shared by all waiters of the process: one list and watch per interest, for as long as at least one waiter needs it. */
export class WatchedCluster {
  readonly #client: ApiClient;
  readonly #random: () => number;
  readonly #store = new ClusterStore();
  readonly #followed = new Map<string, WatchedInterest>();

  /**
   * @param client client of the cluster
   * @param random returns a number from 0 to 1, for jitter
   */
  public constructor(client: ApiClient, random: () => number) {
    this.#client = client;
    this.#random = random;
  }

  /** Client of the cluster. */
  public get client(): ApiClient {
    return this.#client;
  }

  /** Number of interests being watched. */
  public get size(): number {
    return this.#followed.size;
  }

  /** Returns the last known state of an interest. */
  public scope(interest: Interest): Snapshot {
    return this.#store.snapshot(interest);
  }

  /** Watches an interest until the returned function is called. */
  public follow(interest: Interest, follower: Follower): () => void {
    const key = interestKey(interest);
    const followed = this.#followed.get(key) ?? this.#begin(key, interest);
    followed.followers.add(follower);
    return () => {
      followed.followers.delete(follower);
      if (followed.followers.size === 0 && !followed.isOver) {
        this.#end(key, interest, followed);
      }
    };
  }

  /** Stops a watch: later events are ignored, and the next user starts a new watch. */
  #end(key: string, interest: Interest, followed: WatchedInterest): void {
    const isOpen = this.#store.snapshot(interest).state === 'current';
    const abort = (): void => followed.ending.abort(OBSOLETE);
    followed.isOver = true;
    this.#followed.delete(key);
    this.#store.forget(interest);
    if (isOpen) {
      setTimeout(abort, CLOSE_DELAY);
    } else {
      abort();
    }
  }

  #begin(key: string, interest: Interest): WatchedInterest {
    const followed: WatchedInterest = { followers: new Set(), ending: new AbortController(), isOver: false, rejections: 0 };
    this.#followed.set(key, followed);
    void this.#keep(interest, followed);
    return followed;
  }

  /** Watches until the watch is stopped; never throws. */
  async #keep(interest: Interest, followed: WatchedInterest): Promise<void> {
    const { signal } = followed.ending;
    while (!followed.isOver) {
      try {
        await this.#watch(interest, followed);
      } catch (error) {
        // The watch may have been stopped while it was awaited.
        if (followed.isOver as boolean) {
          return;
        }
        const isNew = this.#store.snapshot(interest).state === 'unknown';
        this.#store.lost(interest, error instanceof ApiError ? actionProblem(error) : { kind: 'unreachable', message: (error as Error).message });
        this.#notify(followed);
        if (error instanceof ClientError && isNew) {
          [...followed.followers].forEach(({ failed }) => failed(error));
        }
        await sleep(Math.min(MAX_RETRY_DELAY, MIN_RETRY_DELAY * 2 ** followed.rejections++), signal).catch(() => undefined);
      }
    }
  }

  async #watch(interest: Interest, followed: WatchedInterest): Promise<never> {
    const { signal } = followed.ending;
    const store = this.#store;
    // Events that arrive after the end are ignored.
    const apply = (change: () => void): void => {
      if (!followed.isOver) {
        change();
        this.#notify(followed);
      }
    };
    const target: WatchTarget = {
      path: requestPath(interest.resource, interest.namespace),
      fieldSelector: interest.name === undefined ? interest.fieldSelector : `metadata.name=${interest.name}`,
      labelSelector: interest.labelSelector,
    };
    // Only a watch event proves that watching is allowed, because listing may be allowed without it.
    const watched = (event: WatchEvent): void => {
      followed.rejections = 0;
      apply(() => store.event(interest, event));
    };
    const sink = {
      replaced: (objects: readonly JsonMap[]) => apply(() => store.relist(interest, objects)),
      changed: (object: JsonMap) => watched({ type: 'MODIFIED', object }),
      deleted: (object: JsonMap) => watched({ type: 'DELETED', object }),
      unknownKind: () => apply(() => store.lost(interest, { kind: 'not-served', message: 'the server does not know the kind' })),
      broken: (message: string) => {
        if (followed.isOver) {
          // The watch is obsolete and must not be restored.
          followed.ending.abort(OBSOLETE);
        }
        apply(() => store.lost(interest, { kind: 'unreachable', message }));
      },
      resumed: () => {
        if (store.snapshot(interest).state !== 'current' || store.snapshot(interest).problem !== undefined) {
          apply(() => store.resumed(interest));
        }
      },
    };
    if (interest.resource.listOnly !== true) {
      return watch(this.#client, target, sink, signal, this.#random);
    }
    for (;;) {
      try {
        const answer = await this.#client.request({ method: 'GET', path: target.path, onRetry: sink.broken }, signal);
        sink.replaced(objectList(answer, target.path));
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) {
          throw error;
        }
        sink.unknownKind();
      }
      await sleep(LIST_INTERVAL, signal);
    }
  }

  #notify({ followers }: WatchedInterest): void {
    [...followers].forEach(({ changed }) => changed());
  }
}
