import { Agent, request as send } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ConnectionError } from './client-error';
import type { Response, Request, Transport } from './transport';

/** Maximum number of connections; each watch needs one. */
const MAX_CONNECTIONS = 256;

/** What a proxy needs to forward a request, instead of opening a tunnel. */
export interface Forwarding {
  /** Protocol, host and port of the server, which precede the path of each request. */
  readonly origin: string;

  /** Additional headers, such as the credentials for the proxy. */
  readonly headers: { readonly [name: string]: string };
}

/** Transport by HTTP/1.1, for servers and proxies that do not support HTTP/2. */
export class Http1Transport implements Transport {
  readonly #open: (signal: AbortSignal) => Promise<Socket>;
  readonly #host: string;
  readonly #forwarding: Forwarding;
  readonly #sockets = new Set<Socket>();
  #agent: Agent;

  /**
   * @param open opens a connection, encrypted if the server requires it
   * @param server URL of the API server
   * @param forwarding set if the connection leads to a proxy that forwards requests
   */
  public constructor(open: (signal: AbortSignal) => Promise<Socket>, server: string, forwarding: Forwarding = { origin: '', headers: {} }) {
    this.#open = open;
    this.#forwarding = forwarding;
    this.#host = new URL(server).host;
    this.#agent = this.#newAgent();
  }

  public send({ method, path, headers, body, signal }: Request): Promise<Response> {
    return new Promise((resolve, reject) => {
      const outgoing = send({
        agent: this.#agent,
        method,
        path: this.#forwarding.origin + path,
        headers: { ...headers, ...this.#forwarding.headers, Host: this.#host, ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }) },
        signal,
      }, (incoming) => {
        let ended = false;
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value])),
          body: bodyOf(incoming, () => ended),
          end: () => {
            ended = true;
            incoming.destroy();
          },
        });
      });
      // This listener is never removed: an error after the headers is also thrown when the body is read.
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  public retire(): void {
    // Connections in use are closed when their requests are complete.
    const { freeSockets } = this.#agent;
    this.#agent = this.#newAgent();
    for (const socket of Object.values(freeSockets).flat()) {
      socket?.destroy();
    }
  }

  public close(): void {
    this.#agent.destroy();
    for (const socket of this.#sockets) {
      socket.destroy();
    }
  }

  public get connections(): number {
    return this.#sockets.size;
  }

  #newAgent(): Agent {
    const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
    agent.createConnection = (options, callback): Duplex | null => {
      this.#open(options.signal ?? new AbortController().signal).then((socket) => {
        this.#sockets.add(socket);
        socket.once('close', () => this.#sockets.delete(socket));
        callback?.(null, socket);
      }, (error: unknown) => {
        callback?.(error as Error, undefined as unknown as Duplex);
      });
      return null;
    };
    agent.on('free', (socket: Socket) => {
      if (agent !== this.#agent) {
        socket.destroy();
      }
    });
    return agent;
  }
}

async function* bodyOf(incoming: AsyncIterable<Buffer> & { readonly complete: boolean }, ended: () => boolean): AsyncGenerator<Buffer> {
  try {
    yield* incoming;
  } catch (error) {
    if (!ended()) {
      throw error;
    }
  }
  if (!incoming.complete && !ended()) {
    throw new ConnectionError('the response from the API server was cut off');
  }
}
