import { createHash } from 'node:crypto';
import { ControlLoop } from './control-loop';

const APPS = '/apis/apps/v1';
const REVISION = 'deployment.kubernetes.io/revision';

/** The part of an object that a rollout needs. */
interface Workload {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly generation: number;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly { readonly uid: string }[];
  };
  readonly spec: {
    readonly replicas?: number; readonly selector?: unknown; readonly template?: { readonly spec?: { readonly nodeSelector?: object } };
  };
  readonly status?: { readonly observedGeneration?: number };
}

/**
 * Rolls out Deployments in a control plane without a controller manager and nodes: a ReplicaSet for each pod template, and the
 * status of both as if all pods were running, unless they select nodes by a label that Kubernetes does not set itself. There are no
 * pods. Services get Endpoints without addresses.
 */
export class Workloads extends ControlLoop {
  protected async round(): Promise<void> {
    const [deployments, replicaSets] = [await this.list(`${APPS}/deployments`), await this.list(`${APPS}/replicasets`)];
    for (const deployment of deployments.filter(({ metadata, status }) => status?.observedGeneration !== metadata.generation)) {
      await this.rollOut(deployment, replicaSets.filter(replicaSet => isOwned(replicaSet, [deployment])));
    }
    for (const { metadata } of replicaSets.filter(replicaSet => !isOwned(replicaSet, deployments))) {
      await this.connection.request('DELETE', `${APPS}/namespaces/${metadata.namespace}/replicasets/${metadata.name}`);
    }
    await this.serve();
  }

  private async rollOut({ metadata: { name, namespace, uid }, spec }: Workload, before: readonly Workload[]): Promise<void> {
    const path = `${APPS}/namespaces/${namespace}/deployments/${name}`;
    const replicas = spec.replicas ?? 1;
    const ofTemplate = `${name}-${createHash('sha256').update(JSON.stringify(spec.template)).digest('hex').slice(0, 10)}`;
    const revisionOf = ({ metadata }: Workload): number => Number(metadata.annotations?.[REVISION]);
    const same = before.find(({ metadata }) => metadata.name === ofTemplate);
    const revision = String(same === undefined ? Math.max(0, ...before.map(revisionOf)) + 1 : revisionOf(same));
    if (same === undefined) {
      await this.send('POST', `${APPS}/namespaces/${namespace}/replicasets`, {
        metadata: {
          name: ofTemplate,
          annotations: { [REVISION]: revision },
          ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name, uid, controller: true }],
        },
        spec: { replicas, selector: spec.selector, template: spec.template },
      });
    }
    const labels = Object.keys(spec.template?.spec?.nodeSelector ?? {});
    const available = labels.every(label => label.startsWith('kubernetes.io/')) ? replicas : 0;
    const running = { replicas, readyReplicas: available, availableReplicas: available };
    await this.merge(`${APPS}/namespaces/${namespace}/replicasets/${ofTemplate}/status`, { status: running });
    // Annotations count for the generation of a Deployment.
    const annotated = await this.merge(path, { metadata: { annotations: { [REVISION]: revision } } });
    const status = available === replicas ? 'True' : 'False';
    const condition = (type: string, reason: string): object => ({ type, status, reason, message: 'no pods run here' });
    await this.merge(`${path}/status`, {
      status: {
        ...running,
        updatedReplicas: replicas,
        observedGeneration: annotated.metadata.generation,
        conditions: [condition('Available', 'MinimumReplicasAvailable'), condition('Progressing', 'NewReplicaSetAvailable')],
      },
    });
  }

  private async serve(): Promise<void> {
    const served = new Set((await this.list('/api/v1/endpoints')).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`));
    for (const { metadata: { namespace, name } } of await this.list('/api/v1/services')) {
      if (!served.has(`${namespace}/${name}`)) {
        await this.send('POST', `/api/v1/namespaces/${namespace}/endpoints`, { metadata: { name } });
      }
    }
  }

  private async list(path: string): Promise<readonly Workload[]> {
    return (JSON.parse((await this.connection.request('GET', path)).body) as { items: readonly Workload[] }).items;
  }

  /** Ignores rejections: what is rejected because of a conflict or because the object is gone is retried in the next iteration. */
  private async send(method: string, path: string, body: object, type = 'application/json'): Promise<Workload> {
    return JSON.parse((await this.connection.request(method, path, { type, content: JSON.stringify(body) })).body) as Workload;
  }

  private merge(path: string, body: object): Promise<Workload> {
    return this.send('PATCH', path, body, 'application/merge-patch+json');
  }
}

function isOwned({ metadata }: Workload, owners: readonly Workload[]): boolean {
  return metadata.ownerReferences?.some(({ uid }) => owners.some(owner => owner.metadata.uid === uid)) ?? false;
}
