import { textField } from '../../../bundle/json-value';
import { ApiError, ClientError, ConnectionError } from './client-error';

/** Codes of certificates that one side does not take from the other. */
const CERTIFICATES = /^(?:CERT_|ERR_TLS_CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|ERR_OSSL_|ERR_SSL_\w*(?:CERT|UNKNOWN_CA|KEY))/;

/** Codes of mistakes in a program, which must not pass for a bad connection. */
const MISTAKES = /^ERR_(?:INVALID|UNESCAPED)/;

/** Codes of networks that lead nowhere. */
const NO_WAY = ['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EHOSTDOWN', 'ENETDOWN', 'EAI_AGAIN'];

/**
 * What is wrong with a connection, from what Node threw. Its messages are left out: they are about Node, not about clusters.
 *
 * @param error what was thrown
 * @param server the address of the API server
 * @param reached whether the server was there before, so that an unknown host is more likely a network that is down for a while
 * @returns ConnectionError for what another try may mend; anything else stays as it is
 */
export function connectionFault(error: unknown, server: string, reached: boolean): unknown {
  if (error instanceof ApiError || error instanceof ClientError || error instanceof ConnectionError) {
    return error;
  }
  const code = textField(error, 'code') ?? '';
  if (code === '' || MISTAKES.test(code)) {
    return error;
  }
  if (CERTIFICATES.test(code)) {
    return new ClientError(`the certificates of ${server} and of the kubeconfig do not fit (${code}); renew the kubeconfig, or correct its `
      + 'certificate-authority, client-certificate or tls-server-name');
  }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_HTTP_REQUEST') {
    return new ClientError(`${server} does not speak TLS (${code}); correct the address and the port of the cluster in the kubeconfig`);
  }
  if (code === 'ENOTFOUND' && !reached) {
    return new ClientError(`the host of ${server} is not known; check that kubeconfig and context name the cluster you mean, and that it is there`);
  }
  if (code === 'ECONNREFUSED') {
    return new ConnectionError(`nothing listens at ${server} (${code})`);
  }
  return new ConnectionError(NO_WAY.includes(code)
    ? `${server} cannot be reached (${code})`
    : `the connection to ${server} broke (${code})`);
}
