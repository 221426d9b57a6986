import type { ApiClient, ApiRequest } from '../../lib/cluster/client/api-client';
import { ApiError, ClientError, ConnectionError } from '../../lib/cluster/client/client-error';
import { WatchedCluster } from '../../lib/cluster/waiting/run/watched-cluster';
import { isClusterScoped, resourceOfKind } from '../../lib/formats/schema/kubernetes-manifest';
import { type JsonMap, mapField, stringField } from '../../lib/formats/json/json-value';
import { selects } from '../cluster/waiting/simulated-cluster';

/** An object as a test writes it; `path` is that of its resource, such as `/apis/apps/v1/deployments`. */
export interface FakeObject {
  readonly path: string;
  readonly name: string;
  readonly namespace?: string;
  readonly [field: string]: unknown;
}

interface Stored {
  readonly path: string;
  readonly object: { metadata: { name: string; namespace?: string; resourceVersion: string; uid: string; labels?: { [key: string]: string } } };
}

type Listener = (stored: Stored, type: 'ADDED' | 'MODIFIED' | 'DELETED') => void;

const clusters = new Map<string, FakeCluster>();

/** Takes the place of `clusterOf` in lib/pulumi/provider/clusters: a kubeconfig is the name of a fake cluster. */
export function clusterOf(inputs: JsonMap): WatchedCluster {
  const named = stringField(inputs, 'kubeconfig') ?? '';
  const cluster = clusters.get(named);
  if (cluster === undefined) {
    throw new ClientError(`nothing is listening at ${named}`);
  }
  return cluster.watched;
}

/** An API server in memory: it stores objects, lists and watches them, and answers at once. */
export class FakeCluster {
  /** Requests other than lists and watches, such as `DELETE /api/v1/namespaces/team`. */
  public readonly changes: string[] = [];

  /** Bodies of what was created. */
  public readonly created: JsonMap[] = [];

  /** Paths that were listed. */
  public readonly lists: string[] = [];

  public readonly watched: WatchedCluster;

  readonly #objects = new Map<string, Stored>();
  readonly #listeners = new Set<Listener>();
  readonly #held = new Set<string>();
  readonly #unserved = new Set<string>();
  readonly #forbidden = new Set<string>();
  readonly #refused = new Map<string, ApiError>();
  readonly #managers = new Map<string, readonly string[]>();
  readonly #warnings = new Map<string, string>();
  #isStopped = false;
  #version = 1;

  /**
   * @param name the kubeconfig that names it
   * @param uid the uid of its Namespace kube-system
   */
  public constructor(name: string, uid = `uid-of-${name}`) {
    clusters.set(name, this);
    this.watched = new WatchedCluster({
      request: (request: ApiRequest) => this.#request(request),
      open: (request: ApiRequest, signal: AbortSignal) => Promise.resolve({
        status: 200, headers: {}, end: () => undefined, body: this.#events(request, signal),
      }),
    } as unknown as ApiClient, () => 0.5);
    this.add({ path: '/api/v1/namespaces', name: 'kube-system', metadata: { uid } });
  }

  /** Creates objects, or changes those of the same name. */
  public add(...objects: readonly FakeObject[]): void {
    for (const { path, name, namespace, metadata, ...fields } of objects) {
      const key = `${path} ${namespace ?? ''}/${name}`;
      const stored: Stored = {
        path,
        object: {
          ...fields,
          metadata: {
            name, ...(namespace === undefined ? {} : { namespace }), uid: `uid-of-${name}`, ...metadata as object, resourceVersion: String(++this.#version),
          },
        },
      };
      const type = this.#objects.has(key) ? 'MODIFIED' : 'ADDED';
      this.#objects.set(key, stored);
      this.#listeners.forEach((listen) => listen(stored, type));
    }
  }

  /** Keeps the objects of a name when their deletion is requested, as a finalizer does. */
  public hold(name: string): void {
    this.#held.add(name);
  }

  /** Answers requests for a resource, such as `subscriptions`, with an error. */
  public refuse(plural: string, error: ApiError): void {
    this.#refused.set(plural, error);
  }

  /** Stops serving an API group, such as `operators.coreos.com`, or a version of one. */
  public unserve(group: string): void {
    this.#unserved.add(group);
  }

  /** Makes another field manager own fields of an object, such as `spec.channel`: an apply that changes them is a conflict. */
  public manage(name: string, ...fields: readonly string[]): void {
    this.#managers.set(name, fields);
  }

  /** Returns the object of a kind and name, as it is stored. */
  public object(kind: string, name: string): JsonMap | undefined {
    return [...this.#objects.values()].map(({ object }) => object as unknown as JsonMap).find((object) => object['kind'] === kind && mapField(object, 'metadata')['name'] === name);
  }

  /** Forbids requests of a method, such as `POST`. */
  public forbid(method: string): void {
    this.#forbidden.add(method);
  }

  /** Answers requests of a method, such as `DELETE`, with a warning too. */
  public warn(method: string, message: string): void {
    this.#warnings.set(method, message);
  }

  /** Stops answering requests: lists are retried, and others fail. */
  public stop(): void {
    this.#isStopped = true;
  }

  /** Deletes the objects of a name, whatever their kind, or those of a path. */
  public remove(name: string, path?: string): void {
    for (const [key, stored] of [...this.#objects]) {
      if (stored.object.metadata.name === name && (path === undefined || stored.path === path)) {
        this.#delete(key, stored);
      }
    }
  }

  #delete(key: string, stored: Stored): void {
    this.#objects.delete(key);
    this.#version++;
    this.#listeners.forEach((listen) => listen({ ...stored, object: { ...stored.object, metadata: { ...stored.object.metadata, resourceVersion: String(this.#version) } } }, 'DELETED'));
  }

  #request(request: ApiRequest): Promise<unknown> {
    if (this.#isStopped) {
      request.onRetry?.('connection refused');
      return request.path.includes('?') ? new Promise(() => undefined) : Promise.reject(new ConnectionError('connection refused'));
    }
    if ([...this.#unserved].some((group) => request.path.startsWith(`/apis/${group}/`))) {
      return Promise.reject(new ApiError(404, 'NotFound', 'the server could not find the requested resource'));
    }
    const refusal = this.#refused.get(request.path.split('?')[0]!.split('/').at(-1)!);
    if (refusal !== undefined) {
      return Promise.reject(refusal);
    }
    const found = [...this.#objects].find(([, stored]) => pathOf(stored) === decodeURIComponent(request.path).replace(/\/status$/, ''));
    if (request.method === 'GET') {
      const discovered = this.#discovery(request.path);
      if (discovered !== undefined) {
        return discovered;
      }
      if (found === undefined && !request.path.includes('?') && NAMED.test(request.path)) {
        return Promise.reject(new ApiError(404, 'NotFound', `${request.path} does not exist`));
      }
      if (found !== undefined) {
        return Promise.resolve(found[1].object);
      }
      this.lists.push(request.path.split('?')[0]!);
      const items = [...this.#objects.values()].filter((stored) => isListed(stored, request.path)).map(({ object }) => object);
      return Promise.resolve({ metadata: { resourceVersion: String(this.#version) }, items });
    }
    if (this.#forbidden.has(request.method)) {
      return Promise.reject(new ApiError(403, 'Forbidden', `the account is not allowed to ${request.method} ${request.path}`));
    }
    if (request.method === 'POST') {
      this.created.push(request.body as JsonMap);
      return Promise.resolve(request.body);
    }
    if (request.type === 'application/apply-patch+yaml') {
      return this.#apply(request);
    }
    this.changes.push(`${request.method} ${request.path}`);
    const warning = this.#warnings.get(request.method);
    if (warning !== undefined) {
      request.onWarning?.(warning);
    }
    if (found === undefined) {
      return Promise.reject(new ApiError(404, 'NotFound', `${request.path} does not exist`));
    }
    const [, { path, object }] = found;
    const { name, namespace } = object.metadata;
    if (request.method === 'DELETE' && !this.#held.has(name)) {
      this.#delete(...found);
    } else {
      const patch = request.method === 'DELETE' ? { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } } : request.body;
      this.add({ ...merged(object, patch) as object, path, name, ...(namespace === undefined ? {} : { namespace }) });
    }
    return Promise.resolve({});
  }

  /** Returns the kinds of an API group: those of Kubernetes, and those of the CRDs in the cluster. */
  #discovery(path: string): Promise<unknown> | undefined {
    const [, apiVersion] = /^\/(?:api|apis)\/((?:[^/]+\/)?v\d+(?:(?:alpha|beta)\d+)?)$/.exec(path) ?? [];
    if (apiVersion === undefined) {
      return undefined;
    }
    const group = apiVersion.includes('/') ? apiVersion.split('/')[0]! : '';
    const kinds = KINDS[group] ?? [...this.#objects.values()].map(({ object }) => mapField(object, 'spec'))
      .filter((spec) => spec['group'] === group).map((spec) => stringField(mapField(spec, 'names'), 'kind') ?? '');
    return kinds.length === 0 ? Promise.reject(new ApiError(404, 'NotFound', 'the server could not find the requested resource'))
      : Promise.resolve({ resources: kinds.map((kind) => ({ kind, name: resourceOfKind(kind), namespaced: !isClusterScoped(group, kind) })) });
  }

  /** A server-side apply, without the removal of fields. CRDs are established at once. */
  #apply({ path, body }: ApiRequest): Promise<unknown> {
    const [own = '', query = ''] = path.split('?');
    const isDryRun = new URLSearchParams(query).get('dryRun') === 'All';
    this.changes.push(`APPLY${isDryRun ? ' dry run' : ''} ${own}`);
    const [, collection = '', namespace, plural = '', name = ''] = /^(.*\/v[^/]+)(?:\/namespaces\/([^/]+))?\/([^/]+)\/([^/]+)$/.exec(decodeURIComponent(own)) ?? [];
    if (namespace !== undefined && ![...this.#objects.values()].some((stored) => stored.path === '/api/v1/namespaces' && stored.object.metadata.name === namespace)) {
      return Promise.reject(new ApiError(404, 'NotFound', `namespaces "${namespace}" not found`));
    }
    const before = [...this.#objects.values()].find((stored) => pathOf(stored) === decodeURIComponent(own))?.object;
    const after = merged(before ?? {}, body) as JsonMap;
    const isChanged = (field: string): boolean => JSON.stringify(fieldOf(before, field)) !== JSON.stringify(fieldOf(after, field));
    const changed = before === undefined ? undefined : (this.#managers.get(name) ?? []).find(isChanged);
    if (changed !== undefined && !query.includes('force=true')) {
      return Promise.reject(new ApiError(409, 'Conflict', `Apply failed with 1 conflict: conflict with "kubectl": .${changed}`));
    }
    if (!isDryRun) {
      const conditions = ['Established', 'NamesAccepted'].map((type) => ({ type, status: 'True' }));
      const status = plural === 'customresourcedefinitions' ? { status: { conditions } } : {};
      this.add({ ...after, ...status, path: `${collection}/${plural}`, name, ...(namespace === undefined ? {} : { namespace }) });
    }
    return Promise.resolve(after);
  }

  async *#events(request: ApiRequest, signal: AbortSignal): AsyncGenerator<Buffer> {
    const lines: string[] = [];
    let wake = (): void => undefined;
    const listen: Listener = (stored, type) => {
      if (isListed(stored, request.path)) {
        lines.push(JSON.stringify({ type, object: stored.object }));
        wake();
      }
    };
    this.#listeners.add(listen);
    signal.addEventListener('abort', () => wake());
    try {
      for (;;) {
        signal.throwIfAborted();
        while (lines.length > 0) {
          yield Buffer.from(`${lines.shift()!}\n`);
        }
        await new Promise<void>((resolve) => wake = resolve);
      }
    } finally {
      this.#listeners.delete(listen);
    }
  }
}

/** Path of one object, not of a collection: collections of the tests' objects are listed with a query. */
const NAMED = /^\/(?:api\/v1|apis\/[^/]+\/[^/]+)\/(?:namespaces\/[^/]+\/[^/]+\/[^/]+|(?!namespaces\/[^/]+\/)[^/]+\/[^/]+)$/;

/** Kinds that a new cluster serves. */
const KINDS: { readonly [group: string]: readonly string[] } = {
  '': ['Namespace', 'ServiceAccount', 'ConfigMap', 'Secret', 'Service'],
  'apps': ['Deployment'],
  'apiextensions.k8s.io': ['CustomResourceDefinition'],
  'networking.k8s.io': ['NetworkPolicy'],
  'rbac.authorization.k8s.io': ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
};

function fieldOf(object: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, key) => (found as JsonMap | undefined)?.[key], object);
}

function pathOf({ path, object: { metadata: { name, namespace } } }: Stored): string {
  const cut = path.lastIndexOf('/');
  return `${path.slice(0, cut)}${namespace === undefined ? '' : `/namespaces/${namespace}`}${path.slice(cut)}/${name}`;
}

function isListed(stored: Stored, request: string): boolean {
  const [path, query] = request.split('?') as [string, string];
  const name = /metadata\.name=([^,&]+)/.exec(decodeURIComponent(query))?.[1];
  const own = pathOf(stored);
  return (path === stored.path || path === own.slice(0, own.lastIndexOf('/'))) && (name === undefined || name === stored.object.metadata.name)
    && isSelected(stored, new URLSearchParams(query));
}

function isSelected({ object }: Stored, query: URLSearchParams): boolean {
  const [labels, fields] = [query.get('labelSelector') ?? '', query.get('fieldSelector') ?? ''];
  return (labels === '' || selects(labels, object.metadata.labels ?? {})) && (fields !== 'type=Warning' || stringField(object, 'type') === 'Warning');
}

/** Returns a value with a merge patch applied. */
function merged(value: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) {
    return patch;
  }
  const fields = typeof value === 'object' && value !== null ? value as JsonMap : {};
  const changed = Object.entries(patch).map(([key, change]) => [key, merged(fields[key], change)] as const);
  return Object.fromEntries(Object.entries({ ...fields, ...Object.fromEntries(changed) }).filter(([, found]) => found !== null));
}
