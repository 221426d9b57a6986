import * as path from 'node:path';
import { DefaultCatalog, OlmRelease, OlmVersion } from 'olm-constructs';
import { KubernetesObject } from './cluster/kubernetes-object';
import { readKubeconfig } from './control-plane/kubeconfig';
import { binary } from './programs/binaries';
import { FULL_RUN } from './programs/full-run';
import { KUBECTL } from './programs/program';
import type { PulumiStack } from './engine/engine';
import { changes, describeEngines, stackOf, succeeded } from './engine/engines';
import type { PulumiProgram } from './engine/program-process';
import { SimulatedOlm } from './engine/simulated-olm';
import { StackCluster } from './engine/stack-cluster';
import { waitUntil } from './olm/wait-until';
import type { JsonMap } from '../lib/formats/json/json-value';
import { releaseMatcher } from '../lib/olm/v0/recognize-olm';

/** Changes of OLM's release in a stack, and an OLM that is in the cluster already, on a real API server; OLM's controllers are simulated. */

jest.setTimeout(20 * 60_000);

const FOLDER = path.join(__dirname, 'engine/olm-upgrade-program');
const PACKAGESERVER: KubernetesObject = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'packageserver', namespace: 'olm' } };
const IDENTITY = { project: 'olm-upgrade-program', stack: 'e2e' };

let cluster: StackCluster;
let olm: SimulatedOlm;

beforeAll(async () => {
  cluster = await StackCluster.start();
  olm = new SimulatedOlm(readKubeconfig(await binary(KUBECTL), cluster.kubeconfig), []);
}, 20 * 60_000);

afterAll(async () => {
  await olm.stop();
  await cluster.stop();
});

describeEngines('OLM in a stack, run by %s,', (engine) => {
  let stack: PulumiStack;

  beforeEach(() => {
    stack = stackOf(engine, { ...IDENTITY, folder: FOLDER, kubeconfig: cluster.kubeconfig });
  });

  afterEach(() => stack.close());

  const at = ({ version }: OlmVersion, config: Readonly<Record<string, string>> = {}): PulumiProgram => (
    { ...IDENTITY, folder: FOLDER, config: { version, ...config } }
  );
  const subscription: KubernetesObject = {
    apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'theirs', namespace: 'operators' },
    spec: { name: 'theirs', source: 'approved', sourceNamespace: 'olm' },
  };

  test.each([
    [OlmVersion.V0_31_0, OlmVersion.V0_46_0],
    [OlmVersion.V0_18_3, OlmVersion.V0_22_0],
    [OlmVersion.V0_26_0, OlmVersion.V0_27_0],
  ])('is upgraded from %s to %s: only what the new release does not have is deleted', async (from, to) => {
    succeeded(await stack.up(at(from)));
    expect(await cluster.client.apply({ content: JSON.stringify(subscription), object: subscription })).toMatchObject({ accepted: true });
    const before = await cluster.client.read(subscription);

    const { added, removed } = OlmRelease.plan(from, to).content;
    const upgraded = succeeded(await stack.up(at(to)));
    const steps = changes(upgraded);
    const named = (operation: string): string[] => steps.filter(step => step.startsWith(`${operation} `)).map(step => step.slice(operation.length + 1)).sort();
    expect(named('create')).toEqual(added.filter(({ name }) => name !== 'operatorhubio-catalog').map(({ kind, name }) => `olm/${kind}-${name}`).sort());
    expect(named('delete')).toEqual(removed.map(({ kind, name }) => `olm/${kind}-${name}`));
    // The API server rejects a change from RollingUpdate to Recreate.
    const recreated = !from.isAtLeast(OlmVersion.V0_27_0) && to.isAtLeast(OlmVersion.V0_27_0);
    const controllers = ['olm/Deployment-catalog-operator', 'olm/Deployment-olm-operator'];
    expect(steps.filter(step => step.startsWith('create-replacement')).sort()).toEqual(recreated ? controllers.map(name => `create-replacement ${name}`) : []);
    const updated = ['olm/ClusterServiceVersion-packageserver', 'olm/OlmReady', ...(recreated ? [] : controllers)];
    expect(named('update')).toEqual(expect.arrayContaining(updated));
    expect((await cluster.client.read(subscription)).metadata['uid']).toBe(before.metadata['uid']);
    const { spec: packageserver } = await cluster.client.read(PACKAGESERVER);
    expect(JSON.stringify(packageserver)).toContain(to.olmImage);
    expect(changes(succeeded(await stack.up(at(to))))).toEqual([]);

    const lost = await stack.preview(at(OlmVersion.V0_18_3));
    expect(lost.succeeded).toBe(false);
    expect(lost.output).toContain(`cannot downgrade from OLM ${to.version} to 0.1`);
    expect(lost.output).toContain('it lacks v1 of olmconfigs.operators.coreos.com, in which objects are stored');
    expect((await cluster.client.read(subscription)).metadata['uid']).toBe(before.metadata['uid']);

    await cluster.client.remove(subscription);
    succeeded(await stack.destroy());
    expect(await cluster.client.serves('operators.coreos.com/v1alpha1', 'Subscription')).toBe(false);
  });

  describe('beside one that another tool installed', () => {
    const [before, after] = [OlmVersion.V0_31_0, OlmVersion.V0_46_0];
    const objects = (version: OlmVersion): KubernetesObject[] => (
      OlmRelease.of({ version, defaultCatalog: DefaultCatalog.none() }).objects as unknown as KubernetesObject[]
    );
    const live = async (version: OlmVersion, kind: string): Promise<JsonMap[]> => Promise.all(
      objects(version).filter(object => object.kind === kind).map(async object => ({ ...await cluster.client.read(object) })),
    );

    beforeEach(async () => {
      for (const object of objects(before)) {
        expect(await cluster.client.apply({ content: JSON.stringify(object), object })).toMatchObject({ accepted: true });
        if (object.kind === 'CustomResourceDefinition') {
          await cluster.client.waitUntilEstablished(object);
        }
      }
      // OLM makes this Deployment itself, some time after it has been installed.
      await waitUntil('packageserver', 60_000, () => cluster.client.read(PACKAGESERVER).catch((error: Error) => error));
    });

    test('fails before it changes anything, uses that one unchanged, or adopts, upgrades and removes it', async () => {
      const [crds, deployments] = [await live(before, 'CustomResourceDefinition'), await live(before, 'Deployment')];
      const matches = releaseMatcher({ crds, deployments, packageservers: [], operatorGroups: [] });
      expect(OlmVersion.all.filter(matches).map(({ version }) => version)).toEqual(['0.31.0']);

      const versions = await cluster.versions();
      const failed = await stack.up(at(after, { existing: 'fail' }));
      expect(failed.succeeded).toBe(false);
      expect(failed.output).toContain('the cluster already has OLM 0.31.0 in namespace olm');
      expect(failed.output).toContain('ExistingOlm.USE to use it unchanged');
      expect(Object.keys(await cluster.versions())).toEqual(Object.keys(versions));
      succeeded(await stack.destroy());

      const used = succeeded(await stack.up(at(after, { existing: 'use' })));
      expect(changes(used)).toEqual(expect.arrayContaining(['create olm', 'create olm/OlmDetection']));
      expect(changes(used).filter(step => /Deployment|CustomResourceDefinition/.test(step))).toEqual([]);
      expect(used.output).toContain('use of the existing OLM: found OLM 0.31.0 in namespace olm');
      succeeded(await stack.destroy());
      expect(await cluster.client.serves('operators.coreos.com/v1alpha1', 'Subscription')).toBe(true);

      const lost = await stack.up(at(OlmVersion.V0_19_1, { existing: 'adopt' }));
      expect(lost.succeeded).toBe(false);
      expect(lost.output).toContain('cannot downgrade from OLM 0.31.0 to 0.19.1: it lacks v1 of olmconfigs.operators.coreos.com');
      succeeded(await stack.destroy());

      expect(await cluster.client.apply({ content: JSON.stringify(subscription), object: subscription })).toMatchObject({ accepted: true });
      const { uid } = (await cluster.client.read(subscription)).metadata as { uid?: string };
      const adopted = succeeded(await stack.up(at(after, { existing: 'adopt' })));
      expect(adopted.output).toContain('adoption of OLM: found OLM 0.31.0 in namespace olm');
      expect((await cluster.client.read(subscription)).metadata['uid']).toBe(uid);
      const [olmOperator] = await live(after, 'Deployment');
      expect(JSON.stringify(olmOperator)).toContain(after.olmImage);
      expect(changes(succeeded(await stack.up(at(after, { existing: 'adopt' }))))).toEqual([]);

      const own = succeeded(await stack.up(at(after)));
      expect(changes(own).filter(step => /replace|create olm|delete olm\/(?!OlmDetection)/.test(step))).toEqual([]);
      expect((await cluster.client.read(subscription)).metadata['uid']).toBe(uid);

      await cluster.client.remove(subscription);
      succeeded(await stack.destroy());
      expect(await cluster.client.serves('operators.coreos.com/v1alpha1', 'Subscription')).toBe(false);
    });
  });
}, FULL_RUN);
