import { createHash } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { proxyAuthorization } from '../../net/proxy';
import { ApiClient } from './api-client';
import { Credentials } from './credentials';
import { Http1Transport } from './http1-transport';
import { Http2Transport } from './http2-transport';
import type { ClusterAccess } from './kubeconfig';
import { SharedTask } from './shared-task';
import { openPlainSocket, openSocket, proxyOf } from './socket';
import { CLIENT_TIMEOUTS, type ClientTimeouts, type Transport } from './transport';
import { exactJson } from '../../formats/json/exact-json';

const clients = new Map<string, ApiClient>();

/**
 * Returns the client for an API server and a user: one per process, so that fifty waiters share a connection.
 *
 * @param access how to connect to the API server, and the credentials
 * @param environment environment variables, for credential plugins
 */
export function clientFor(access: ClusterAccess, environment: NodeJS.ProcessEnv, timeouts: ClientTimeouts = CLIENT_TIMEOUTS): ApiClient {
  // The access contains secrets, which must not be kept as a key.
  const key = createHash('sha256').update(exactJson([access, timeouts])).digest('hex');
  const client = clients.get(key) ?? connect(access, environment, timeouts);
  clients.set(key, client);
  return client;
}

function connect(access: ClusterAccess, environment: NodeJS.ProcessEnv, timeouts: ClientTimeouts): ApiClient {
  const credentials = new Credentials(access, environment);
  let transport: Transport | undefined;
  const opening = new SharedTask(async (signal) => transport = await openTransport(access, credentials, timeouts, signal));
  const getTransport = (signal: AbortSignal): Promise<Transport> => transport === undefined ? opening.wait(signal) : Promise.resolve(transport);
  return new ApiClient(getTransport, { credentials, server: access.server, random: Math.random, timeouts, isConnecting: () => opening.isRunning });
}

/**
 * Connects by HTTP/2 if the server supports it, since a watch then needs no separate connection, and by HTTP/1.1 otherwise, as without encryption.
 */
export async function openTransport(
  access: ClusterAccess, credentials: Credentials, timeouts: ClientTimeouts, signal: AbortSignal,
): Promise<Transport> {
  if (access.server.startsWith('http://')) {
    const proxy = proxyOf(access);
    const forwarded = proxy === undefined ? undefined : { origin: new URL(access.server).origin, headers: proxyAuthorization(proxy.url) };
    return new Http1Transport((attempt) => openPlainSocket(access, timeouts.connect, attempt), access.server, forwarded);
  }
  const open = (protocols: readonly string[]) => async (attempt: AbortSignal): Promise<TLSSocket> =>
    openSocket(access, await credentials.certificate(attempt), protocols, timeouts.connect, attempt);
  const first = await open(['h2', 'http/1.1'])(signal);
  if (first.alpnProtocol === 'h2') {
    return new Http2Transport(open(['h2']), first, access.server, timeouts);
  }
  first.destroy();
  return new Http1Transport(open(['http/1.1']), access.server);
}
