import { field, stringField } from '../../formats/json/json-value';
import type { ApiRequest } from './api-client';
import { ApiError } from './client-error';
import { accountOf, missingPermission, requiredPermission } from './missing-permission';

/** Maximum number of characters quoted of a response that is not a Kubernetes object. */
const MAX_QUOTE = 200;

/**
 * Returns the error for an error response of the API server, or of a proxy in front of it.
 *
 * @param status HTTP status code
 * @param body the body
 * @param options.secret Authorization header, which must not appear in the message, although a proxy may echo it
 */
export function errorResponse(
  status: number, body: string, { request, server, secret }: { request: ApiRequest; server: string; secret: string | undefined },
): ApiError {
  const found = parsed(body);
  const reason = stringField(found, 'reason') ?? '';
  if (status === 401) {
    return new ApiError(401, reason, `${server} rejected the credentials of the kubeconfig: they are wrong or have expired`);
  }
  const right = status === 403 ? requiredPermission(request) : undefined;
  const missing = right === undefined ? undefined : missingPermission(right, found);
  if (missing !== undefined) {
    return new ApiError(status, reason, missing, accountOf(found));
  }
  const message = stringField(found, 'message') ?? quoted(body);
  const code = field(found, 'code') === undefined ? `${status} ` : '';
  return new ApiError(status, reason, `${request.method} ${request.path.replace(/\?.*/, '')}: ${code}${without(message, secret)}`);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Returns the beginning of a response that is not a Kubernetes object, on one line; an HTML page is not quoted. */
function quoted(body: string): string {
  const line = body.replace(/\s+/g, ' ').trim();
  if (line === '') {
    return 'no reason given';
  }
  return line.startsWith('<') ? 'the response is an HTML page, not an answer of an API server' : line.slice(0, MAX_QUOTE);
}

function without(message: string, authorization: string | undefined): string {
  const secret = authorization?.replace(/^\w+ /, '') ?? '';
  return secret === '' ? message : message.replaceAll(secret, '…');
}
