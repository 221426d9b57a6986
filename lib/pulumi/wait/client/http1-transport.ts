import { Agent, request as send } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Answer, Request, Transport } from './transport';

/** Each watch takes a connection of its own; so many may be open. */
const CONNECTIONS = 64;

/** Sends requests as HTTP/1.1, for servers and proxies that speak nothing newer. */
export class Http1Transport implements Transport {
  readonly #agent: Agent;
  readonly #host: string;
  readonly #sockets = new Set<Socket>();

  /**
   * @param open opens a connection
   * @param server the address of the API server
   */
  public constructor(open: () => Promise<TLSSocket>, server: string) {
    this.#host = new URL(server).host;
    this.#agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    this.#agent.createConnection = (_, callback): Duplex | null => {
      open().then((socket) => {
        this.#sockets.add(socket);
        socket.once('close', () => this.#sockets.delete(socket));
        callback?.(null, socket);
      }, (error: unknown) => {
        callback?.(error as Error, undefined as unknown as Duplex);
      });
      return null;
    };
  }

  public send({ method, path, headers, body, signal }: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const outgoing = send({
        agent: this.#agent,
        method,
        path,
        headers: { ...headers, Host: this.#host, ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }) },
        signal,
      }, (incoming) => {
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value])),
          body: incoming as AsyncIterable<Buffer>,
          end: () => {
            incoming.destroy();
          },
        });
      });
      outgoing.once('error', reject);
      outgoing.end(body);
    });
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
}
