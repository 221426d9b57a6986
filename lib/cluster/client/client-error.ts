import { stringField } from '../../formats/json/json-value';
import { printableLine, printableMessage } from '../../text/printable';

/** Error that a retry does not fix: in the kubeconfig, the credentials, or the connection. The message contains the remedy and no secrets. */
export class ClientError extends Error {
  /** @param message may have several lines, such as an explanation */
  public constructor(message: string) {
    super(printableMessage(message));
    this.name = 'ClientError';
  }
}

/** Error that a retry may fix: a connection could not be established or was lost. The client reports and retries it. */
export class ConnectionError extends Error {
  public constructor(message: string) {
    super(printableLine(message));
    this.name = 'ConnectionError';
  }
}

/** Error response of the API server. */
export class ApiError extends Error {
  /** HTTP status code. */
  public readonly status: number;

  /** Reason of the Status object, such as `NotFound` or `Forbidden`, or an empty string. */
  public readonly reason: string;

  /** User name that the server sees, or undefined if its message does not contain it. */
  public readonly account: string | undefined;

  public constructor(status: number, reason: string, message: string, account?: string) {
    super(printableLine(message));
    this.name = 'ApiError';
    this.status = status;
    this.reason = reason;
    this.account = account;
  }
}

/** Error codes of certificates that one side rejects. */
const CERTIFICATE_CODES = /^(?:CERT_|ERR_TLS_CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|ERR_OSSL_|ERR_SSL_\w*(?:CERT|UNKNOWN_CA|KEY))/;

/** Error codes of programming errors, which must not be taken for connection errors. */
const PROGRAMMING_CODES = /^ERR_(?:INVALID|UNESCAPED)/;

/** Error codes of unreachable hosts. */
const UNREACHABLE_CODES = ['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EHOSTDOWN', 'ENETDOWN', 'EAI_AGAIN'];

/**
 * Converts an error of Node into one about the connection. Node's messages are omitted, because they do not help users of a cluster.
 *
 * @param error the error
 * @param server URL of the API server
 * @param reached whether the server was reached before, so that an unknown host probably means a temporary network problem
 * @returns ConnectionError if a retry may help, ClientError if not; any other error is returned unchanged
 */
export function connectionError(error: unknown, server: string, reached: boolean): unknown {
  if (error instanceof ApiError || error instanceof ClientError || error instanceof ConnectionError) {
    return error;
  }
  const code = stringField(error, 'code') ?? '';
  if (code === '' || PROGRAMMING_CODES.test(code)) {
    return error;
  }
  if (CERTIFICATE_CODES.test(code)) {
    return new ClientError(`the certificates of ${server} and of the kubeconfig do not match (${code}); renew the kubeconfig, or correct its `
      + 'certificate-authority, client-certificate or tls-server-name');
  }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_HTTP_REQUEST') {
    return new ClientError(`${server} does not use TLS (${code}); correct the address and the port of the cluster in the kubeconfig`);
  }
  if (code === 'ENOTFOUND' && !reached) {
    return new ClientError(`the host of ${server} cannot be resolved; check that the kubeconfig and context select the right cluster, and that it exists`);
  }
  if (code === 'ECONNREFUSED') {
    return new ConnectionError(`nothing is listening at ${server} (${code})`);
  }
  return new ConnectionError(UNREACHABLE_CODES.includes(code)
    ? `${server} cannot be reached (${code})`
    : `the connection to ${server} was lost (${code})`);
}
