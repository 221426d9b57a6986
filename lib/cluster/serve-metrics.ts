import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkKnownKeys } from '../formats/json/known-keys';
import type { ClusterConnection } from './cluster-connection';
import { CONTENT_TYPE } from './inspection/metrics/metric';
import { ObservedMetrics } from './observed-metrics';

/** Options of `serveMetrics`. */
export interface ServeMetricsOptions {
  /** Namespaces of Subscriptions and CatalogSources; nothing outside of these namespaces is requested. @default - the whole cluster */
  readonly namespaces?: readonly string[];

  /** Port of the HTTP server; 0 for any free one. @default 8080 */
  readonly port?: number;

  /** Address of the HTTP server. @default - all addresses */
  readonly host?: string;

  /** Version of the program, for `olm_constructs_build_info`. @default - unknown */
  readonly version?: string;

  /** Stops the server. @default - it runs forever */
  readonly signal?: AbortSignal;

  /** Called when the server listens, and whenever the reason why the cluster cannot be read changes. @default - nothing is reported */
  readonly print?: (line: string) => void;

  /** Returns the current time in milliseconds since 1970. @default Date.now */
  readonly clock?: () => number;
}

/**
 * Serves the health of OLM, catalogs and operators as Prometheus metrics at `/metrics`, together with `/readyz`, which succeeds once the cluster has
 * been read, and `/healthz`. Objects are listed once and then watched; they are evaluated at each scrape.
 *
 * @throws the abort reason of the signal; Error if the port is in use
 */
export async function serveMetrics(cluster: ClusterConnection, options: ServeMetricsOptions = {}): Promise<never> {
  checkKnownKeys('options of serveMetrics', options, { namespaces: true, port: true, host: true, version: true, signal: true, print: true, clock: true });
  const { port = 8080, host, signal = new AbortController().signal, print } = options;
  const metrics = new ObservedMetrics(cluster.client, options);
  const server = createServer((request, response) => void respond(metrics, request, response));
  try {
    await listen(server, port, host);
    print?.(`serving metrics on port ${(server.address() as AddressInfo).port}: /metrics, /readyz, /healthz`);
    // Without this, the process is not ready before the first scrape.
    void metrics.text();
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      signal.throwIfAborted();
    });
    throw signal.reason as Error;
  } finally {
    metrics.close();
    server.close();
    server.closeAllConnections();
  }
}

async function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => reject(new Error(
      code === 'EADDRINUSE' ? `port ${port} is in use; choose another one` : `cannot listen on port ${port}: ${message}`,
    )));
    server.listen({ port, host }, resolve);
  });
}

async function respond(metrics: ObservedMetrics, { method, url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, body: string, type = 'text/plain; charset=utf-8'): void => {
    response.writeHead(status, { 'content-type': type }).end(body);
  };
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return send(405, 'method not allowed\n');
  }
  switch (url.split('?', 1)[0]) {
    case '/metrics':
      return send(200, await metrics.text(), CONTENT_TYPE);
    case '/healthz':
      return send(200, 'ok\n');
    case '/readyz':
      return metrics.hasRead ? send(200, 'ok\n') : send(503, `${metrics.failure ?? 'the cluster has not been read yet'}\n`);
    default:
      return send(404, 'not found; there are /metrics, /readyz and /healthz\n');
  }
}
