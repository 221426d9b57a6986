import { LOOPBACK } from '../control-plane/ports';
import { KubernetesObject, title } from '../cluster/kubernetes-object';
import { OlmCluster } from '../olm/olm-cluster';
import { waitUntil } from '../olm/wait-until';
import { podSpecOf } from './init-container';
import { OpmServer, startOpm } from './opm-server';
import { ServedBundle, servedBundles } from './served-bundles';

const WITHIN_MILLISECONDS = 60_000;

/** A pod, and the process that stands in for it. */
interface RunningPod {
  readonly pod: KubernetesObject;
  readonly server: OpmServer;
}

/**
 * Does for the pods of a registry what kubelets would, and for its Service what kube-proxy would: each pod of the cluster has an
 * `opm` that serves the ConfigMaps of that pod as stored in the cluster, the Service leads to the newest one that responds, and `opm`
 * ends with its pod.
 */
export class RegistryPods {
  private running: RunningPod[] = [];

  /**
   * @param olm the cluster
   * @param opm path of opm
   * @param namespace namespace of the registry
   * @param name name of its Deployment and Service
   */
  public constructor(
    private readonly olm: OlmCluster,
    private readonly opm: string,
    private readonly namespace: string,
    private readonly name: string,
  ) {}

  /** Follows the pods until the Deployment has rolled out its current spec. Returns the names of the running pods. */
  public async rolled(): Promise<string[]> {
    const reference = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: this.name, namespace: this.namespace } };
    return await waitUntil(`the roll of ${title(reference)}`, WITHIN_MILLISECONDS, async () => {
      await this.follow();
      const { metadata, status = {} } = await this.olm.cluster.client.read(reference) as KubernetesObject & {
        status?: { observedGeneration?: number; updatedReplicas?: number; replicas?: number; availableReplicas?: number };
      };
      const rolled = status.observedGeneration === metadata['generation'] && status.updatedReplicas === status.replicas
        && status.availableReplicas === status.replicas && this.running.length === status.replicas;
      return rolled ? this.running.map(({ pod }) => pod.metadata.name) : this.olm.failure ?? new Error(`its status is ${JSON.stringify(status)}`);
    });
  }

  /** Returns what the Service serves now. */
  public served(): Promise<ServedBundle[]> {
    const server = this.running.at(-1)?.server;
    if (server === undefined) {
      throw new Error(`Service ${this.namespace}/${this.name} has no pod`);
    }
    return servedBundles(server.process, `http://${LOOPBACK}:${String(server.port)}`);
  }

  /** Starts the processes of new pods, and ends those of deleted ones. */
  public async follow(): Promise<void> {
    const pods = await this.pods();
    for (const pod of pods.filter(({ metadata }) => this.running.every(({ pod: known }) => known.metadata.name !== metadata.name))) {
      const server = await startOpm(this.opm, [pod, ...await this.configMapsOf(pod)], this.olm.newFolder(pod.metadata.name));
      this.olm.adopt(server.process);
      this.running.push({ pod, server });
      await this.served();
      this.olm.network.route(this.namespace, this.name, server.port);
    }
    const isThere = ({ pod }: RunningPod): boolean => pods.some(({ metadata }) => metadata.name === pod.metadata.name);
    const gone = this.running.filter(running => !isThere(running));
    this.running = this.running.filter(isThere);
    for (const { server } of gone) {
      await this.olm.end(server.process);
    }
  }

  /** The registry's pods that are scheduled on a node. */
  private async pods(): Promise<KubernetesObject[]> {
    const pods = await this.olm.cluster.client.list('v1', 'Pod', this.namespace);
    return pods.filter(({ metadata, status }) => (status as { phase: string }).phase === 'Running'
      && (metadata['labels'] as Record<string, string> | undefined)?.['app.kubernetes.io/instance'] === this.name);
  }

  private configMapsOf(pod: KubernetesObject): Promise<KubernetesObject[]> {
    const names = podSpecOf([pod]).volumes.flatMap(({ projected }) => projected?.sources ?? []).map(({ configMap }) => configMap.name);
    return Promise.all(names.map(name =>
      this.olm.cluster.client.read({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: this.namespace } })));
  }
}
