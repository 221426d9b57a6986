import * as path from 'node:path';
import { NEXT_BUNDLE, QUICKSTART_BUNDLE } from './acceptance/quickstart-bundle';
import type { KubernetesObject } from './cluster/kubernetes-object';
import type { Outcome, PulumiStack } from './engine/engine';
import { changes, describeEngines, stackOf, succeeded } from './engine/engines';
import type { PulumiProgram } from './engine/program-process';
import { nameOf } from './engine/urn';
import { type RolloutCluster, startRolloutCluster } from './plain/rollout-cluster';
import { FULL_RUN } from './programs/full-run';
import { itWith } from '../test/needed';

/** Operators without OLM in a stack: from an empty cluster to an empty cluster. */

jest.setTimeout(20 * 60_000);

const FOLDER = path.join(__dirname, 'engine/plain-program');
const IDENTITY = { project: 'plain-program', stack: 'e2e' };
const GREETING = {
  apiVersion: 'hello.example.com/v1alpha1', kind: 'Greeting', metadata: { name: 'first', namespace: 'hello' }, spec: { whom: 'world' },
};
const CRD: KubernetesObject = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'greetings.hello.example.com' } };
const CACHE_CRD: KubernetesObject = { ...CRD, metadata: { name: 'caches.cache.example.com' } };
const DEPLOYMENT: KubernetesObject = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'hello-operator', namespace: 'hello' } };
const namespace = (name: string): KubernetesObject => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });

/** Defines a test that is left to full runs. Those after it pass with and without it. */
const inFullRun = itWith(FULL_RUN);

describeEngines('a stack with operators without OLM, run by %s,', engine => {
  let cluster: RolloutCluster;
  let stack: PulumiStack;

  beforeAll(async () => {
    cluster = await startRolloutCluster();
    stack = stackOf(engine, { ...IDENTITY, folder: FOLDER, kubeconfig: cluster.kubeconfig });
  }, 20 * 60_000);
  afterAll(async () => {
    await stack.close();
    await cluster.stop();
  });

  const at = (bundle: string, config: Readonly<Record<string, string>> = {}): PulumiProgram => (
    { ...IDENTITY, folder: FOLDER, config: { bundle, ...config } }
  );

  /** Outputs of a resource in the state. */
  async function outputsOf(name: string): Promise<unknown> {
    const resources = await stack.resources() as unknown as { urn: string; outputs: object }[];
    return resources.find(({ urn }) => nameOf(urn) === name)?.outputs;
  }

  function failed(outcome: Outcome): Outcome {
    expect(outcome.succeeded).toBe(false);
    return outcome;
  }

  /** Creates an object of the operator's API. */
  async function greet(): Promise<void> {
    const { refusal } = await cluster.client.apply({ object: GREETING, content: JSON.stringify(GREETING) });
    expect(refusal).toBe('');
  }

  const exists = async (object: KubernetesObject): Promise<boolean> => await cluster.client.find(object) !== undefined;

  it('comes up once the operators run and their APIs are served', async () => {
    const { output } = succeeded(await stack.up(at(QUICKSTART_BUNDLE)));
    expect(output).toContain('operator hello/hello-operator: ready after ');
    expect(output).toContain('operator cache/cache: ready after ');
    expect(await outputsOf('hello/PlainReady')).toMatchObject({
      ready: true, bundleName: 'hello-operator.v0.1.0', installedVersion: '0.1.0', deployments: ['hello-operator'],
      ownedApis: [{ crd: 'greetings.hello.example.com', kind: 'Greeting', version: 'v1alpha1' }],
    });
    expect(await outputsOf('cache/PlainReady')).toMatchObject({ ready: true, deployments: ['cache'], ownedApis: [{ kind: 'Cache' }] });
  });

  it('changes nothing on a second up, nor after a refresh', async () => {
    expect(changes(succeeded(await stack.up(at(QUICKSTART_BUNDLE))))).toEqual([]);
    expect(changes(succeeded(await stack.refresh()))).toEqual([]);
  });

  inFullRun('explains a rollout that fails, and reports the version that ran', async () => {
    const { output } = failed(await stack.up(at(NEXT_BUNDLE, { nodes: 'none' })));
    expect(output).toMatch(/operator hello\/hello-operator did not become ready within 8 s: rollout for 8 s, waiting for Deployment hello\/hello-operator to be rolled out/);
    expect(output).toMatch(cluster.hasPods ? /pod hello\/hello-operator-\S+ cannot be scheduled: no node has the labels that it requires: pool=none/
      : /Deployment hello\/hello-operator is not available: 0 of 1 pods available/);
    expect(await outputsOf('hello/PlainReady')).toMatchObject({ ready: false, bundleName: 'hello-operator.v0.1.0', installedVersion: '0.1.0' });
  });

  inFullRun('upgrades the operator once the program is corrected', async () => {
    const outcome = succeeded(await stack.up(at(NEXT_BUNDLE)));
    expect(changes(outcome)).toContain('update hello/PlainReady');
    expect(outcome.output).toContain('it did not become ready before');
    expect(await outputsOf('hello/PlainReady')).toMatchObject({ ready: true, bundleName: 'hello-operator.v0.2.0', installedVersion: '0.2.0' });
  });

  inFullRun('reports a Deployment that was deleted by hand, and creates it again', async () => {
    await cluster.client.remove(DEPLOYMENT);
    expect((await stack.refresh()).output).toContain('Deployment hello/hello-operator no longer exists');
    succeeded(await stack.up(at(NEXT_BUNDLE)));
    expect(await outputsOf('hello/PlainReady')).toMatchObject({ ready: true });
    expect(await exists(DEPLOYMENT)).toBe(true);
  });

  it('is not destroyed while an object of the operator exists', async () => {
    await greet();
    const { output } = failed(await stack.destroy());
    expect(output).toContain("the operator's APIs still have one object: Greeting hello/first");
    expect(await exists(DEPLOYMENT)).toBe(true);
  });

  inFullRun('keeps the object, its CRD and its Namespace if objects are ignored, and takes the CRD over again', async () => {
    await stack.up(at(NEXT_BUNDLE, { operands: 'ignore' }));
    const { output } = succeeded(await stack.destroy());
    expect(output).toContain('left Greeting hello/first: operands are ignored');
    expect(await exists(DEPLOYMENT)).toBe(false);
    expect(await exists(GREETING)).toBe(true);
    expect(failed(await stack.up(at(NEXT_BUNDLE))).output).toContain('already exists');
    succeeded(await stack.destroy());
    await cluster.client.remove(GREETING);
  });

  it('is destroyed in order, and leaves nothing behind', async () => {
    // The destroy that failed removed the operator that has no object.
    succeeded(await stack.refresh());
    succeeded(await stack.up(at(NEXT_BUNDLE, { existing: 'adopt', operands: 'delete' })));
    await greet();
    const { output } = succeeded(await stack.destroy());
    expect(output).toMatch(/deletes an operand while the operator is still running \(Greeting hello\/first\)[^]*deletes the operator \(Deployment hello\/hello-operator\)/);
    expect(output).toMatch(/deletes an operand while the operator is still running \(Cache cache\/default\)[^]*deletes the operator \(Deployment cache\/cache\)/);
    expect(await stack.resources()).toEqual([]);
    for (const object of [CRD, CACHE_CRD, DEPLOYMENT, namespace('hello'), namespace('cache')]) {
      expect(await exists(object)).toBe(false);
    }
    const roles = await cluster.client.list('rbac.authorization.k8s.io/v1', 'ClusterRole');
    expect(roles.filter(({ metadata: { name } }) => name.includes('hello'))).toEqual([]);
  });
});
