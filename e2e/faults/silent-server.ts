import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { LOOPBACK } from '../control-plane/ports';

/** A server that accepts connections and never responds. */
export class SilentServer {
  /** Starts one. */
  public static async start(): Promise<SilentServer> {
    const started = new SilentServer();
    await once(started.server.listen(0, LOOPBACK), 'listening');
    return started;
  }

  private readonly sockets: Socket[] = [];
  private readonly server = createServer((socket) => {
    this.sockets.push(socket.on('error', () => undefined));
  });

  private constructor() {}

  /** Port to connect to. */
  public get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Closes all connections. */
  public async close(): Promise<void> {
    this.sockets.forEach((socket) => socket.destroy());
    await once(this.server.close(), 'close');
  }
}
