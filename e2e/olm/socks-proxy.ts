import { once } from 'node:events';
import { AddressInfo, createServer, Server, Socket } from 'node:net';
import { LOOPBACK } from '../control-plane/ports';
import { join, ServiceNetwork } from './service-network';

const VERSION = 5;
const WITHOUT_PASSWORD = 0;
const DNS_NAME = 3;
const REPLY = { DONE: 0, UNREACHABLE: 4 };

/**
 * A SOCKS 5 server for clients that connect by DNS name, as OLM does for catalogs if GRPC_PROXY is set.
 *
 * @see https://www.rfc-editor.org/rfc/rfc1928
 */
export class SocksProxy {
  private readonly server: Server;
  private readonly clients = new Set<Socket>();

  public constructor(network: ServiceNetwork) {
    this.server = createServer(client => {
      this.clients.add(client.on('error', () => client.destroy()));
      serve(client, network).catch(() => client.destroy());
    });
  }

  /** Listens on loopback, and returns the address in the form of a proxy variable. */
  public async listen(): Promise<string> {
    await once(this.server.listen(0, LOOPBACK), 'listening');
    return `socks5://${LOOPBACK}:${String((this.server.address() as AddressInfo).port)}`;
  }

  /** Closes all connections. */
  public async close(): Promise<void> {
    this.clients.forEach(client => client.destroy());
    await once(this.server.close(), 'close');
  }
}

/** Reads exactly the given number of bytes. */
async function read(client: Socket, count: number): Promise<Buffer> {
  for (;;) {
    const bytes = client.read(count) as Buffer | null;
    if (bytes?.length === count) {
      return bytes;
    }
    if (client.readableEnded || client.destroyed) {
      throw new Error('the client closed the connection');
    }
    await Promise.race([once(client, 'readable'), once(client, 'end'), once(client, 'close')]);
  }
}

async function serve(client: Socket, network: ServiceNetwork): Promise<void> {
  const methods = (await read(client, 2)).readUInt8(1);
  await read(client, methods);
  client.write(Buffer.from([VERSION, WITHOUT_PASSWORD]));
  const addressType = (await read(client, 4)).readUInt8(3);
  if (addressType !== DNS_NAME) {
    throw new Error(`a client requested an address of type ${String(addressType)} instead of a DNS name`);
  }
  const host = (await read(client, (await read(client, 1)).readUInt8())).toString('latin1');
  await read(client, 2);
  try {
    const target = await network.connect(host);
    client.write(reply(REPLY.DONE));
    join(client, target);
  } catch {
    client.end(reply(REPLY.UNREACHABLE));
  }
}

/** A reply; its address is meaningless for clients that connect by name. */
function reply(code: number): Buffer {
  return Buffer.from([VERSION, code, 0, 1, 0, 0, 0, 0, 0, 0]);
}
