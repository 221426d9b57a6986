import { isIP } from 'node:net';
import { checkServerIdentity, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { defined } from '../../formats/json/defined';
import { ClosedConnectionError, openTls, openTunnel, RefusedTunnelError, targetOf } from '../../net/connect';
import { isTransientStatus } from '../../net/retry';
import { ClientError, ConnectionError } from './client-error';
import type { ClientCertificate } from './credentials';
import type { ClusterAccess } from './kubeconfig';

/**
 * Opens a TLS connection to an API server, through the proxy of the kubeconfig if there is one.
 *
 * @param certificate client certificate
 * @param protocols ALPN protocols, the preferred one first
 * @param timeout in milliseconds
 * @param signal aborts the attempt
 * @throws Error if the server cannot be reached or its certificate is not valid; the abort reason of the signal
 */
export async function openSocket(
  access: ClusterAccess, certificate: ClientCertificate | undefined, protocols: readonly string[], timeout: number, signal: AbortSignal,
): Promise<TLSSocket> {
  const ending = new AbortController();
  const stop = (): void => ending.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => {
    ending.abort(new ConnectionError(`no connection to ${access.server} within ${timeout / 1000} s`));
  }, timeout);
  try {
    signal.throwIfAborted();
    const target = targetOf(new URL(access.server));
    const tunnel = access.proxyUrl === undefined ? undefined : await openTunnel(new URL(access.proxyUrl), target, ending.signal);
    return await openTls({
      ...(tunnel === undefined ? target : { socket: tunnel }), ...tlsOptions(access, certificate, target.host), ALPNProtocols: [...protocols],
    }, ending.signal);
  } catch (error) {
    throw error instanceof RefusedTunnelError ? refusedTunnel(error)
      : error instanceof ClosedConnectionError ? new ConnectionError(error.message) : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

function tlsOptions(access: ClusterAccess, certificate: ClientCertificate | undefined, host: string): ConnectionOptions {
  const name = access.tlsServerName ?? host;
  return {
    ...(isIP(name) === 0 ? { servername: name } : {}),
    // Without SNI, Node would check the IP address of the connection instead of the configured name.
    checkServerIdentity: (_, peer) => checkServerIdentity(name, peer),
    rejectUnauthorized: !access.insecure,
    ...defined({ ca: access.certificateAuthority }),
    ...(certificate === undefined ? {} : { cert: certificate.certificate, key: certificate.key }),
  };
}

/** Returns the error for a refused tunnel: a retry may fix some status codes, others are about the request itself. */
function refusedTunnel({ proxy, authority, status }: RefusedTunnelError): Error {
  const message = `the proxy ${proxy} of the kubeconfig answered ${status} to CONNECT ${authority}`;
  if (status >= 500 || isTransientStatus(status)) {
    return new ConnectionError(message);
  }
  return new ClientError(status === 407
    ? `${message}: it rejected the user and password of proxy-url; correct them`
    : `${message}; allow the connection in the proxy, or correct proxy-url`);
}
