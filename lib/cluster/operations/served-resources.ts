import { mapListField, stringField } from '../../formats/json/json-value';
import type { ApiClient } from '../client/api-client';
import { ApiError } from '../client/client-error';
import type { ApiResource } from '../waiting/view/api-resource';

/** Resources that an API server serves, read for each group and version when they are first needed. */
export class ServedResources {
  readonly #client: Pick<ApiClient, 'request'>;
  readonly #known = new Map<string, readonly ApiResource[]>();

  public constructor(client: Pick<ApiClient, 'request'>) {
    this.#client = client;
  }

  /**
   * Returns the resource of a kind, or undefined if the server does not serve it. What is not served is read again in the next call.
   *
   * @throws the errors of the client, except that the group is not served
   */
  public async find(apiVersion: string, kind: string, { signal, onRetry }: FindOptions): Promise<ApiResource | undefined> {
    const known = this.#known.get(apiVersion)?.find((resource) => resource.kind === kind);
    if (known !== undefined) {
      return known;
    }
    const path = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    try {
      this.#known.set(apiVersion, resourcesIn(apiVersion, await this.#client.request({ method: 'GET', path, onRetry }, signal)));
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) {
        throw error;
      }
    }
    return this.#known.get(apiVersion)?.find((resource) => resource.kind === kind);
  }
}

/** Options of `ServedResources.find`. */
export interface FindOptions {
  readonly signal: AbortSignal;

  /** Called with the error of each attempt that is retried. */
  readonly onRetry: (message: string) => void;
}

/** Returns the resources of a group and version, without subresources. */
function resourcesIn(apiVersion: string, list: unknown): ApiResource[] {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  return mapListField(list, 'resources').flatMap((resource) => {
    const [plural = '/', kind = ''] = [stringField(resource, 'name'), stringField(resource, 'kind')];
    return plural.includes('/') ? [] : [{ group, version, plural, kind, namespaced: resource['namespaced'] === true }];
  });
}
