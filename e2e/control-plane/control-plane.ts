import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { controlPlaneBinaries } from '../programs/binaries';
import { HttpsConnection } from '../cluster/https-connection';
import { ApiServerOptions, certificateFile, certificateKeyFile, serviceAccountKeyFile, startApiServer } from './api-server';
import { etcdUrl, startEtcd } from './etcd';
import { GuardedProcess } from './guarded-process';
import { freePorts, LOOPBACK } from './ports';
import { writeKubeconfig } from './kubeconfig';

const READY_WITHIN_MILLISECONDS = 60_000;
const TRIES = 3;

/** A port that was free when it was chosen, and is taken now. */
class PortTakenError extends Error {}

/** Options of a control plane. */
export interface ControlPlaneOptions {
  /**
   * Whether a controller manager will create the default ServiceAccount of each namespace; pods then need it.
   *
   * @default false
   */
  readonly defaultServiceAccounts?: boolean;

  /**
   * Further arguments for the API server.
   *
   * @default - none
   */
  readonly apiServerArguments?: readonly string[];
}

/** An empty etcd and kube-apiserver on loopback, for one test suite. */
export class ControlPlane {
  /** Starts a control plane, building its programs first if necessary. */
  public static async start(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
    const binaries = await controlPlaneBinaries();
    for (let attempt = 1; ; attempt++) {
      try {
        return await ControlPlane.startOnce(binaries, options);
      } catch (error) {
        if (!(error instanceof PortTakenError) || attempt === TRIES) {
          throw error;
        }
      }
    }
  }

  private static async startOnce(
    binaries: { kubeApiserver: string; etcd: string }, options: ControlPlaneOptions,
  ): Promise<ControlPlane> {
    const folder = mkdtempSync(path.join(tmpdir(), 'olm-constructs-e2e-'));
    const [apiPort, clientPort, peerPort] = await freePorts(3) as [number, number, number];
    const token = randomBytes(24).toString('hex');
    const etcd = startEtcd(binaries.etcd, folder, clientPort, peerPort);
    const apiServer: ApiServerOptions = {
      executable: binaries.kubeApiserver,
      folder,
      port: apiPort,
      etcdUrl: etcdUrl(clientPort),
      token,
      defaultServiceAccounts: options.defaultServiceAccounts ?? false,
      extraArguments: options.apiServerArguments ?? [],
    };
    const controlPlane = new ControlPlane(apiServer, etcd);
    try {
      await controlPlane.startApiServer();
      const server = `https://${LOOPBACK}:${String(apiPort)}`;
      writeKubeconfig(controlPlane.kubeconfig, { server, certificateAuthority: readFileSync(certificateFile(folder), 'utf8'), token });
      return controlPlane;
    } catch (error) {
      await controlPlane.stop();
      throw error;
    }
  }

  /** Path of the administrator's kubeconfig. */
  public readonly kubeconfig: string;

  private readonly folder: string;

  private runningApiServer: GuardedProcess | undefined;

  private constructor(private readonly apiServer: ApiServerOptions, private readonly etcd: GuardedProcess) {
    this.folder = apiServer.folder;
    this.kubeconfig = path.join(this.folder, 'kubeconfig.json');
  }

  /** Port of the API server. */
  public get port(): number {
    return this.apiServer.port;
  }

  /** Path of the API server's certificate authority, as PEM. */
  public get certificateAuthorityFile(): string {
    return certificateFile(this.folder);
  }

  /** Path of the key of the API server's certificate, for proxies in front of it. */
  public get certificateKeyFile(): string {
    return certificateKeyFile(this.folder);
  }

  /** Path of the key that signs ServiceAccount tokens. */
  public get serviceAccountKeyFile(): string {
    return serviceAccountKeyFile(this.folder);
  }

  /** Stops the servers and deletes their data. */
  public async stop(): Promise<void> {
    await this.stopApiServer();
    await this.etcd.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Stops the API server; what it stored stays. */
  public async stopApiServer(): Promise<void> {
    await this.runningApiServer?.stop();
    this.runningApiServer = undefined;
  }

  /** Starts the API server again on the same port, with the same certificate and data, and waits until it is ready. */
  public async startApiServer(): Promise<void> {
    this.runningApiServer = startApiServer(this.apiServer);
    await this.waitUntilReady([this.runningApiServer, this.etcd]);
  }

  private async waitUntilReady(servers: readonly GuardedProcess[]): Promise<void> {
    const server = `https://${LOOPBACK}:${String(this.port)}`;
    const deadline = Date.now() + READY_WITHIN_MILLISECONDS;
    while (!await isReady(server, certificateFile(this.folder), this.apiServer.token)) {
      const dead = servers.find(process => !process.alive);
      if (dead !== undefined) {
        const failure = dead.failure('ended before it was ready');
        throw failure.message.includes('address already in use') ? new PortTakenError(failure.message) : failure;
      }
      if (Date.now() > deadline) {
        const failures = servers.map(process => process.failure('').message);
        throw new Error(`the control plane is not ready after ${String(READY_WITHIN_MILLISECONDS / 1000)} s\n${failures.join('\n')}`);
      }
      await sleep(100);
    }
  }
}

/** Whether the API server reports that it is ready; one that does not listen yet is not. */
async function isReady(server: string, certificate: string, token: string): Promise<boolean> {
  if (!existsSync(certificate)) {
    return false;
  }
  const connection = new HttpsConnection({ server, certificateAuthority: readFileSync(certificate, 'utf8'), token });
  try {
    return (await connection.request('GET', '/readyz')).status === 200;
  } catch {
    return false;
  } finally {
    connection.close();
  }
}
