import { request } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { proxyAuthorization, withoutBrackets } from './proxy';
import { printableMessage } from '../text/printable';

/** Interval of the keep-alive probes of a connection, in milliseconds. */
const KEEP_ALIVE = 15_000;

/** Host and port to connect to. The host has no brackets. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

/** A connection was closed before it was established. */
export class ClosedConnectionError extends Error {
  /** Code of Node.js for a connection that the other side closed. */
  public readonly code = 'ECONNRESET';

  public constructor() {
    super('the connection was closed before it was established');
    this.name = 'ClosedConnectionError';
  }
}

/** A proxy cannot be reached. */
export class UnreachableProxyError extends Error {
  /** Host and port of the proxy. */
  public readonly proxy: string;

  /** Error code of Node.js, such as ECONNREFUSED. */
  public readonly code: string;

  public constructor(proxy: string, code: string) {
    super(printableMessage(`the proxy ${proxy} cannot be reached (${code})`));
    this.name = 'UnreachableProxyError';
    this.proxy = proxy;
    this.code = code;
  }
}

/** A proxy did not open a tunnel. */
export class RefusedTunnelError extends Error {
  /** Host and port of the proxy. */
  public readonly proxy: string;

  /** Host and port of the target. */
  public readonly authority: string;

  /** Status code of the response. */
  public readonly status: number;

  public constructor(proxy: string, authority: string, status: number) {
    super(printableMessage(`the proxy ${proxy} answered ${status} to CONNECT ${authority}`));
    this.name = 'RefusedTunnelError';
    this.proxy = proxy;
    this.authority = authority;
    this.status = status;
  }
}

/** Returns host and port of a URL. */
export function targetOf(url: URL): Target {
  return { host: withoutBrackets(url.hostname), port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port) };
}

/**
 * Opens a TLS connection.
 *
 * @param options host and port, or the socket of a tunnel, which is closed if this fails
 * @param signal aborts the attempt
 * @throws Error of Node.js if the server cannot be reached, or a certificate is invalid; ClosedConnectionError; the abort reason of the signal
 */
export async function openTls(options: ConnectionOptions, signal: AbortSignal): Promise<TLSSocket> {
  let socket: TLSSocket;
  try {
    signal.throwIfAborted();
    socket = connectTls(options);
  } catch (error) {
    // The client certificate or key is invalid.
    options.socket?.destroy();
    throw error;
  }
  socket.setKeepAlive(true, KEEP_ALIVE);
  socket.setNoDelay(true);
  return untilEvent<TLSSocket>(socket, signal, (resolve) => socket.once('secureConnect', () => resolve(socket)));
}

/**
 * Opens a tunnel through a proxy, by CONNECT.
 *
 * @param proxy URL of the proxy, with `http:` or `https:`
 * @param signal aborts the attempt
 * @throws RefusedTunnelError; UnreachableProxyError, also if the certificate of the proxy is invalid; ClosedConnectionError; the abort reason of the
 * signal
 */
export async function openTunnel(proxy: URL, { host, port }: Target, signal: AbortSignal): Promise<Socket> {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const socket = await openProxy(proxy, signal);
  return untilEvent<Socket>(socket, signal, (resolve, reject) => {
    const connecting = request({
      createConnection: () => socket, method: 'CONNECT', path: authority, headers: { Host: authority, ...proxyAuthorization(proxy) },
    });
    connecting.once('connect', ({ statusCode = 0 }) => {
      if (statusCode === 200) {
        resolve(socket);
      } else {
        reject(new RefusedTunnelError(proxy.host, authority, statusCode));
      }
    });
    connecting.once('error', reject);
    connecting.end();
  });
}

/**
 * Opens a connection to a proxy.
 *
 * @param proxy URL of the proxy, with `http:` or `https:`
 * @param signal aborts the attempt
 * @throws UnreachableProxyError, also if its certificate is invalid; the abort reason of the signal
 */
export async function openProxy(proxy: URL, signal: AbortSignal): Promise<Socket> {
  const target = targetOf(proxy);
  try {
    return proxy.protocol === 'https:'
      ? await openTls({ ...target, ...(isIP(target.host) === 0 ? { servername: target.host } : {}), ALPNProtocols: ['http/1.1'] }, signal)
      : await openTcp(target, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw new UnreachableProxyError(proxy.host, (error as NodeJS.ErrnoException).code ?? 'no reason given');
  }
}

/**
 * Opens a connection without encryption.
 *
 * @param signal aborts the attempt
 * @throws Error of Node.js if the server cannot be reached; ClosedConnectionError; the abort reason of the signal
 */
export async function openTcp({ host, port }: Target, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  const socket = connectTcp(port, host);
  socket.setKeepAlive(true, KEEP_ALIVE);
  socket.setNoDelay(true);
  return untilEvent<Socket>(socket, signal, (resolve) => socket.once('connect', () => resolve(socket)));
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
    // An error without a listener ends the process: a second error, or one before the connection is used.
    socket.on('error', () => undefined);
    const fail = (error: Error): void => {
      removeListeners();
      socket.destroy();
      reject(error);
    };
    const stop = (): void => fail(signal.reason as Error);
    const close = (): void => fail(new ClosedConnectionError());
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
