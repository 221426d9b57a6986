import { ControlLoop } from '../control-plane/control-loop';

const V1 = '/apis/olm.operatorframework.io/v1';
const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const MERGE = 'application/merge-patch+json';
const FINALIZERS = { clustercatalogs: 'olm.operatorframework.io/delete-server-cache', clusterextensions: 'olm.operatorframework.io/cleanup-unpack-cache' };

interface V1Object {
  readonly metadata: {
    readonly name: string; readonly uid: string; readonly generation: number; readonly finalizers?: string[]; readonly deletionTimestamp?: string;
  };
  readonly spec: {
    readonly namespace?: string;
    readonly source: { readonly image?: { readonly ref: string }; readonly catalog?: { readonly packageName: string; readonly version?: string } };
  };
}

interface ErrorCondition {
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

/**
 * Simulates catalogd, operator-controller and the garbage collector: conditions, finalizers, and a Deployment and a CRD for each ClusterExtension, as
 * OLM v1 1.11 writes them according to its code. Image `registry.test/missing:v1` does not exist, and there are versions 1.0.0 and 1.1.0 of each
 * package.
 */
export class SimulatedOlmV1 extends ControlLoop {
  protected async round(): Promise<void> {
    for (const catalog of await this.list('clustercatalogs')) {
      await this.reconcile('clustercatalogs', catalog, () => this.serve(catalog), () => Promise.resolve());
    }
    for (const extension of await this.list('clusterextensions')) {
      await this.reconcile('clusterextensions', extension, () => this.install(extension), () => this.collect(extension));
    }
  }

  private async reconcile(plural: keyof typeof FINALIZERS, object: V1Object, act: () => Promise<void>, cleanUp: () => Promise<void>): Promise<void> {
    const { name, finalizers = [], deletionTimestamp } = object.metadata;
    if (deletionTimestamp !== undefined) {
      await this.patch(`${V1}/${plural}/${name}`, { metadata: { finalizers: null } });
      await cleanUp();
    } else if (finalizers.length === 0) {
      await this.patch(`${V1}/${plural}/${name}`, { metadata: { finalizers: [FINALIZERS[plural]] } });
    } else {
      await act();
    }
  }

  private async serve(catalog: V1Object): Promise<void> {
    const { ref } = catalog.spec.source.image!;
    if (ref.includes('/missing:')) {
      const message = `source catalog content: error creating image source: reading manifest v1 in ${ref.replace(/:v1$/, '')}: manifest unknown`;
      await this.status('clustercatalogs', catalog, { conditions: [progressing(catalog, { status: 'True', reason: 'Retrying', message })] });
      return;
    }
    await this.status('clustercatalogs', catalog, {
      conditions: [progressing(catalog), condition(catalog, 'Serving', { status: 'True', reason: 'Available', message: 'Serving desired content' })],
      resolvedSource: { type: 'Image', image: { ref: `${ref.replace(/:v1$/, '')}@sha256:${'a'.repeat(64)}` } },
      urls: { base: `https://catalogd.test/catalogs/${catalog.metadata.name}` },
      lastUnpacked: '2026-01-01T00:00:00Z',
    });
  }

  private async install(extension: V1Object): Promise<void> {
    const { packageName, version = '1.1.0' } = extension.spec.source.catalog!;
    if (!['1.0.0', '1.1.0'].includes(version)) {
      const message = `no bundles found for package "${packageName}" matching version "${version}"`;
      await this.status('clusterextensions', extension, { conditions: [progressing(extension, { status: 'True', reason: 'Retrying', message })] });
      return;
    }
    await this.request('POST', CRDS, crd(extension, packageName));
    await this.request('POST', `/apis/apps/v1/namespaces/${extension.spec.namespace!}/deployments`, deployment(extension, packageName));
    await this.patch(`/apis/apps/v1/namespaces/${extension.spec.namespace!}/deployments/${packageName}/status`, {
      status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 },
    });
    await this.status('clusterextensions', extension, {
      conditions: [progressing(extension), condition(extension, 'Installed', { status: 'True', reason: 'Succeeded', message: 'Installed bundle successfully' })],
      install: { bundle: { name: `${packageName}.v${version}`, version } },
    });
  }

  private async collect({ spec }: V1Object): Promise<void> {
    const { packageName } = spec.source.catalog!;
    await this.request('DELETE', `/apis/apps/v1/namespaces/${spec.namespace!}/deployments/${packageName}`);
    await this.request('DELETE', `${CRDS}/${packageName}s.demo.test`);
  }

  private async list(plural: keyof typeof FINALIZERS): Promise<readonly V1Object[]> {
    const { body, status } = await this.connection.request('GET', `${V1}/${plural}`);
    return status === 200 ? (JSON.parse(body) as { readonly items: readonly V1Object[] }).items : [];
  }

  private status(plural: keyof typeof FINALIZERS, object: V1Object, status: object): Promise<void> {
    return this.patch(`${V1}/${plural}/${object.metadata.name}/status`, { status });
  }

  private async patch(path: string, content: object): Promise<void> {
    await this.connection.request('PATCH', path, { type: MERGE, content: JSON.stringify(content) });
  }

  private async request(method: string, path: string, body?: object): Promise<void> {
    await this.connection.request(method, path, body === undefined ? undefined : { type: 'application/json', content: JSON.stringify(body) });
  }
}

function condition({ metadata }: V1Object, type: string, found: ErrorCondition): object {
  return { type, ...found, observedGeneration: metadata.generation, lastTransitionTime: '2026-01-01T00:00:00Z' };
}

function progressing(object: V1Object, error?: ErrorCondition): object {
  return condition(object, 'Progressing', error ?? { status: 'True', reason: 'Succeeded', message: 'Desired state reached' });
}

function metadata({ metadata: { name: owner, uid } }: V1Object, name: string): object {
  return {
    name,
    labels: { 'olm.operatorframework.io/owner-kind': 'ClusterExtension', 'olm.operatorframework.io/owner-name': owner },
    ownerReferences: [{ apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension', name: owner, uid }],
  };
}

function crd(extension: V1Object, packageName: string): object {
  const kind = `${packageName[0]!.toUpperCase()}${packageName.slice(1)}`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: metadata(extension, `${packageName}s.demo.test`),
    spec: {
      group: 'demo.test', scope: 'Namespaced', names: { plural: `${packageName}s`, singular: packageName, kind, listKind: `${kind}List` },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true } } }],
    },
  };
}

function deployment(extension: V1Object, name: string): object {
  return {
    apiVersion: 'apps/v1', kind: 'Deployment', metadata: metadata(extension, name),
    spec: {
      replicas: 1, selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'manager', image: 'registry.test/manager:v1' }] } },
    },
  };
}
