import { defined } from '../../formats/json/defined';
import { field } from '../../formats/json/json-value';
import { goText } from '../../formats/json/utf8-text';
import { refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-problem';
import type { Credentials } from './fetch-options';
import { hostOf, type HostPolicy } from './host-policy';
import type { HttpRequest, HttpResponse } from './http-exchange';

/** Maximum size of a response, in bytes. */
const MAX_BYTES = 1024 * 1024;

/** What a client does in a repository: it pulls images, or pushes them. */
export type RegistryAccess = 'pull' | 'push';

/** Dependencies for requesting a token. */
export interface TokenContext {
  /** The image as specified, for messages. */
  readonly source: string;

  /** What the token must allow, such as `repository:org/bundle:pull`. */
  readonly scopes: readonly string[];

  /** What the client does in the repository, for messages. */
  readonly access: RegistryAccess;

  readonly hosts: HostPolicy;

  /** Sends a request, with retries. */
  readonly send: (request: HttpRequest) => Promise<HttpResponse>;
}

/**
 * Requests an access token.
 *
 * @param context dependencies
 * @param challenge the registry's challenge, which specifies the token server
 * @param credentials credentials, or undefined for an anonymous token
 * @throws BundleError if the token server issues none
 * @see https://distribution.github.io/distribution/spec/auth/token/
 */
export async function getToken(context: TokenContext, challenge: Challenge, credentials: Credentials | undefined): Promise<string> {
  const { source, scopes, access, hosts, send } = context;
  const realm = challenge.parameters.get('realm') ?? '';
  if (!URL.canParse(realm)) {
    throw refusal(source, BundleErrorCode.REGISTRY, 'the registry requires a token, but specifies no token server');
  }
  const url = new URL(realm);
  hosts.check(url, 'for a token');
  const service = challenge.parameters.get('service');
  const response = await send(credentials?.identityToken === undefined
    ? byPassword(url, service, scopes, credentials)
    : byIdentityToken(url, service, scopes, credentials.identityToken));
  const { status } = response;
  if (status === 401 || status === 403) {
    const what = credentials === undefined ? 'without credentials' : `for the credentials from ${credentials.origin}`;
    throw refusal(source, BundleErrorCode.UNAUTHORIZED, `${hostOf(url)} issued no token ${what} (${status}); ${remedy(credentials, access)}`);
  }
  const token = status === 200 ? tokenOf(response) : undefined;
  if (token === undefined) {
    const what = status === 200 ? 'with an invalid body' : `with status ${status}`;
    throw refusal(source, BundleErrorCode.REGISTRY, `${hostOf(url)} responded to a token request ${what}; try again later`);
  }
  return token;
}

/** Returns the remedy for missing or wrong credentials. */
export function remedy(credentials: Credentials | undefined, access: RegistryAccess): string {
  return credentials === undefined
    ? 'log in with `docker login`, or set the option credentials'
    : `log in again, and check that the repository is the right one and the user may ${access === 'pull' ? 'pull from' : 'push to'} it`;
}

function byPassword(realm: URL, service: string | undefined, scopes: readonly string[], credentials: Credentials | undefined): HttpRequest {
  const url = new URL(realm);
  if (service !== undefined) {
    url.searchParams.set('service', service);
  }
  scopes.forEach((scope) => url.searchParams.append('scope', scope));
  const headers = credentials?.basic === undefined ? {} : { authorization: basicHeader(credentials.basic) };
  return { url, headers, maxBytes: MAX_BYTES };
}

function byIdentityToken(url: URL, service: string | undefined, scopes: readonly string[], identityToken: string): HttpRequest {
  const form = new URLSearchParams({
    grant_type: 'refresh_token', client_id: 'olm-constructs', scope: scopes.join(' '), refresh_token: identityToken, ...defined({ service }),
  });
  return { url, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: form.toString(), maxBytes: MAX_BYTES };
}

/** Returns the `Authorization` header for a user name and password. */
export function basicHeader({ username, password }: { readonly username: string; readonly password: string }): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

function tokenOf({ body }: HttpResponse): string | undefined {
  try {
    const value: unknown = JSON.parse(goText(body));
    const token = field(value, 'token') ?? field(value, 'access_token');
    return typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) ? token : undefined;
  } catch {
    return undefined;
  }
}

/** Authentication challenge of a registry (RFC 9110): a scheme and its parameters. */
interface Challenge {
  /** Scheme in lowercase, such as `bearer` or `basic`. */
  readonly scheme: string;

  /** Parameters by lowercase name. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Maximum number of scopes of a challenge that are requested. */
const MAX_SCOPES = 8;

/**
 * Returns the scopes that a challenge of a registry names: for pushing, registries may require more than to push to the repository, such as to pull
 * from another one. Deleting is not among them.
 */
export function scopesOf({ parameters }: Challenge): readonly string[] {
  return (parameters.get('scope') ?? '').split(' ').slice(0, MAX_SCOPES)
    .filter((scope) => /^[a-z]+(?:\([a-z]+\))?:[\w./:-]{1,300}:(?:[a-z]+,)*[a-z]+$/.test(scope) && !/\bdelete\b/.test(scope.slice(scope.lastIndexOf(':'))));
}

const TOKEN = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/y;
const SPACE = /[ \t]*/y;

/** Maximum number of characters of a header that are parsed. */
const MAX_LENGTH = 8192;

/**
 * Parses the challenges in a header `WWW-Authenticate`. Parsing stops at the first syntax error.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1
 */
export function parseChallenges(header: string): Challenge[] {
  const input = header.slice(0, MAX_LENGTH);
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(input);
    at = match === null ? at : pattern.lastIndex;
    return match;
  };
  while (at < input.length) {
    take(SPACE);
    const word = take(TOKEN)?.[0];
    take(SPACE);
    if (word === undefined) {
      return challenges;
    }
    if (input[at] === '=' && challenges.length > 0) {
      at++;
      take(SPACE);
      const quoted = input[at] === '"' ? take(QUOTED)?.[1] : take(TOKEN)?.[0];
      if (quoted === undefined) {
        return challenges;
      }
      challenges.at(-1)!.parameters.set(word.toLowerCase(), quoted.replace(/\\(.)/g, '$1'));
      take(SPACE);
    } else {
      challenges.push({ scheme: word.toLowerCase(), parameters: new Map() });
      if (input[at] !== ',') {
        continue;
      }
    }
    if (at < input.length && input[at++] !== ',') {
      return challenges;
    }
  }
  return challenges;
}
