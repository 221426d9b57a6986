import { Chart } from 'cdk8s';
import { OperatorRegistry, OperatorSubscription, OperatorSubscriptionProps } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { field } from '../lib/formats/json/json-value';
import { describeWith } from '../test/needed';
import { applyClientSide } from './acceptance/apply-file';
import { NEXT_BUNDLE, QUICKSTART_BUNDLE } from './acceptance/quickstart-bundle';
import { Synthesizer } from './acceptance/synthesize';
import { ProgramProcess } from './command-line/program-process';
import { installOlm, runControllers } from './olm/install-olm';
import { OlmCluster } from './olm/olm-cluster';
import { olmPrograms } from './olm/olm-programs';
import { csvSucceeded, deploymentOf, findCsv, subscriptionAt } from './olm/operator-state';
import { onlyInFullRun } from './programs/full-run';
import { RegistryPods } from './registry/registry-pods';

/** Renamed Subscriptions under OLM's own controllers, handed over from manifests in the order of each tool: the operator keeps running. */

const TEST_MILLISECONDS = 8 * 60_000;
const FIRST = Bundle.fromDirectory(QUICKSTART_BUNDLE);
const NEXT = Bundle.fromDirectory(NEXT_BUNDLE);
const API = 'operators.coreos.com';
const GROUP = { operatorGroupName: 'before' };

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

/** Manifests of an operator, as a commit contains them. */
function commit(namespace: string, bundles: Bundle[], props: Partial<OperatorSubscriptionProps>): string {
  const [file] = synthesizer.synthesize(app => {
    const chart = new Chart(app, 'operator');
    const registry = new OperatorRegistry(chart, 'registry', { bundles, namespace });
    const subscription = new OperatorSubscription(chart, 'subscription', { catalog: registry, namespace, ...props });
    registry.node.addDependency(subscription.namespaceObject!);
  }) as [string];
  return file;
}

const programs = onlyInFullRun(olmPrograms());

describeWith(programs)("a renamed Subscription, under OLM's own controllers,", () => {
  let olm: OlmCluster;

  beforeAll(async () => {
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    olm = await OlmCluster.start(programs.value);
    await installOlm(olm, synthesizer);
    await runControllers(olm, programs.value);
  }, 20 * 60_000);
  afterAll(async () => {
    jest.restoreAllMocks();
    await olm.close();
  });

  const apply = async (file: string): Promise<void> => expect(await applyClientSide(olm.cluster, file)).toEqual([]);
  const prune = (kind: string, namespace: string): Promise<unknown> => olm.cluster.client.remove({
    apiVersion: `${API}/${kind === 'OperatorGroup' ? 'v1' : 'v1alpha1'}`, kind, metadata: { name: 'before', namespace },
  });

  /** The operator with a Subscription `before`, and the pods of its catalog. */
  const installed = async (namespace: string, props: Partial<OperatorSubscriptionProps> = {}): Promise<RegistryPods> => {
    const file = commit(namespace, [FIRST], { name: 'before', ...props });
    await apply(file);
    const registry = new RegistryPods(olm, programs.value.opm, namespace, 'hello-operator-catalog');
    await registry.rolled();
    await waited(file, '--approve');
    await csvSucceeded(olm, namespace, FIRST.name);
    return registry;
  };

  const waited = async (file: string, ...args: readonly string[]): Promise<string> => {
    const { exitCode, stdout, stderr } = await new ProgramProcess(['wait', '-f', file, '--timeout', '4m', ...args], { KUBECONFIG: olm.kubeconfig }).end();
    expect({ exitCode, output: exitCode === 0 ? '' : stderr + stdout }).toEqual({ exitCode: 0, output: '' });
    return stderr;
  };

  /** Identity of the operator, and the generation of its Deployment, which a restart would change. */
  const running = async (namespace: string): Promise<unknown[]> => {
    const [csv, deployment] = [await findCsv(olm, namespace, FIRST.name), await deploymentOf(olm, namespace, 'hello-operator')];
    return [csv?.metadata['uid'], deployment.metadata['uid'], field(deployment.metadata, 'generation')];
  };

  it.each<[string, string, boolean, readonly ('apply' | 'prune' | 'wait')[]]>([
    ['Argo CD, which prunes the previous Subscription before it creates the new one', 'argocd', false, ['prune', 'apply', 'wait']],
    ['Flux, which creates the new Subscription first', 'flux', false, ['apply', 'prune', 'wait']],
    ['a tool that prunes nothing', 'kubectl', false, ['apply', 'wait']],
    ['a pinned version', 'pinned', true, ['prune', 'apply', 'wait']],
  ])('is handed over in the order of %s, and then upgraded', async (_, namespace, isPinned, order) => {
    const pin = (bundle: Bundle): Partial<OperatorSubscriptionProps> => (isPinned ? { version: bundle.version } : {});
    const registry = await installed(namespace, pin(FIRST));
    const before = await running(namespace);

    const file = commit(namespace, [FIRST], { name: 'after', previousName: 'before', ...GROUP, ...pin(FIRST) });
    for (const step of order) {
      await { apply: () => apply(file), prune: () => prune('Subscription', namespace), wait: () => waited(file, '--adopt', '--approve') }[step]();
    }
    await subscriptionAt(olm, namespace, 'after', { state: 'AtLatestKnown', installedCSV: FIRST.name, currentCSV: FIRST.name });
    const subscriptions = await olm.cluster.client.list(`${API}/v1alpha1`, 'Subscription', namespace);
    expect(subscriptions.map(({ metadata }) => metadata.name)).toEqual(['after']);
    expect(await running(namespace)).toEqual(before);

    // The previous name is omitted in the next commit, and has no effect until then.
    expect(await waited(file, '--adopt', '--approve')).not.toMatch(/deletes|records/);
    const upgrade = commit(namespace, [FIRST, NEXT], { name: 'after', ...GROUP, ...pin(NEXT) });
    await apply(upgrade);
    await registry.rolled();
    await waited(upgrade, '--approve');
    await subscriptionAt(olm, namespace, 'after', { state: 'AtLatestKnown', installedCSV: NEXT.name, currentCSV: NEXT.name });
  }, TEST_MILLISECONDS);

  it('restarts its operator with another OperatorGroup, so that its name must stay', async () => {
    await installed('grouped');
    const [csv, deployment, generation] = await running('grouped');
    const file = commit('grouped', [FIRST], { name: 'after', previousName: 'before', operatorGroupName: 'after' });
    await prune('Subscription', 'grouped');
    await prune('OperatorGroup', 'grouped');
    await apply(file);
    await waited(file, '--adopt');
    const after = await running('grouped');
    expect(after.slice(0, 2)).toEqual([csv, deployment]);
    expect(after[2]).toBeGreaterThan(generation as number);
  }, TEST_MILLISECONDS);
});
