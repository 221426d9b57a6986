import { writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { App, Chart } from 'cdk8s';
import { CatalogRef, OperatorLock, OperatorSubscription } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { OperatorLockFile, OperatorUpgradePlan } from 'olm-constructs/resolve';
import { renamedBundle } from './acceptance/quickstart-bundle';
import { Synthesizer } from './acceptance/synthesize';
import { KubernetesObject } from './cluster/kubernetes-object';
import type { PulumiStack } from './engine/engine';
import { changes, describeEngines, stackOf, succeeded } from './engine/engines';
import type { PulumiProgram } from './engine/program-process';
import { SimulatedOlm } from './engine/simulated-olm';
import { StackCluster } from './engine/stack-cluster';
import { nameOf } from './engine/urn';
import { waitUntil } from './olm/wait-until';
import { FULL_RUN } from './programs/full-run';

/** A stack with a locked operator: its upgrade by a plan, and how it differs from the lock afterwards. OLM's part is simulated. */

jest.setTimeout(20 * 60_000);

const FOLDER = path.join(__dirname, 'engine/lock-program');
const IDENTITY = { project: 'lock-program', stack: 'e2e' };
const OLM_API = 'operators.coreos.com/v1alpha1';
const WITHIN_MILLISECONDS = 60_000;

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

const FOLDERS = ['0.1.0', '0.2.0', '0.3.0', '0.4.0'].map((version, index, all) => {
  const folder = synthesizer.folder();
  const replaces = index === 0 ? '' : `\n  replaces: hello-operator.v${all[index - 1]!}`;
  renamedBundle('hello', folder, { replacements: { 'v0.1.0': `v${version}`, '  version: 0.1.0': `  version: ${version}${replaces}` } });
  return folder;
});
const [BUNDLES, LATER] = [FOLDERS.slice(0, 3).join(','), FOLDERS.join(',')];
const CATALOG = Catalog.fromBundles(FOLDERS.slice(0, 3).map((folder) => Bundle.fromDirectory(folder)));
const csv = (version: string): string => `hello-operator.v${version}`;

/** Writes the lock of a cdk8s app with the same Subscription, and returns its path. */
function lockTo(version: string): string {
  const chart = new Chart(new App({ outdir: synthesizer.folder() }), 'app');
  const lock = new OperatorLock(chart, 'lock', { path: path.join(synthesizer.folder(), 'olm.lock.yaml') });
  new OperatorSubscription(chart, 'hello', {
    catalog: CatalogRef.named('hello-operator-catalog', 'olm', { content: CATALOG }), packageName: 'hello-operator', namespace: 'hello', versionRange: `<=${version}`,
  });
  writeFileSync(lock.path, lock.resolve().toYaml());
  return lock.path;
}

/** Writes the plan from one lock to another, and returns its path. */
function planBetween(before: string, after: string): string {
  const file = path.join(synthesizer.folder(), 'olm.plan.json');
  const [old, next] = [before, after].map((lock) => OperatorLockFile.fromFile(lock)) as [OperatorLockFile, OperatorLockFile];
  writeFileSync(file, OperatorUpgradePlan.between(old, next, { catalogs: { 'olm/hello-operator-catalog': CATALOG } }).toJson());
  return file;
}

describeEngines('a stack with a locked operator, run by %s,', (engine) => {
  const [first, second, third] = ['0.1.0', '0.2.0', '0.3.0'].map(lockTo) as [string, string, string];
  const upgraded = { lock: third, plan: planBetween(first, third) };
  let cluster: StackCluster;
  let olm: SimulatedOlm;
  let stack: PulumiStack;

  beforeAll(async () => {
    cluster = await StackCluster.start();
    olm = new SimulatedOlm(cluster.credentials, FOLDERS.slice(0, 3));
    stack = stackOf(engine, { ...IDENTITY, folder: FOLDER, kubeconfig: cluster.kubeconfig });
  }, 20 * 60_000);
  afterAll(async () => {
    await stack.close();
    await olm.stop();
    await cluster.stop();
  });

  const program = (config: Readonly<Record<string, string>>): PulumiProgram => (
    { ...IDENTITY, folder: FOLDER, config: { kubeconfig: cluster.kubeconfigText, bundles: BUNDLES, ...config } }
  );
  const namesOf = async (kind: string): Promise<string[]> => (await cluster.client.list(OLM_API, kind, 'hello')).map(({ metadata }) => metadata.name);
  const readyOutputs = async (): Promise<unknown> => (
    (await stack.resources()).find(({ urn }) => nameOf(urn) === 'hello/OperatorReady') as unknown as { outputs: unknown }
  ).outputs;

  /** The InstallPlan that installs a version. */
  const planFor = (version: string): Promise<KubernetesObject & { spec: { approved: boolean } }> => (
    waitUntil(`the InstallPlan for ${version}`, WITHIN_MILLISECONDS, async () => (
      (await cluster.client.list(OLM_API, 'InstallPlan', 'hello') as (KubernetesObject & { spec: { approved: boolean; clusterServiceVersionNames: string[] } })[])
        .find(({ spec }) => spec.clusterServiceVersionNames.includes(csv(version))) ?? new Error('there is none')
    ))
  );

  /** Changes the Subscription as a user does with kubectl. */
  const changeSubscription = async (spec: object): Promise<void> => {
    const subscription = { apiVersion: OLM_API, kind: 'Subscription', metadata: { name: 'hello-operator', namespace: 'hello' } };
    const { spec: before } = await cluster.client.read(subscription) as KubernetesObject & { spec: object };
    const object = { ...subscription, spec: { ...before, ...spec } };
    expect(await cluster.client.apply({ object, content: JSON.stringify(object) })).toMatchObject({ accepted: true });
  };

  test('installs what is locked, and does not differ from the lock', async () => {
    succeeded(await stack.up(program({ lock: first })));
    expect(await namesOf('ClusterServiceVersion')).toEqual([csv('0.1.0')]);
    expect(await readyOutputs()).toMatchObject({ csvName: csv('0.1.0'), lockDrift: [] });
  });

  test('refuses a plan for another lock', async () => {
    const { succeeded: isDone, output } = await stack.up(program({ lock: second, plan: upgraded.plan }));
    expect(isDone).toBe(false);
    expect(output).toContain(csv('0.3.0'));
    expect(await namesOf('ClusterServiceVersion')).toEqual([csv('0.1.0')]);
  });

  test('receives a plan without an update of what is installed', async () => {
    const steps = changes(succeeded(await stack.up(program({ lock: first, plan: planBetween(first, first) }))));
    expect(steps.filter((step) => step !== 'update hello/OperatorReady')).toEqual([]);
  });

  test('is upgraded according to the plan, version by version', async () => {
    const { output } = succeeded(await stack.up(program(upgraded)));
    const approved = [...output.matchAll(/approves InstallPlan \S+, which installs (\S+)/g)].map(([, name]) => name);
    expect(approved).toEqual([csv('0.2.0'), csv('0.3.0')]);
    expect(await namesOf('ClusterServiceVersion')).toEqual([csv('0.3.0')]);
    expect(await readyOutputs()).toMatchObject({ csvName: csv('0.3.0'), lockDrift: [] });
  });

  test('leaves a later version alone', async () => {
    olm.publish(FOLDERS[3]!);
    const config = { ...upgraded, bundles: LATER };
    succeeded(await stack.up(program(config)));
    expect((await planFor('0.4.0')).spec.approved).toBe(false);
    expect(changes(succeeded(await stack.up(program(config))))).toEqual([]);
    expect(changes(succeeded(await stack.refresh()))).toEqual([]);
    expect((await planFor('0.4.0')).spec.approved).toBe(false);
    expect(await namesOf('ClusterServiceVersion')).toEqual([csv('0.3.0')]);
  });

  test('names in a refresh how a changed Subscription differs from the lock', async () => {
    await changeSubscription({ installPlanApproval: 'Automatic' });
    const { output } = succeeded(await stack.refresh());
    expect(output).toContain('operator hello/hello-operator: differs from the lock: Subscription hello/hello-operator approves InstallPlans automatically');
    expect(await readyOutputs()).toMatchObject({ lockDrift: [expect.stringContaining('approves InstallPlans automatically')] });
    await changeSubscription({ installPlanApproval: 'Manual' });
    expect(succeeded(await stack.refresh()).output).not.toContain('differs from the lock');
    expect(await readyOutputs()).toMatchObject({ lockDrift: [] });
  });

  test('names in a refresh another version than the locked one', async () => {
    const plan = await planFor('0.4.0');
    const object = { ...plan, metadata: { name: plan.metadata.name, namespace: 'hello' }, spec: { ...plan.spec, approved: true } };
    expect(await cluster.client.apply({ object, content: JSON.stringify(object) })).toMatchObject({ accepted: true });
    await waitUntil('version 0.4.0', WITHIN_MILLISECONDS, async () => (await namesOf('ClusterServiceVersion')).join() === csv('0.4.0') || new Error('it is not there'));
    const { output } = succeeded(await stack.refresh());
    expect(output).toContain(`differs from the lock: ${csv('0.4.0')} is installed instead of ${csv('0.3.0')}; OLM installs no older version`);
    expect(await readyOutputs()).toMatchObject({ csvName: csv('0.4.0'), lockDrift: [expect.stringContaining(`${csv('0.4.0')} is installed instead of ${csv('0.3.0')}`)] });
  });
}, FULL_RUN);
