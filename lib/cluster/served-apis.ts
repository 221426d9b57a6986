import { checkArguments } from '../formats/options/check-arguments';
import { checkOptions } from '../formats/options/check-options';
import { mapListField, stringField, stringListField } from '../formats/json/json-value';
import type { ClusterConnection } from './cluster-connection';
import { ApiError } from './client/client-error';
import { requestWithin, UnansweredError } from './client/request-within';
import { InspectionError } from './inspection/source/object-source';
import { commandLineRemedy } from './waiting/explain/command-line-remedies';

/** A kind of object that a cluster serves. */
export interface ServedApi {
  /** Plural name of the resource. */
  readonly name: string;

  /** Short names of the resource. */
  readonly shortNames: readonly string[];

  /** Group and version, such as `monitoring.coreos.com/v1`, or only the version for the core group. */
  readonly apiVersion: string;

  /** Whether the objects are namespaced. */
  readonly namespaced: boolean;

  /** Kind. */
  readonly kind: string;
}

/** APIs of a cluster. */
export interface ServedApis {
  /** The APIs in every version, the core group first, then by group, version and name. */
  readonly apis: readonly ServedApi[];

  /** Groups with their version whose kinds are unknown, because the server behind them does not answer, each with the reason. */
  readonly unknown: readonly { readonly apiVersion: string; readonly reason: string }[];
}

/** Options of `servedApisOf`. */
export interface ServedApisOptions {
  /** Ends the requests, which then throws the reason of the signal. @default - they end by themselves */
  readonly signal?: AbortSignal;
}

/** Maximum time for one answer, in milliseconds: an aggregated API server may not respond at all. */
const PATIENCE = 10_000;

/**
 * Returns the APIs that a cluster serves, for `ClusterApis`.
 *
 * @throws InspectionError if the API server does not answer, ClientError if it cannot be reached
 */
export async function servedApisOf(cluster: ClusterConnection, options: ServedApisOptions = {}): Promise<ServedApis> {
  checkArguments('servedApisOf', { cluster });
  checkOptions('options of servedApisOf', 'ServedApisOptions', options);
  const { signal = new AbortController().signal } = options;
  const get = (path: string): Promise<unknown> => requestWithin(cluster.client, { method: 'GET', path }, PATIENCE, signal);
  const [core, groups] = await Promise.all(['/api', '/apis'].map((path) => get(path).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof ApiError) {
      throw new InspectionError(`the API server does not list its APIs: ${error.message}; bind the account to the ClusterRole system:discovery`);
    }
    throw error instanceof UnansweredError
      ? new InspectionError(`the API server does not list its APIs: ${error.message}; ${commandLineRemedy('api-server-unreachable')}`) : error;
  })));
  const versions = [
    ...stringListField(core, 'versions'),
    ...mapListField(groups, 'groups').flatMap((group) => mapListField(group, 'versions').map((version) => stringField(version, 'groupVersion') ?? '')),
  ];
  const answers = await Promise.all(versions.map(async (apiVersion) => {
    try {
      return { apiVersion, list: await get(`${apiVersion.includes('/') ? '/apis' : '/api'}/${apiVersion}`) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ApiError || error instanceof UnansweredError) {
        return { apiVersion, reason: error.message };
      }
      throw error;
    }
  }));
  return {
    apis: answers.flatMap(({ apiVersion, list }) => apisIn(apiVersion, list)),
    unknown: answers.flatMap(({ apiVersion, reason }) => (reason === undefined ? [] : [{ apiVersion, reason }])),
  };
}

/** Returns the kinds in a list of resources, without subresources. */
function apisIn(apiVersion: string, list: unknown): ServedApi[] {
  return mapListField(list, 'resources').filter((resource) => !(stringField(resource, 'name') ?? '/').includes('/')).map((resource) => ({
    name: stringField(resource, 'name')!,
    shortNames: stringListField(resource, 'shortNames'),
    apiVersion,
    namespaced: resource['namespaced'] === true,
    kind: stringField(resource, 'kind') ?? '',
  })).sort((left, right) => (left.name < right.name ? -1 : 1));
}
