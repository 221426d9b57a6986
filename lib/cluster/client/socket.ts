import { request } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import * as tls from 'node:tls';
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
): Promise<tls.TLSSocket> {
  const ending = new AbortController();
  const stop = (): void => ending.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => {
    ending.abort(new ConnectionError(`no connection to ${access.server} within ${timeout / 1000} s`));
  }, timeout);
  try {
    signal.throwIfAborted();
    const url = new URL(access.server);
    const target = { host: withoutBrackets(url.hostname), port: url.port === '' ? 443 : Number(url.port) };
    const tunnel = access.proxyUrl === undefined ? undefined : await openTunnel(new URL(access.proxyUrl), target, ending.signal);
    return await openTls(() => tls.connect({
      ...(tunnel === undefined ? target : { socket: tunnel }),
      ...tlsOptions(access, certificate, target.host),
      ALPNProtocols: [...protocols],
    }), tunnel, ending.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

function tlsOptions(access: ClusterAccess, certificate: ClientCertificate | undefined, host: string): tls.ConnectionOptions {
  const name = access.tlsServerName ?? host;
  return {
    ...(isIP(name) === 0 ? { servername: name } : {}),
    // Without SNI, Node would check the IP address of the connection instead of the configured name.
    checkServerIdentity: (_, peer) => tls.checkServerIdentity(name, peer),
    rejectUnauthorized: !access.insecure,
    ...(access.certificateAuthority === undefined ? {} : { ca: access.certificateAuthority }),
    ...(certificate === undefined ? {} : { cert: certificate.certificate, key: certificate.key }),
  };
}

async function openTls(connect: () => tls.TLSSocket, tunnel: Socket | undefined, signal: AbortSignal): Promise<tls.TLSSocket> {
  let socket: tls.TLSSocket;
  try {
    socket = connect();
  } catch (error) {
    // The client certificate or key is invalid.
    tunnel?.destroy();
    throw error;
  }
  socket.setKeepAlive(true, 15_000);
  socket.setNoDelay(true);
  return untilEvent<tls.TLSSocket>(socket, signal, (resolve) => socket.once('secureConnect', () => resolve(socket)));
}

/** Opens a tunnel through a proxy by CONNECT. */
async function openTunnel(proxy: URL, target: { readonly host: string; readonly port: number }, signal: AbortSignal): Promise<Socket> {
  const authority = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
  const socket = await openProxy(proxy, signal);
  return untilEvent<Socket>(socket, signal, (resolve, reject) => {
    const connecting = request({
      createConnection: () => socket,
      method: 'CONNECT',
      path: authority,
      headers: { Host: authority, ...proxyAuthorization(proxy) },
    });
    connecting.once('connect', ({ statusCode = 0 }) => {
      if (statusCode === 200) {
        resolve(socket);
      } else {
        reject(refusedTunnel(proxy, authority, statusCode));
      }
    });
    connecting.once('error', reject);
    connecting.end();
  });
}

function openProxy(proxy: URL, signal: AbortSignal): Promise<Socket> {
  const host = withoutBrackets(proxy.hostname);
  if (proxy.protocol === 'https:') {
    return openTls(() => tls.connect({
      host, port: proxy.port === '' ? 443 : Number(proxy.port), ...(isIP(host) === 0 ? { servername: host } : {}), ALPNProtocols: ['http/1.1'],
    }), undefined, signal);
  }
  const socket = connectTcp(proxy.port === '' ? 80 : Number(proxy.port), host);
  return untilEvent<Socket>(socket, signal, (resolve) => socket.once('connect', () => resolve(socket)));
}

function proxyAuthorization(proxy: URL): { readonly [name: string]: string } {
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return credentials === ':' ? {} : { 'Proxy-Authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** Returns the error for a rejected tunnel: 5xx and 429 are transient, other codes are about the request itself. */
function refusedTunnel(proxy: URL, authority: string, status: number): Error {
  const message = `the proxy ${proxy.host} of the kubeconfig answered ${status} to CONNECT ${authority}`;
  if (status >= 500 || status === 429) {
    return new ConnectionError(message);
  }
  return new ClientError(status === 407
    ? `${message}: it rejected the user and password of proxy-url; correct them`
    : `${message}; allow the connection in the proxy, or correct proxy-url`);
}

/** Waits for an event of a socket; closes the socket if it fails. */
function untilEvent<Result>(
  socket: Socket, signal: AbortSignal, wait: (resolve: (result: Result) => void, reject: (error: Error) => void) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const removeListeners = (): void => {
      signal.removeEventListener('abort', stop);
      socket.off('error', fail);
      socket.off('close', close);
    };
    // An error without a listener ends the process: a second error, or one before the transport adds its own listener.
    socket.on('error', () => undefined);
    const fail = (error: Error): void => {
      removeListeners();
      socket.destroy();
      reject(error);
    };
    const stop = (): void => fail(signal.reason as Error);
    const close = (): void => fail(new ConnectionError('the connection was closed before it was established'));
    socket.on('error', fail);
    socket.on('close', close);
    signal.addEventListener('abort', stop, { once: true });
    wait((result) => {
      removeListeners();
      resolve(result);
    }, fail);
    if (signal.aborted) {
      stop();
    }
  });
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}
