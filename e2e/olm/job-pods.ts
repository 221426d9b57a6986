import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { Cluster } from '../cluster/cluster';
import { KubernetesObject, ObjectReference } from '../cluster/kubernetes-object';
import { Ended, ProgramProcess } from '../command-line/program-process';
import { RepeatedWork } from './repeated-work';

const CONTAINER = 'olm-constructs';
/** Longest termination message of a container. */
const MESSAGE_BYTES = 2048;

interface Mount {
  readonly name: string;
  readonly mountPath: string;
}

interface Job extends KubernetesObject {
  readonly metadata: KubernetesObject['metadata'] & { readonly namespace: string; readonly uid: string };
  readonly spec: { readonly template: { readonly spec: PodSpec } };
  readonly status?: { readonly conditions?: readonly unknown[] };
}

interface ConfigMap extends KubernetesObject {
  readonly data?: Readonly<Record<string, string>>;
  readonly binaryData?: Readonly<Record<string, string>>;
}

interface Container {
  readonly name: string;
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly volumeMounts: readonly Mount[];
}

interface PodSpec {
  readonly serviceAccountName: string;
  readonly containers: readonly [Container];
  readonly volumes: readonly { readonly name: string; readonly configMap: { readonly name: string } }[];
}

/**
 * Runs the Jobs of the library as kubelets would: the program in the ConfigMap with its arguments, its files and the rights of its account. With a
 * controller for Jobs, their pods end with the program; otherwise the Jobs do.
 */
export class JobPods {
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'olm-constructs-jobs-'));
  private readonly started = new Set<string>();
  private readonly work: RepeatedWork;

  /** @param hasController whether a controller makes pods of Jobs */
  public constructor(private readonly cluster: Cluster, private readonly kubeconfig: string, private readonly hasController: boolean) {
    // A Job may exist before its ConfigMaps and its account: the next repetition finds both.
    this.work = new RepeatedWork(() => this.look());
  }

  /** Starts nothing more. */
  public async stop(): Promise<void> {
    await this.work.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async look(): Promise<void> {
    const jobs = await this.cluster.client.list('batch/v1', 'Job') as Job[];
    for (const job of jobs.filter(({ metadata, spec, status }) => (
      spec.template.spec.containers[0].name === CONTAINER && status?.conditions === undefined && !this.started.has(metadata.uid)))) {
      const target = this.hasController ? await this.runningPod(job) : job;
      if (target !== undefined) {
        const running = await this.start(job);
        this.started.add(job.metadata.uid);
        void running.end().then(ended => this.report(target, ended)).catch(() => undefined);
      }
    }
  }

  private async runningPod({ metadata: { uid, namespace } }: Job): Promise<ObjectReference | undefined> {
    const pods = await this.cluster.client.list('v1', 'Pod', namespace) as (KubernetesObject & { readonly status?: { readonly phase?: string } })[];
    return pods.find(({ metadata, status }) => (
      status?.phase === 'Running' && (metadata['ownerReferences'] as readonly { readonly uid: string }[] | undefined)?.some(owner => owner.uid === uid)));
  }

  private async start({ metadata: { name, namespace }, spec: { template: { spec } } }: Job): Promise<ProgramProcess> {
    const root = path.join(this.folder, namespace, name);
    const [{ command, args, volumeMounts }] = spec.containers;
    const inRoot = (argument: string): string => volumeMounts.some(({ mountPath }) => argument === mountPath || argument.startsWith(`${mountPath}/`))
      ? path.join(root, argument) : argument;
    for (const mount of volumeMounts) {
      const { configMap } = spec.volumes.find(volume => volume.name === mount.name)!;
      const found = await this.cluster.client.read({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: configMap.name, namespace } });
      const { data = {}, binaryData = {} } = found as ConfigMap;
      mkdirSync(inRoot(mount.mountPath), { recursive: true });
      Object.entries(data).forEach(([file, content]) => writeFileSync(path.join(inRoot(mount.mountPath), file), content));
      Object.entries(binaryData).forEach(([file, content]) => writeFileSync(path.join(inRoot(mount.mountPath), file), Buffer.from(content, 'base64')));
    }
    const kubeconfig = path.join(root, 'kubeconfig.json');
    writeFileSync(kubeconfig, await this.kubeconfigOf(namespace, spec.serviceAccountName), { mode: 0o600 });
    const [, program] = command as [string, string];
    return new ProgramProcess(args.map(inRoot), { KUBECONFIG: kubeconfig }, inRoot(program));
  }

  private async kubeconfigOf(namespace: string, account: string): Promise<string> {
    const config = JSON.parse(readFileSync(this.kubeconfig, 'utf8')) as { users: { name: string; user: object }[] };
    const token = await this.cluster.client.serviceAccountToken(namespace, account);
    return JSON.stringify({ ...config, users: config.users.map(({ name }) => ({ name, user: { token } })) });
  }

  private async report(target: ObjectReference, { exitCode, stdout, stderr }: Ended): Promise<void> {
    const object = await this.cluster.client.read(target);
    const now = new Date().toISOString().replace(/\.\d+/, '');
    const succeeded = exitCode === 0;
    const message = Buffer.from(`${stderr}${stdout}`).subarray(-MESSAGE_BYTES).toString();
    const { refusal } = await this.cluster.client.replaceStatus({
      ...object, status: this.hasController ? podStatus(object['status'] as object, exitCode, message, now) : jobStatus(succeeded, now),
    });
    if (refusal !== '') {
      process.stderr.write(`the status of a Job was rejected: ${refusal}\n`);
    }
  }
}

function podStatus(status: object, exitCode: number | null, message: string, now: string): object {
  const { containerStatuses } = status as { containerStatuses: object[] };
  const terminated = { exitCode: exitCode ?? 137, reason: exitCode === 0 ? 'Completed' : 'Error', message, startedAt: now, finishedAt: now };
  return {
    ...status, phase: exitCode === 0 ? 'Succeeded' : 'Failed',
    containerStatuses: containerStatuses.map(container => ({ ...container, ready: false, started: false, state: { terminated } })),
  };
}

function jobStatus(succeeded: boolean, now: string): object {
  const condition = (type: string): object => ({ type, status: 'True', lastProbeTime: now, lastTransitionTime: now });
  return succeeded
    ? { startTime: now, completionTime: now, succeeded: 1, uncountedTerminatedPods: {}, conditions: [condition('SuccessCriteriaMet'), condition('Complete')] }
    : { startTime: now, failed: 1, uncountedTerminatedPods: {}, conditions: [condition('FailureTarget'), condition('Failed')] };
}
