import * as path from 'node:path';
import { KubernetesObject, title } from '../cluster/kubernetes-object';
import { GuardedProcess } from '../control-plane/guarded-process';
import { freePorts, LOOPBACK } from '../control-plane/ports';
import { IndexImagePods } from '../registry/index-image-pods';
import { RegistryPods } from '../registry/registry-pods';
import { OlmCluster } from './olm-cluster';
import { OlmPrograms } from './olm-programs';
import { RepeatedWork } from './repeated-work';

const PACKAGE_SERVER = 'package-server';

/** The first container of a Deployment. */
interface Deployment extends KubernetesObject {
  readonly spec: { readonly template: { readonly spec: { readonly containers: readonly [{ readonly command?: readonly string[] }] } } };
}

/** The process that stands in for a Deployment's pods, and the template that it was started from. */
interface RunningDeployment {
  readonly template: string;
  readonly process: GuardedProcess;
}

/**
 * Continuously does what kubelets would for the Deployments of a cluster: those of OLM run OLM's own programs, those of
 * registries run `opm`, and so do the pods of known index images. A changed template restarts a program, and programs end with their Deployments.
 */
export class Kubelets {
  /** The index images that the cluster can pull. */
  public readonly images: IndexImagePods;

  private readonly running = new Map<string, RunningDeployment>();
  private readonly registries = new Map<string, RegistryPods>();
  private readonly work: RepeatedWork;

  public constructor(private readonly olm: OlmCluster, private readonly programs: OlmPrograms) {
    this.images = new IndexImagePods(olm, programs.opm);
    // A Deployment may exist before its Secrets, and a pod after its ConfigMaps: the next repetition finds both.
    this.work = new RepeatedWork(() => this.look());
  }

  /** Error of the last iteration, for the messages of tests. */
  public get problem(): unknown {
    return this.olm.failure ?? this.work.error;
  }

  /** Stops watching; running processes continue. */
  public async stop(): Promise<void> {
    await this.work.stop();
  }

  private async look(): Promise<void> {
    const deployments = await this.olm.cluster.client.list('apps/v1', 'Deployment') as Deployment[];
    for (const [name, { process }] of this.running) {
      if (deployments.every(deployment => title(deployment) !== name)) {
        this.running.delete(name);
        await this.olm.end(process);
      }
    }
    for (const deployment of deployments) {
      await this.run(deployment);
    }
    for (const registry of this.registries.values()) {
      await registry.follow();
    }
    await this.images.follow();
  }

  private async run(deployment: Deployment): Promise<void> {
    const { name, namespace = '', labels } = deployment.metadata as KubernetesObject['metadata'] & { readonly labels?: Readonly<Record<string, string>> };
    if (labels?.['app.kubernetes.io/name'] === 'operator-registry') {
      const key = `${namespace}/${name}`;
      this.registries.set(key, this.registries.get(key) ?? new RegistryPods(this.olm, this.programs.opm, namespace, name));
      return;
    }
    const program = path.basename(deployment.spec.template.spec.containers[0].command?.[0] ?? '');
    const executable = { olm: this.programs.olm, catalog: this.programs.catalog, [PACKAGE_SERVER]: this.programs.packageServer }[program];
    const before = this.running.get(title(deployment));
    const template = JSON.stringify(deployment.spec.template);
    if (executable === undefined || before?.template === template) {
      return;
    }
    if (before !== undefined) {
      this.running.delete(title(deployment));
      await this.olm.end(before.process);
    }
    const [port] = await freePorts(1) as [number];
    const extraArguments = program === PACKAGE_SERVER ? ['--bind-address', LOOPBACK, '--secure-port', String(port)] : [];
    const process = await this.olm.run(deployment, executable, extraArguments);
    this.running.set(title(deployment), { template, process });
    if (program === PACKAGE_SERVER) {
      this.olm.network.route(namespace, 'packageserver-service', port);
    }
  }
}
