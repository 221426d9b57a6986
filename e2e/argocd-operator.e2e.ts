import { Chart } from 'cdk8s';
import { ImageCatalog, OperatorSubscription } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { ArgoCd } from 'olm-constructs/gitops';
import { healthLua } from '../lib/gitops/argocd/health-checks';
import { KNOWN_HEALTH } from '../lib/gitops/health/known-health';
import { describeWith } from '../test/needed';
import { applyServerSide } from './acceptance/apply-file';
import { NEXT_BUNDLE, renamedBundle } from './acceptance/quickstart-bundle';
import { Synthesizer } from './acceptance/synthesize';
import { LuaHealth, luaHealth } from './argocd/lua-health';
import { installOlm } from './olm/install-olm';
import { Kubelets } from './olm/kubelets';
import { OlmCluster } from './olm/olm-cluster';
import { olmPrograms } from './olm/olm-programs';
import { WITHIN_MILLISECONDS } from './olm/operator-state';
import { waitUntil } from './olm/wait-until';
import { onlyInFullRun } from './programs/full-run';

/** Health of a pinned operator as Argo CD would show it, with OLM's own controllers. */

const TEST_MILLISECONDS = 8 * 60_000;

const API_VERSION: { readonly [kind: string]: string } = { Subscription: 'operators.coreos.com/v1alpha1', Operator: 'operators.coreos.com/v1' };

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

const programs = onlyInFullRun(olmPrograms());

describeWith(programs)("health checks for Argo CD, with OLM's own controllers", () => {
  let olm: OlmCluster;
  let kubelets: Kubelets;

  beforeAll(async () => {
    olm = await OlmCluster.start(programs.value);
    await installOlm(olm, synthesizer);
    kubelets = new Kubelets(olm, programs.value);
  }, 20 * 60_000);
  afterAll(async () => {
    await kubelets.stop();
    await olm.close();
  });

  const first = renamedBundle('shown', synthesizer.folder());
  const next = renamedBundle('shown', synthesizer.folder(), { source: NEXT_BUNDLE });
  const image = (digit: string): string => `registry.example.com/catalog@sha256:${digit.repeat(64)}`;

  /** Applies what a commit with a version contains. */
  async function commit(digit: string, { packageName, version }: Bundle): Promise<void> {
    const [file] = synthesizer.synthesize(app => {
      const chart = new Chart(app, 'operator');
      const catalog = new ImageCatalog(chart, 'catalog', { image: image(digit), name: 'shown' });
      new OperatorSubscription(chart, 'operator', { catalog, packageName, channel: 'candidate-v0', namespace: 'shown', version });
      ArgoCd.prepare(chart);
    }) as [string];
    expect(await applyServerSide(olm.cluster, file)).toEqual([]);
  }

  /** Returns what Argo CD shows of the Subscription, or of its Operator. */
  async function shown(kind: 'Subscription' | 'Operator'): Promise<LuaHealth> {
    const metadata = kind === 'Subscription' ? { name: first.packageName, namespace: 'shown' } : { name: `${first.packageName}.shown` };
    const object = await olm.cluster.client.read({ apiVersion: API_VERSION[kind]!, kind, metadata });
    const [health] = await luaHealth([{ script: healthLua(KNOWN_HEALTH.find(check => check.kind === kind)!), object }]);
    return health!;
  }

  const becomes = (kind: 'Subscription' | 'Operator', status: string, message: RegExp): Promise<LuaHealth> => (
    waitUntil(`${status} of the ${kind}`, WITHIN_MILLISECONDS, async () => {
      const health = await shown(kind);
      return health.status === status && message.test(health.message) ? health : olm.failure ?? new Error(`it is ${JSON.stringify(health)}`);
    }));

  /** Runs the command that the message of a Subscription ends with. */
  async function approve(csv: string): Promise<void> {
    const { message } = await becomes('Subscription', 'Progressing', new RegExp(`requires approval to install ${csv}: kubectl patch`));
    await olm.cluster.kubectl.shell(message.slice(message.indexOf('kubectl')));
  }

  it('are Progressing until the pinned version has succeeded, and the message has the command that approves it', async () => {
    kubelets.images.push(image('1'), Catalog.fromBundles([first]));
    await commit('1', first);
    await approve(first.name);
    await becomes('Operator', 'Healthy', new RegExp(`^${first.name} succeeded$`));
    await becomes('Subscription', 'Healthy', new RegExp(`^${first.name} is installed$`));
  }, TEST_MILLISECONDS);

  it('are Progressing from the commit of the next version on, until that has succeeded', async () => {
    kubelets.images.push(image('2'), Catalog.fromBundles([first, next]));
    await commit('2', next);
    expect(await shown('Operator')).toEqual({ status: 'Progressing', message: `${first.name} is installed; OLM has not created ${next.name} yet` });
    expect(await shown('Subscription')).toMatchObject({ status: 'Progressing' });
    await approve(next.name);
    await becomes('Operator', 'Healthy', new RegExp(`^${next.name} succeeded$`));
    await becomes('Subscription', 'Healthy', new RegExp(`^${next.name} is installed$`));
  }, TEST_MILLISECONDS);
});
