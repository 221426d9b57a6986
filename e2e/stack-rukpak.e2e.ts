import * as path from 'node:path';
import type { PulumiStack } from './engine/engine';
import { changes, describeEngines, stackOf, succeeded } from './engine/engines';
import type { PulumiProgram } from './engine/program-process';
import { StackCluster } from './engine/stack-cluster';
import { nameOf } from './engine/urn';
import { FULL_RUN } from './programs/full-run';
import { SimulatedRukpak } from './waiters/simulated-rukpak';
import { rukpakCrd } from '../lib/olm/rukpak/crds/rukpak-crds';
import { RukpakVersion } from '../lib/olm/rukpak/rukpak-version';

/** A bundle of OLM and a local folder in a stack, with the CRD of the last RukPak: from an empty cluster to an empty one. Its part is simulated. */

jest.setTimeout(20 * 60_000);

const FOLDER = path.join(__dirname, 'engine/rukpak-program');
const IDENTITY = { project: 'rukpak-program', stack: 'e2e' };
const RUKPAK_API = 'core.rukpak.io/v1alpha2';
const SYSTEM_NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'rukpak-system' } };
const OPERAND = { apiVersion: 'demo.test/v1', kind: 'Hello', metadata: { name: 'first', namespace: 'hello-operator' } };

describeEngines('a stack with RukPak, run by %s,', (engine) => {
  let cluster: StackCluster;
  let rukpak: SimulatedRukpak | undefined;
  let stack: PulumiStack;

  beforeAll(async () => {
    cluster = await StackCluster.start();
    const crd = rukpakCrd(RukpakVersion.V0_24_0, 'BundleDeployment');
    await cluster.client.apply({ content: JSON.stringify(crd), object: { ...crd, metadata: { name: crd.metadata.name } } });
    await cluster.client.apply({ content: JSON.stringify(SYSTEM_NAMESPACE), object: SYSTEM_NAMESPACE });
    rukpak = new SimulatedRukpak(cluster.credentials, 'v1alpha2');
    stack = stackOf(engine, { ...IDENTITY, folder: FOLDER, kubeconfig: cluster.kubeconfig });
  }, 20 * 60_000);

  afterAll(async () => {
    await stack.close();
    await rukpak?.stop();
    await cluster.stop();
  });

  const program = (config: Readonly<Record<string, string>> = {}): PulumiProgram => ({ ...IDENTITY, folder: FOLDER, config });

  /** Outputs of a resource in the state. */
  async function outputsOf(name: string): Promise<unknown> {
    const resources = await stack.resources() as unknown as { urn: string; outputs: object }[];
    return resources.find(({ urn }) => nameOf(urn) === name)?.outputs;
  }

  const ofRukpak = async (): Promise<string[]> => (await cluster.client.list(RUKPAK_API, 'BundleDeployment')).map(({ metadata }) => metadata.name).sort();

  it('is previewed, and nothing is created', async () => {
    expect(changes(succeeded(await stack.preview(program())))).toEqual(expect.arrayContaining(['create hello/RukpakReady', 'create greeter/RukpakReady']));
    expect(await ofRukpak()).toEqual([]);
  });

  it('comes up in order, once the bundles are unpacked and installed and run', async () => {
    const outcome = succeeded(await stack.up(program()));
    const steps = changes(outcome);
    const ordered = ['create greeter-namespace', 'create greeter/BundleDeployment', 'create greeter/RukpakReady'];
    expect(steps.filter(step => ordered.includes(step))).toEqual(ordered);
    const last = steps.filter(step => /^create (hello\/|after)/.test(step)).slice(-3);
    expect(last).toEqual(['create hello/Deployment/BundleDeployment', 'create hello/RukpakReady', 'create after']);
    expect(outcome.output).toMatch(/bundle deployment hello-operator: ready after /);
    expect(await outputsOf('hello/RukpakReady')).toMatchObject({
      ready: true, installNamespace: 'hello-operator', deployments: ['hello-operator/hello-operator'],
      ownedApis: [{ crd: 'helloes.demo.test', kind: 'Hello', version: 'v1' }],
    });
    expect(await outputsOf('greeter/RukpakReady')).toMatchObject({ ready: true, deployments: ['greeter/greeter'] });
    expect(await cluster.client.read({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'after', namespace: 'default' } }))
      .toMatchObject({ data: { csv: 'hello-operator.v0.1.0' } });
  });

  it('changes nothing on a second up, nor after a refresh', async () => {
    const before = await cluster.versions();
    expect(changes(succeeded(await stack.up(program())))).toEqual([]);
    expect(changes(succeeded(await stack.refresh()))).toEqual([]);
    expect(await cluster.versions()).toEqual(before);
  });

  it.each([
    ['a missing image', 'registry.test/missing:v1', 'the bundle of BundleDeployment greeter cannot be unpacked: source bundle content: reading manifest in '
      + 'registry.test/missing:v1: manifest unknown', 'remedy: correct the source in the spec, or what the message names: RukPak retries by itself'],
    ['a bundle that RukPak does not support', 'registry.test/hooks:v1', 'BundleDeployment greeter cannot be installed: convert registry+v1 bundle to plain+v0 '
      + 'bundle: webhookDefinitions are not supported', 'remedy: change the bundle, or install it with OLM v0, OLM v1 or as plain manifests'],
  ])('explains %s, and keeps the resource', async (_, image, finding, remedy) => {
    const outcome = await stack.up(program({ image }));
    expect(outcome.succeeded).toBe(false);
    expect(outcome.output).toContain(finding);
    expect(outcome.output).toContain(remedy);
    expect(await outputsOf('greeter/RukpakReady')).toMatchObject({ ready: false });
    expect(await ofRukpak()).toEqual(['greeter', 'hello-operator']);
  });

  it('is repaired by the next up', async () => {
    const outcome = succeeded(await stack.up(program()));
    expect(outcome.output).toContain('it did not become ready before');
    expect(changes(outcome)).toContain('update greeter/RukpakReady');
    expect(await outputsOf('greeter/RukpakReady')).toMatchObject({ ready: true });
  });

  it('upgrades the operator, and deletes the files of the previous bundle last', async () => {
    const steps = changes(succeeded(await stack.up(program({ bundle: 'bundle-upgrade/bundle-0.2.0' }))));
    const [updated, waited] = ['update hello/Deployment/BundleDeployment', 'update hello/RukpakReady'].map(step => steps.indexOf(step)) as [number, number];
    const deleted = steps.flatMap((step, index) => (step.startsWith('delete hello/Deployment/Files-') ? [index] : []));
    expect(updated).toBeGreaterThan(steps.findIndex(step => step.startsWith('create hello/Deployment/Files-')));
    expect(waited).toBeGreaterThan(updated);
    expect(deleted.length).toBeGreaterThan(0);
    expect(Math.min(...deleted)).toBeGreaterThan(waited);
  });

  it('is not destroyed while an object of the operator exists', async () => {
    await cluster.client.apply({ content: JSON.stringify(OPERAND), object: OPERAND });
    const outcome = await stack.destroy();
    expect(outcome.succeeded).toBe(false);
    expect(outcome.output).toContain('RukPak would delete one object together with the CRDs: Hello hello-operator/first');
    expect(await ofRukpak()).toContain('hello-operator');
    await cluster.client.remove(OPERAND);
  });

  it('is destroyed in order, and leaves nothing behind', async () => {
    const { output } = succeeded(await stack.destroy());
    expect(output).toContain('deletes the BundleDeployment (BundleDeployment hello-operator)');
    expect(await stack.resources()).toEqual([]);
    expect(await ofRukpak()).toEqual([]);
    const names = async (apiVersion: string, kind: string): Promise<string[]> => (
      (await cluster.client.list(apiVersion, kind)).map(({ metadata }) => metadata.name)
    );
    expect(await names('apiextensions.k8s.io/v1', 'CustomResourceDefinition')).toEqual(['bundledeployments.core.rukpak.io']);
    expect(await names('apps/v1', 'Deployment')).toEqual([]);
    expect((await names('v1', 'ConfigMap')).filter(name => /hello|greeter|after/.test(name))).toEqual([]);
    expect((await names('v1', 'Namespace')).filter(name => /hello|greeter/.test(name))).toEqual([]);
  });
}, FULL_RUN);
