import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { HttpsConnection } from '../cluster/https-connection';
import { KubernetesObject, title } from '../cluster/kubernetes-object';
import { ImageRegistry } from '../image-registry/image-registry';
import { TlsFront } from '../image-registry/tls-front';
import { OlmCluster } from '../olm/olm-cluster';
import { OlmV1Programs } from '../olm/olm-programs';
import { WITHIN_MILLISECONDS } from '../olm/operator-state';
import { waitUntil } from '../olm/wait-until';
import { OlmV1Version } from '../../lib/olm/v1/olm-v1-version';
import { catalogdDeployment, operatorControllerDeployment } from './controllers';
import { ServingCertificate } from './serving-certificate';
import { CATALOGD_SERVICE, definitions, SYSTEM_NAMESPACE, systemObjects } from './system-objects';

/** A ClusterCatalog that is never created: the API server accepts it once the webhook answers. */
const PROBE: KubernetesObject = {
  apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterCatalog', metadata: { name: 'probe' },
  spec: { source: { type: 'Image', image: { ref: 'registry.example.com/probe:v1' } } },
};

/** Release channel of OLM v1. */
export interface OlmV1ClusterOptions {
  /** Whether to run the experimental release: its CRDs and its feature gates. */
  readonly experimental: boolean;

  /**
   * Release of the programs.
   *
   * @default OlmV1Version.DEFAULT
   */
  readonly version?: OlmV1Version;
}

/** A cluster in which OLM v1's own programs run, and an image registry that they pull from. */
export class OlmV1Cluster {
  /** Starts the cluster, the registry, catalogd and operator-controller. */
  public static async start(programs: OlmV1Programs, options: OlmV1ClusterOptions): Promise<OlmV1Cluster> {
    const folder = mkdtempSync(path.join(tmpdir(), 'olm-constructs-olm-v1-'));
    const certificate = new ServingCertificate(programs.openssl, folder, [`${CATALOGD_SERVICE}.${SYSTEM_NAMESPACE}.svc`]);
    const registry = await ImageRegistry.start();
    const front = await TlsFront.before(registry.host, certificate);
    const cluster = new OlmV1Cluster(await OlmCluster.start(programs), registry, front, certificate, folder);
    try {
      await cluster.startControllers(programs, options);
      return cluster;
    } catch (error) {
      await cluster.close();
      throw error;
    }
  }

  private constructor(
    /** Its Kubernetes. */
    public readonly olm: OlmCluster,
    /** The registry to push to. */
    public readonly registry: ImageRegistry,
    private readonly front: TlsFront,
    private readonly certificate: ServingCertificate,
    private readonly folder: string,
  ) {}

  /** Host of the registry in image references. */
  public get imageHost(): string {
    return this.front.host;
  }

  /** Path of the certificate that the registry at `imageHost` has. */
  public get certificateFile(): string {
    return this.certificate.certificate;
  }

  /** Reads what catalogd serves at a URL. */
  public async download(url: string): Promise<string> {
    const connection = new HttpsConnection({ server: url, certificateAuthority: readFileSync(this.certificate.certificate, 'utf8') });
    try {
      const { status, body } = await connection.request('GET', '');
      return status === 200 ? body : `${String(status)} ${body}`;
    } finally {
      connection.close();
    }
  }

  /** Applies an object, which must be accepted without a warning. */
  public async apply(object: KubernetesObject): Promise<void> {
    const { refusal, warnings } = await this.olm.cluster.client.apply({ object, content: JSON.stringify(object) });
    if (refusal !== '' || warnings.length > 0) {
      throw new Error(`${title(object)}: ${[refusal, ...warnings].join('; ')}`);
    }
  }

  /** Ends everything and removes its files. */
  public async close(): Promise<void> {
    await this.olm.close();
    await this.front.close();
    await this.registry.stop();
    // Both programs make what they unpack read-only.
    execFileSync('chmod', ['-R', 'u+rwX', this.folder]);
    rmSync(this.folder, { recursive: true });
  }

  private async startControllers(programs: OlmV1Programs, { experimental, version = OlmV1Version.DEFAULT }: OlmV1ClusterOptions): Promise<void> {
    const { olm, certificate } = this;
    const release = { version, experimental };
    const crds = definitions(release);
    for (const object of [...crds, ...systemObjects(certificate.caBundle)]) {
      await this.apply(object);
    }
    for (const crd of crds) {
      await olm.cluster.client.waitUntilEstablished(crd);
    }
    const { deployment, webhookPort } = await catalogdDeployment(certificate, path.join(this.folder, 'catalogd'));
    olm.network.route(SYSTEM_NAMESPACE, CATALOGD_SERVICE, webhookPort);
    await olm.run(deployment, programs.catalogd);
    // Its port may be open before it answers.
    await waitUntil("catalogd's webhook", WITHIN_MILLISECONDS, async () => {
      const { refusal } = await olm.cluster.client.tryCreate(PROBE);
      return refusal === '' ? true : olm.failure ?? new Error(refusal);
    });
    await olm.run(await operatorControllerDeployment(certificate, path.join(this.folder, 'operator-controller'), release), programs.operatorController);
  }
}
