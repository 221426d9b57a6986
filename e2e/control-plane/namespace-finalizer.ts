import { ControlLoop } from './control-loop';

const NAMESPACES = '/api/v1/namespaces';

/** The part of a Namespace that its deletion needs. */
interface Namespace {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly finalizers?: readonly string[] };
  readonly status: { readonly phase: string };
}

/**
 * Finalizes namespaces in a control plane without a controller manager. Their contents must be deleted before: a namespace
 * that is deleted with objects in it is finalized all the same.
 */
export class NamespaceFinalizer extends ControlLoop {
  protected async round(): Promise<void> {
    const { items } = JSON.parse((await this.connection.request('GET', NAMESPACES)).body) as { items: readonly Namespace[] };
    for (const namespace of items.filter(({ status }) => status.phase === 'Terminating')) {
      const path = `${NAMESPACES}/${namespace.metadata.name}`;
      // After a foreground deletion, there is also a finalizer of the garbage collector.
      const collected = JSON.stringify({ metadata: { finalizers: null } });
      await this.connection.request('PATCH', path, { type: 'application/merge-patch+json', content: collected });
      const content = JSON.stringify({
        apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace.metadata.name }, spec: { finalizers: [] }, status: namespace.status,
      });
      await this.connection.request('PUT', `${path}/finalize`, { type: 'application/json', content });
    }
  }
}
