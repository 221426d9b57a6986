import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chart } from 'cdk8s';
import { OperatorGroupRef, OperatorRegistry, OperatorSubscription } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { providerCode } from '../lib/pulumi/resources/waiter-resource';
import { describeWith } from '../test/needed';
import { applyClientSide } from './acceptance/apply-file';
import { NEXT_BUNDLE, QUICKSTART_BUNDLE } from './acceptance/quickstart-bundle';
import { Synthesizer } from './acceptance/synthesize';
import { installOlm, runControllers } from './olm/install-olm';
import { OlmCluster } from './olm/olm-cluster';
import { olmPrograms } from './olm/olm-programs';
import { csvSucceeded, deploymentOf, findCsv, subscriptionAt } from './olm/operator-state';
import { installPackage } from './package/installed-package';
import { onlyInFullRun } from './programs/full-run';
import { RegistryPods } from './registry/registry-pods';
import { InitFailed, ProviderProcess, type Values } from './waiters/provider-process';

/** Adoption of operators without a Subscription under OLM's own controllers: they keep running, and are upgraded and removed like others. */

const TEST_MILLISECONDS = 8 * 60_000;
const FIRST = Bundle.fromDirectory(QUICKSTART_BUNDLE);
const NEXT = Bundle.fromDirectory(NEXT_BUNDLE);

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

/** File of an operator, with a Subscription of a given name. */
function operatorFile(namespace: string, name: string, bundles: Bundle[], version?: string): string {
  const [file] = synthesizer.synthesize(app => {
    const chart = new Chart(app, 'operator');
    const registry = new OperatorRegistry(chart, 'registry', { bundles, namespace });
    const subscription = new OperatorSubscription(chart, 'subscription', {
      catalog: registry, namespace, name, operatorGroup: OperatorGroupRef.named('og'), ...(version === undefined ? {} : { version }),
    });
    registry.node.addDependency(subscription.namespaceObject!);
  }) as [string];
  return file;
}

const programs = onlyInFullRun(olmPrograms());

describeWith(programs)("an operator without a Subscription, under OLM's own controllers,", () => {
  let olm: OlmCluster;
  let kubeconfig: string;
  let folder: string;
  let provider: ProviderProcess;

  beforeAll(async () => {
    olm = await OlmCluster.start(programs.value);
    await installOlm(olm, synthesizer);
    await runControllers(olm, programs.value);
    kubeconfig = (await olm.cluster.kubectl.shell('kubectl config view --raw --flatten --output=json')).stdout;
    folder = mkdtempSync(join(tmpdir(), 'olm-constructs-adopt-'));
    await installPackage(folder);
    provider = await ProviderProcess.start(folder);
  }, 20 * 60_000);
  afterAll(async () => {
    await provider.kill();
    await olm.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const waiter = (namespace: string, subscription: string, values: Values): Values => ({
    __provider: providerCode('operatorReady'), kubeconfig, namespace, subscription, package: 'hello-operator', timeouts: { total: 240 }, ...values,
  });

  /** An operator installed by hand, and the pods of its catalog. */
  const installed = async (namespace: string): Promise<RegistryPods> => {
    const file = join(synthesizer.folder(), 'place.yaml');
    writeFileSync(file, [
      'apiVersion: v1', 'kind: Namespace', 'metadata:', `  name: ${namespace}`, '---', 'apiVersion: operators.coreos.com/v1', 'kind: OperatorGroup',
      'metadata:', '  name: og', `  namespace: ${namespace}`, 'spec:', '  targetNamespaces:', `    - ${namespace}`, '',
    ].join('\n'));
    expect(await applyClientSide(olm.cluster, file)).toEqual([]);
    expect(await applyClientSide(olm.cluster, operatorFile(namespace, 'by-hand', [FIRST]))).toEqual([]);
    const registry = new RegistryPods(olm, programs.value.opm, namespace, 'hello-operator-catalog');
    await registry.rolled();
    await csvSucceeded(olm, namespace, FIRST.name);
    return registry;
  };

  /** Identity of the operator's pod, which a restart would change. */
  const running = async (namespace: string): Promise<unknown[]> => (
    [await findCsv(olm, namespace, FIRST.name), await deploymentOf(olm, namespace, 'hello-operator')].map((object) => object?.metadata['uid'])
  );

  const failure = async (called: Promise<unknown>): Promise<InitFailed> => {
    const error = await called.then(() => undefined, (reason: unknown) => reason);
    expect(error).toBeInstanceOf(InitFailed);
    return error as InitFailed;
  };

  it.each([
    ['with automatic approval', 'automatic', false], ['with a pin', 'pinned', true],
  ])('is adopted %s, keeps running, is upgraded, and is removed', async (_, namespace, isPinned) => {
    const registry = await installed(namespace);
    const before = await running(namespace);
    await olm.cluster.client.remove({ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'by-hand', namespace } });

    const pin = (bundle: Bundle): Values => (isPinned ? { pin: { csv: bundle.name } } : {});
    expect(await applyClientSide(olm.cluster, operatorFile(namespace, 'own', [FIRST], isPinned ? FIRST.version : undefined))).toEqual([]);
    // Without the option OLM rejects it, and the explanation names the option.
    const refused = await failure(provider.create(waiter(namespace, 'own', { ...pin(FIRST), timeouts: { total: 90, terminalGrace: 1 } })));
    expect(refused.reasons.join('\n')).toMatch(/is installed, but no Subscription refers to it[^]*remedy: set adopt/);

    const asked = waiter(namespace, 'own', { ...pin(FIRST), adopt: true });
    const taken = await provider.update('id', refused.properties, asked);
    expect(taken).toMatchObject({ ready: true, csvName: FIRST.name });
    expect(await running(namespace)).toEqual(before);
    await subscriptionAt(olm, namespace, 'own', { state: 'AtLatestKnown', installedCSV: FIRST.name, currentCSV: FIRST.name });

    expect(await applyClientSide(olm.cluster, operatorFile(namespace, 'own', [FIRST, NEXT], isPinned ? NEXT.version : undefined))).toEqual([]);
    await registry.rolled();
    const upgraded = await provider.update('id', taken, waiter(namespace, 'own', { pin: { csv: NEXT.name }, adopt: true }));
    expect(upgraded).toMatchObject({ ready: true, csvName: NEXT.name });
    await subscriptionAt(olm, namespace, 'own', { state: 'AtLatestKnown', installedCSV: NEXT.name, currentCSV: NEXT.name });

    await provider.delete('id', upgraded);
    expect(await findCsv(olm, namespace, NEXT.name)).toBeUndefined();
  }, TEST_MILLISECONDS);

  it('is explained if a Subscription with another name exists', async () => {
    await installed('twice');
    expect(await applyClientSide(olm.cluster, operatorFile('twice', 'own', [FIRST]))).toEqual([]);
    const { reasons } = await failure(provider.create(waiter('twice', 'own', { adopt: true, timeouts: { total: 90, terminalGrace: 1 } })));
    process.stdout.write(`${reasons.join('\n')}\n`);
    expect(reasons.join('\n')).toContain('Subscription twice/by-hand already subscribes to package hello-operator');
  }, TEST_MILLISECONDS);
});
