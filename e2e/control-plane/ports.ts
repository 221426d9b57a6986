import { once } from 'node:events';
import { AddressInfo, createServer } from 'node:net';

/** The only address that the tests listen on. */
export const LOOPBACK = '127.0.0.1';

/**
 * Finds free port numbers. All are held open until the last is known, so that they differ; another process may still
 * take one before its server starts, so starting is retried.
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, async () => {
    const server = createServer().listen(0, LOOPBACK);
    await once(server, 'listening');
    return server;
  }));
  const ports = servers.map(server => (server.address() as AddressInfo).port);
  await Promise.all(servers.map(server => once(server.close(), 'close')));
  return ports;
}
