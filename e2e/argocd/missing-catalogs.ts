import { ControlLoop } from '../control-plane/control-loop';

const V1ALPHA1 = '/apis/operators.coreos.com/v1alpha1';

/** The part of a Subscription or a CatalogSource that is read here. */
interface Part {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: { readonly source?: string; readonly sourceNamespace?: string };
  readonly status?: { readonly conditions?: readonly object[] };
}

/** Simulates what OLM writes on a Subscription whose catalog does not exist. */
export class MissingCatalogs extends ControlLoop {
  protected async round(): Promise<void> {
    const catalogs = new Set((await this.list('catalogsources')).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`));
    for (const { metadata: { name, namespace }, spec: { source = '', sourceNamespace = '' }, status } of await this.list('subscriptions')) {
      const catalog = `${sourceNamespace}/${source}`;
      if (!catalogs.has(catalog) && status?.conditions === undefined) {
        const lastUpdated = new Date().toISOString();
        const condition = {
          type: 'CatalogSourcesUnhealthy', status: 'True', reason: 'UnhealthyCatalogSourceFound', lastTransitionTime: lastUpdated,
          message: `targeted catalogsource ${catalog} missing`,
        };
        await this.connection.request('PATCH', `${V1ALPHA1}/namespaces/${namespace}/subscriptions/${name}/status`, {
          type: 'application/merge-patch+json', content: JSON.stringify({ status: { lastUpdated, conditions: [condition] } }),
        });
      }
    }
  }

  private async list(plural: string): Promise<readonly Part[]> {
    const { status, body } = await this.connection.request('GET', `${V1ALPHA1}/${plural}`);
    return status === 200 ? (JSON.parse(body) as { items: readonly Part[] }).items : [];
  }
}
