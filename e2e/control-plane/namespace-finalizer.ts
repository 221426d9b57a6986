import { ControlLoop } from './control-loop';

const NAMESPACES = '/api/v1/namespaces';

/** A namespace, as far as its end goes. */
interface Namespace {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly finalizers?: readonly string[] };
  readonly status: { readonly phase: string };
}

/**
 * Lets namespaces end in a control plane without a controller manager, whose part that is. What is in them has to go before them: a
 * namespace that is deleted with something in it ends all the same.
 */
export class NamespaceFinalizer extends ControlLoop {
  protected async round(): Promise<void> {
    const { items } = JSON.parse((await this.connection.request('GET', NAMESPACES)).body) as { items: readonly Namespace[] };
    for (const namespace of items.filter(({ status }) => status.phase === 'Terminating')) {
      const path = `${NAMESPACES}/${namespace.metadata.name}`;
      // Where it was deleted in the foreground, the garbage collector has a part in its end too.
      const collected = JSON.stringify({ metadata: { finalizers: null } });
      await this.connection.request('PATCH', path, { type: 'application/merge-patch+json', text: collected });
      const text = JSON.stringify({
        apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace.metadata.name }, spec: { finalizers: [] }, status: namespace.status,
      });
      await this.connection.request('PUT', `${path}/finalize`, { type: 'application/json', text });
    }
  }
}
