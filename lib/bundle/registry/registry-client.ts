import { BundleErrorCode } from '../../bundle-error';
import { mapsField, textField } from '../../json-value';
import { MANIFEST_MEDIA_TYPES } from '../oci/manifest';
import { refusal } from '../refusal';
import { parseChallenges } from './challenge';
import type { Credentials } from './credentials';
import type { HostPolicy } from './host-policy';
import { hostOf } from './host-policy';
import type { HttpExchange, HttpRequest, HttpResponse } from './http-exchange';
import { HttpFailure } from './http-failure';
import type { ImageReference } from './reference';
import type { RetryPolicy } from './retry';
import { requestedPause, retried } from './retry';
import { basicHeader, getToken, remedy } from './token';

/** What a client of a registry works with. */
export interface RegistryContext {
  /** The image as it was named, for messages. */
  readonly source: string;

  readonly reference: ImageReference;
  readonly hosts: HostPolicy;
  readonly exchange: HttpExchange;
  readonly retry: RetryPolicy;

  /** Looks for credentials; it is called when the registry asks for some, and once only. */
  readonly credentials: () => Promise<Credentials | undefined>;

  /** Is called before each request, and throws when fetching was called off. */
  readonly goOn: () => void;
}

const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Gets manifests and blobs of one repository.
 *
 * @see https://github.com/opencontainers/distribution-spec/blob/v1.1.1/spec.md
 */
export class RegistryClient {
  #authorization: string | undefined;
  #credentials: Promise<Credentials | undefined> | undefined;

  /** @param context what it works with */
  public constructor(private readonly context: RegistryContext) {}

  /** The manifest or index of a tag or digest. */
  public manifest(name: string, maxBytes: number): Promise<HttpResponse> {
    return this.#get(`manifests/${name}`, MANIFEST_MEDIA_TYPES.join(', '), maxBytes);
  }

  /** The blob of a digest. */
  public async blob(digest: string, maxBytes: number): Promise<Buffer> {
    return (await this.#get(`blobs/${digest}`, '*/*', maxBytes)).body;
  }

  async #get(path: string, accept: string, maxBytes: number): Promise<HttpResponse> {
    const { source, hosts, reference } = this.context;
    const url = new URL(`/v2/${reference.repository}/${path}`, hosts.registry);
    const request = { url, headers: { accept, 'accept-encoding': 'identity' }, maxBytes };
    let response = await this.#send((once) => this.#follow(request, once), url);
    if (response.status === 401 && hosts.isRegistry(response.url)) {
      const shown = this.#authorization;
      await this.#authorize(response);
      if (this.#authorization !== shown) {
        response = await this.#send((once) => this.#follow(request, once), url);
      }
    }
    if (response.status !== 200) {
      throw await this.#refused(response);
    }
    const encoding = response.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') {
      throw refusal(source, BundleErrorCode.REGISTRY, `${hostOf(response.url)} packs its answer although it was asked not to; it is no registry that can be used`);
    }
    return response;
  }

  /** Sends something as often as the policy says; `once` sends a single request. */
  async #send(send: (once: (request: HttpRequest) => Promise<HttpResponse>) => Promise<HttpResponse>, url: URL): Promise<HttpResponse> {
    const { source, exchange, retry, goOn } = this.context;
    let at = url;
    const once = (request: HttpRequest): Promise<HttpResponse> => {
      goOn();
      at = request.url;
      return exchange.send(request);
    };
    try {
      return await retried(() => send(once), retry);
    } catch (error) {
      if (error instanceof HttpFailure) {
        const [code, where] = error.kind === 'too-large' ? [BundleErrorCode.LIMIT, 'says too much'] : [BundleErrorCode.REGISTRY, 'cannot be reached'];
        const tries = error.passes && retry.retries > 0 ? `, ${retry.retries + 1} times` : '';
        throw refusal(source, code, `${hostOf(at)} ${where}: ${error.message}${tries}`);
      }
      throw error;
    }
  }

  /** Goes where the registry sends us. What it is shown, nobody else is shown. */
  async #follow(request: HttpRequest, once: (request: HttpRequest) => Promise<HttpResponse>): Promise<HttpResponse> {
    const { source, hosts } = this.context;
    let { url } = request;
    for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
      const authorization = hosts.isRegistry(url) ? this.#authorization : undefined;
      const response = await once({ ...request, url, headers: { ...request.headers, ...(authorization === undefined ? {} : { authorization }) } });
      if (!REDIRECTS.has(response.status)) {
        return response;
      }
      const { location = '' } = response.headers;
      if (location === '' || !URL.canParse(location, url.href)) {
        throw refusal(source, BundleErrorCode.REGISTRY, `${hostOf(url)} sends us elsewhere without saying where`);
      }
      url = new URL(location, url);
      hosts.check(url, 'for a part of the image');
    }
    throw refusal(source, BundleErrorCode.REGISTRY, `the registry sends us from one place to another more than ${MOST_REDIRECTS} times`);
  }

  /** Makes ready what the registry wants to be shown. */
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
    const says = `${hostOf(url)} answers ${status}${codesOf(response)}`;
    if (status === 401 || status === 403) {
      const credentials = await this.#credentials;
      const what = credentials === undefined ? 'no credentials were shown' : `the credentials of ${credentials.origin} were shown`;
      return refusal(source, BundleErrorCode.UNAUTHORIZED, `${says}; ${what}; ${remedy(credentials)}`);
    }
    if (status === 404) {
      const message = `${says}: there is no such image or part of one in ${reference.repository}; check the name, the tag and the digest`;
      return refusal(source, BundleErrorCode.NOT_FOUND, message);
    }
    const wait = requestedPause(response);
    const later = wait === undefined ? 'try again later' : `it asks to try again in ${Math.ceil(wait / 1000)} s`;
    return refusal(source, BundleErrorCode.REGISTRY, `${says}; ${later}`);
  }
}

/** The codes in the body of an error. Its messages are left out: they may quote what was sent. */
function codesOf({ body }: HttpResponse): string {
  try {
    const codes = mapsField(JSON.parse(body.toString('utf8')), 'errors').map((entry) => textField(entry, 'code') ?? '');
    const known = codes.filter((code) => /^[A-Z_]{1,40}$/.test(code)).slice(0, 3);
    return known.length === 0 ? '' : ` (${known.join(', ')})`;
  } catch {
    return '';
  }
}
