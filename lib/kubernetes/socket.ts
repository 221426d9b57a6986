import { request } from 'node:http';
import { connect as connectTcp, isIP } from 'node:net';
import type { Socket } from 'node:net';
import * as tls from 'node:tls';
import { ClientError, ConnectionError } from './client-error';
import type { ClientCertificate } from './credentials';
import type { ClusterAccess } from './kubeconfig';

/**
 * Opens a connection to an API server, through a proxy where the kubeconfig names one.
 *
 * @param certificate the certificate to show
 * @param protocols the versions of HTTP that are offered, the best one first
 * @param within how long it may take, in milliseconds
 * @param signal ends the opening
 * @throws Error when there is no way, or the server's certificate is not the one that it must be; the reason of the signal
 */
export async function openSocket(
  access: ClusterAccess, certificate: ClientCertificate | undefined, protocols: readonly string[], within: number, signal: AbortSignal,
): Promise<tls.TLSSocket> {
  const ending = new AbortController();
  const stop = (): void => ending.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => {
    ending.abort(new ConnectionError(`no connection to ${access.server} within ${within / 1000} s`));
  }, within);
  try {
    signal.throwIfAborted();
    const url = new URL(access.server);
    const target = { host: withoutBrackets(url.hostname), port: url.port === '' ? 443 : Number(url.port) };
    const tunnel = access.proxyUrl === undefined ? undefined : await openTunnel(new URL(access.proxyUrl), target, ending.signal);
    return await shakeHands(() => tls.connect({
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
    // Without a name to ask for, as for an address, Node checks the address; a name of its own has to be checked by hand.
    checkServerIdentity: (_, peer) => tls.checkServerIdentity(name, peer),
    rejectUnauthorized: !access.insecure,
    ...(access.certificateAuthority === undefined ? {} : { ca: access.certificateAuthority }),
    ...(certificate === undefined ? {} : { cert: certificate.certificate, key: certificate.key }),
  };
}

async function shakeHands(connect: () => tls.TLSSocket, tunnel: Socket | undefined, signal: AbortSignal): Promise<tls.TLSSocket> {
  let socket: tls.TLSSocket;
  try {
    socket = connect();
  } catch (error) {
    // A certificate or key that cannot be read.
    tunnel?.destroy();
    throw error;
  }
  socket.setKeepAlive(true, 15_000);
  socket.setNoDelay(true);
  return untilEvent<tls.TLSSocket>(socket, signal, (resolve) => socket.once('secureConnect', () => resolve(socket)));
}

/** Opens a way through a proxy, which is asked with CONNECT. */
async function openTunnel(proxy: URL, target: { readonly host: string; readonly port: number }, signal: AbortSignal): Promise<Socket> {
  const authority = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
  const socket = await openProxy(proxy, signal);
  return untilEvent<Socket>(socket, signal, (resolve, reject) => {
    const asked = request({
      createConnection: () => socket,
      method: 'CONNECT',
      path: authority,
      headers: { Host: authority, ...proxyAuthorization(proxy) },
    });
    asked.once('connect', ({ statusCode = 0 }) => {
      if (statusCode === 200) {
        resolve(socket);
      } else {
        reject(refusedTunnel(proxy, authority, statusCode));
      }
    });
    asked.once('error', reject);
    asked.end();
  });
}

function openProxy(proxy: URL, signal: AbortSignal): Promise<Socket> {
  const host = withoutBrackets(proxy.hostname);
  if (proxy.protocol === 'https:') {
    return shakeHands(() => tls.connect({
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

/** What a proxy says of itself passes, as does a server that it does not reach now; what it says of the request stays. */
function refusedTunnel(proxy: URL, authority: string, status: number): Error {
  const text = `the proxy ${proxy.host} of the kubeconfig answered ${status} when asked for ${authority}`;
  if (status >= 500 || status === 429) {
    return new ConnectionError(text);
  }
  return new ClientError(status === 407
    ? `${text}: it does not accept the user and password of proxy-url; correct them`
    : `${text}; have it let this through, or correct proxy-url`);
}

/** Waits for something to come of a socket. A socket that comes to nothing is closed. */
function untilEvent<Result>(
  socket: Socket, signal: AbortSignal, wait: (resolve: (result: Result) => void, reject: (error: Error) => void) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const listenNoMore = (): void => {
      signal.removeEventListener('abort', stop);
      socket.off('error', fail);
      socket.off('close', close);
    };
    // An error that nobody listens to ends the process: one after the first, or one before somebody takes the socket over.
    socket.on('error', () => undefined);
    const fail = (error: Error): void => {
      listenNoMore();
      socket.destroy();
      reject(error);
    };
    const stop = (): void => fail(signal.reason as Error);
    const close = (): void => fail(new ConnectionError('the connection was closed before it stood'));
    socket.on('error', fail);
    socket.on('close', close);
    signal.addEventListener('abort', stop, { once: true });
    wait((result) => {
      listenNoMore();
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
