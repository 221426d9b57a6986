import { defined } from '../../formats/json/defined';
import { refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-problem';
import { MANIFEST_MEDIA_TYPES } from '../oci/image-manifest';
import type { Credentials } from './fetch-options';
import { hostOf, type HostPolicy } from './host-policy';
import type { HttpExchange, HttpRequest, HttpResponse } from './http-exchange';
import { HttpFailure } from './http-failure';
import type { RegistryReference } from './reference';
import { pauseAfter, retried, type RetryPolicy } from './retry';
import { isWebPage, loginPage, refusedRequest } from './refused-request';
import { basicHeader, getToken, parseChallenges, type RegistryAccess, scopesOf } from './token';

/** Dependencies of a registry client. */
export interface RegistryContext {
  /** The image as specified, for messages. */
  readonly source: string;

  readonly reference: RegistryReference;

  /** What the client does in the repository, which decides what its tokens allow. */
  readonly access: RegistryAccess;

  readonly hosts: HostPolicy;
  readonly exchange: HttpExchange;
  readonly retry: RetryPolicy;

  /** Finds credentials; called at most once, when the registry requires some. */
  readonly credentials: () => Promise<Credentials | undefined>;

  /** Called before each request; throws if the operation was canceled. */
  readonly throwIfCanceled: () => void;
}

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Redirects that a request with a body may follow. */
const KEEPING_METHOD = new Set([307, 308]);

/**
 * Sends requests to one repository: with its credentials, with retries, and along redirects.
 *
 * @see https://github.com/opencontainers/distribution-spec/blob/v1.1.1/spec.md
 */
export class RegistryClient {
  #authorization: string | undefined;
  #credentials: Promise<Credentials | undefined> | undefined;
  #contacted: URL;
  readonly #scopes: Set<string>;

  /** @param context dependencies */
  public constructor(private readonly context: RegistryContext) {
    const { reference, access, hosts } = context;
    this.#contacted = hosts.registry;
    this.#scopes = new Set([`repository:${reference.repository}:${access === 'push' ? 'pull,push' : 'pull'}`]);
  }

  /** Returns the manifest or index for a tag or digest. */
  public manifest(name: string, maxBytes: number): Promise<HttpResponse> {
    return this.#get(`manifests/${name}`, MANIFEST_MEDIA_TYPES.join(', '), maxBytes);
  }

  /** Returns the blob for a digest. */
  public async blob(digest: string, maxBytes: number): Promise<Buffer> {
    return (await this.#get(`blobs/${digest}`, '*/*', maxBytes)).body;
  }

  async #get(path: string, accept: string, maxBytes: number): Promise<HttpResponse> {
    const { source } = this.context;
    const response = await this.send({ url: this.urlOf(path), headers: { accept, 'accept-encoding': 'identity' }, maxBytes });
    if (response.status !== 200) {
      throw await this.refused(response);
    }
    if (isWebPage(response)) {
      throw loginPage(source, hostOf(response.url), 'responds with a web page');
    }
    const encoding = response.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') {
      throw refusal(source, BundleErrorCode.REGISTRY, `${hostOf(response.url)} compresses its response although the request forbids it; this registry cannot be used`);
    }
    return response;
  }

  /** Returns the URL of a path below the repository, such as `manifests/v1`. */
  public urlOf(path: string): URL {
    return new URL(`/v2/${this.context.reference.repository}/${path}`, this.context.hosts.registry);
  }

  /** The image as specified, for messages. */
  public get source(): string {
    return this.context.source;
  }

  /**
   * Returns where an upload continues, as a response says.
   *
   * @throws BundleError if it does not say it, or the host must not be contacted
   */
  public location(response: HttpResponse): URL {
    const location = this.tryLocation(response);
    if (location === undefined) {
      throw refusal(this.source, BundleErrorCode.REGISTRY, `${hostOf(response.url)} accepts an upload, but does not say where; this registry cannot be used`);
    }
    return location;
  }

  /**
   * Returns where an upload continues, or undefined if a response does not say it.
   *
   * @throws BundleError if the host must not be contacted
   */
  public tryLocation({ url, headers: { location = '' } }: HttpResponse): URL | undefined {
    if (location === '' || !URL.canParse(location, url.href)) {
      return undefined;
    }
    const found = new URL(location, url);
    this.context.hosts.check(found, 'for an upload');
    return found;
  }

  /** Adds a scope to those that tokens are requested for. */
  public addScope(scope: string): void {
    this.#scopes.add(scope);
  }

  /**
   * Sends a request, with credentials if the registry requires some, and again after failures that may pass.
   *
   * @returns the last response, whatever its status
   * @throws BundleError if no response arrives
   */
  public async send(request: HttpRequest): Promise<HttpResponse> {
    const { retry } = this.context;
    try {
      return this.#checked(await this.#exchange(request, retry));
    } catch (error) {
      throw error instanceof HttpFailure ? this.#unreachable(error, retry.retries + 1) : error;
    }
  }

  /**
   * Sends a request once, since it must not be repeated as it is.
   *
   * @returns the response, or the failure if trying again may help
   * @throws BundleError if no response arrives for another reason
   */
  public async sendOnce(request: HttpRequest): Promise<HttpResponse | HttpFailure> {
    try {
      return this.#checked(await this.#exchange(request, { ...this.context.retry, retries: 0 }));
    } catch (error) {
      if (error instanceof HttpFailure) {
        if (error.isTransient) {
          return error;
        }
        throw this.#unreachable(error, 1);
      }
      throw error;
    }
  }

  /**
   * Waits before an attempt after one that failed.
   *
   * @param failures number of failed attempts, at least 1
   * @throws the error for the last failure, if there must be no further attempt
   */
  public async pauseAfter(failures: number, last: HttpResponse | HttpFailure): Promise<void> {
    const { retry } = this.context;
    if (failures > retry.retries) {
      throw last instanceof HttpFailure ? this.#unreachable(last, failures) : await this.refused(last);
    }
    await pauseAfter(failures, last, retry);
  }

  /** Returns the error for a request that the registry refused. */
  public async refused(response: HttpResponse): Promise<Error> {
    const { source, reference: { repository }, access } = this.context;
    return refusedRequest({ source, repository, access, response, credentials: await this.#credentials, authorization: this.#authorization });
  }

  #checked(response: HttpResponse): HttpResponse {
    if (this.context.access === 'push' && response.status < 300 && isWebPage(response)) {
      throw loginPage(this.context.source, hostOf(response.url), 'responds with a web page');
    }
    return response;
  }

  #unreachable(failure: HttpFailure, attempts: number): Error {
    const [code, where] = failure.kind === 'too-large' ? [BundleErrorCode.LIMIT, 'sent too much data'] : [BundleErrorCode.REGISTRY, 'cannot be reached'];
    const tries = failure.isTransient && attempts > 1 ? `, ${attempts} times` : '';
    return refusal(this.context.source, code, `${hostOf(this.#contacted)} ${where}: ${failure.message}${tries}`);
  }

  async #exchange(request: HttpRequest, retry: RetryPolicy): Promise<HttpResponse> {
    const send = (): Promise<HttpResponse> => retried(() => this.#follow(request), retry);
    const response = await send();
    if (response.status === 401 && this.context.hosts.isRegistry(response.url)) {
      const previous = this.#authorization;
      await this.#authorize(response);
      if (this.#authorization !== previous) {
        return send();
      }
    }
    return response;
  }

  #once(request: HttpRequest): Promise<HttpResponse> {
    this.context.throwIfCanceled();
    this.#contacted = request.url;
    return this.context.exchange.send(request);
  }

  /** Follows redirects. Credentials go to the registry only. */
  async #follow(request: HttpRequest): Promise<HttpResponse> {
    const { source, hosts } = this.context;
    let { url } = request;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const authorization = hosts.isRegistry(url) ? this.#authorization : undefined;
      const response = await this.#once({ ...request, url, headers: { ...request.headers, ...defined({ authorization }) } });
      if (!REDIRECTS.has(response.status) || (request.body !== undefined && !KEEPING_METHOD.has(response.status))) {
        return response;
      }
      const { location = '' } = response.headers;
      if (location === '' || !URL.canParse(location, url.href)) {
        throw refusal(source, BundleErrorCode.REGISTRY, `${hostOf(url)} redirects without a location`);
      }
      url = new URL(location, url);
      if (isWebPage(response) && !hosts.isAllowed(url)) {
        throw loginPage(source, hostOf(request.url), `redirects to ${hostOf(url)} with a web page`);
      }
      hosts.check(url, 'for a blob of the image');
    }
    throw refusal(source, BundleErrorCode.REGISTRY, `the registry redirects more than ${MAX_REDIRECTS} times`);
  }

  /** Prepares the authorization that the registry's challenge requires. */
  async #authorize({ headers }: HttpResponse): Promise<void> {
    const { source, access, hosts } = this.context;
    const challenges = parseChallenges(headers['www-authenticate'] ?? '');
    const credentials = await (this.#credentials ??= this.context.credentials());
    const bearer = challenges.find(({ scheme }) => scheme === 'bearer');
    if (bearer !== undefined) {
      if (access === 'push') {
        scopesOf(bearer).forEach((scope) => this.#scopes.add(scope));
      }
      const send = (request: HttpRequest): Promise<HttpResponse> => retried(() => this.#once(request), this.context.retry);
      const token = credentials?.registryToken ?? (await getToken({ source, scopes: [...this.#scopes], access, hosts, send }, bearer, credentials));
      this.#authorization = `Bearer ${token}`;
    } else if (credentials?.basic !== undefined && challenges.some(({ scheme }) => scheme === 'basic')) {
      this.#authorization = basicHeader(credentials.basic);
    }
  }
}
