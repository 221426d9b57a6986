import { createHash } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { ApiClient } from './api-client';
import { CLIENT_TIMES } from './client-times';
import type { ClientTimes } from './client-times';
import { Credentials } from './credentials';
import { Http1Transport } from './http1-transport';
import { Http2Transport } from './http2-transport';
import type { ClusterAccess } from './kubeconfig';
import { SharedWork } from './shared-work';
import { openSocket } from './socket';
import type { Transport } from './transport';

const clients = new Map<string, ApiClient>();

/**
 * The client for an API server and a user: one in a process, whoever asks, so that fifty waiters share a connection.
 *
 * @param access how to reach it, and as whom
 * @param environment the variables of the process, for programs that give credentials
 * @param times how long to wait for what
 */
export function clientFor(access: ClusterAccess, environment: NodeJS.ProcessEnv, times: ClientTimes = CLIENT_TIMES): ApiClient {
  // The access holds secrets: they are neither kept as a key nor compared as text.
  const key = createHash('sha256').update(JSON.stringify([access, times])).digest('hex');
  const client = clients.get(key) ?? connect(access, environment, times);
  clients.set(key, client);
  return client;
}

function connect(access: ClusterAccess, environment: NodeJS.ProcessEnv, times: ClientTimes): ApiClient {
  const credentials = new Credentials(access, environment);
  let transport: Transport | undefined;
  const opening = new SharedWork(async (signal) => transport = await openTransport(access, credentials, times, signal));
  const give = (signal: AbortSignal): Promise<Transport> => transport === undefined ? opening.wait(signal) : Promise.resolve(transport);
  return new ApiClient(give, { credentials, server: access.server, random: Math.random, times });
}

/** HTTP/2 where the server speaks it, since a watch then takes no connection of its own. */
export async function openTransport(access: ClusterAccess, credentials: Credentials, times: ClientTimes, signal: AbortSignal): Promise<Transport> {
  const open = (protocols: readonly string[]) => async (until: AbortSignal): Promise<TLSSocket> =>
    openSocket(access, await credentials.certificate(until), protocols, times.connectWithin, until);
  const first = await open(['h2', 'http/1.1'])(signal);
  if (first.alpnProtocol === 'h2') {
    return new Http2Transport(open(['h2']), first, access.server, times);
  }
  first.destroy();
  return new Http1Transport(open(['http/1.1']), access.server);
}
