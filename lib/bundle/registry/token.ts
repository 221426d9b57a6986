import { BundleErrorCode } from '../../bundle-error';
import { field } from '../../json-value';
import { refusal } from '../refusal';
import type { Challenge } from './challenge';
import type { Credentials } from './credentials';
import type { HostPolicy } from './host-policy';
import { hostOf } from './host-policy';
import type { HttpRequest, HttpResponse } from './http-exchange';
import type { ImageReference } from './reference';

const LARGEST_ANSWER = 1024 * 1024;

/** What getting a token needs. */
export interface TokenContext {
  /** The image as it was named, for messages. */
  readonly source: string;

  readonly reference: ImageReference;
  readonly hosts: HostPolicy;

  /** Sends a request, anew where that may help. */
  readonly send: (request: HttpRequest) => Promise<HttpResponse>;
}

/**
 * Gets a token with which the image may be pulled. The right that is asked for is to pull this repository, and no other, whatever the
 * registry names.
 *
 * @param context what it needs
 * @param challenge where the registry says that the token is to be had
 * @param credentials the credentials; undefined for somebody without any
 * @throws BundleError when there is none
 * @see https://distribution.github.io/distribution/spec/auth/token/
 */
export async function getToken(context: TokenContext, challenge: Challenge, credentials: Credentials | undefined): Promise<string> {
  const { source, reference, hosts, send } = context;
  const realm = challenge.parameters.get('realm') ?? '';
  if (!URL.canParse(realm)) {
    throw refusal(source, BundleErrorCode.REGISTRY, 'the registry wants a token, but names no address where one is to be had');
  }
  const url = new URL(realm);
  hosts.check(url, 'for a token');
  const service = challenge.parameters.get('service');
  const scope = `repository:${reference.repository}:pull`;
  const response = await send(credentials?.identityToken === undefined
    ? byPassword(url, service, scope, credentials)
    : byIdentityToken(url, service, scope, credentials.identityToken));
  const { status } = response;
  if (status === 401 || status === 403) {
    const what = credentials === undefined ? 'without credentials' : `for those of ${credentials.origin}`;
    throw refusal(source, BundleErrorCode.UNAUTHORIZED, `${hostOf(url)} gives no token ${what} (${status}); ${remedy(credentials)}`);
  }
  const token = status === 200 ? tokenOf(response) : undefined;
  if (token === undefined) {
    const what = status === 200 ? 'with something else' : `${status}`;
    throw refusal(source, BundleErrorCode.REGISTRY, `${hostOf(url)} was asked for a token and answers ${what}; try again later`);
  }
  return token;
}

/** What to do about credentials that are missing or wrong. */
export function remedy(credentials: Credentials | undefined): string {
  return credentials === undefined
    ? 'log in with `docker login`, or give the option credentials'
    : 'log in again, and check that the repository is the right one and the user may pull from it';
}

function byPassword(realm: URL, service: string | undefined, scope: string, credentials: Credentials | undefined): HttpRequest {
  const url = new URL(realm);
  if (service !== undefined) {
    url.searchParams.set('service', service);
  }
  url.searchParams.set('scope', scope);
  const headers = credentials?.basic === undefined ? {} : { authorization: basicHeader(credentials.basic) };
  return { url, headers, maxBytes: LARGEST_ANSWER };
}

function byIdentityToken(url: URL, service: string | undefined, scope: string, identityToken: string): HttpRequest {
  const form = new URLSearchParams({
    grant_type: 'refresh_token', client_id: 'olm-constructs', scope, refresh_token: identityToken, ...(service === undefined ? {} : { service }),
  });
  return { url, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: form.toString(), maxBytes: LARGEST_ANSWER };
}

/** The header that shows a name and a password. */
export function basicHeader({ username, password }: { readonly username: string; readonly password: string }): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

function tokenOf({ body }: HttpResponse): string | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    const token = field(value, 'token') ?? field(value, 'access_token');
    return typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) ? token : undefined;
  } catch {
    return undefined;
  }
}
