import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { LOOPBACK } from '../control-plane/ports';

/** An HTTP proxy that opens tunnels with CONNECT, to loopback only. */
export class TunnelProxy {
  /** Starts one. */
  public static async start(): Promise<TunnelProxy> {
    const proxy = new TunnelProxy();
    await once(proxy.server.listen(0, LOOPBACK), 'listening');
    return proxy;
  }

  /** Requested tunnels: the target, and the client's Proxy-Authorization. */
  public readonly asked: { readonly target: string; readonly authorization: string | undefined }[] = [];

  /** Status code of the responses; 200 opens the tunnel. */
  public status = 200;

  private readonly server = createServer().on('connect', (request: IncomingMessage, client: Socket) => this.serve(request, client));
  private readonly sockets = new Set<Socket>();

  /** Port to connect to. */
  public get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Closes all connections. */
  public async close(): Promise<void> {
    this.sockets.forEach(socket => socket.destroy());
    await once(this.server.close(), 'close');
  }

  private serve({ url = '', headers }: IncomingMessage, client: Socket): void {
    this.asked.push({ target: url, authorization: headers['proxy-authorization'] });
    this.sockets.add(client.on('error', () => client.destroy()));
    if (this.status !== 200) {
      client.end(`HTTP/1.1 ${String(this.status)} No\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const target = connect(Number(url.split(':').at(-1)), LOOPBACK, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(target).pipe(client);
    });
    this.sockets.add(target.on('error', () => client.destroy()));
    client.once('close', () => target.destroy());
  }
}
