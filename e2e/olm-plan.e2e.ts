import { mkdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { App, Chart } from 'cdk8s';
import { OperatorLock, OperatorRegistry, OperatorSubscription } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { ClusterConnection, driftOf, readManifests, waitFor, WaitReport } from 'olm-constructs/cluster';
import { OperatorLockFile, OperatorUpgradePlan } from 'olm-constructs/resolve';
import { describeWith } from '../test/needed';
import { applyClientSide } from './acceptance/apply-file';
import { prune } from './acceptance/prune';
import { renamedBundle } from './acceptance/quickstart-bundle';
import { Synthesizer } from './acceptance/synthesize';
import { installOlm, runControllers } from './olm/install-olm';
import { OlmCluster } from './olm/olm-cluster';
import { olmPrograms } from './olm/olm-programs';
import { csvSucceeded, installPlans, waitingInstallPlan } from './olm/operator-state';
import { RegistryPods } from './registry/registry-pods';

/** A chain of three operators, locked and upgraded by a plan, on OLM's own controllers: what the plan has is installed, and nothing else. */

const TEST_MILLISECONDS = 5 * 60_000;
const NAMESPACE = 'shop';
const CATALOG = 'shop-catalog';
const OLM_API = 'operators.coreos.com/v1alpha1';

/** The front operator requires the package of the middle one, which requires the API of the back one. */
const REQUIREMENTS: { readonly [name: string]: (version: string) => object } = {
  // Version 0.3.0 also works with the middle operator before it.
  front: version => ({ type: 'olm.package', value: { packageName: 'middle-operator', version: `>=${version === '0.3.0' ? '0.2.0' : version}` } }),
  middle: () => ({ type: 'olm.gvk', value: { group: 'back.example.com', version: 'v1alpha1', kind: 'Greeting' } }),
};

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

/** A bundle of the chain, which replaces the one of the version before. */
function chainBundle(name: string, version: string, previous?: string): Bundle {
  const folder = synthesizer.folder();
  const requirement = REQUIREMENTS[name]?.(version);
  if (requirement !== undefined) {
    mkdirSync(path.join(folder, 'metadata'));
    writeFileSync(path.join(folder, 'metadata/dependencies.yaml'), JSON.stringify({ dependencies: [requirement] }));
  }
  return renamedBundle(name, folder, {
    replacements: {
      'v0.1.0': `v${version}`,
      '  version: 0.1.0': `  version: ${version}${previous === undefined ? '' : `\n  replaces: ${name}-operator.v${previous}`}`,
    },
  });
}

/** Another operator with the API of the back one, which OLM could choose instead. */
const spare = (): Bundle => renamedBundle('spare', synthesizer.folder(), { replacements: { 'spare.example.com': 'back.example.com' } });

const FIRST = [...['front', 'middle', 'back'].map(name => chainBundle(name, '0.1.0')), spare()];
const NEXT = [...FIRST, ...['front', 'middle', 'back'].map(name => chainBundle(name, '0.2.0', '0.1.0')), chainBundle('front', '0.3.0', '0.2.0')];

const LAST = [
  ...NEXT, chainBundle('middle', '0.3.0', '0.2.0'), chainBundle('back', '0.3.0', '0.2.0'), ...['front', 'middle', 'back'].map(name => chainBundle(name, '0.4.0', '0.3.0')),
];

const csvs = (version: string): string[] => ['back', 'front', 'middle'].map(name => `${name}-operator.v${version}`);

/** An app with a lock and a Subscription to the front operator. */
interface LockedApp {
  readonly file: string;
  readonly lock: OperatorLockFile;
  readonly catalog: Catalog;
}

/**
 * Locks and synthesizes the app.
 *
 * @param version version of the front operator that the app accepts
 * @param current lock of the app before
 */
function lockedApp(bundles: Bundle[], version: string, current?: OperatorLockFile): LockedApp {
  const lockPath = path.join(synthesizer.folder(), 'olm.lock.yaml');
  const build = (app: App): { lock: OperatorLock; catalog: Catalog } => {
    const chart = new Chart(app, 'shop');
    const lock = new OperatorLock(chart, 'lock', { path: lockPath });
    const registry = new OperatorRegistry(chart, 'registry', { bundles, name: CATALOG, namespace: NAMESPACE });
    const subscription = new OperatorSubscription(chart, 'front', {
      catalog: registry, packageName: 'front-operator', namespace: NAMESPACE, versionRange: `<=${version}`,
    });
    registry.node.addDependency(subscription.namespaceObject!);
    return { lock, catalog: registry.catalog };
  };
  if (current !== undefined) {
    writeFileSync(lockPath, current.toYaml());
  }
  const { lock: made, catalog } = build(new App({ outdir: synthesizer.folder() }));
  const lock = made.resolve({ updateAll: true });
  writeFileSync(lockPath, lock.toYaml());
  const [file] = synthesizer.synthesize(build) as [string];
  return { file, lock, catalog };
}

/** The plan from one lock to another, read from the file that a reviewer saw. */
function planFile(before: OperatorLockFile, { lock, catalog }: LockedApp): OperatorUpgradePlan {
  const file = path.join(synthesizer.folder(), 'olm.plan.json');
  writeFileSync(file, OperatorUpgradePlan.between(before, lock, { catalogs: { [`${NAMESPACE}/${CATALOG}`]: catalog } }).toJson());
  return OperatorUpgradePlan.fromFile(file);
}

const programs = olmPrograms();

describeWith(programs)("the plan of a chain of three operators on OLM's own controllers", () => {
  const before = lockedApp(FIRST, '0.1.0');
  const after = lockedApp(NEXT, '0.2.0', before.lock);
  const installation = planFile(OperatorLockFile.fromString('lockVersion: 1\ncatalogs: []\noperators: []\n'), before);
  const upgrade = planFile(before.lock, after);
  const last = lockedApp(LAST, '0.4.0', after.lock);
  const twoSteps = planFile(after.lock, last);
  let olm: OlmCluster;
  let registry: RegistryPods;

  beforeAll(async () => {
    olm = await OlmCluster.start(programs.value);
    await installOlm(olm, synthesizer);
    await runControllers(olm, programs.value);
    registry = new RegistryPods(olm, programs.value.opm, NAMESPACE, CATALOG);
  }, 20 * 60_000);
  afterAll(() => olm.close());

  const connection = (): ClusterConnection => ClusterConnection.open({ kubeconfig: olm.kubeconfig });

  /** Does the same as `wait -f FILE --approve --plan PLAN`. */
  const carryOut = async ({ file }: LockedApp, upgradePlan: OperatorUpgradePlan): Promise<WaitReport> =>
    waitFor(connection(), await readManifests([file], () => Promise.resolve(Buffer.of())), {
      approve: true, upgradePlan, timeout: TEST_MILLISECONDS / 2,
    });

  /** Names of the objects of a kind in the namespace. */
  const namesOf = async (kind: string): Promise<string[]> =>
    (await olm.cluster.client.list(OLM_API, kind, NAMESPACE)).map(({ metadata }) => metadata.name).sort();

  /** CSVs of the approved InstallPlans, in the order of their creation. */
  const approved = async (): Promise<string[][]> => (await installPlans(olm, NAMESPACE))
    .filter(({ spec }) => spec.approved)
    .sort((one, other) => String(one.metadata['creationTimestamp']).localeCompare(String(other.metadata['creationTimestamp'])))
    .map(({ spec }) => [...spec.clusterServiceVersionNames].sort());

  const planned = (...plans: OperatorUpgradePlan[]): string[][] => plans.flatMap(plan => plan.installPlans.map(({ csvs: names }) => [...names]));

  it('has the whole chain in each InstallPlan', () => {
    expect(before.lock.operators.map(({ csv }) => csv)).toEqual(csvs('0.1.0'));
    expect(after.lock.operators.map(({ csv }) => csv)).toEqual(csvs('0.2.0'));
    expect(planned(installation, upgrade, twoSteps)).toEqual([csvs('0.1.0'), csvs('0.2.0'), csvs('0.3.0'), csvs('0.4.0')]);
  });

  it('is what OLM installs in an empty namespace, each operator from its own Subscription', async () => {
    expect(await applyClientSide(olm.cluster, before.file)).toEqual([]);
    await registry.rolled();
    const { results, changes } = await carryOut(before, installation);
    expect(results.filter(({ state }) => state !== 'done')).toEqual([]);
    expect(changes.map(({ action }) => action)).toEqual(['approve']);
    for (const csv of csvs('0.1.0')) {
      await csvSucceeded(olm, NAMESPACE, csv);
    }
    expect(await approved()).toEqual(planned(installation));
    expect(await namesOf('Subscription')).toEqual(['back-operator', 'front-operator', 'middle-operator']);
    expect(await namesOf('ClusterServiceVersion')).toEqual(csvs('0.1.0'));
  }, TEST_MILLISECONDS);

  it('is how OLM upgrades each operator by one version', async () => {
    expect(await applyClientSide(olm.cluster, after.file)).toEqual([]);
    await registry.rolled();
    await prune(olm.cluster, before.file, after.file);
    const { results } = await carryOut(after, upgrade);
    expect(results.filter(({ state }) => state !== 'done')).toEqual([]);
    for (const csv of csvs('0.2.0')) {
      await csvSucceeded(olm, NAMESPACE, csv);
    }
    expect(await approved()).toEqual(planned(installation, upgrade));
  }, TEST_MILLISECONDS);

  it('is all that is installed: the InstallPlan for the version after it waits, and nothing approves it', async () => {
    expect((await waitingInstallPlan(olm, NAMESPACE)).spec.clusterServiceVersionNames).toEqual(['front-operator.v0.3.0']);
    const { results, changes } = await carryOut(after, upgrade);
    expect(results.filter(({ state }) => state !== 'done')).toEqual([]);
    expect(changes).toEqual([]);
    expect(await approved()).toEqual(planned(installation, upgrade));
    expect(await namesOf('Subscription')).toEqual(['back-operator', 'front-operator', 'middle-operator']);
    expect(await namesOf('ClusterServiceVersion')).toEqual(csvs('0.2.0'));
    expect((await driftOf(connection(), after.lock)).toLines()).toEqual([]);
  }, TEST_MILLISECONDS);

  it('is carried out in its order over two versions, and ends at the locked ones', async () => {
    const earlier = (await approved()).length;
    expect(await applyClientSide(olm.cluster, last.file)).toEqual([]);
    await registry.rolled();
    await prune(olm.cluster, after.file, last.file);
    const { results } = await carryOut(last, twoSteps);
    expect(results.filter(({ state }) => state !== 'done')).toEqual([]);
    for (const csv of csvs('0.4.0')) {
      await csvSucceeded(olm, NAMESPACE, csv);
    }
    // The InstallPlan for the front operator alone, which waited, may be approved before OLM makes one for all.
    const installed = (await approved()).slice(earlier).flat();
    expect([...new Set(installed)].sort()).toEqual(planned(twoSteps).flat().sort());
    for (const name of ['back', 'front', 'middle']) {
      expect(installed.indexOf(`${name}-operator.v0.3.0`)).toBeLessThan(installed.indexOf(`${name}-operator.v0.4.0`));
    }
    expect((await driftOf(connection(), last.lock)).toLines()).toEqual([]);
  }, TEST_MILLISECONDS);
});
