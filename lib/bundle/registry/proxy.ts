import type { ClientRequestArgs } from 'node:http';
import type { RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { openTls, openTunnel, RefusedTunnelError, type Target, targetOf } from '../../net/connect';
import { proxyAuthorization, proxyUrlProblem } from '../../net/proxy';
import { HttpFailure } from './http-failure';

/** Timeout of opening a connection through the proxy, in milliseconds. */
const TIMEOUT_MILLISECONDS = 30_000;

/** Callback for a new connection, to be called once. */
type Connected = (error: Error | null, socket: Duplex) => void;

/** A proxy: tunnels encrypted connections, and forwards plain requests. */
export class Proxy {
  readonly #url: URL;
  readonly #tunnels = new Set<Duplex>();
  readonly #closing = new AbortController();

  /**
   * @param address URL of the proxy
   * @throws Error if it is invalid; the message does not quote it, since it may contain a password
   */
  public constructor(address: string) {
    if (proxyUrlProblem(address, ['http:']) !== undefined) {
      throw new Error('proxy must be the URL of an HTTP proxy, such as http://proxy.example.com:3128');
    }
    this.#url = new URL(address);
  }

  /** Host of the proxy, for messages. */
  public get host(): string {
    return this.#url.host;
  }

  /** Closes all tunnels, also those that are being opened. */
  public close(): void {
    this.#closing.abort();
    for (const tunnel of this.#tunnels) {
      tunnel.destroy();
    }
  }

  /** Returns the URL and options of a request that the proxy forwards. */
  public forwarded(url: URL, options: RequestOptions): [URL, RequestOptions] {
    return [this.#url, {
      ...options, auth: null, path: url.href,
      headers: { ...options.headers as { [name: string]: string }, ...proxyAuthorization(this.#url), host: url.host },
    }];
  }

  /** Returns the options of a request through a tunnel. */
  public tunnelOptions(url: URL, trusted: readonly string[] | undefined): ClientRequestArgs {
    return {
      createConnection: (_, connected: Connected) => {
        this.#tunnel(url, trusted, connected);
        return undefined;
      },
    };
  }

  #tunnel(url: URL, trusted: readonly string[] | undefined, connected: Connected): void {
    const attempt = new AbortController();
    const stop = (): void => attempt.abort(new HttpFailure('connection', 'the connection was closed'));
    this.#closing.signal.addEventListener('abort', stop, { once: true });
    const timer = setTimeout(() => attempt.abort(new HttpFailure('silence', `the proxy ${this.host} does not respond`)), TIMEOUT_MILLISECONDS);
    this.#open(targetOf(url), trusted, attempt.signal).finally(() => {
      clearTimeout(timer);
      this.#closing.signal.removeEventListener('abort', stop);
    }).then((secured) => connected(null, secured), (error: unknown) => {
      connected(error instanceof RefusedTunnelError ? this.#refused(error) : error as Error, undefined as unknown as Duplex);
    });
  }

  async #open({ host, port }: Target, trusted: readonly string[] | undefined, signal: AbortSignal): Promise<TLSSocket> {
    const tunnel = await openTunnel(this.#url, { host, port }, signal);
    this.#tunnels.add(tunnel);
    tunnel.once('close', () => this.#tunnels.delete(tunnel));
    return openTls({
      socket: tunnel, host, ALPNProtocols: ['http/1.1'], ...(isIP(host) === 0 ? { servername: host } : {}), ...(trusted === undefined ? {} : { ca: [...trusted] }),
    }, signal);
  }

  #refused({ status }: RefusedTunnelError): HttpFailure {
    const remedy = status === 407 ? '; set its user name and password in the option proxy' : '';
    return new HttpFailure('proxy', `the proxy ${this.host} refused the connection with status ${status}${remedy}`);
  }
}
