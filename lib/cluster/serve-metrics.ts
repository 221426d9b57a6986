import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkArguments } from '../formats/options/check-arguments';
import { checkOptions } from '../formats/options/check-options';
import { printableMessage } from '../text/printable';
import type { ApiClient } from './client/api-client';
import type { ClusterConnection } from './cluster-connection';
import { type ClusterStatus, clusterStatus } from './inspection/cluster-status';
import { CONTENT_TYPE, type Metric, metricsText, statusMetrics } from './inspection/metrics';
import { WatchedSource } from './inspection/source/watched-source';
import { NamespacesSource, WideSource } from './inspection/source/wide-source';
import { WatchedCluster } from './waiting/run/watched-cluster';

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
  checkArguments('serveMetrics', { cluster });
  checkOptions('options of serveMetrics', 'ServeMetricsOptions', options);
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
      printableMessage(code === 'EADDRINUSE' ? `port ${port} is in use; choose another one` : `cannot listen on port ${port}: ${message}`),
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

/** Maximum time that a scrape waits for the first lists, in milliseconds: Prometheus waits ten seconds. */
const SCRAPE_TIMEOUT = 8_000;

/** Options of `ObservedMetrics`. */
export interface ObservedMetricsOptions {
  /** Namespaces to observe. @default - the whole cluster */
  readonly namespaces?: readonly string[];

  /** Version of the program. @default - it is omitted */
  readonly version?: string;

  /** Called whenever the reason why the cluster cannot be read changes, and once it can be read again. @default - nothing is reported */
  readonly print?: (line: string) => void;

  /** @default Date.now */
  readonly clock?: () => number;
}

/** Metrics of a cluster that is watched. */
export class ObservedMetrics {
  readonly #cluster: WatchedCluster;
  readonly #options: ObservedMetricsOptions;
  #watched: WatchedSource;
  #scrape: Promise<string> | undefined;
  #errors = 0;
  #failure: string | undefined;
  #hasRead = false;

  public constructor(client: ApiClient, options: ObservedMetricsOptions) {
    this.#cluster = new WatchedCluster(client, Math.random);
    this.#watched = new WatchedSource(this.#cluster);
    this.#options = options;
  }

  /** Whether the cluster has been read once. */
  public get hasRead(): boolean {
    return this.#hasRead;
  }

  /** Reason why the cluster could not be read at the last scrape, or undefined if it could be read. */
  public get failure(): string | undefined {
    return this.#failure;
  }

  /** Returns the metrics in the text format. Concurrent scrapes share one evaluation. Never throws: a failure is also a metric. */
  public text(): Promise<string> {
    this.#scrape ??= this.#judged().finally(() => this.#scrape = undefined);
    return this.#scrape;
  }

  /** Stops all watches. */
  public close(): void {
    this.#watched.close();
  }

  async #judged(): Promise<string> {
    const statuses = await this.#statuses();
    const { version } = this.#options;
    return metricsText([
      ...statusMetrics(statuses),
      ...(version === undefined ? [] : [own('build_info', 'Version of olm-constructs.', 1, { version })]),
      own('interrupted_watches', 'Number of watches of the API server that are interrupted, so that metrics may be out of date.', this.#watched.interrupted),
      own('scrape_success', 'Whether the cluster could be read for this scrape.', this.#failure === undefined ? 1 : 0),
      { ...own('scrape_errors_total', 'Number of scrapes for which the cluster could not be read.', this.#errors), type: 'counter' },
    ]);
  }

  async #statuses(): Promise<readonly ClusterStatus[]> {
    const { namespaces, clock = Date.now } = this.#options;
    const now = clock();
    const source = namespaces === undefined ? new WideSource(this.#watched) : new NamespacesSource(this.#watched, namespaces);
    const scopes = namespaces === undefined ? [{}] : namespaces.map((namespace) => ({ namespace }));
    try {
      const statuses = await withinScrape(Promise.all(scopes.map((scope) => clusterStatus(source, { ...scope, now }))));
      this.#hasRead = true;
      this.#report(undefined);
      return statuses;
    } catch (error) {
      this.#errors++;
      this.#report((error as Error).message);
      // The next scrape begins with new lists: a list that failed permanently would make every scrape fail.
      this.#watched.close();
      this.#watched = new WatchedSource(this.#cluster);
      return [];
    }
  }

  #report(failure: string | undefined): void {
    if (failure !== this.#failure) {
      this.#options.print?.(failure === undefined ? 'the cluster can be read again' : `the cluster cannot be read: ${failure}`);
    }
    this.#failure = failure;
  }
}

function own(name: string, help: string, value: number, labels: { readonly [name: string]: string } = {}): Metric {
  return { name: `olm_constructs_${name}`, help, type: 'gauge', samples: [{ labels, value }] };
}

/** Rejects if a scrape would take too long; the lists continue. */
async function withinScrape<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(printableMessage(`no response from the API server within ${SCRAPE_TIMEOUT / 1000} s`))), SCRAPE_TIMEOUT);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
