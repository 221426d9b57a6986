import { defined } from '../../formats/json/defined';
import { mapListField, stringField } from '../../formats/json/json-value';
import { requestedDelay } from '../../net/retry';
import { refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-problem';
import { MANIFEST_MEDIA_TYPES } from '../oci/image-manifest';
import type { Credentials } from './fetch-options';
import { hostOf, type HostPolicy } from './host-policy';
import type { HttpExchange, HttpRequest, HttpResponse } from './http-exchange';
import { HttpFailure } from './http-failure';
import type { RegistryReference } from './reference';
import { retried, type RetryPolicy } from './retry';
import { basicHeader, getToken, parseChallenges, remedy } from './token';

/** Dependencies of a registry client. */
export interface RegistryContext {
  /** The image as specified, for messages. */
  readonly source: string;

  readonly reference: RegistryReference;
  readonly hosts: HostPolicy;
  readonly exchange: HttpExchange;
  readonly retry: RetryPolicy;

  /** Finds credentials; called at most once, when the registry requires some. */
  readonly credentials: () => Promise<Credentials | undefined>;

  /** Called before each request; throws if fetching was canceled. */
  readonly throwIfCanceled: () => void;
}

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Gets manifests and blobs of one repository.
 *
 * @see https://github.com/opencontainers/distribution-spec/blob/v1.1.1/spec.md
 */
export class RegistryClient {
  #authorization: string | undefined;
  #credentials: Promise<Credentials | undefined> | undefined;

  /** @param context dependencies */
  public constructor(private readonly context: RegistryContext) {}

  /** Returns the manifest or index for a tag or digest. */
  public manifest(name: string, maxBytes: number): Promise<HttpResponse> {
    return this.#get(`manifests/${name}`, MANIFEST_MEDIA_TYPES.join(', '), maxBytes);
  }

  /** Returns the blob for a digest. */
  public async blob(digest: string, maxBytes: number): Promise<Buffer> {
    return (await this.#get(`blobs/${digest}`, '*/*', maxBytes)).body;
  }

  async #get(path: string, accept: string, maxBytes: number): Promise<HttpResponse> {
    const { source, hosts, reference } = this.context;
    const url = new URL(`/v2/${reference.repository}/${path}`, hosts.registry);
    const request = { url, headers: { accept, 'accept-encoding': 'identity' }, maxBytes };
    let response = await this.#send((once) => this.#follow(request, once), url);
    if (response.status === 401 && hosts.isRegistry(response.url)) {
      const previous = this.#authorization;
      await this.#authorize(response);
      if (this.#authorization !== previous) {
        response = await this.#send((once) => this.#follow(request, once), url);
      }
    }
    if (response.status !== 200) {
      throw await this.#refused(response);
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

  /** Sends a request with retries; `once` sends a single one. */
  async #send(send: (once: (request: HttpRequest) => Promise<HttpResponse>) => Promise<HttpResponse>, url: URL): Promise<HttpResponse> {
    const { source, exchange, retry, throwIfCanceled } = this.context;
    let at = url;
    const once = (request: HttpRequest): Promise<HttpResponse> => {
      throwIfCanceled();
      at = request.url;
      return exchange.send(request);
    };
    try {
      return await retried(() => send(once), retry);
    } catch (error) {
      if (error instanceof HttpFailure) {
        const [code, where] = error.kind === 'too-large' ? [BundleErrorCode.LIMIT, 'sent too much data'] : [BundleErrorCode.REGISTRY, 'cannot be reached'];
        const tries = error.isTransient && retry.retries > 0 ? `, ${retry.retries + 1} times` : '';
        throw refusal(source, code, `${hostOf(at)} ${where}: ${error.message}${tries}`);
      }
      throw error;
    }
  }

  /** Follows redirects. Credentials go to the registry only. */
  async #follow(request: HttpRequest, once: (request: HttpRequest) => Promise<HttpResponse>): Promise<HttpResponse> {
    const { source, hosts } = this.context;
    let { url } = request;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const authorization = hosts.isRegistry(url) ? this.#authorization : undefined;
      const response = await once({ ...request, url, headers: { ...request.headers, ...defined({ authorization }) } });
      if (!REDIRECTS.has(response.status)) {
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
    const { source, reference, hosts } = this.context;
    const challenges = parseChallenges(headers['www-authenticate'] ?? '');
    const credentials = await (this.#credentials ??= this.context.credentials());
    const bearer = challenges.find(({ scheme }) => scheme === 'bearer');
    if (bearer !== undefined) {
      const send = (request: HttpRequest): Promise<HttpResponse> => this.#send((once) => once(request), request.url);
      const token = credentials?.registryToken ?? (await getToken({ source, reference, hosts, send }, bearer, credentials));
      this.#authorization = `Bearer ${token}`;
    } else if (credentials?.basic !== undefined && challenges.some(({ scheme }) => scheme === 'basic')) {
      this.#authorization = basicHeader(credentials.basic);
    }
  }

  async #refused(response: HttpResponse): Promise<Error> {
    const { source, reference } = this.context;
    const { status, url } = response;
    const summary = `${hostOf(url)} responded with status ${status}${codesOf(response)}`;
    if (status === 401 || status === 403) {
      const credentials = await this.#credentials;
      const what = credentials === undefined ? 'no credentials were sent' : `the credentials from ${credentials.origin} were sent`;
      return refusal(source, BundleErrorCode.UNAUTHORIZED, `${summary}; ${what}; ${remedy(credentials)}`);
    }
    if (status === 404) {
      const message = `${summary}: image or blob not found in ${reference.repository}; check the name, the tag and the digest`;
      return refusal(source, BundleErrorCode.NOT_FOUND, message);
    }
    const wait = requestedDelay(response.headers);
    const later = wait === undefined ? 'try again later' : `try again in ${Math.ceil(wait / 1000)} s`;
    return refusal(source, BundleErrorCode.REGISTRY, `${summary}; ${later}`);
  }
}

/** Whether a response is a web page, which a registry never sends for a manifest or blob. */
function isWebPage({ headers }: HttpResponse): boolean {
  return /^\s*text\/html\b/i.test(headers['content-type'] ?? '');
}

function loginPage(source: string, host: string, what: string): Error {
  return refusal(source, BundleErrorCode.REGISTRY, `${host} ${what}, such as a login page: it is not a registry, or a proxy or gateway in front of it requires `
    + 'a login; log in there, or check the name of the registry');
}

/** Returns the error codes in the body of a response, without their messages, which may quote the request. */
function codesOf({ body }: HttpResponse): string {
  try {
    const codes = mapListField(JSON.parse(body.toString('utf8')), 'errors').map((entry) => stringField(entry, 'code') ?? '');
    const known = codes.filter((code) => /^[A-Z_]{1,40}$/.test(code)).slice(0, 3);
    return known.length === 0 ? '' : ` (${known.join(', ')})`;
  } catch {
    return '';
  }
}
