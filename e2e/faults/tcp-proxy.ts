import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { once } from 'node:events';
import { Transform } from 'node:stream';
import { LOOPBACK } from '../control-plane/ports';

/** Stands between a client and an API server on loopback, and breaks what goes through it. It does not look into it: that is encrypted. */
export class TcpProxy {
  /** Starts one in front of a port of loopback. */
  public static async start(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await proxy.open();
    return proxy;
  }

  /** How many connections were made through it so far. */
  public connections = 0;

  /** How long each piece is held back, in milliseconds. */
  public delay = 0;

  readonly #target: number;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #server: Server | undefined;
  #port = 0;

  private constructor(target: number) {
    this.#target = target;
  }

  /** The port to connect to. */
  public get port(): number {
    return this.#port;
  }

  /** Cuts every connection. */
  public cut(): void {
    for (const pair of this.#pairs) {
      pair.forEach((socket) => socket.destroy());
    }
  }

  /** Keeps every connection open, and lets nothing more through: what a firewall does that forgets. */
  public freeze(): void {
    for (const [client, server] of this.#pairs) {
      client.unpipe().pause();
      server.unpipe().pause();
    }
  }

  /** Refuses connections until it is opened again: what a server does that starts anew. */
  public async close(): Promise<void> {
    this.cut();
    const server = this.#server;
    this.#server = undefined;
    if (server !== undefined) {
      const closed = once(server, 'close');
      server.close();
      await closed;
    }
  }

  /** Takes connections again, on the same port. */
  public async open(): Promise<void> {
    const server = createServer((client) => {
      this.connections++;
      const upstream = connect(this.#target, LOOPBACK);
      const pair = [client, upstream] as const;
      this.#pairs.add(pair);
      const end = (): void => {
        this.#pairs.delete(pair);
        client.destroy();
        upstream.destroy();
      };
      pair.forEach((socket) => socket.on('error', end).on('close', end));
      client.pipe(this.#late()).pipe(upstream).pipe(this.#late()).pipe(client);
    });
    server.listen(this.#port, LOOPBACK);
    await once(server, 'listening');
    this.#server = server;
    this.#port = (server.address() as { port: number }).port;
  }
  #late(): Transform {
    return new Transform({
      transform: (piece, _, pass) => {
        if (this.delay > 0) {
          setTimeout(() => pass(null, piece), this.delay);
        } else {
          pass(null, piece);
        }
      },
    });
  }
}
