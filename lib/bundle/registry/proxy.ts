import { type ClientRequestArgs, request as httpRequest } from 'node:http';
import type { RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { HttpFailure } from './http-failure';

/** Callback for a new connection, to be called once. */
type Connected = (error: Error | null, socket: Duplex) => void;

/** A proxy: tunnels encrypted connections, and forwards plain requests. */
export class Proxy {
  readonly #url: URL;
  readonly #tunnels = new Set<Duplex>();

  /**
   * @param address URL of the proxy
   * @throws Error if it is invalid; the message does not quote it, since it may contain a password
   */
  public constructor(address: string) {
    if (!URL.canParse(address) || new URL(address).protocol !== 'http:') {
      throw new Error('proxy must be the URL of an HTTP proxy, such as http://proxy.example.com:3128');
    }
    this.#url = new URL(address);
  }

  /** Host of the proxy, for messages. */
  public get host(): string {
    return this.#url.host;
  }

  /** Closes all tunnels. */
  public close(): void {
    for (const tunnel of this.#tunnels) {
      tunnel.destroy();
    }
  }

  /** Returns the URL and options of a request that the proxy forwards. */
  public forwarded(url: URL, options: RequestOptions): [URL, RequestOptions] {
    return [this.#url, {
      ...options, auth: null, path: url.href, headers: { ...options.headers as { [name: string]: string }, ...this.#authorization(), host: url.host },
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
    const target = `${url.hostname}:${url.port === '' ? '443' : url.port}`;
    const fail = (error: Error): void => connected(error, undefined as unknown as Duplex);
    const request = httpRequest(this.#url, { method: 'CONNECT', auth: null, path: target, headers: { host: target, ...this.#authorization() }, timeout: 30_000 });
    request.on('timeout', () => request.destroy(new HttpFailure('silence', `the proxy ${this.host} does not respond`)));
    request.on('error', fail);
    request.on('response', (response) => {
      response.destroy();
      fail(this.#refused(response.statusCode));
    });
    request.on('connect', (response, socket) => {
      this.#tunnels.add(socket);
      socket.once('close', () => this.#tunnels.delete(socket));
      if (response.statusCode !== 200) {
        socket.destroy();
        fail(this.#refused(response.statusCode));
        return;
      }
      const host = url.hostname.replace(/^\[|\]$/g, '');
      const secured = connectTls({
        socket, host, ALPNProtocols: ['http/1.1'], ...(isIP(host) === 0 ? { servername: host } : {}), ...(trusted === undefined ? {} : { ca: [...trusted] }),
      });
      secured.once('error', fail);
      secured.once('secureConnect', () => {
        secured.off('error', fail);
        connected(null, secured);
      });
    });
    request.end();
  }

  #refused(status = 0): HttpFailure {
    const remedy = status === 407 ? '; set its user name and password in the option proxy' : '';
    return new HttpFailure('proxy', `the proxy ${this.host} refused the connection with status ${status}${remedy}`);
  }

  #authorization(): { [name: string]: string } {
    const { username, password } = this.#url;
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return username === '' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
  }
}
