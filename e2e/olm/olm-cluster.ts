import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { Cluster } from '../cluster/cluster';
import { KubernetesObject } from '../cluster/kubernetes-object';
import { ControlPlane } from '../control-plane/control-plane';
import { GuardedProcess } from '../control-plane/guarded-process';
import { aggregationArguments } from './aggregation';
import { NODE, startClusterControllers } from './cluster-controllers';
import { TcpProxy } from '../faults/tcp-proxy';
import { ConnectProxy } from './connect-proxy';
import { startContainer } from './container-process';
import { ClusterPrograms } from './olm-programs';
import { ServiceNetwork } from './service-network';
import { SocksProxy } from './socks-proxy';
import { waitUntil } from './wait-until';

const WITHIN_MILLISECONDS = 60_000;

/** A cluster in which Deployments become available and Services respond, for OLM to run against. Pods run nothing. */
export class OlmCluster {
  /** Starts one. */
  public static async start(programs: ClusterPrograms): Promise<OlmCluster> {
    const folder = mkdtempSync(path.join(tmpdir(), 'olm-constructs-olm-'));
    try {
      return await OlmCluster.startIn(folder, programs);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  private static async startIn(folder: string, programs: ClusterPrograms): Promise<OlmCluster> {
    const socket = path.join(folder, 'connect.sock');
    const controlPlane = await ControlPlane.start({
      defaultServiceAccounts: true,
      apiServerArguments: aggregationArguments(programs.openssl, folder, socket),
    });
    const cluster = await Cluster.of(controlPlane);
    const olmCluster = new OlmCluster(programs, folder, controlPlane, cluster);
    try {
      await olmCluster.connectProxy.listen(socket);
      olmCluster.proxyAddress = await olmCluster.socksProxy.listen();
      await olmCluster.startNodes();
      return olmCluster;
    } catch (error) {
      await olmCluster.close();
      throw error;
    }
  }

  /** Maps Services to processes. */
  public readonly network: ServiceNetwork;

  private readonly connectProxy: ConnectProxy;
  private readonly socksProxy: SocksProxy;
  private readonly processes: GuardedProcess[] = [];
  private readonly containers = new Map<GuardedProcess, KubernetesObject>();
  /** Connections to the API server, by the name of the Deployment. */
  private readonly connections = new Map<string, TcpProxy>();
  private proxyAddress = '';

  private constructor(
    private readonly programs: ClusterPrograms,
    private readonly folder: string,
    private readonly controlPlane: ControlPlane,
    public readonly cluster: Cluster,
  ) {
    this.network = new ServiceNetwork(cluster.client);
    this.connectProxy = new ConnectProxy(this.network);
    this.socksProxy = new SocksProxy(this.network);
  }

  /** Runs the first container of a Deployment as a process, with a program in place of its command. */
  public async run(deployment: KubernetesObject, executable: string, extraArguments: readonly string[] = []): Promise<GuardedProcess> {
    const process = await startContainer(deployment, {
      client: this.cluster.client,
      controlPlane: this.controlPlane,
      port: (await this.connectionOf(deployment.metadata.name)).port,
      executable,
      unshare: this.programs.unshare,
      folder: this.newFolder(deployment.metadata.name),
      environment: { GRPC_PROXY: this.proxyAddress },
      extraArguments,
    });
    this.adopt(process);
    this.containers.set(process, deployment);
    return process;
  }

  /**
   * Slows down the program of a Deployment, as a busy machine does: everything between it and the API server takes longer.
   *
   * @param deployment name of the Deployment, which may not exist yet
   * @param milliseconds time by which what is sent and received arrives later; 0 for none
   */
  public async slow(deployment: string, milliseconds: number): Promise<void> {
    (await this.connectionOf(deployment)).latency = milliseconds;
  }

  private async connectionOf(deployment: string): Promise<TcpProxy> {
    const connection = this.connections.get(deployment) ?? await TcpProxy.start(this.controlPlane.port);
    this.connections.set(deployment, connection);
    return connection;
  }

  /** Ends the processes whose Deployment is gone, as kubelets would. */
  public async endOrphans(): Promise<void> {
    for (const [process, deployment] of this.containers) {
      if (await this.cluster.client.find(deployment) === undefined) {
        await this.end(process);
      }
    }
  }

  /** Registers a process that ends with the cluster. */
  public adopt(process: GuardedProcess): void {
    this.processes.push(process);
  }

  /** Ends a process before the cluster ends. */
  public async end(process: GuardedProcess): Promise<void> {
    this.containers.delete(process);
    this.processes.splice(this.processes.indexOf(process), 1);
    await process.stop();
  }

  /** Path of its kubeconfig. */
  public get kubeconfig(): string {
    return this.controlPlane.kubeconfig;
  }

  /** A folder that is removed with the cluster. */
  public newFolder(name: string): string {
    const folder = path.join(this.folder, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** Error of a process that ended unexpectedly, if any: nothing more happens then. */
  public get failure(): Error | undefined {
    return this.processes.find(({ alive }) => !alive)?.failure('ended');
  }

  /** Ends everything and removes its files. */
  public async close(): Promise<void> {
    for (const process of this.processes.reverse()) {
      await process.stop();
    }
    for (const connection of this.connections.values()) {
      await connection.close();
    }
    await this.cluster.close();
    await this.connectProxy.close();
    await this.socksProxy.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async startNodes(): Promise<void> {
    const { client } = this.cluster;
    (await startClusterControllers(this.programs, this.controlPlane, this.folder)).forEach(process => this.adopt(process));
    const { refusal } = await client.apply({ object: NODE, content: JSON.stringify(NODE) });
    if (refusal !== '') {
      throw new Error(`the API server rejected the node: ${refusal}`);
    }
    await waitUntil('the node is ready', WITHIN_MILLISECONDS, async () => {
      const { status = {} } = await client.read(NODE) as { status?: { conditions?: { type: string; status: string }[] } };
      const ready = status.conditions?.some(condition => condition.type === 'Ready' && condition.status === 'True') ?? false;
      return ready || (this.failure ?? new Error('its status says nothing'));
    });
  }
}
