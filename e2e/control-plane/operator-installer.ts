import { ControlLoop } from './control-loop';

const OLM = '/apis/operators.coreos.com/v1alpha1';

/** The part of a Subscription, or of what it leads to, that an operator needs. */
interface Part {
  readonly metadata: { readonly name: string; readonly namespace: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec: { readonly name: string };
  readonly status?: { readonly installedCSV?: string };
}

/**
 * Simulates OLM where only its result matters: each Subscription gets a ClusterServiceVersion that has succeeded at once, as
 * `<package>.v1.0.0`, without Deployments and APIs.
 */
export class OperatorInstaller extends ControlLoop {
  protected async round(): Promise<void> {
    const [subscriptions, csvs] = [await this.list('subscriptions'), await this.list('clusterserviceversions')];
    const isThere = ({ metadata: { namespace }, status }: Part): boolean => (
      csvs.some(csv => csv.metadata.namespace === namespace && csv.metadata.name === status?.installedCSV)
    );
    // OLM refuses to resolve a Subscription for an operator that is installed already.
    const isInstalled = ({ metadata: { namespace }, spec }: Part): boolean => (
      csvs.some(csv => csv.metadata.namespace === namespace && csv.metadata.labels?.[`operators.coreos.com/${spec.name}.${namespace}`] !== undefined)
    );
    for (const subscription of subscriptions.filter(found => !isThere(found) && !isInstalled(found))) {
      await this.install(subscription);
    }
  }

  private async install({ metadata: { name, namespace }, spec: { name: of } }: Part): Promise<void> {
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

  private async list(plural: string): Promise<readonly Part[]> {
    const { status, body } = await this.connection.request('GET', `${OLM}/${plural}`);
    return status === 200 ? (JSON.parse(body) as { items: readonly Part[] }).items : [];
  }

  /** Ignores rejections: what is rejected because it exists or is gone is retried in the next iteration. */
  private async send(method: string, path: string, body: object, type = 'application/json'): Promise<void> {
    await this.connection.request(method, path, { type, content: JSON.stringify(body) });
  }

  private merge(path: string, body: object): Promise<void> {
    return this.send('PATCH', path, body, 'application/merge-patch+json');
  }
}
