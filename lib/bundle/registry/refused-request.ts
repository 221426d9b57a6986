import { mapListField, stringField } from '../../formats/json/json-value';
import { goText } from '../../formats/json/utf8-text';
import { requestedDelay } from '../../net/retry';
import { oneLine } from '../../text/printable';
import { refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-problem';
import type { Credentials } from './fetch-options';
import { hostOf } from './host-policy';
import type { HttpResponse } from './http-exchange';
import { type RegistryAccess, remedy } from './token';

/** A request that a registry refused. */
export interface RefusedRequest {
  /** The image as specified, for messages. */
  readonly source: string;

  readonly repository: string;
  readonly access: RegistryAccess;
  readonly response: HttpResponse;

  /** Credentials that were sent, if any. */
  readonly credentials: Credentials | undefined;

  /** Authorization that was sent, if any, which must not appear in the message. */
  readonly authorization: string | undefined;
}

/** Returns the error for a request that the registry refused, with its status and the remedy. */
export function refusedRequest(refused: RefusedRequest): Error {
  const { source, repository, access, response, credentials } = refused;
  const { status, url } = response;
  const summary = access === 'pull' ? `${hostOf(url)} responded with status ${status}${codesOf(response)}`
    : `${hostOf(url)} refused the push to ${repository} with status ${status}${reasonsOf(refused)}`;
  if (status === 401 || status === 403) {
    const what = credentials === undefined ? 'no credentials were sent' : `the credentials from ${credentials.origin} were sent`;
    return refusal(source, BundleErrorCode.UNAUTHORIZED, `${summary}; ${what}; ${remedy(credentials, access)}`);
  }
  if (status === 404) {
    const isBlobLost = access === 'push' && errorsOf(response).some(({ code }) => code.endsWith('BLOB_UNKNOWN'));
    const message = isBlobLost ? `${summary}; the registry lost a blob of the image; push it again` : access === 'pull' ? `${summary}: image or blob not found in ${repository}; check the name, the tag and the digest`
      : `${summary}; check the name of the repository; some registries require that it is created first`;
    return refusal(source, BundleErrorCode.NOT_FOUND, message);
  }
  if (access === 'push' && status === 413) {
    return refusal(source, BundleErrorCode.LIMIT, `${summary}: the registry, or a proxy in front of it, limits the size of a request; set maxChunkBytes to less`);
  }
  const wait = requestedDelay(response.headers);
  const later = wait === undefined ? 'try again later' : `try again in ${Math.ceil(wait / 1000)} s`;
  const isFinal = access === 'push' && status < 500 && status !== 429 && status !== 408;
  return refusal(source, BundleErrorCode.REGISTRY, `${summary}; ${isFinal ? 'check what the registry allows in this repository, such as tags that exist already' : later}`);
}

/** Whether a response is a web page, which a registry never sends. */
export function isWebPage({ headers }: HttpResponse): boolean {
  return /^\s*text\/html\b/i.test(headers['content-type'] ?? '');
}

/** Returns the error for a web page in the place of a registry's response. */
export function loginPage(source: string, host: string, what: string): Error {
  return refusal(source, BundleErrorCode.REGISTRY, `${host} ${what}, such as a login page: it is not a registry, or a proxy or gateway in front of it requires `
    + 'a login; log in there, or check the name of the registry');
}

/** Returns the error codes in the body of a response, without their messages, which may quote the request. */
function codesOf(response: HttpResponse): string {
  const known = errorsOf(response).map(({ code }) => code).filter(isCode);
  return known.length === 0 ? '' : ` (${known.join(', ')})`;
}

/** Returns the errors in the body of a response. A message that quotes a secret of the request is left out. */
function reasonsOf({ response, credentials, authorization }: RefusedRequest): string {
  const { basic, identityToken, registryToken } = credentials ?? {};
  const secrets = [basic?.password, identityToken, registryToken, authorization?.replace(/^\w+ /, '')].filter((secret) => secret !== undefined && secret !== '');
  const reasons = errorsOf(response).filter(({ code }) => isCode(code)).map(({ code, message }) => (
    message === '' || secrets.some((secret) => message.includes(secret!)) ? code : `${code}: ${oneLine(withoutQueries(message), MAX_MESSAGE)}`
  ));
  return reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
}

const MAX_MESSAGE = 200;

/** Removes the queries of URLs, which may be signatures. */
function withoutQueries(message: string): string {
  return message.replace(/(https?:\/\/[^\s?"']*)\?[^\s"']*/g, '$1?…');
}

function isCode(code: string): boolean {
  return /^[A-Z_]{1,40}$/.test(code);
}

function errorsOf({ body }: HttpResponse): { readonly code: string; readonly message: string }[] {
  try {
    return mapListField(JSON.parse(goText(body)), 'errors').slice(0, 3)
      .map((entry) => ({ code: stringField(entry, 'code') ?? '', message: stringField(entry, 'message') ?? '' }));
  } catch {
    return [];
  }
}
