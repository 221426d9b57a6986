import { createHash } from 'node:crypto';
import { ApiClient } from './api-client';
import { Credentials } from './credentials';
import { Http1Transport } from './http1-transport';
import { Http2Transport } from './http2-transport';
import type { ClusterAccess } from './kubeconfig';
import { openSocket } from './socket';
import type { Transport } from './transport';

const clients = new Map<string, ApiClient>();

/**
 * The client for an API server and a user: one in a process, whoever asks, so that fifty waiters share a connection.
 *
 * @param access how to reach it, and as whom
 * @param environment the variables of the process, for programs that give credentials
 */
export function clientFor(access: ClusterAccess, environment: NodeJS.ProcessEnv): ApiClient {
  // The access holds secrets: they are neither kept as a key nor compared as text.
  const key = createHash('sha256').update(JSON.stringify(access)).digest('hex');
  const client = clients.get(key) ?? connect(access, environment);
  clients.set(key, client);
  return client;
}

function connect(access: ClusterAccess, environment: NodeJS.ProcessEnv): ApiClient {
  const credentials = new Credentials(access, environment);
  let transport: Promise<Transport> | undefined;
  return new ApiClient(() => transport ??= openTransport(access, credentials).catch((error: unknown) => {
    transport = undefined;
    throw error;
  }), { credentials, server: access.server, random: Math.random });
}

/** HTTP/2 where the server speaks it, since a watch then takes no connection of its own. */
export async function openTransport(access: ClusterAccess, credentials: Credentials): Promise<Transport> {
  const open = async (protocols: readonly string[]): Promise<Awaited<ReturnType<typeof openSocket>>> =>
    openSocket(access, await credentials.certificate(), protocols);
  const first = await open(['h2', 'http/1.1']);
  if (first.alpnProtocol === 'h2') {
    return new Http2Transport(() => open(['h2']), first);
  }
  first.destroy();
  return new Http1Transport(() => open(['http/1.1']), access.server);
}
