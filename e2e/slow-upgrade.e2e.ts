import { Chart } from 'cdk8s';
import { Bundle } from 'olm-constructs/bundle';
import { ClusterConnection, explain, statusOf } from 'olm-constructs/cluster';
import { FluxHealthChecks } from 'olm-constructs/gitops';
import { judgeHealth } from '../lib/gitops/health/judge-health';
import { KNOWN_HEALTH } from '../lib/gitops/health/known-health';
import { SAMPLES } from '../test/catalog/sample-bundles';
import { celVerdict } from '../test/gitops/flux/cel-verdict';
import { describeWith } from '../test/needed';
import { applyServerSide } from './acceptance/apply-file';
import { deployTogether, realUpgrades, SLOW_MILLISECONDS, SLOWED, waitForOperators } from './acceptance/real-upgrades';
import { Synthesizer } from './acceptance/synthesize';
import { installOlm } from './olm/install-olm';
import { Kubelets } from './olm/kubelets';
import { OlmCluster } from './olm/olm-cluster';
import { olmPrograms } from './olm/olm-programs';
import { findCsv } from './olm/operator-state';
import { waitUntil } from './olm/wait-until';
import { onlyInFullRun } from './programs/full-run';

/** Two real operators of one namespace, upgraded while olm-operator is slow: no tool reports a failure that OLM leaves by itself. */

const TEST_MILLISECONDS = 8 * 60_000;
const NAMESPACE = 'both';

/** How long OLM remains slow after it has reported the first conflict. */
const CONFLICT_MILLISECONDS = 20_000;
const OLM_API = 'operators.coreos.com/v1alpha1';

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

const programs = onlyInFullRun(olmPrograms());
const FLUX = new Map(FluxHealthChecks.all().map((check) => [check.kind, check]));

describeWith(programs, SAMPLES)('an upgrade of two operators, with an olm-operator that is slow', () => {
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

  /** Applies a registry and a Subscription for each operator, and returns their file. */
  async function commit(bundles: readonly Bundle[], earlier?: readonly Bundle[]): Promise<string> {
    const [file] = synthesizer.synthesize((app) => deployTogether(new Chart(app, 'operators'), NAMESPACE, bundles, earlier)) as [string];
    expect(await applyServerSide(olm.cluster, file)).toEqual([]);
    return file;
  }

  /** Returns the failures that the tools report now. */
  async function failures(): Promise<string[]> {
    const objects = (await Promise.all(['Subscription', 'ClusterServiceVersion', 'InstallPlan', 'CatalogSource'].map((kind) => (
      olm.cluster.client.list(OLM_API, kind, NAMESPACE).then((found) => found.map((object) => ({ kind, object })))
    )))).flat();
    const cluster = ClusterConnection.open({ kubeconfig: olm.kubeconfig });
    const { subscriptions, catalogs } = await statusOf(cluster, { namespace: NAMESPACE });
    const explained = await Promise.all(subscriptions.map(({ name }) => explain(cluster, `subscription/${name}`, { namespace: NAMESPACE })));
    return [
      ...objects.flatMap(({ kind, object }) => {
        const check = KNOWN_HEALTH.find((health) => health.kind === kind)!;
        const { verdict, message } = judgeHealth(check, object);
        return [verdict === 'failed' ? 'Argo CD' : '', celVerdict(FLUX.get(kind)!, object) === 'failed' ? 'Flux' : '']
          .filter((tool) => tool !== '').map((tool) => `${tool}: ${kind} ${object.metadata.name}: ${message}`);
      }),
      ...[...subscriptions, ...catalogs].filter(({ verdict }) => verdict === 'failed').map(({ name, detail }) => `status: ${name}: ${detail ?? ''}`),
      ...explained.filter(({ verdict }) => verdict === 'failed').map(({ object, causes }) => `explain: ${object}: ${causes[0]?.message ?? ''}`),
    ];
  }

  /** Waits until the versions run and the replaced ones are gone, and returns the failures that were reported meanwhile, and OLM's own errors. */
  async function runs(bundles: readonly Bundle[], replaced: readonly Bundle[]): Promise<{ readonly failed: string[]; readonly errors: string[] }> {
    const [failed, errors] = [new Set<string>(), new Set<string>()];
    let slowUntil = Infinity;
    await waitUntil('the versions', TEST_MILLISECONDS, async () => {
      (await failures()).forEach((failure) => failed.add(failure));
      const phases = await Promise.all(bundles.map(({ name }) => findCsv(olm, NAMESPACE, name).then((csv) => csv?.status?.phase)));
      const left = await Promise.all(replaced.map(({ name }) => findCsv(olm, NAMESPACE, name)));
      const found = await olm.cluster.client.list(OLM_API, 'Subscription', NAMESPACE) as unknown as SubscriptionObject[];
      const unresolved = found.flatMap(({ status }) => status?.conditions ?? []).filter(({ type, status }) => type === 'ResolutionFailed' && status === 'True');
      unresolved.forEach(({ reason, message }) => errors.add(`${reason}: ${message}`));
      slowUntil = Math.min(slowUntil, errors.size === 0 ? Infinity : Date.now() + CONFLICT_MILLISECONDS);
      if (Date.now() >= slowUntil) {
        await olm.slow(SLOWED, 0);
      }
      const isDone = phases.every((phase) => phase === 'Succeeded') && left.every((csv) => csv === undefined) && unresolved.length === 0;
      // A failure that a tool reports ends the test at once.
      return isDone || failed.size > 0 || (olm.failure ?? new Error(`${phases.join()}; ${[...errors].join('; ')}`));
    });
    return { failed: [...failed], errors: [...errors] };
  }

  it('is no failure, neither in the health checks for Argo CD and Flux nor in status and explain', async () => {
    const { before, after } = realUpgrades();
    await commit(before);
    expect((await runs(before, [])).failed).toEqual([]);

    await olm.slow(SLOWED, SLOW_MILLISECONDS);
    const file = await commit(after, before);
    const [{ failed, errors }] = await Promise.all([runs(after, before), waitForOperators(olm.kubeconfig, [file])]);
    process.stderr.write(`OLM reported during the slow upgrade:\n${errors.map((error) => `  ${error}\n`).join('')}`);
    expect(failed).toEqual([]);
  }, 2 * TEST_MILLISECONDS);
});

interface SubscriptionObject {
  readonly status?: { readonly conditions?: readonly Condition[] };
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}
