import { cpSync, mkdirSync } from 'node:fs';
import * as path from 'node:path';
import { Catalog } from 'olm-constructs/catalog';
import { KubernetesObject } from '../cluster/kubernetes-object';
import { GuardedProcess } from '../control-plane/guarded-process';
import { freePorts, LOOPBACK } from '../control-plane/ports';
import { pullImage } from '../image-registry/pull-image';
import { OlmCluster } from '../olm/olm-cluster';
import { servedBundles } from './served-bundles';

/** Label of the pods that OLM runs for a catalog, with its name. */
const CATALOG_LABEL = 'olm.catalogSource';

/** Folder of the catalog in an index image, and what its entry point serves. */
const CONFIGS = '/configs';

interface Container {
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
}

interface Pod extends KubernetesObject {
  readonly metadata: KubernetesObject['metadata'] & { readonly labels?: Readonly<Record<string, string>> };
  readonly spec: { readonly initContainers?: readonly Container[]; readonly containers: readonly [Container] };
  readonly status: { readonly phase: string };
}

/**
 * Does for the pods that OLM runs for catalogs what kubelets would, and for their Services what kube-proxy would: each pod with the image of a known
 * catalog has an `opm` with the arguments that OLM sets, and the Service of the catalog leads to the newest one.
 */
export class IndexImagePods {
  private readonly running = new Map<string, GuardedProcess>();
  private readonly catalogs = new Map<string, Catalog>();
  private pull: ((image: string, folder: string) => boolean) | undefined;

  public constructor(private readonly olm: OlmCluster, private readonly opm: string) {}

  /** Makes an image with a catalog available to the cluster. */
  public push(image: string, catalog: Catalog): void {
    this.catalogs.set(image, catalog);
  }

  /**
   * Makes the images of a real registry available to the cluster.
   *
   * @param host host of the registry
   * @param crane path of crane, which pulls them
   */
  public pullFrom(host: string, crane: string): void {
    this.pull = (image, folder) => {
      const isThere = image.startsWith(`${host}/`);
      if (isThere) {
        pullImage(crane, image, folder);
      }
      return isThere;
    };
  }

  /** Starts the processes of new pods, and ends those of deleted ones. */
  public async follow(): Promise<void> {
    const pods = (await this.olm.cluster.client.list('v1', 'Pod') as Pod[])
      .filter(({ metadata: { labels }, status }) => labels?.[CATALOG_LABEL] !== undefined && status.phase === 'Running');
    const isThere = (uid: string): boolean => pods.some(({ metadata }) => metadata['uid'] === uid);
    for (const [uid, process] of [...this.running].filter(([known]) => !isThere(known))) {
      this.running.delete(uid);
      await this.olm.end(process);
    }
    for (const pod of pods.filter(({ metadata }) => !this.running.has(metadata['uid'] as string))) {
      await this.start(pod);
    }
  }

  private async start({ metadata, spec: { initContainers = [], containers: [server] } }: Pod): Promise<void> {
    // With extracted content the server has OLM's image, and the init containers have that of the catalog.
    const images = [...initContainers, server].map(({ image }) => image);
    const catalog = images.map((image) => this.catalogs.get(image)).find((found) => found !== undefined);
    const root = this.olm.newFolder(metadata.name);
    const inRoot = (containerPath: string): string => path.join(root, containerPath);
    if (catalog !== undefined) {
      mkdirSync(inRoot(CONFIGS), { recursive: true });
      catalog.writeDirectory(inRoot(CONFIGS));
    } else if (!images.some((image) => this.pull?.(image, root) === true)) {
      return;
    }
    for (const { args = [] } of initContainers) {
      const [from, to] = ['from', 'to'].map((end) => args.find((argument) => argument.startsWith(`--catalog.${end}=`))?.replace(/^.*=/, ''));
      if (from !== undefined && to !== undefined) {
        cpSync(inRoot(from), inRoot(to), { recursive: true });
      }
    }
    const [port] = await freePorts(1) as [number];
    const args = (server.args ?? ['serve', CONFIGS]).map((argument) => argument.startsWith('/') ? inRoot(argument) : argument);
    const process = new GuardedProcess('opm', this.opm, [...args, `--port=${String(port)}`, '--pprof-addr='],
      path.join(root, 'opm.log'), { environment: Object.fromEntries((server.env ?? []).map(({ name, value }) => [name, value])) });
    this.olm.adopt(process);
    this.running.set(metadata['uid'] as string, process);
    await servedBundles(process, `http://${LOOPBACK}:${String(port)}`);
    this.olm.network.route(metadata.namespace ?? '', metadata.labels?.[CATALOG_LABEL] ?? '', port);
  }
}
