import { setTimeout as sleep } from 'node:timers/promises';
import { Credentials } from '../cluster/credentials';
import { HttpsConnection } from '../cluster/https-connection';

const OLM = '/apis/operators.coreos.com/v1alpha1';
const PAUSE_MILLISECONDS = 100;

/** A Subscription, as far as its operator goes. */
interface Subscription {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: { readonly name: string };
  readonly status?: { readonly installedCSV?: string };
}

/**
 * Stands in for OLM where only its answer counts: each Subscription gets a ClusterServiceVersion that has succeeded at once, as
 * `<package>.v1.0.0`, without Deployments and APIs.
 */
export class OperatorInstaller {
  private readonly connection: HttpsConnection;
  private readonly stopped = new AbortController();
  private readonly loop: Promise<void>;

  public constructor(credentials: Credentials) {
    this.connection = new HttpsConnection(credentials);
    this.loop = this.run();
  }

  public async stop(): Promise<void> {
    this.stopped.abort();
    await this.loop;
    this.connection.close();
  }

  private async run(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      const { status, body } = await this.connection.request('GET', `${OLM}/subscriptions`);
      const { items } = status === 200 ? JSON.parse(body) as { items: readonly Subscription[] } : { items: [] };
      for (const subscription of items.filter(found => found.status?.installedCSV === undefined)) {
        await this.install(subscription);
      }
      await sleep(PAUSE_MILLISECONDS, undefined, { signal: this.stopped.signal }).catch(() => undefined);
    }
  }

  private async install({ metadata: { name, namespace }, spec: { name: of } }: Subscription): Promise<void> {
    const csv = `${of}.v1.0.0`;
    const folder = `${OLM}/namespaces/${namespace}`;
    await this.send('POST', `${folder}/clusterserviceversions`, {
      apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion',
      metadata: { name: csv, labels: { [`operators.coreos.com/${of}.${namespace}`]: '' } },
      spec: { displayName: of, version: '1.0.0', install: { strategy: 'deployment', spec: { deployments: [] } } },
    });
    await this.merge(`${folder}/clusterserviceversions/${csv}/status`, { status: { phase: 'Succeeded' } });
    await this.merge(`${folder}/subscriptions/${name}/status`, {
      status: { installedCSV: csv, currentCSV: csv, state: 'AtLatestKnown', lastUpdated: '2026-01-01T00:00:00Z' },
    });
  }

  /** What is refused, because it is there or gone, is right the next time. */
  private async send(method: string, path: string, body: object, type = 'application/json'): Promise<void> {
    await this.connection.request(method, path, { type, text: JSON.stringify(body) });
  }

  private merge(path: string, body: object): Promise<void> {
    return this.send('PATCH', path, body, 'application/merge-patch+json');
  }
}
