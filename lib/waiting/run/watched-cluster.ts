import { actionProblem } from './perform';
import { requestPath } from './request-path';
import type { JsonMap } from '../../../bundle/json-value';
import { mapsField } from '../../../bundle/json-value';
import type { ApiClient } from '../client/api-client';
import { ApiError, ClientError } from '../client/client-error';
import { pause } from '../client/pause';
import { watch } from '../client/watch';
import type { WatchTarget } from '../client/watch';
import { ClusterStore } from '../cluster/cluster-store';
import type { WatchEvent } from '../cluster/cluster-store';
import type { Scope } from '../cluster/cluster-view';
import type { Interest } from '../cluster/interest';
import { interestKey } from '../cluster/interest';

/** What the server refused is asked for again after so long at first, in milliseconds: one that starts anew knows nobody's rights yet. */
const ASK_AGAIN_FIRST = 500;

/** And after so long at last: somebody may give the rights. */
const ASK_AGAIN = 30_000;

/** What can only be listed is listed so often, in milliseconds. */
const LIST_AGAIN = 30_000;

/**
 * A watch that nobody wants any longer stays open for so long, in milliseconds, and tells nobody. Where many waits end in one moment, closing
 * all their watches takes longer than all their verdicts, which are to come first.
 */
const OPEN_AFTER_END = 1_000;

const UNWANTED = new Error('nobody follows it any longer');

/** Who wants to know about an interest. */
export interface Follower {
  /** Something about it is new. */
  readonly changed: () => void;

  /** There is no way to the server, and trying again does not make one. */
  readonly failed: (error: Error) => void;
}

/** An interest that somebody follows. */
interface Followed {
  readonly followers: Set<Follower>;
  readonly ending: AbortController;
  /** Whether nobody follows it any longer, for good. */
  isOver: boolean;
  /** How often the server refused since it answered last. */
  refusals: number;
}

/**
 * What the waiters of a process follow of one cluster: a list and a watch for each interest, however many of them share it, as long as one
 * of them has it.
 */
export class FollowedCluster {
  readonly #client: ApiClient;
  readonly #random: () => number;
  readonly #store = new ClusterStore();
  readonly #followed = new Map<string, Followed>();

  /**
   * @param client speaks with the cluster
   * @param random gives numbers from 0 to 1, to spread waits
   */
  public constructor(client: ApiClient, random: () => number) {
    this.#client = client;
    this.#random = random;
  }

  /** Speaks with the cluster. */
  public get client(): ApiClient {
    return this.#client;
  }

  /** How many interests are followed. */
  public get size(): number {
    return this.#followed.size;
  }

  /** What is known about an interest. */
  public scope(interest: Interest): Scope {
    return this.#store.scope(interest);
  }

  /** Follows an interest until the function that it gives is called. */
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

  /** Nothing that is told from now on counts, and who comes next begins anew. */
  #end(key: string, interest: Interest, followed: Followed): void {
    const isOpen = this.#store.scope(interest).state === 'current';
    const abort = (): void => followed.ending.abort(UNWANTED);
    followed.isOver = true;
    this.#followed.delete(key);
    this.#store.forget(interest);
    if (isOpen) {
      setTimeout(abort, OPEN_AFTER_END);
    } else {
      abort();
    }
  }

  #begin(key: string, interest: Interest): Followed {
    const followed: Followed = { followers: new Set(), ending: new AbortController(), isOver: false, refusals: 0 };
    this.#followed.set(key, followed);
    void this.#keep(interest, followed);
    return followed;
  }

  /** Watches until the end; never throws. */
  async #keep(interest: Interest, followed: Followed): Promise<void> {
    const { signal } = followed.ending;
    while (!followed.isOver) {
      try {
        await this.#watch(interest, followed);
      } catch (error) {
        // Set while it was waited for.
        if (followed.isOver as boolean) {
          return;
        }
        const isNew = this.#store.scope(interest).state === 'unknown';
        this.#store.lost(interest, error instanceof ApiError ? actionProblem(error) : { kind: 'unreachable', message: (error as Error).message });
        this.#tell(followed);
        if (error instanceof ClientError && isNew) {
          [...followed.followers].forEach(({ failed }) => failed(error));
        }
        await pause(Math.min(ASK_AGAIN, ASK_AGAIN_FIRST * 2 ** followed.refusals++), signal).catch(() => undefined);
      }
    }
  }

  async #watch(interest: Interest, followed: Followed): Promise<never> {
    const { signal } = followed.ending;
    const store = this.#store;
    // What arrives after the end is about nobody's interest.
    const told = (tell: () => void): void => {
      if (!followed.isOver) {
        tell();
        this.#tell(followed);
      }
    };
    const target: WatchTarget = {
      path: requestPath(interest.resource, interest.namespace),
      fieldSelector: interest.name === undefined ? interest.fieldSelector : `metadata.name=${interest.name}`,
      labelSelector: interest.labelSelector,
    };
    // Only what a watch tells shows that it is allowed: a list may be where a watch is not.
    const watched = (event: WatchEvent): void => {
      followed.refusals = 0;
      told(() => store.event(interest, event));
    };
    const sink = {
      replaced: (objects: readonly JsonMap[]) => told(() => store.relist(interest, objects)),
      changed: (object: JsonMap) => watched({ type: 'MODIFIED', object }),
      deleted: (object: JsonMap) => watched({ type: 'DELETED', object }),
      unknownKind: () => told(() => store.lost(interest, { kind: 'not-served', message: 'the server does not know the kind' })),
      broken: (message: string) => {
        if (followed.isOver) {
          // Nobody wants it mended.
          followed.ending.abort(UNWANTED);
        }
        told(() => store.lost(interest, { kind: 'unreachable', message }));
      },
      resumed: () => {
        if (store.scope(interest).state !== 'current' || store.scope(interest).problem !== undefined) {
          told(() => store.resumed(interest));
        }
      },
    };
    if (interest.resource.listOnly !== true) {
      return watch(this.#client, target, sink, signal, this.#random);
    }
    for (;;) {
      try {
        const answer = await this.#client.request({ method: 'GET', path: target.path, troubled: sink.broken }, signal);
        sink.replaced(mapsField(answer, 'items'));
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) {
          throw error;
        }
        sink.unknownKind();
      }
      await pause(LIST_AGAIN, signal);
    }
  }

  #tell({ followers }: Followed): void {
    [...followers].forEach(({ changed }) => changed());
  }
}
