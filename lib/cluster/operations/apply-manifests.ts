import { isMap } from '../../formats/json/json-value';
import { LinkedAbort } from '../../net/linked-abort';
import { sleep } from '../../net/retry';
import { perObject } from '../../text/per-object';
import { thrownMessage } from '../../text/printable';
import type { ApiClient } from '../client/api-client';
import { ApiError } from '../client/client-error';
import { actionProblem } from '../waiting/run/perform';
import { type ApiResource, CUSTOM_RESOURCE_DEFINITIONS, requestPath } from '../waiting/view/api-resource';
import { isConditionTrue, type KubernetesObject } from '../waiting/view/kubernetes-object';
import { applyFailure, unservedKind } from './apply-failure';
import { applyObject, type ObjectChange } from './apply-object';
import { groupOf, type Manifest } from './manifests';
import { ServedResources } from './served-resources';
import { type ObjectReference, referenceTo } from './wait-target';

/**
 * Result of the apply of an object:
 * - `created`, `changed` or `unchanged`: it is in the cluster as in its manifest; in a dry run, what would have happened
 * - `failed`: the API server rejected it, or did not answer in time
 * - `interrupted`: it may be applied, because the apply was aborted before the API server answered
 * - `skipped`: it was not applied, because an earlier object failed
 */
export type ApplyState = ObjectChange['state'] | 'failed' | 'interrupted' | 'skipped';

/**
 * Kind of a failure:
 * - `denied`: the account or its credentials lack a right
 * - `timeout`: the API server did not answer, or a CRD was not established, in time
 * - `rejected`: anything else
 */
export type ApplyProblem = 'denied' | 'timeout' | 'rejected';

/** Result of the apply of an object. */
export interface ApplyResult {
  readonly object: ObjectReference;
  readonly state: ApplyState;

  /** Paths of the changed fields, such as `spec.channel`. */
  readonly changes: readonly string[];

  /** Why it failed or was skipped, with the remedy; in a dry run, why the API server could not check it. @default - none of these */
  readonly reason?: string;

  /** Kind of the failure. @default - it did not fail */
  readonly problem?: ApplyProblem;
}

/** Options of `applyInOrder`. */
export interface ApplyInOrderOptions {
  readonly client: Pick<ApiClient, 'request'>;

  /** Namespace of objects without one. */
  readonly namespace: string;
  readonly dryRun: boolean;
  readonly force: boolean;

  /** Overall timeout, in milliseconds. */
  readonly timeout: number;

  /** Aborts the apply; objects that were not applied yet are skipped. */
  readonly signal: AbortSignal;
}

/** Interval between two looks at CRDs that are not established yet, in milliseconds. */
const INTERVAL = 250;

/** Maximum time until the kinds of established CRDs are served, in milliseconds. */
const SERVED_WITHIN = 30_000;

/**
 * Applies manifests: Namespaces, then CRDs, and everything else once the CRDs are established, each in the given order. After a failure, nothing more
 * is applied: the results list what is applied and what is not.
 *
 * @throws ClientError if the cluster cannot be reached before anything is applied
 */
export async function applyInOrder(manifests: readonly Manifest[], options: ApplyInOrderOptions): Promise<ApplyResult[]> {
  const apply = new Apply(options);
  const namespaces = manifests.filter(isNamespace);
  const crds = manifests.filter(isCrd);
  const others = manifests.filter((manifest) => !isNamespace(manifest) && !isCrd(manifest));
  try {
    for (const manifest of namespaces) {
      await apply.one(manifest, []);
    }
    for (const manifest of crds) {
      await apply.one(manifest, []);
    }
    await apply.establish(crds);
    for (const manifest of others) {
      await apply.one(manifest, manifests);
    }
  } finally {
    apply.close();
  }
  return apply.results;
}

function isNamespace(manifest: Manifest): boolean {
  return manifest.kind === 'Namespace' && groupOf(manifest) === '';
}

function isCrd(manifest: Manifest): boolean {
  return manifest.kind === 'CustomResourceDefinition' && groupOf(manifest) === 'apiextensions.k8s.io';
}

/** An apply in progress. */
class Apply {
  public readonly results: ApplyResult[] = [];

  readonly #options: ApplyInOrderOptions;
  readonly #ending: LinkedAbort;
  readonly #deadline: AbortSignal;
  readonly #served: ServedResources;
  #stopped: string | undefined;
  #lastProblem = 'no answer';

  public constructor(options: ApplyInOrderOptions) {
    this.#options = options;
    this.#ending = new LinkedAbort(options.signal);
    this.#deadline = AbortSignal.timeout(options.timeout);
    this.#deadline.addEventListener('abort', () => this.#ending.abort(this.#deadline.reason), { once: true });
    this.#served = new ServedResources(options.client);
  }

  /** No longer follows the signal of the options. */
  public close(): void {
    this.#ending.close();
  }

  /**
   * Applies an object, unless an earlier one failed.
   *
   * @param all all manifests: in a dry run, the API server cannot check what needs their Namespaces and CRDs
   */
  public async one(manifest: Manifest, all: readonly Manifest[]): Promise<void> {
    if (this.#stopped !== undefined || this.#options.signal.aborted) {
      this.#add(manifest, { state: 'skipped', changes: [], reason: this.#stopped ?? 'interrupted' });
      return;
    }
    try {
      const resource = await this.#resourceOf(manifest, all);
      if (resource === undefined) {
        this.#unserved(manifest, all);
        return;
      }
      const namespace = resource.namespaced ? manifest.namespace ?? this.#options.namespace : undefined;
      this.#add({ ...manifest, ...(namespace === undefined ? {} : { namespace }) }, await this.#applied(manifest, { resource, namespace }, all));
    } catch (error) {
      this.#failed(manifest, error);
    }
  }

  /** Waits until CRDs are established. */
  public async establish(crds: readonly Manifest[]): Promise<void> {
    if (this.#options.dryRun) {
      return;
    }
    for (const crd of crds) {
      try {
        while (this.#stopped === undefined && !await this.#isEstablished(crd)) {
          await sleep(INTERVAL, this.#ending.signal);
        }
      } catch (error) {
        const index = this.results.findIndex(({ object }) => object.kind === crd.kind && object.name === crd.name);
        this.#failed(crd, error, this.results.splice(index, 1));
        return;
      }
    }
  }

  async #isEstablished({ name }: Manifest): Promise<boolean> {
    const path = requestPath(CUSTOM_RESOURCE_DEFINITIONS, undefined, name);
    const crd = await this.#options.client.request({ method: 'GET', path, onRetry: this.#onRetry }, this.#ending.signal) as KubernetesObject;
    this.#lastProblem = 'it is not established';
    const refused = conditionsOf(crd).find(({ type, status }) => type === 'NamesAccepted' && status === 'False');
    if (refused !== undefined) {
      throw new ApiError(409, 'NamesNotAccepted', `the API server does not accept its names: ${refused.message ?? ''}; delete the other CRD with these names, if nothing needs it`);
    }
    return isConditionTrue(crd, 'Established');
  }

  /** Returns the resource of a kind. The API server serves the kind of an established CRD after a moment. */
  async #resourceOf({ apiVersion, kind }: Manifest, all: readonly Manifest[]): Promise<ApiResource | undefined> {
    const isDefined = !this.#options.dryRun && DEFINED_KINDS(all).has(`${apiVersion} ${kind}`);
    for (let waited = 0; ; waited += INTERVAL) {
      const found = await this.#served.find(apiVersion, kind, { signal: this.#ending.signal, onRetry: this.#onRetry });
      if (found !== undefined || !isDefined || waited >= SERVED_WITHIN) {
        return found;
      }
      await sleep(INTERVAL, this.#ending.signal);
    }
  }

  async #applied(
    manifest: Manifest, { resource, namespace }: { readonly resource: ApiResource; readonly namespace: string | undefined }, all: readonly Manifest[],
  ): Promise<Omit<ApplyResult, 'object'>> {
    const { client, dryRun, force } = this.#options;
    try {
      const { name, object } = manifest;
      return await applyObject(client, { resource, namespace, name, object, dryRun, force, signal: this.#ending.signal, onRetry: this.#onRetry });
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      if (dryRun && error.status === 404 && NAMESPACE_NAMES(all).has(namespace)) {
        return { state: 'created', changes: [], reason: `not checked by the API server: Namespace ${namespace ?? ''} does not exist yet` };
      }
      this.#stop(manifest);
      return { state: 'failed', changes: [], problem: problemOf(error), reason: applyFailure(error, { resource, namespace }) };
    }
  }

  #unserved(manifest: Manifest, all: readonly Manifest[]): void {
    const { apiVersion, kind } = manifest;
    const { dryRun } = this.#options;
    if (dryRun && DEFINED_KINDS(all).has(`${apiVersion} ${kind}`)) {
      this.#add(manifest, { state: 'created', changes: [], reason: 'not checked by the API server: the CRD of its kind does not exist yet' });
      return;
    }
    this.#stop(manifest);
    this.#add(manifest, { state: 'failed', changes: [], problem: 'rejected', reason: unservedKind(apiVersion, kind) });
  }

  /** @throws the error if the cluster cannot be reached and nothing is applied */
  #failed(manifest: Manifest, error: unknown, applied: readonly ApplyResult[] = []): void {
    const { signal, timeout } = this.#options;
    if (signal.aborted) {
      this.#stopped = 'interrupted';
      this.#add(manifest, { state: 'interrupted', changes: [], reason: 'it may be applied: the API server had not answered yet' });
      return;
    }
    if (!this.#deadline.aborted && !(error instanceof ApiError) && this.results.length + applied.length === 0) {
      throw error;
    }
    this.#stop(manifest);
    const message = thrownMessage(error);
    this.#add(manifest, {
      state: 'failed', changes: [],
      problem: this.#deadline.aborted ? 'timeout' : problemOf(error),
      reason: !this.#deadline.aborted ? message
        : `not applied within ${Math.ceil(timeout / 1000)} s: ${this.#lastProblem}; run the command again, or set a longer --timeout`,
    });
  }

  #stop({ kind, name }: Manifest): void {
    this.#stopped = this.#options.dryRun ? undefined : `${kind} ${name} failed`;
  }

  #add(manifest: Manifest, result: Omit<ApplyResult, 'object'>): void {
    this.results.push({ object: referenceTo(manifest), ...result });
  }

  readonly #onRetry = (message: string): void => {
    this.#lastProblem = message;
  };
}

function problemOf(error: unknown): ApplyProblem {
  return error instanceof ApiError && actionProblem(error).kind === 'refused' ? 'rejected' : 'denied';
}

interface Condition {
  readonly type?: string;
  readonly status?: string;
  readonly message?: string;
}

function conditionsOf({ status }: KubernetesObject): readonly Condition[] {
  const { conditions } = isMap(status) ? status : {};
  return Array.isArray(conditions) ? conditions as Condition[] : [];
}

/** The API versions and kinds that the CRDs among manifests define. */
const DEFINED_KINDS = perObject((manifests: readonly Manifest[]) => new Set(manifests.filter(isCrd).flatMap(({ object }) => {
  const { group, names, versions } = object['spec'] as {
    readonly group?: string; readonly names?: { readonly kind?: string }; readonly versions?: readonly { readonly name?: string }[];
  };
  return (versions ?? []).map(({ name }) => `${group ?? ''}/${name ?? ''} ${names?.kind ?? ''}`);
})));

const NAMESPACE_NAMES = perObject((manifests: readonly Manifest[]) => (
  new Set<string | undefined>(manifests.filter(isNamespace).map(({ name }) => name))
));
