import { field, stringField } from '../../formats/json/json-value';
import type { ApiRequest } from './api-client';
import { ApiError, ClientError } from './client-error';
import type { Response } from './transport';

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
    return new ApiError(401, reason, server.startsWith('http://')
      ? `${server} requires credentials, which are not sent without encryption, as in kubectl: use an https:// server in the kubeconfig`
      : `${server} rejected the credentials of the kubeconfig: they are wrong or have expired`);
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

/**
 * Returns the error for a response that redirects, as gateways redirect to their login page, or that requires credentials for a proxy. Of the
 * location, only the host is quoted: the rest may contain secrets.
 */
export function redirectError({ status, headers }: Pick<Response, 'status' | 'headers'>, server: string): ClientError {
  if (status === 407) {
    return new ClientError(`the proxy in front of ${server} requires a user and password (407); set them in the URL of the proxy: `
      + 'http://user:password@host:port');
  }
  const { location = '' } = headers;
  const target = URL.canParse(location, server) ? new URL(location, server) : undefined;
  const where = target === undefined || location === '' ? 'without a location' : `to ${target.protocol}//${target.host}`;
  return new ClientError(`${server} redirects ${where} (${status}), such as to a login page, so it is not an API server, or a gateway in front of it `
    + 'requires a login; log in there, or correct `server` in the kubeconfig');
}

/**
 * Returns the error for a successful response that is not JSON: a login page, or the answer of another program. The content is not quoted: an unknown
 * server may echo the request, including its credentials.
 *
 * @param type media type of the response, or another word for its content
 */
export function notJsonError(type: string, body: string, server: string): ClientError {
  return new ClientError(type === 'text/html' || body.trimStart().startsWith('<')
    ? `${server} answered with a web page, such as a login page, so it is not an API server, or a gateway in front of it requires a login; log in there, or `
      + 'correct `server` in the kubeconfig'
    : `${server} answered with ${type} that is not JSON, so it is not an API server; correct its address in the kubeconfig`);
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

/** Permission on a resource of the API. */
export interface Permission {
  readonly verb: string;

  /** API group, or an empty string for the core group. */
  readonly group: string;

  /** Plural name, with the subresource if there is one, as in RBAC rules. */
  readonly resource: string;

  /** Namespace, or undefined for all namespaces and for cluster-scoped resources. */
  readonly namespace?: string | undefined;
}

const VERBS: { readonly [method: string]: string | undefined } = { POST: 'create', PATCH: 'patch', PUT: 'update', DELETE: 'delete' };

/** Returns the permission that a request requires, or undefined for paths that are not resources, such as `/version`. */
export function requiredPermission({ method, path }: { readonly method: string; readonly path: string }): Permission | undefined {
  const [address = '', query = ''] = path.split('?');
  const parts = address.split('/').slice(1).map((part) => decodeURIComponent(part));
  const core = parts[0] === 'api';
  if (!core && parts[0] !== 'apis') {
    return undefined;
  }
  const group = core ? '' : parts[1] ?? '';
  const rest = parts.slice(core ? 2 : 3);
  const namespaced = rest[0] === 'namespaces' && rest.length > 2;
  const [resource, name, subresource] = namespaced ? rest.slice(2) : rest;
  if (resource === undefined || resource === '') {
    return undefined;
  }
  const reading = name !== undefined ? 'get' : new URLSearchParams(query).get('watch') === 'true' ? 'watch' : 'list';
  return {
    verb: VERBS[method] ?? reading,
    group,
    resource: subresource === undefined ? resource : `${resource}/${subresource}`,
    namespace: namespaced ? rest[1] : undefined,
  };
}

/**
 * Describes a missing permission and the minimal role that grants it. Lists are followed by watches, so the role grants both.
 *
 * @param permission the permission that the request required
 * @param status the Status of the response
 * @returns the description, or undefined if permissions are not the reason: admission rejects requests with the same code
 */
export function missingPermission({ verb, group, resource, namespace }: Permission, status: unknown): string | undefined {
  const message = stringField(status, 'message') ?? '';
  if (!/ cannot [a-z]+ (?:resource|path)s? /.test(message)) {
    return undefined;
  }
  const account = accountOf(status);
  const verbs = verb === 'list' || verb === 'watch' ? ['list', 'watch'] : [verb];
  const rule = `{ apiGroups: [${JSON.stringify(group)}], resources: [${JSON.stringify(resource)}], verbs: ${JSON.stringify(verbs)} }`;
  return `the account${account === undefined ? '' : ` '${account}'`} is not allowed to ${verb} ${group === '' ? resource : `${resource}.${group}`}`
    + `${namespace === undefined ? '' : ` in namespace '${namespace}'`}; bind it to `
    + `${namespace === undefined ? 'a ClusterRole, for the whole cluster,' : `a Role in namespace '${namespace}'`} with the rule ${rule}`;
}

/** Returns the user name in the Status of a rejected request. */
export function accountOf(status: unknown): string | undefined {
  return /User "([^"]{1,300})"/.exec(stringField(status, 'message') ?? '')?.[1];
}
