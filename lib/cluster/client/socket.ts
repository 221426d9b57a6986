import { isIP, type Socket } from 'node:net';
import { checkServerIdentity, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { defined } from '../../formats/json/defined';
import {
  ClosedConnectionError, openProxy, openTcp, openTls, openTunnel, RefusedTunnelError, targetOf, UnreachableProxyError,
} from '../../net/connect';
import { isTransientStatus } from '../../net/retry';
import { ClientError, ConnectionError } from './client-error';
import type { ClientCertificate } from './credentials';
import type { ClusterAccess } from './kubeconfig';

/** Proxy between this process and an API server. */
export interface ServerProxy {
  readonly url: URL;

  /** Setting that contains the URL, for messages. */
  readonly setting: string;
}

/** Returns the proxy to connect to an API server through, or undefined for a direct connection. */
export function proxyOf({ proxyUrl, environmentProxy }: ClusterAccess): ServerProxy | undefined {
  if (proxyUrl !== undefined) {
    return { url: new URL(proxyUrl), setting: 'proxy-url of the kubeconfig' };
  }
  return environmentProxy === undefined ? undefined
    : { url: new URL(environmentProxy.address), setting: `the environment variable ${environmentProxy.variable}` };
}

/**
 * Opens a TLS connection to an API server, through its proxy if there is one.
 *
 * @param certificate client certificate
 * @param protocols ALPN protocols, the preferred one first
 * @param timeout in milliseconds
 * @param signal aborts the attempt
 * @throws Error if the server cannot be reached or its certificate is not valid; the abort reason of the signal
 */
export function openSocket(
  access: ClusterAccess, certificate: ClientCertificate | undefined, protocols: readonly string[], timeout: number, signal: AbortSignal,
): Promise<TLSSocket> {
  return withinTimeout(access, timeout, signal, async (proxy, attempt) => {
    const target = targetOf(new URL(access.server));
    const tunnel = proxy === undefined ? undefined : await openTunnel(proxy.url, target, attempt);
    return openTls({
      ...(tunnel === undefined ? target : { socket: tunnel }), ...tlsOptions(access, certificate, target.host), ALPNProtocols: [...protocols],
    }, attempt);
  });
}

/**
 * Opens a connection without encryption to an API server, or to its proxy if there is one, which then forwards the requests.
 *
 * @param timeout in milliseconds
 * @param signal aborts the attempt
 * @throws Error if the server cannot be reached; the abort reason of the signal
 */
export function openPlainSocket(access: ClusterAccess, timeout: number, signal: AbortSignal): Promise<Socket> {
  return withinTimeout(access, timeout, signal, (proxy, attempt) => (
    proxy === undefined ? openTcp(targetOf(new URL(access.server)), attempt) : openProxy(proxy.url, attempt)
  ));
}

async function withinTimeout<Opened>(
  access: ClusterAccess, timeout: number, signal: AbortSignal, open: (proxy: ServerProxy | undefined, attempt: AbortSignal) => Promise<Opened>,
): Promise<Opened> {
  const proxy = proxyOf(access);
  const through = proxy === undefined ? '' : ` through the proxy ${proxy.url.host} of ${proxy.setting}`;
  const ending = new AbortController();
  const stop = (): void => ending.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => {
    ending.abort(new ConnectionError(`no connection to ${access.server}${through} within ${timeout / 1000} s`));
  }, timeout);
  try {
    signal.throwIfAborted();
    return await open(proxy, ending.signal);
  } catch (error) {
    throw connectError(error, proxy?.setting ?? '');
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

/** @param setting setting of the proxy, for messages */
function connectError(error: unknown, setting: string): unknown {
  if (error instanceof UnreachableProxyError) {
    return new ConnectionError(`the proxy ${error.proxy} of ${setting} cannot be reached (${error.code})`);
  }
  if (error instanceof RefusedTunnelError) {
    return refusedTunnel(error, setting);
  }
  return error instanceof ClosedConnectionError ? new ConnectionError(error.message) : error;
}

/** Returns the error for a refused tunnel: a retry may fix some status codes, others are about the request itself. */
function refusedTunnel({ proxy, authority, status }: RefusedTunnelError, setting: string): Error {
  const message = `the proxy ${proxy} of ${setting} answered ${status} to CONNECT ${authority}`;
  if (status >= 500 || isTransientStatus(status)) {
    return new ConnectionError(message);
  }
  return new ClientError(status === 407
    ? `${message}: it rejected the user and password, or there are none; correct them in ${setting}: http://user:password@host:port`
    : `${message}; allow the connection in the proxy, or correct ${setting}`);
}
