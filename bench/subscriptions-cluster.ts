import { DefaultCatalog, OlmRelease, OlmVersion } from 'olm-constructs';
import { ControlPlane } from '../e2e/control-plane/control-plane';
import type { ApiClient } from '../lib/cluster/client/api-client';
import { clientFor } from '../lib/cluster/client/clients';
import { findCluster } from '../lib/cluster/client/kubeconfig-source';
import { applyInOrder } from '../lib/cluster/operations/apply-manifests';
import type { Manifest } from '../lib/cluster/operations/manifests';
import { defined } from '../lib/formats/json/defined';
import type { JsonMap } from '../lib/formats/json/json-value';

const SIGNAL = new AbortController().signal;
const OPERATORS = 10;
/** Namespaces that are filled at the same time. */
const AT_ONCE = 25;
const GROUP = 'operators.coreos.com';

/** Size in bytes of an icon, and of an operator's examples and description. A typical ClusterServiceVersion has about 20 kB. */
const FILLER = { icon: 8_000, examples: 6_000, description: 4_000 };

/** Status of an installed ClusterServiceVersion. */
const SUCCEEDED = {
  phase: 'Succeeded', reason: 'InstallSucceeded', lastTransitionTime: '2026-01-01T00:00:00Z',
  conditions: ['Pending', 'InstallReady', 'Installing', 'Succeeded'].map((phase) => ({
    phase, lastTransitionTime: '2026-01-01T00:00:00Z', lastUpdateTime: '2026-01-01T00:00:00Z',
  })),
};

/** Number of objects that a typical InstallPlan creates. */
const STEPS = 10;

/** An API server with OLM and Subscriptions whose operators are all running, ten in each namespace. */
export class SubscriptionsCluster {
  /** Starts a control plane with OLM. Nothing else writes to it later. */
  public static async start(): Promise<SubscriptionsCluster> {
    const controlPlane = await ControlPlane.start();
    try {
      const cluster = new SubscriptionsCluster(controlPlane);
      await cluster.#installOlm();
      return cluster;
    } catch (error) {
      await controlPlane.stop();
      throw error;
    }
  }

  readonly #client: ApiClient;
  #namespaces = 0;

  private constructor(private readonly controlPlane: ControlPlane) {
    this.#client = clientFor(findCluster({ kubeconfig: controlPlane.kubeconfig }, {}), {});
  }

  /** Path of the administrator's kubeconfig. */
  public get kubeconfig(): string {
    return this.controlPlane.kubeconfig;
  }

  /** Adds operators until there is a number of Subscriptions, a multiple of ten. */
  public async fillTo(subscriptions: number): Promise<void> {
    while (this.#namespaces < subscriptions / OPERATORS) {
      const names = Array.from({ length: Math.min(AT_ONCE, subscriptions / OPERATORS - this.#namespaces) }, (_, index) => `team-${this.#namespaces + index}`);
      await Promise.all(names.map((name) => this.#fill(name)));
      this.#namespaces += names.length;
    }
  }

  public stop(): Promise<void> {
    return this.controlPlane.stop();
  }

  /** Applies the release, and gives its objects the status that its controllers leave. */
  async #installOlm(): Promise<void> {
    const { objects } = OlmRelease.of({ version: OlmVersion.V0_46_0, defaultCatalog: DefaultCatalog.none() });
    const manifests = objects.map((object) => manifestOf(object as unknown as ObjectOfRelease));
    const results = await applyInOrder(manifests, {
      client: this.#client, namespace: 'default', dryRun: false, force: false, timeout: 120_000, signal: SIGNAL,
    });
    const failed = results.filter(({ state }) => state !== 'created');
    if (failed.length > 0) {
      throw new Error(`OLM could not be applied: ${failed.map(({ object, reason }) => `${object.kind} ${object.name}: ${reason}`).join('; ')}`);
    }
    for (const { name } of manifests.filter(({ kind }) => kind === 'Deployment')) {
      await this.#available(`/apis/apps/v1/namespaces/olm/deployments/${name}`);
    }
    const packageServer = manifests.find(({ kind }) => kind === 'ClusterServiceVersion')!;
    await this.#status(`/apis/${GROUP}/v1alpha1/namespaces/olm/clusterserviceversions/packageserver`, SUCCEEDED);
    const { spec } = (packageServer.object as unknown as PackageServer).spec.install.spec.deployments[0];
    await this.#deploy('olm', { metadata: { name: 'packageserver' }, spec });
    // Without a service, the API server would handle the API itself.
    await this.#create('/apis/apiregistration.k8s.io/v1/apiservices', {
      metadata: { name: 'v1.packages.operators.coreos.com' },
      spec: { group: 'packages.operators.coreos.com', version: 'v1', groupPriorityMinimum: 2000, versionPriority: 15 },
    });
    await this.#createOlm('olm', 'catalogsources', {
      kind: 'CatalogSource', metadata: { name: 'catalog' }, spec: { sourceType: 'grpc', address: 'catalog.olm:50051' },
      status: { connectionState: { lastObservedState: 'READY', lastConnect: '2026-01-01T00:00:00Z' } },
    });
  }

  async #fill(namespace: string): Promise<void> {
    await this.#create('/api/v1/namespaces', { metadata: { name: namespace } });
    await this.#createOlm(namespace, 'operatorgroups', {
      kind: 'OperatorGroup', metadata: { name: 'group' }, spec: { targetNamespaces: [namespace] }, status: { namespaces: [namespace], lastUpdated: '2026-01-01T00:00:00Z' },
    }, 'v1');
    for (let index = 0; index < OPERATORS; index++) {
      await this.#operator(namespace, `operator-${index}`);
    }
  }

  async #operator(namespace: string, name: string): Promise<void> {
    const csv = `${name}.v1.0.0`;
    const subscription = await this.#createOlm(namespace, 'subscriptions', {
      kind: 'Subscription', metadata: { name }, spec: { name, channel: 'stable', source: 'catalog', sourceNamespace: 'olm' },
    });
    const reference = { apiVersion: `${GROUP}/v1alpha1`, kind: 'InstallPlan', name: `install-${name}`, namespace };
    await this.#createOlm(namespace, 'installplans', {
      kind: 'InstallPlan',
      metadata: {
        name: reference.name,
        ownerReferences: [{ apiVersion: `${GROUP}/v1alpha1`, kind: 'Subscription', name, uid: subscription.metadata.uid, blockOwnerDeletion: false }],
      },
      spec: { approval: 'Automatic', approved: true, clusterServiceVersionNames: [csv], generation: 1 },
      status: {
        phase: 'Complete', catalogSources: ['catalog'], conditions: [{ type: 'Installed', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }],
        plan: Array.from({ length: STEPS }, (_, step) => ({
          resolving: csv, status: 'Created',
          resource: {
            group: 'rbac.authorization.k8s.io', kind: 'Role', version: 'v1', name: `${csv}-${step}`, sourceName: 'catalog', sourceNamespace: 'olm',
            manifest: `{"kind":"ConfigMap","name":"${'0'.repeat(63)}","namespace":"olm","catalogSourceName":"catalog","catalogSourceNamespace":"olm","replaces":""}`,
          },
        })),
      },
    });
    await this.#deploy(namespace, deployment(name));
    await this.#csv(namespace, csv, '1.0.0', name);
    await this.#status(`/apis/${GROUP}/v1alpha1/namespaces/${namespace}/subscriptions/${name}`, {
      state: 'AtLatestKnown', currentCSV: csv, installedCSV: csv, installPlanRef: reference, installPlanGeneration: 1,
      lastUpdated: '2026-01-01T00:00:00Z',
      catalogHealth: [{ catalogSourceRef: { name: 'catalog', namespace: 'olm' }, healthy: true, lastUpdated: '2026-01-01T00:00:00Z' }],
      conditions: [{ type: 'CatalogSourcesUnhealthy', status: 'False', reason: 'AllCatalogSourcesHealthy', lastTransitionTime: '2026-01-01T00:00:00Z' }],
    });
  }

  #csv(namespace: string, name: string, version: string, deploymentName: string): Promise<unknown> {
    const rules = Array.from({ length: 10 }, (_, index) => ({ apiGroups: [`group-${index}.example.com`], resources: ['things', 'things/status'], verbs: ['*'] }));
    return this.#createOlm(namespace, 'clusterserviceversions', {
      kind: 'ClusterServiceVersion',
      metadata: { name, annotations: { 'alm-examples': '.'.repeat(FILLER.examples), 'olm.operatorGroup': 'group' } },
      spec: {
        displayName: name, version, description: 'x'.repeat(FILLER.description), icon: [{ mediatype: 'image/png', base64data: 'A'.repeat(FILLER.icon) }],
        installModes: ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'].map((type) => ({ type, supported: true })),
        customresourcedefinitions: {
          owned: ['database', 'backup'].map((kind) => ({ name: `${kind}s.${namespace}-${deploymentName}.example.com`, version: 'v1', kind })),
        },
        install: {
          strategy: 'deployment',
          spec: {
            clusterPermissions: [{ serviceAccountName: deploymentName, rules }],
            deployments: [{ name: deploymentName, spec: deployment(deploymentName).spec }],
          },
        },
      },
      status: SUCCEEDED,
    });
  }

  async #deploy(namespace: string, object: object): Promise<void> {
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    const { metadata } = await this.#create(path, object);
    await this.#available(`${path}/${metadata.name}`);
  }

  /** Gives a Deployment the status that it has when all its pods run. */
  async #available(path: string): Promise<void> {
    const { spec: { replicas } } = await this.#client.request({ method: 'GET', path }, SIGNAL) as { readonly spec: { readonly replicas: number } };
    await this.#status(path, { observedGeneration: 1, replicas, updatedReplicas: replicas, readyReplicas: replicas, availableReplicas: replicas });
  }

  /** Creates an object of OLM with its status. */
  async #createOlm(namespace: string, plural: string, object: OlmObject, version = 'v1alpha1'): Promise<Created> {
    const path = `/apis/${GROUP}/${version}/namespaces/${namespace}/${plural}`;
    const created = await this.#create(path, { apiVersion: `${GROUP}/${version}`, ...object });
    if (object.status !== undefined) {
      await this.#status(`${path}/${created.metadata.name}`, object.status);
    }
    return created;
  }

  async #create(path: string, body: object): Promise<Created> {
    return await this.#client.request({ method: 'POST', path, body }, SIGNAL) as Created;
  }

  async #status(path: string, status: object): Promise<void> {
    await this.#client.request({ method: 'PATCH', path: `${path}/status`, body: { status }, type: 'application/merge-patch+json' }, SIGNAL);
  }
}

/** An object of OLM to create, without its `apiVersion`. */
interface OlmObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly [field: string]: unknown };
  readonly spec: object;
  readonly status?: object;
}

/** Response of the API server after it has created an object. */
interface Created {
  readonly metadata: { readonly name: string; readonly uid: string };
}

function deployment(name: string) {
  const labels = { app: name };
  return {
    metadata: { name },
    spec: {
      replicas: 1, selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'manager', image: `example.com/${name}:1.0.0`, args: ['--leader-elect'] }] } },
    },
  };
}

/** Object of a release of OLM. */
interface ObjectOfRelease extends JsonMap {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** ClusterServiceVersion of packageserver, whose Deployment OLM creates. */
interface PackageServer {
  readonly spec: { readonly install: { readonly spec: { readonly deployments: readonly [{ readonly spec: object }] } } };
}

function manifestOf(object: ObjectOfRelease): Manifest {
  const { apiVersion, kind, metadata: { name, namespace } } = object;
  return { apiVersion, kind, name, ...defined({ namespace }), object, source: 'the release' };
}
