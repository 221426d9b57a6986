import { ControlLoop } from '../control-plane/control-loop';

const V1ALPHA1 = '/apis/operators.coreos.com/v1alpha1';

/** The part of a CatalogSource that its pod needs. */
interface Catalog {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: { readonly image?: string };
}

/** Simulates the pods that OLM runs for catalogs of images: they are ready at once. */
export class CatalogPods extends ControlLoop {
  protected async round(): Promise<void> {
    const { status, body } = await this.connection.request('GET', `${V1ALPHA1}/catalogsources`);
    const catalogs = status === 200 ? (JSON.parse(body) as { items: readonly Catalog[] }).items : [];
    for (const { metadata: { name, namespace }, spec: { image } } of catalogs.filter(({ spec }) => spec.image !== undefined)) {
      await this.start(`${name}-pod`, name, namespace, image!);
    }
  }

  private async start(pod: string, catalog: string, namespace: string, image: string): Promise<void> {
    const path = `/api/v1/namespaces/${namespace}/pods`;
    const content = JSON.stringify({
      metadata: { name: pod, labels: { 'olm.catalogSource': catalog } },
      spec: {
        containers: [{
          name: 'registry-server', image,
          securityContext: { allowPrivilegeEscalation: false, runAsNonRoot: true, capabilities: { drop: ['ALL'] }, seccompProfile: { type: 'RuntimeDefault' } },
        }],
      },
    });
    const { status } = await this.connection.request('POST', path, { type: 'application/json', content });
    if (status === 201) {
      const ready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }], containerStatuses: [{ name: 'registry-server', image, imageID: image, ready: true, restartCount: 0, started: true, state: { running: {} } }] };
      await this.connection.request('PATCH', `${path}/${pod}/status`, { type: 'application/merge-patch+json', content: JSON.stringify({ status: ready }) });
    }
  }
}
