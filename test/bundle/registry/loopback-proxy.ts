import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** An HTTP proxy on loopback: it passes requests on, and opens tunnels. */
export class LoopbackProxy {
  public static async start(): Promise<LoopbackProxy> {
    const proxy = new LoopbackProxy();
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  /** Received requests: method, target and credentials. */
  public readonly seen: string[] = [];
  /** Status with which it refuses tunnels. */
  public refuse: number | undefined;
  readonly #tunnels = new Set<Socket>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#note(request);
      const passed = httpRequest(request.url!, { method: request.method, headers: request.headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      });
      request.pipe(passed);
    });
    this.#server.on('connect', (request: IncomingMessage, socket: Socket) => {
      this.#note(request);
      if (this.refuse !== undefined) {
        socket.end(`HTTP/1.1 ${this.refuse} No\r\n\r\n`);
        return;
      }
      this.#tunnels.add(socket);
      const [host, port] = request.url!.split(':');
      const through = connect(Number(port), host, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      this.#tunnels.add(through);
      through.pipe(socket).pipe(through);
      through.on('error', () => socket.destroy());
      socket.on('error', () => through.destroy());
    });
  }

  /**
   * Returns its address.
   *
   * @param user credentials before the host, such as `ann:password@`
   */
  public address(user = ''): string {
    return `http://${user}127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  public async close(): Promise<void> {
    this.#tunnels.forEach((socket) => socket.destroy());
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #note({ method = '', url = '', headers }: IncomingMessage): void {
    this.seen.push(`${method} ${url} ${headers['proxy-authorization'] ?? ''}`.trim());
  }
}
