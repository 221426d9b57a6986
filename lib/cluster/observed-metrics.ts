import type { ApiClient } from './client/api-client';
import { type Metric, metricsText } from './inspection/metrics/metric';
import { statusMetrics } from './inspection/metrics/status-metrics';
import { NamespacesSource } from './inspection/source/namespaces-source';
import { WatchedSource } from './inspection/source/watched-source';
import { WideSource } from './inspection/source/wide-source';
import type { ClusterStatus } from './inspection/status/cluster-status';
import { clusterStatus } from './inspection/status/status';
import { WatchedCluster } from './waiting/run/watched-cluster';

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
    timer = setTimeout(() => reject(new Error(`no response from the API server within ${SCRAPE_TIMEOUT / 1000} s`)), SCRAPE_TIMEOUT);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
