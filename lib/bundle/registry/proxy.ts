import type { ClientRequestArgs } from 'node:http';
import type { RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { openTls, openTunnel, RefusedTunnelError, type Target, targetOf, UnreachableProxyError } from '../../net/connect';
import { describeProxyProblem, environmentProxy, proxyAuthorization, type ProxyEnvironment, proxyUrlProblem } from '../../net/proxy';
import { HttpFailure } from './http-failure';
import { printableMessage } from '../../text/printable';

/** Timeout of opening a connection through the proxy, in milliseconds. */
const TIMEOUT_MILLISECONDS = 30_000;

/** Protocols of proxies that are supported. */
const PROTOCOLS = ['http:', 'https:'] as const;

/** Error codes of a connection to a proxy that was not established. */
const UNREACHABLE: readonly string[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'];

/** Callback for a new connection, to be called once. */
type Connected = (error: Error | null, socket: Duplex) => void;

/** A proxy: tunnels encrypted connections, and forwards plain requests. */
export class Proxy {
  readonly #url: URL;
  readonly #tunnels = new Set<Duplex>();
  readonly #closing = new AbortController();

  /**
   * @param address URL of the proxy
   * @param setting setting that contains the URL, for messages
   * @throws Error if it is invalid; the message does not quote it, since it may contain a password
   */
  public constructor(address: string, private readonly setting: string) {
    const problem = proxyUrlProblem(address, PROTOCOLS);
    if (problem !== undefined) {
      throw new Error(printableMessage(`${setting} ${describeProxyProblem(address, problem, PROTOCOLS)}`));
    }
    this.#url = new URL(address);
  }

  /** Protocol of the connection to the proxy. */
  public get protocol(): string {
    return this.#url.protocol;
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
    const timer = setTimeout(() => attempt.abort(new HttpFailure('silence', `the proxy ${this.host} of ${this.setting} does not respond`)), TIMEOUT_MILLISECONDS);
    this.#open(targetOf(url), trusted, attempt.signal).finally(() => {
      clearTimeout(timer);
      this.#closing.signal.removeEventListener('abort', stop);
    }).then((secured) => connected(null, secured), (error: unknown) => {
      connected(this.failure(error), undefined as unknown as Duplex);
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

  /** Returns an error of a connection to the proxy, with the proxy in its message. Errors of the server behind it are returned unchanged. */
  public failure(error: unknown): Error {
    if (error instanceof UnreachableProxyError || UNREACHABLE.includes((error as NodeJS.ErrnoException).code ?? '')) {
      return new HttpFailure('connection', `the proxy ${this.host} of ${this.setting} cannot be reached (${(error as UnreachableProxyError).code})`);
    }
    return error instanceof RefusedTunnelError ? this.refused(error.status) : error as Error;
  }

  /** Returns the error for a status with which the proxy refused a connection or a request. */
  public refused(status: number): HttpFailure {
    const remedy = status === 407 ? `; set its user name and password in ${this.setting}: http://user:password@host:port` : '';
    return new HttpFailure('proxy', `the proxy ${this.host} of ${this.setting} refused the connection with status ${status}${remedy}`);
  }
}

/** Proxies for all requests of one fetch. */
export class Proxies {
  readonly #known = new Map<string, Proxy>();
  readonly #given: Proxy | undefined;

  /**
   * @param given URL of the proxy for all requests, or undefined for those that the environment sets
   * @param environment environment variables
   * @throws Error if the given URL is invalid
   */
  public constructor(given: string | undefined, private readonly environment: ProxyEnvironment) {
    this.#given = given === undefined ? undefined : new Proxy(given, 'the option proxy');
  }

  /**
   * Returns the proxy for a request, or undefined for a direct connection.
   *
   * @throws HttpFailure if the environment sets an invalid one
   */
  public for(url: URL): Proxy | undefined {
    const found = this.#given === undefined ? environmentProxy(url, this.environment) : undefined;
    if (found === undefined) {
      return this.#given;
    }
    const known = this.#known.get(found.variable) ?? fromEnvironment(found.address, found.variable);
    this.#known.set(found.variable, known);
    return known;
  }

  /** Closes all tunnels. */
  public close(): void {
    [this.#given, ...this.#known.values()].forEach((proxy) => proxy?.close());
  }
}

function fromEnvironment(address: string, variable: string): Proxy {
  try {
    return new Proxy(address, `the environment variable ${variable}`);
  } catch (error) {
    throw new HttpFailure('proxy', (error as Error).message);
  }
}
