import * as path from 'node:path';
import type { PulumiStack } from './engine/engine';
import { changes, describeEngines, stackOf, succeeded } from './engine/engines';
import type { PulumiProgram } from './engine/program-process';
import { nameOf } from './engine/urn';
import { OlmV1Cluster } from './olm-v1/olm-v1-cluster';
import { olmV1Programs } from './olm/olm-programs';

/** From a folder of manifests to an operator on OLM v1's own controllers, in one `up`. */

jest.setTimeout(20 * 60_000);

const FOLDER = path.join(__dirname, 'engine/own-catalog-program');
const MANIFESTS = path.join(__dirname, '../examples/chart-operator');
const IDENTITY = { project: 'own-catalog-program', stack: 'e2e' };

const programs = olmV1Programs();

describeEngines("a stack with an own catalog on OLM v1's own controllers, run by %s,", engine => {
  let cluster: OlmV1Cluster;
  let stack: PulumiStack;

  beforeAll(async () => {
    cluster = await OlmV1Cluster.start(programs.value, { experimental: false });
    stack = stackOf(engine, { ...IDENTITY, folder: FOLDER, kubeconfig: cluster.olm.kubeconfig });
  }, 20 * 60_000);
  afterAll(async () => {
    await stack.close();
    await cluster.close();
  });

  const of = (versions: string): PulumiProgram => ({
    ...IDENTITY, folder: FOLDER, config: { versions, manifests: MANIFESTS, reference: `${cluster.imageHost}/echo/catalog:stable`, authority: cluster.certificateFile },
  });

  /** Outputs of a resource in the state. */
  async function outputsOf(name: string): Promise<object | undefined> {
    const resources = await stack.resources() as unknown as { urn: string; type?: string; outputs: object }[];
    return resources.find(({ urn }) => nameOf(urn) === name)?.outputs;
  }

  it('pushes nothing in a preview', async () => {
    succeeded(await stack.preview(of('1.4.0')));
    expect((await fetch(`http://${cluster.registry.host}/v2/_catalog`).then(response => response.json()) as { readonly repositories: string[] | null }).repositories ?? []).toEqual([]);
  });

  it('pushes the images, and comes up once the operator runs', async () => {
    const { output } = succeeded(await stack.up(of('1.4.0')));
    expect(output).toMatch(/cluster catalog own: ready after [^]*cluster extension echo: ready after /);
    const pushed = await outputsOf('images') as { readonly image: string; readonly digest: string };
    expect(pushed.image).toBe(`${cluster.imageHost}/echo/catalog@${pushed.digest}`);
    expect(await outputsOf('own/ClusterCatalogReady')).toMatchObject({ resolvedImage: pushed.image });
    expect(await outputsOf('echo/ClusterExtensionReady')).toMatchObject({ ready: true, bundleName: 'echo-operator.v1.4.0', deployments: ['echo-operator'] });
  });

  it('changes nothing on a second up', async () => {
    expect(changes(succeeded(await stack.up(of('1.4.0'))))).toEqual([]);
  });

  it('pushes the next version, and upgrades the operator', async () => {
    const outcome = succeeded(await stack.up(of('1.4.0,1.5.0')));
    expect(changes(outcome)).toEqual(expect.arrayContaining(['update images', 'update own/ClusterCatalog', 'update echo/ClusterExtension']));
    expect(await outputsOf('echo/ClusterExtensionReady')).toMatchObject({ ready: true, bundleName: 'echo-operator.v1.5.0', installedVersion: '1.5.0' });
  });

  it('is destroyed, and leaves the images where they are', async () => {
    const { image } = await outputsOf('images') as { readonly image: string };
    succeeded(await stack.destroy());
    expect(await stack.resources()).toEqual([]);
    const digest = image.split('@')[1]!;
    expect((await fetch(`http://${cluster.registry.host}/v2/echo/catalog/manifests/${digest}`)).status).toBe(200);
  });
}, programs);
