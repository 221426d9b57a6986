import * as path from 'node:path';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { NEXT_BUNDLE, QUICKSTART_BUNDLE } from './acceptance/quickstart-bundle';
import type { PulumiStack } from './engine/engine';
import { changes, describeEngines, stackOf, succeeded } from './engine/engines';
import type { PulumiProgram } from './engine/program-process';
import { nameOf } from './engine/urn';
import { pushCatalog } from './image-registry/operator-images';
import { OlmV1Cluster } from './olm-v1/olm-v1-cluster';
import { olmV1Programs } from './olm/olm-programs';

/** A catalog and an operator in a stack, on OLM v1's own controllers: from an empty cluster to an empty cluster. */

jest.setTimeout(20 * 60_000);

const FOLDER = path.join(__dirname, 'engine/olm-v1-program');
const IDENTITY = { project: 'olm-v1-program', stack: 'e2e' };
const OLM_V1_API = 'olm.operatorframework.io/v1';
const GREETING = {
  apiVersion: 'hello.example.com/v1alpha1', kind: 'Greeting', metadata: { name: 'first', namespace: 'hello' }, spec: { whom: 'world' },
};

const programs = olmV1Programs();

describeEngines("a stack on OLM v1's own controllers, run by %s,", engine => {
  let cluster: OlmV1Cluster;
  let stack: PulumiStack;
  let image: string;

  beforeAll(async () => {
    cluster = await OlmV1Cluster.start(programs.value, { experimental: false });
    const bundles = [QUICKSTART_BUNDLE, NEXT_BUNDLE].map(folder => Bundle.fromDirectory(folder));
    image = await pushCatalog(cluster.registry, cluster.imageHost, 'team', Catalog.fromBundles(bundles));
    stack = stackOf(engine, { ...IDENTITY, folder: FOLDER, kubeconfig: cluster.olm.kubeconfig });
  }, 20 * 60_000);
  afterAll(async () => {
    await stack.close();
    await cluster.close();
  });

  const at = (version: string): PulumiProgram => ({ ...IDENTITY, folder: FOLDER, config: { image, version } });

  /** Outputs of a resource in the state. */
  async function outputsOf(name: string): Promise<unknown> {
    const resources = await stack.resources() as unknown as { urn: string; outputs: object }[];
    return resources.find(({ urn }) => nameOf(urn) === name)?.outputs;
  }

  it('comes up once catalogd serves the catalog and the operator runs', async () => {
    const { output } = succeeded(await stack.up(at('0.1.0')));
    expect(output).toMatch(/cluster catalog team: ready after [^]*cluster extension hello: ready after /);
    expect(await outputsOf('team/ClusterCatalogReady')).toMatchObject({ resolvedImage: image, disabled: false });
    expect(await outputsOf('hello/ClusterExtensionReady')).toMatchObject({
      ready: true, installNamespace: 'hello', bundleName: 'hello-operator.v0.1.0', installedVersion: '0.1.0', deployments: ['hello-operator'], deprecations: [],
      ownedApis: [{ crd: 'greetings.hello.example.com', kind: 'Greeting', version: 'v1alpha1' }],
    });
  });

  it('changes nothing on a second up, nor after a refresh', async () => {
    expect(changes(succeeded(await stack.up(at('0.1.0'))))).toEqual([]);
    expect(changes(succeeded(await stack.refresh()))).toEqual([]);
  });

  it('explains why a version cannot be installed, and reports the installed one', async () => {
    const outcome = await stack.up(at('0.9.0'));
    expect(outcome.succeeded).toBe(false);
    expect(outcome.output).toContain('ClusterExtension hello cannot be installed: error upgrading from currently installed version "0.1.0": '
      + 'no bundles found for package "hello-operator" matching version "0.9.0"');
    expect(outcome.output).toContain('remedy: choose a version that the catalogs contain');
    expect(await outputsOf('hello/ClusterExtensionReady')).toMatchObject({ ready: false, bundleName: 'hello-operator.v0.1.0' });
  });

  it('upgrades the operator', async () => {
    const outcome = succeeded(await stack.up(at('0.2.0')));
    expect(changes(outcome)).toEqual(['update hello/ClusterExtension', 'update hello/ClusterExtensionReady']);
    expect(outcome.output).toContain('cluster extension hello: update, because revision changed; version changed; it did not become ready before');
    expect(await outputsOf('hello/ClusterExtensionReady')).toMatchObject({ ready: true, bundleName: 'hello-operator.v0.2.0', installedVersion: '0.2.0' });
  });

  it('is not destroyed while an object of the operator exists', async () => {
    await cluster.apply(GREETING);
    const outcome = await stack.destroy();
    expect(outcome.succeeded).toBe(false);
    expect(outcome.output).toContain('OLM v1 would delete one object together with the CRDs: Greeting hello/first');
    expect(await outputsOf('hello/ClusterExtension')).toBeDefined();
    await cluster.olm.cluster.client.remove(GREETING);
  });

  it('is destroyed in order, and leaves nothing behind', async () => {
    const { output } = succeeded(await stack.destroy());
    expect(output).toMatch(/deletes the ClusterExtension \(ClusterExtension hello\)[^]*deletes the ClusterCatalog \(ClusterCatalog team\)/);
    expect(await stack.resources()).toEqual([]);
    const names = async (apiVersion: string, kind: string): Promise<string[]> =>
      (await cluster.olm.cluster.client.list(apiVersion, kind)).map(({ metadata }) => metadata.name);
    expect([...await names(OLM_V1_API, 'ClusterExtension'), ...await names(OLM_V1_API, 'ClusterCatalog')]).toEqual([]);
    expect((await names('apiextensions.k8s.io/v1', 'CustomResourceDefinition')).filter(name => name.includes('hello'))).toEqual([]);
    expect((await names('rbac.authorization.k8s.io/v1', 'ClusterRole')).filter(name => name.includes('hello'))).toEqual([]);
    expect(await names('v1', 'Namespace')).not.toContain('hello');
  });
}, programs);
