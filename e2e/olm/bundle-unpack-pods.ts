import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { KubernetesObject } from '../cluster/kubernetes-object';
import { pullImage } from '../image-registry/pull-image';
import { endWithTests } from '../processes/end-with-tests';
import { OlmCluster } from './olm-cluster';
import { RepeatedWork } from './repeated-work';

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
}

interface Pod extends KubernetesObject {
  readonly metadata: KubernetesObject['metadata'] & { readonly uid: string };
  readonly spec: { readonly initContainers?: readonly Container[]; readonly containers: readonly Container[] };
  readonly status: { readonly phase: string; readonly containerStatuses?: readonly object[] };
}

/**
 * Does for the pods of OLM's Jobs that unpack bundles what kubelets would: the init container `pull` copies the files of the bundle's image, and the
 * container `extract` runs opm, which writes them into a ConfigMap.
 */
export class BundleUnpackPods {
  /** Images that were unpacked. */
  public readonly unpacked: string[] = [];

  private readonly known = new Set<string>();
  private readonly work: RepeatedWork;
  private failure: Error | undefined;

  /**
   * @param opm path of opm
   * @param crane path of crane, which pulls the images
   */
  public constructor(private readonly olm: OlmCluster, private readonly opm: string, private readonly crane: string) {
    this.work = new RepeatedWork(() => this.look());
  }

  /** Why opm failed, or the error of the last repetition, for the messages of tests. */
  public get problem(): unknown {
    return this.failure ?? this.work.error;
  }

  /** Starts nothing more. */
  public async stop(): Promise<void> {
    await this.work.stop();
  }

  private async look(): Promise<void> {
    const pods = await this.olm.cluster.client.list('v1', 'Pod') as Pod[];
    for (const pod of pods.filter(({ metadata: { uid }, status }) => status.phase === 'Running' && !this.known.has(uid))) {
      await this.run(pod);
      this.known.add(pod.metadata.uid);
    }
  }

  private async run(pod: Pod): Promise<void> {
    const pull = pod.spec.initContainers?.find(({ name }) => name === 'pull');
    const extract = pod.spec.containers.find(({ name }) => name === 'extract');
    if (pull === undefined || extract?.command === undefined) {
      return;
    }
    const folder = this.olm.newFolder(pod.metadata.name);
    pullImage(this.crane, pull.image, folder);
    const [, ...args] = extract.command.map(argument => argument === '/bundle/' ? `${folder}/` : argument);
    const child = spawn(this.opm, [...args, '--kubeconfig', this.olm.kubeconfig], { stdio: ['ignore', 'ignore', 'pipe'] });
    endWithTests(child);
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => output += chunk.toString());
    const [exitCode] = await once(child, 'close') as [number | null];
    if (exitCode !== 0) {
      this.failure = new Error(`opm ended with ${String(exitCode)}: ${output}`);
    }
    const now = new Date().toISOString().replace(/\.\d+/, '');
    const terminated = { exitCode: exitCode ?? 137, reason: exitCode === 0 ? 'Completed' : 'Error', startedAt: now, finishedAt: now };
    const current = await this.olm.cluster.client.read(pod) as Pod;
    const containerStatuses = (current.status.containerStatuses ?? [])
      .map(status => ({ ...status, ready: false, started: false, state: { terminated } }));
    const { refusal } = await this.olm.cluster.client.replaceStatus({
      ...current, status: { ...current.status, phase: exitCode === 0 ? 'Succeeded' : 'Failed', containerStatuses },
    });
    if (refusal !== '') {
      throw new Error(refusal);
    }
    this.unpacked.push(pull.image);
  }
}
