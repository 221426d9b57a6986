import * as path from 'node:path';
import { App, Chart } from 'cdk8s';
import { OperatorRegistry, OperatorSubscription } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { operatorApp } from '../examples/bundle-upgrade/app';
import { describeWith } from '../test/needed';
import { applyClientSide } from './acceptance/apply-file';
import { prune } from './acceptance/prune';
import { NEXT_BUNDLE, QUICKSTART_BUNDLE, renamedBundle } from './acceptance/quickstart-bundle';
import { Synthesizer } from './acceptance/synthesize';
import { KubernetesObject, title } from './cluster/kubernetes-object';
import { readYamlDocuments } from './cluster/yaml-documents';
import { installOlm, runControllers } from './olm/install-olm';
import { reachAll } from './olm/milestones';
import { OlmCluster } from './olm/olm-cluster';
import { olmPrograms } from './olm/olm-programs';
import { csvSucceeded, deploymentOf, findCsv, installPlans, subscriptionAt, waitingInstallPlan, WITHIN_MILLISECONDS } from './olm/operator-state';
import { waitUntil } from './olm/wait-until';
import { onlyInFullRun } from './programs/full-run';
import { RegistryPods } from './registry/registry-pods';

const TEST_MILLISECONDS = 5 * 60_000;

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

/** File that the example writes for a bundle. */
function exampleFile(bundle: Bundle, previous: Bundle[]): string {
  const outdir = synthesizer.folder();
  const { app }: { app: App } = operatorApp(bundle, previous, outdir);
  app.synth();
  return path.join(outdir, 'operator.k8s.yaml');
}

/** File of an operator that stays on one version of those in its registry. */
function pinnedFile(bundles: Bundle[], version: string): string {
  const [file] = synthesizer.synthesize(app => {
    const chart = new Chart(app, 'pinned');
    const registry = new OperatorRegistry(chart, 'registry', { bundles, namespace: 'pinned' });
    const subscription = new OperatorSubscription(chart, 'pinned', { catalog: registry, namespace: 'pinned', version });
    registry.node.addDependency(subscription.namespaceObject!);
  }) as [string];
  return file;
}

/** The compared part of a Deployment. */
interface Deployment extends KubernetesObject {
  readonly spec: { readonly template: { readonly spec: { readonly containers: readonly { readonly image: string }[] } } };
}

/** Names of the ConfigMaps in a file, in their order. */
const configMapsIn = (file: string): string[] =>
  readYamlDocuments(file).filter(({ object }) => object.kind === 'ConfigMap').map(({ object }) => object.metadata.name);

const programs = onlyInFullRun(olmPrograms());

describeWith(programs)("the upgrade of a running bundle by OLM's own controllers", () => {
  let olm: OlmCluster;

  beforeAll(async () => {
    olm = await OlmCluster.start(programs.value);
    await installOlm(olm, synthesizer);
    await runControllers(olm, programs.value);
  }, 20 * 60_000);
  afterAll(() => olm.close());

  /** ConfigMaps of a registry in the cluster. */
  const configMaps = async (namespace: string): Promise<string[]> => (await olm.cluster.client.list('v1', 'ConfigMap', namespace))
    .filter(({ metadata }) => (metadata['labels'] as Record<string, string> | undefined)?.['app.kubernetes.io/name'] === 'operator-registry')
    .map(({ metadata }) => metadata.name);

  /** Images of an operator's Deployment. */
  const operatorImages = async (namespace: string, name: string): Promise<string[]> =>
    (await deploymentOf(olm, namespace, name) as Deployment).spec.template.spec.containers.map(({ image }) => image);

  describe('with automatic approval', () => {
    const namespace = 'hello-operator';
    const installed = Bundle.fromDirectory(QUICKSTART_BUNDLE);
    const next = Bundle.fromDirectory(NEXT_BUNDLE);
    const files = { before: exampleFile(installed, []), after: exampleFile(next, [installed]) };
    let registry: RegistryPods;
    let firstPods: string[];

    it('starts with the first bundle, which the app installs', async () => {
      registry = new RegistryPods(olm, programs.value.opm, namespace, 'hello-operator-catalog');
      expect(await applyClientSide(olm.cluster, files.before)).toEqual([]);
      firstPods = await registry.rolled();
      expect(firstPods).toHaveLength(1);
      await csvSucceeded(olm, namespace, installed.name);
      expect(await operatorImages(namespace, 'hello-operator')).toEqual(['docker.io/library/node:22.19.0-alpine3.22']);
    }, TEST_MILLISECONDS);

    it('rolls the registry to ConfigMaps with both bundles after a plain kubectl apply', async () => {
      expect(await applyClientSide(olm.cluster, files.after)).toEqual([]);
      const pods = await registry.rolled();
      expect(pods).toHaveLength(1);
      expect(pods).not.toEqual(firstPods);
      expect(await registry.served()).toEqual(expect.arrayContaining([
        expect.objectContaining({ csvName: installed.name, version: installed.version, replaces: '' }),
        expect.objectContaining({ csvName: next.name, version: next.version, replaces: installed.name }),
      ]));
    }, TEST_MILLISECONDS);

    it('moves the Subscription and the operator to the next bundle and removes the first one', async () => {
      const reached = await reachAll(olm, [
        ['the InstallPlan', async () => (await installPlans(olm, namespace)).some(({ spec }) => spec.clusterServiceVersionNames.includes(next.name))],
        ['the new CSV', async () => await findCsv(olm, namespace, next.name) !== undefined],
        ['the new image', async () => (await operatorImages(namespace, 'hello-operator')).includes('docker.io/library/node:22.20.0-alpine3.22')],
        ['the new CSV succeeded', async () => (await findCsv(olm, namespace, next.name))?.status?.phase === 'Succeeded'],
        ['the old CSV gone', async () => await findCsv(olm, namespace, installed.name) === undefined],
      ]);
      expect(reached).toEqual(['the InstallPlan', 'the new CSV', 'the new image', 'the new CSV succeeded', 'the old CSV gone']);
      await subscriptionAt(olm, namespace, 'hello-operator', { state: 'AtLatestKnown', installedCSV: next.name, currentCSV: next.name });
      expect((await findCsv(olm, namespace, next.name))?.['spec']).toMatchObject({ version: next.version, replaces: installed.name });
      expect(await operatorImages(namespace, 'hello-operator')).toEqual(['docker.io/library/node:22.20.0-alpine3.22']);
    }, TEST_MILLISECONDS);

    it('no longer needs the ConfigMaps of the first content', async () => {
      expect((await configMaps(namespace)).sort()).toEqual([...configMapsIn(files.before), ...configMapsIn(files.after)].sort());
      const pruned = await prune(olm.cluster, files.before, files.after);
      expect(pruned.map(title)).toEqual(configMapsIn(files.before).map(name => `ConfigMap ${namespace}/${name}`));
      await registry.rolled();
      expect(await configMaps(namespace)).toEqual(configMapsIn(files.after));
      expect(await registry.served()).toHaveLength(2);
    }, TEST_MILLISECONDS);
  });

  describe('with a pinned version', () => {
    const namespace = 'pinned';
    const first = renamedBundle('pinned', synthesizer.folder());
    const second = renamedBundle('pinned', synthesizer.folder(), { source: NEXT_BUNDLE });
    const third = renamedBundle('pinned', synthesizer.folder(), {
      source: NEXT_BUNDLE, replacements: { 'v0.2.0': 'v0.3.0', 'version: 0.2.0': 'version: 0.3.0', 'replaces: pinned-operator.v0.1.0': 'replaces: pinned-operator.v0.2.0' },
    });
    const files = { before: pinnedFile([first], first.version), after: pinnedFile([first, second, third], second.version) };
    let registry: RegistryPods;

    /** Approves a plan as the README describes. */
    const approve = async (plan: KubernetesObject): Promise<void> => {
      const line = `kubectl patch installplan ${plan.metadata.name} -n ${namespace} --type merge -p '{"spec":{"approved":true}}'`;
      expect(await olm.cluster.kubectl.shell(line)).toMatchObject({ exitCode: 0, stderr: '' });
    };

    it('installs nothing until the first InstallPlan is approved', async () => {
      registry = new RegistryPods(olm, programs.value.opm, namespace, 'pinned-operator-catalog');
      expect(await applyClientSide(olm.cluster, files.before)).toEqual([]);
      await registry.rolled();
      const plan = await waitingInstallPlan(olm, namespace);
      expect(plan.spec).toMatchObject({ approval: 'Manual', clusterServiceVersionNames: [first.name] });
      expect(await findCsv(olm, namespace, first.name)).toBeUndefined();
      await approve(plan);
      await csvSucceeded(olm, namespace, first.name);
    }, TEST_MILLISECONDS);

    it('creates a plan for the version pinned next, although the catalog has a newer one', async () => {
      expect(await applyClientSide(olm.cluster, files.after)).toEqual([]);
      await registry.rolled();
      await prune(olm.cluster, files.before, files.after);
      const plan = await waitingInstallPlan(olm, namespace);
      expect(plan.spec.clusterServiceVersionNames).toEqual([second.name]);
      await subscriptionAt(olm, namespace, 'pinned-operator', { state: 'UpgradePending', installedCSV: first.name, currentCSV: second.name });
      expect(await operatorImages(namespace, 'pinned-operator')).toEqual(['docker.io/library/node:22.19.0-alpine3.22']);

      await approve(plan);
      await csvSucceeded(olm, namespace, second.name);
      await waitUntil(`${first.name} is gone`, WITHIN_MILLISECONDS, async () =>
        await findCsv(olm, namespace, first.name) === undefined || (olm.failure ?? new Error('it still exists')));
      expect(await operatorImages(namespace, 'pinned-operator')).toEqual(['docker.io/library/node:22.20.0-alpine3.22']);
    }, TEST_MILLISECONDS);

    it('stays there: nothing approves the plan for the newer version', async () => {
      const plan = await waitingInstallPlan(olm, namespace);
      expect(plan.spec.clusterServiceVersionNames).toEqual([third.name]);
      await subscriptionAt(olm, namespace, 'pinned-operator', { state: 'UpgradePending', installedCSV: second.name, currentCSV: third.name });
      expect(await findCsv(olm, namespace, third.name)).toBeUndefined();
    }, TEST_MILLISECONDS);
  });
});
