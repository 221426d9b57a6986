import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { Chart } from 'cdk8s';
import { BundleDeployment, ImageCatalog, OlmV1Engine, OperatorSubscription } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { clusterCatalogReady } from '../lib/cluster/waiting/olm-v1/cluster-catalog-waiter';
import { clusterExtensionRemoval } from '../lib/cluster/waiting/olm-v1/cluster-extension-removal';
import { clusterExtensionReady } from '../lib/cluster/waiting/olm-v1/cluster-extension-waiter';
import { runCommandLine } from '../test/builders/command-line';
import { describeWith } from '../test/needed';
import { applyServerSide } from './acceptance/apply-file';
import { Synthesizer } from './acceptance/synthesize';
import { KubernetesObject } from './cluster/kubernetes-object';
import { ImageRegistry } from './image-registry/image-registry';
import { OlmV1Cluster } from './olm-v1/olm-v1-cluster';
import { Waited } from './olm-v1/waited';
import { BundleUnpackPods } from './olm/bundle-unpack-pods';
import { installOlm } from './olm/install-olm';
import { Kubelets } from './olm/kubelets';
import { OlmCluster } from './olm/olm-cluster';
import { olmPrograms, olmV1Programs } from './olm/olm-programs';
import { csvSucceeded, WITHIN_MILLISECONDS } from './olm/operator-state';
import { waitUntil } from './olm/wait-until';
import { onlyInFullRun } from './programs/full-run';
import { builtProgram } from './programs/go-build';
import { CRANE } from './programs/program';

/** From a folder of manifests, by the commands that make and push images, to operators that OLM's own controllers install and upgrade. */

const TEST_MILLISECONDS = 8 * 60_000;
const PACKAGE = 'echo-operator';
const IMAGE = 'quay.io/example/echo-operator';
const RENDERED = readFileSync(path.join(__dirname, '../examples/chart-operator/rendered.yaml'), 'utf8');

/** The folder of an author of an operator: manifests in, bundles and a catalog out. */
class AuthorFolder {
  public readonly folder = mkdtempSync(path.join(tmpdir(), 'own-catalog-'));

  /**
   * @param host host of the registry to push to
   * @param connection options of the commands for it
   */
  public constructor(private readonly host: string, private readonly connection: readonly string[]) {
    writeFileSync(this.at('docker.json'), '{}');
  }

  /** Makes a bundle of manifests, each in a file of a folder, pushes it, and adds it to the catalog, which is pushed then. Returns both. */
  public async release(version: string): Promise<{ readonly bundle: Bundle; readonly catalog: Catalog; readonly image: string }> {
    const [manifests, bundle] = [this.at(`manifests-${version}`), this.at(`bundle-${version}`)];
    mkdirSync(manifests);
    RENDERED.replaceAll('v1.4.0', `v${version}`).split(/^---$/m)
      .forEach((document, index) => writeFileSync(path.join(manifests, `${String(index)}.yaml`), document));
    await this.run('bundle', 'create', manifests, '--package', PACKAGE, '--version', version, '--channels', 'stable', '--out', bundle, '--strict');
    const bundleImage = await this.run('bundle', 'push', bundle, `${this.host}/echo/bundle:v${version}`, ...this.connection);
    expect(bundleImage).toBe(`${this.host}/echo/bundle@${Bundle.fromDirectory(bundle).toImageLayout().digest}`);
    const catalog = this.at('catalog');
    await (version === '1.4.0' ? this.run('catalog', 'render', bundle, '--out', catalog) : this.run('catalog', 'append', catalog, bundle, '--channel', 'stable'));
    const image = await this.run('catalog', 'push', catalog, `${this.host}/echo/catalog:v${version}`, '--bundle-repository', `${this.host}/echo/bundle`, ...this.connection);
    return { bundle: Bundle.fromDirectory(bundle), catalog: Catalog.fromDirectory(catalog), image };
  }

  public remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  private at(name: string): string {
    return path.join(this.folder, name);
  }

  private async run(...args: readonly string[]): Promise<string> {
    const registry = args[1] === 'push' ? ['--docker-config', this.at('docker.json')] : [];
    const { exitCode, stdout, stderr } = await runCommandLine([...args, ...registry]);
    expect({ args, exitCode, stderr }).toEqual({ args, exitCode: 0, stderr: '' });
    return stdout.trim();
  }
}

interface Deployment {
  readonly spec: { readonly template: { readonly spec: { readonly containers: readonly [{ readonly image: string }] } } };
}

/** Returns the image of the operator's Deployment. */
async function runningImage(olm: OlmCluster, namespace: string): Promise<string> {
  const found = await olm.cluster.client.read({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: PACKAGE, namespace } });
  return (found as unknown as Deployment).spec.template.spec.containers[0].image;
}

const v1 = olmV1Programs();
const v0 = onlyInFullRun(olmPrograms());
const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

describeWith(v1)('a folder of manifests becomes an operator on OLM v1', () => {
  let cluster: OlmV1Cluster;
  let waited: Waited;
  let author: AuthorFolder;

  beforeAll(async () => {
    cluster = await OlmV1Cluster.start(v1.value, { experimental: false });
    waited = new Waited(cluster.olm.kubeconfig);
    author = new AuthorFolder(cluster.imageHost, ['--ca-file', cluster.certificateFile]);
  }, 20 * 60_000);
  afterAll(async () => {
    author.remove();
    await cluster.close();
  });

  it.each(['1.4.0', '1.5.0'])('of version %s, from the catalog that was pushed', async version => {
    const { bundle, catalog: content, image } = await author.release(version);
    const [file] = synthesizer.synthesize(app => {
      const chart = new Chart(app, 'echo');
      const catalog = new ImageCatalog(chart, 'catalog', { name: 'own', image, content, engine: new OlmV1Engine() });
      new BundleDeployment(chart, 'operator', { bundle, namespace: 'echo', engine: new OlmV1Engine({ catalog: catalog.clusterCatalog }) });
    }) as [string];
    expect(await applyServerSide(cluster.olm.cluster, file)).toEqual([]);
    const { resolvedImage, baseUrl } = await waited.outcome(clusterCatalogReady({ name: 'own' })) as { readonly resolvedImage?: string; readonly baseUrl?: string };
    const served = await waitUntil('the catalog', WITHIN_MILLISECONDS, async () => {
      const found = Catalog.fromString(await cluster.download(`${baseUrl ?? ''}/api/v1/all`));
      return found.bundleNames.join() === content.bundleNames.join() ? found : new Error(found.bundleNames.join());
    });
    expect([resolvedImage, served.packageNames]).toEqual([image, [PACKAGE]]);
    expect(await waited.outcome(clusterExtensionReady({ name: PACKAGE, version }))).toMatchObject({
      namespace: 'echo', bundle: { name: `${PACKAGE}.v${version}`, version }, deployments: [PACKAGE], ownedApis: [{ kind: 'Echo' }],
    });
    expect(await runningImage(cluster.olm, 'echo')).toBe(`${IMAGE}:v${version}`);
  }, TEST_MILLISECONDS);

  it('and is removed with the ClusterExtension', async () => {
    expect(await waited.outcome(clusterExtensionRemoval({ name: PACKAGE }))).toEqual({ removed: [`ClusterExtension ${PACKAGE}`], left: [] });
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: PACKAGE, namespace: 'echo' } };
    await waitUntil('no Deployment', WITHIN_MILLISECONDS, async () => await cluster.olm.cluster.client.find(deployment) === undefined || new Error('it is there'));
  }, TEST_MILLISECONDS);
});

interface CatalogPod extends KubernetesObject {
  readonly metadata: KubernetesObject['metadata'] & { readonly labels?: Readonly<Record<string, string>> };
  readonly spec: {
    readonly initContainers?: readonly { readonly name: string; readonly image: string; readonly args?: readonly string[] }[];
    readonly containers: readonly [{ readonly image: string; readonly args?: readonly string[]; readonly securityContext?: object }];
    readonly securityContext?: object;
  };
}

describeWith(v0)('a folder of manifests becomes an operator on OLM v0', () => {
  let olm: OlmCluster;
  let kubelets: Kubelets;
  let unpacking: BundleUnpackPods;
  let registry: ImageRegistry;
  let author: AuthorFolder;

  beforeAll(async () => {
    const crane = await builtProgram(CRANE);
    registry = await ImageRegistry.start();
    author = new AuthorFolder(registry.host, ['--plain-http']);
    olm = await OlmCluster.start(v0.value);
    await installOlm(olm, synthesizer);
    kubelets = new Kubelets(olm, v0.value);
    kubelets.images.pullFrom(registry.host, crane);
    unpacking = new BundleUnpackPods(olm, v0.value.opm, crane);
  }, 20 * 60_000);
  afterAll(async () => {
    await unpacking.stop();
    await kubelets.stop();
    await olm.close();
    await registry.stop();
    author.remove();
  });

  it.each(['1.4.0', '1.5.0'])('of version %s, from the catalog that was pushed, which the opm of OLM serves', async version => {
    const { catalog: content, image } = await author.release(version);
    const [file] = synthesizer.synthesize(app => {
      const chart = new Chart(app, 'echo');
      const layout = content.toImageLayout({ bundleRepository: `${registry.host}/echo/bundle` });
      const catalog = new ImageCatalog(chart, 'catalog', { name: 'own', image, layout, content });
      new OperatorSubscription(chart, 'echo', { catalog, packageName: PACKAGE, channel: 'stable', namespace: 'echo' });
    }) as [string];
    expect(await applyServerSide(olm.cluster, file)).toEqual([]);
    const pod = await waitUntil('the pod of the catalog', WITHIN_MILLISECONDS, async () => {
      const pods = await olm.cluster.client.list('v1', 'Pod', 'olm') as CatalogPod[];
      return pods.find(({ metadata: { labels }, spec: { initContainers = [] } }) => labels?.['olm.catalogSource'] === 'own' && initContainers.some(container => container.image === image))
        ?? olm.failure ?? new Error('there is none');
    });
    // OLM's own image serves what an init container took from the image of the catalog, which has no program.
    const [server] = pod.spec.containers;
    expect(server.image).not.toBe(image);
    expect(pod.spec.initContainers).toMatchObject([
      { name: 'extract-utilities' }, { name: 'extract-content', image, args: ['--catalog.from=/configs', '--catalog.to=/extracted-catalog/catalog'] },
    ]);
    expect(server.args).toEqual(['serve', '/extracted-catalog/catalog']);
    expect(pod.spec.securityContext).toMatchObject({ runAsNonRoot: true });
    await csvSucceeded(olm, 'echo', `${PACKAGE}.v${version}`).catch((error: unknown) => {
      throw new Error(`${String(error)}; kubelets: ${String(kubelets.problem)}; unpacking: ${String(unpacking.problem)}`);
    });
    expect(unpacking.unpacked.at(-1)).toMatch(new RegExp(`^${registry.host}/echo/bundle@sha256:`));
    expect(await runningImage(olm, 'echo')).toBe(`${IMAGE}:v${version}`);
  }, TEST_MILLISECONDS);
});
