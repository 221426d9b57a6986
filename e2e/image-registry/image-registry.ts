import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GuardedProcess } from '../control-plane/guarded-process';
import { freePorts, LOOPBACK } from '../control-plane/ports';
import { builtProgram } from '../programs/go-build';
import { IMAGE_REGISTRY } from '../programs/program';

const START_WITHIN_MILLISECONDS = 60_000;

/** A real image registry that keeps its images in memory. */
export class ImageRegistry {
  /** Builds the registry if necessary, and starts it. */
  public static async start(): Promise<ImageRegistry> {
    const executable = await builtProgram(IMAGE_REGISTRY);
    const folder = mkdtempSync(path.join(tmpdir(), 'image-registry-'));
    const [port] = await freePorts(1) as [number];
    const server = new GuardedProcess('the image registry', executable, [`--port=${String(port)}`], path.join(folder, 'registry.log'));
    const registry = new ImageRegistry(`${LOOPBACK}:${String(port)}`, server, folder);
    await registry.ready();
    return registry;
  }

  /**
   * @param host address of the registry
   * @param server its process
   * @param folder folder of its log
   */
  private constructor(public readonly host: string, private readonly server: GuardedProcess, private readonly folder: string) {}

  /** Uploads a blob. */
  public async pushBlob(repository: string, digest: string, content: Buffer): Promise<void> {
    await this.send('POST', `/v2/${repository}/blobs/uploads/?digest=${digest}`, content, 'application/octet-stream');
  }

  /** Uploads a manifest or index, under a tag or its digest. */
  public async pushManifest(repository: string, name: string, content: Buffer, mediaType: string): Promise<void> {
    await this.send('PUT', `/v2/${repository}/manifests/${name}`, content, mediaType);
  }

  public async stop(): Promise<void> {
    await this.server.stop();
    rmSync(this.folder, { recursive: true });
  }

  private async send(method: string, path: string, content: Buffer, mediaType: string): Promise<void> {
    const response = await fetch(`http://${this.host}${path}`, { method, body: new Uint8Array(content), headers: { 'content-type': mediaType } });
    if (response.status !== 201) {
      throw new Error(`${method} ${path} failed with ${String(response.status)}: ${await response.text()}`);
    }
  }

  private async ready(): Promise<void> {
    const deadline = Date.now() + START_WITHIN_MILLISECONDS;
    while (!await fetch(`http://${this.host}/v2/`).then(({ ok }) => ok, () => false)) {
      if (!this.server.alive || Date.now() > deadline) {
        throw this.server.failure('does not answer');
      }
      await sleep(50);
    }
  }
}
