import { field, textField } from '../../../bundle/json-value';
import type { ApiRequest } from './api-client';
import { ApiError } from './client-error';
import { accountIn, missingRight, rightFor } from './missing-right';

/** An answer that is no object of Kubernetes is quoted up to this many characters. */
const QUOTED = 200;

/**
 * The error that an answer of the API server, or of something before it, stands for.
 *
 * @param status the status code of HTTP
 * @param text the body
 * @param asked.secret what must not be in a message, though something between may send it back
 */
export function refusal(
  status: number, text: string, { request, server, secret }: { request: ApiRequest; server: string; secret: string | undefined },
): ApiError {
  const found = parsed(text);
  const reason = textField(found, 'reason') ?? '';
  if (status === 401) {
    return new ApiError(401, reason, `${server} does not accept the credentials of the kubeconfig: they are wrong or have expired`);
  }
  const right = status === 403 ? rightFor(request) : undefined;
  const missing = right === undefined ? undefined : missingRight(right, found);
  if (missing !== undefined) {
    return new ApiError(status, reason, missing, accountIn(found));
  }
  const message = textField(found, 'message') ?? quoted(text);
  const code = field(found, 'code') === undefined ? `${status} ` : '';
  return new ApiError(status, reason, `${request.method} ${request.path.replace(/\?.*/, '')}: ${code}${without(message, secret)}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The beginning of an answer of a stranger, in one line; of a page for people only that it is one. */
function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') {
    return 'no reason is given';
  }
  return line.startsWith('<') ? 'the answer is a page for people, not one of an API server' : line.slice(0, QUOTED);
}

function without(message: string, authorization: string | undefined): string {
  const secret = authorization?.replace(/^\w+ /, '') ?? '';
  return secret === '' ? message : message.replaceAll(secret, '…');
}
