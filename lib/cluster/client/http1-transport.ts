import { Agent, request as send } from 'node:https';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { ConnectionError } from './client-error';
import type { Response, Request, Transport } from './transport';

/** Maximum number of connections; each watch needs one. */
const MAX_CONNECTIONS = 256;

/** Transport by HTTP/1.1, for servers and proxies that do not support HTTP/2. */
export class Http1Transport implements Transport {
  readonly #open: (signal: AbortSignal) => Promise<TLSSocket>;
  readonly #host: string;
  readonly #sockets = new Set<TLSSocket>();
  #agent: Agent;

  /**
   * @param open opens a connection
   * @param server URL of the API server
   */
  public constructor(open: (signal: AbortSignal) => Promise<TLSSocket>, server: string) {
    this.#open = open;
    this.#host = new URL(server).host;
    this.#agent = this.#newAgent();
  }

  public send({ method, path, headers, body, signal }: Request): Promise<Response> {
    return new Promise((resolve, reject) => {
      const outgoing = send({
        agent: this.#agent,
        method,
        path,
        headers: { ...headers, Host: this.#host, ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }) },
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
    agent.on('free', (socket: TLSSocket) => {
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
