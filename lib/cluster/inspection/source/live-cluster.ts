import { defined } from '../../../formats/json/defined';
import type { ApiClient } from '../../client/api-client';
import { ApiError } from '../../client/client-error';
import { objectList } from '../../client/object-list';
import { requestWithin, UnansweredError } from '../../client/request-within';
import { commandLineRemedy } from '../../waiting/explain/command-line-remedies';
import { actionProblem } from '../../waiting/run/perform';
import { requestPath } from '../../waiting/view/api-resource';
import { Interest } from '../../waiting/view/cluster-view';
import { InspectionError, Listing, ObjectSource } from './object-source';

/** How long to wait for a list, in milliseconds, while the API server does not respond or responds with transient errors. */
const PATIENCE = 20_000;

/** The same for an API of another server, such as packageserver: the API server itself is healthy, and the objects only help to explain. */
const AGGREGATED_PATIENCE = 4_000;

/** Options of a `LiveCluster`. */
export interface LiveClusterOptions {
  readonly client: ApiClient;
  readonly signal: AbortSignal;

  /** Timeout of a list, in milliseconds. @default 20 seconds for each list, 4 seconds for one of packageserver */
  readonly patience?: number;
}

/** Objects of an API server, listed on first use. */
export class LiveCluster implements ObjectSource {
  readonly #options: LiveClusterOptions;

  public constructor(options: LiveClusterOptions) {
    this.#options = options;
  }

  public notes(): readonly string[] {
    return [];
  }

  public async list(interest: Interest): Promise<Listing> {
    const { client, signal } = this.#options;
    const { resource, namespace } = interest;
    const patience = this.#options.patience ?? (resource.listOnly === true ? AGGREGATED_PATIENCE : PATIENCE);
    try {
      const path = `${requestPath(resource, namespace)}${queryOf(interest)}`;
      return { items: objectList(await requestWithin(client, { method: 'GET', path }, patience, signal), path) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ApiError) {
        return { problem: error.status === 404 ? { kind: 'not-served', message: 'the server does not know the kind' } : actionProblem(error) };
      }
      if (!(error instanceof UnansweredError)) {
        throw error;
      }
      if (resource.listOnly === true) {
        return { problem: { kind: 'unreachable', message: error.message } };
      }
      throw new InspectionError(`the API server does not answer: ${error.message}; ${commandLineRemedy('api-server-unreachable')}`);
    }
  }
}

function queryOf({ name, labelSelector, fieldSelector }: Interest): string {
  const query = new URLSearchParams({
    ...(name === undefined ? fieldSelector === undefined ? {} : { fieldSelector } : { fieldSelector: `metadata.name=${name}` }),
    ...defined({ labelSelector }),
  }).toString();
  return query === '' ? '' : `?${query}`;
}
