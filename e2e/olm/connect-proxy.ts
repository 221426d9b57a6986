import { once } from 'node:events';
import { createServer, Server } from 'node:http';
import { Socket } from 'node:net';
import { join, ServiceNetwork } from './service-network';

/** Forwards the API server's connections into the cluster (`CONNECT host:port` over a Unix socket) to the Services' processes. */
export class ConnectProxy {
  private readonly server: Server;
  private readonly clients = new Set<Socket>();

  public constructor(network: ServiceNetwork) {
    this.server = createServer().on('connect', (request, client: Socket) => {
      this.clients.add(client.on('error', () => client.destroy()));
      const [host = ''] = (request.url ?? '').split(':');
      network.connect(host).then(target => {
        client.write('HTTP/1.1 200 OK\r\n\r\n');
        join(client, target);
      }, (error: unknown) => {
        client.end(`HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nX-Reason: ${String(error).replaceAll(/[^ -~]/g, ' ')}\r\n\r\n`);
      });
    });
  }

  /** Listens on a Unix socket. */
  public async listen(socketFile: string): Promise<void> {
    await once(this.server.listen(socketFile), 'listening');
  }

  /** Closes all connections. */
  public async close(): Promise<void> {
    this.clients.forEach(client => client.destroy());
    await once(this.server.close(), 'close');
  }
}
