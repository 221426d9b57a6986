import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { LOOPBACK } from '../control-plane/ports';

/** A faulty TCP proxy between a client and an API server on loopback. It cannot read the traffic, which is encrypted. */
export class TcpProxy {
  /** Starts one in front of a loopback port. */
  public static async start(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await proxy.open();
    return proxy;
  }

  /** Number of connections so far. */
  public connections = 0;

  /** Delay of each chunk, in milliseconds. The next one waits for it, so this also limits how much passes. */
  public delay = 0;

  /** Time by which everything arrives later, in milliseconds, however much it is. */
  public latency = 0;

  readonly #target: number;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #server: Server | undefined;
  #port = 0;

  private constructor(target: number) {
    this.#target = target;
  }

  /** Port to connect to. */
  public get port(): number {
    return this.#port;
  }

  /** Cuts all connections. */
  public cut(): void {
    for (const pair of this.#pairs) {
      pair.forEach((socket) => socket.destroy());
    }
  }

  /** Keeps all connections open without passing data, like a firewall that dropped its state. */
  public freeze(): void {
    for (const [client, server] of this.#pairs) {
      client.unpipe().pause();
      server.unpipe().pause();
    }
  }

  /** Refuses connections until it is opened again, like a server that restarts. */
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

  /** Accepts connections again, on the same port. */
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

  /** Passes pieces on in their order, also those that are on their way when the latency changes. */
  #late(): Transform {
    const waiting: (() => void)[] = [];
    let due = 0;
    const later = (step: () => void): void => {
      const now = Date.now();
      due = Math.max(due, now + this.latency);
      waiting.push(step);
      setTimeout(() => waiting.shift()!(), due - now);
    };
    const late: Transform = new Transform({
      flush: (end) => { later(end); },
      transform: (piece, _, pass) => {
        if (this.latency > 0 || waiting.length > 0) {
          later(() => void late.push(piece));
          pass();
        } else if (this.delay > 0) {
          setTimeout(() => pass(null, piece), this.delay);
        } else {
          pass(null, piece);
        }
      },
    });
    return late;
  }
}
