import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { AddressInfo, connect, Socket } from 'node:net';
import { createServer, Server } from 'node:tls';
import { LOOPBACK } from '../control-plane/ports';
import { join } from '../olm/service-network';

/** A server that terminates TLS in front of an image registry, as clients that accept no plain HTTP require. */
export class TlsFront {
  /**
   * @param target `host:port` of the registry
   * @param certificate paths of the certificate and of its key
   */
  public static async before(target: string, certificate: { readonly certificate: string; readonly key: string }): Promise<TlsFront> {
    const front = new TlsFront(Number(target.split(':')[1]), certificate);
    await once(front.server.listen(0, LOOPBACK), 'listening');
    return front;
  }

  private readonly server: Server;
  private readonly clients = new Set<Socket>();

  private constructor(port: number, { certificate, key }: { readonly certificate: string; readonly key: string }) {
    this.server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, client => {
      this.clients.add(client);
      join(client, connect(port, LOOPBACK));
    });
  }

  /** Its address, for image references. */
  public get host(): string {
    return `${LOOPBACK}:${String((this.server.address() as AddressInfo).port)}`;
  }

  /** Closes all connections. */
  public async close(): Promise<void> {
    this.clients.forEach(client => client.destroy());
    await once(this.server.close(), 'close');
  }
}
