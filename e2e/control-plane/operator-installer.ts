import { ControlLoop } from './control-loop';

const OLM = '/apis/operators.coreos.com/v1alpha1';

/** A Subscription, or what it leads to, as far as an operator goes. */
interface Part {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: { readonly name: string };
  readonly status?: { readonly installedCSV?: string };
}

/**
 * Stands in for OLM where only its answer counts: each Subscription gets a ClusterServiceVersion that has succeeded at once, as
 * `<package>.v1.0.0`, without Deployments and APIs.
 */
export class OperatorInstaller extends ControlLoop {
  protected async round(): Promise<void> {
    const [subscriptions, csvs] = [await this.list('subscriptions'), await this.list('clusterserviceversions')];
    const isThere = ({ metadata: { namespace }, status }: Part): boolean => (
      csvs.some(csv => csv.metadata.namespace === namespace && csv.metadata.name === status?.installedCSV)
    );
    for (const subscription of subscriptions.filter(found => !isThere(found))) {
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

  /** What is refused, because it is there or gone, is right the next time. */
  private async send(method: string, path: string, body: object, type = 'application/json'): Promise<void> {
    await this.connection.request(method, path, { type, text: JSON.stringify(body) });
  }

  private merge(path: string, body: object): Promise<void> {
    return this.send('PATCH', path, body, 'application/merge-patch+json');
  }
}
