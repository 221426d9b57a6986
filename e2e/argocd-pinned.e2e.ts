import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import { CatalogRef, DefaultCatalog, OperatorRegistry, OperatorSubscription } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { ArgoCd, ArgoCdApplication, ArgoCdHealthChecks, OperatorWaitJob } from 'olm-constructs/gitops';
import { describeWith, itWith } from '../test/needed';
import { olmFiles } from './acceptance/olm-files';
import { NEXT_BUNDLE, renamedBundle } from './acceptance/quickstart-bundle';
import { Synthesizer } from './acceptance/synthesize';
import { ApplicationView } from './argocd/application-view';
import { ARGO_CD_NAMESPACE } from './argocd/argocd-controllers';
import { ArgoCdLab } from './argocd/argocd-lab';
import { argoCdPrograms } from './argocd/argocd-programs';
import { TerminalSession } from './command-line/terminal-session';
import { olmPrograms } from './olm/olm-programs';
import { waitUntil } from './olm/wait-until';
import { onlyInFullRun } from './programs/full-run';

/** Pinned versions and broken operators in Argo CD, with its own controllers, and those of OLM where they are present. */

const WITHIN_MILLISECONDS = 5 * 60_000;
const MINUTE = 60_000;

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());
jest.setTimeout(10 * MINUTE);

const olm = olmPrograms();
const argoCd = onlyInFullRun(argoCdPrograms());

describeWith(argoCd)(`an operator in real Argo CD, with ${olm.missing === undefined ? "OLM's own controllers" : 'a simulation of OLM'}`, () => {
  const folders = [synthesizer.folder(), synthesizer.folder()] as const;
  const first = renamedBundle('pinned', folders[0]);
  const next = renamedBundle('pinned', folders[1], { source: NEXT_BUNDLE });
  let lab: ArgoCdLab;

  beforeAll(async () => {
    lab = await ArgoCdLab.start(await argoCd.value(), olm.valueOr(undefined), folders);
    for (const file of olmFiles(synthesizer, { defaultCatalog: DefaultCatalog.none() })) {
      await lab.apply(file);
    }
  }, 20 * MINUTE);
  afterAll(() => lab.close());

  /** Writes a chart for the repository, and the health checks and the Application `name` for it. */
  function files(name: string, build: (chart: Chart) => void): [string, string] {
    const app = new App({ outdir: synthesizer.folder() });
    const argocd = new Chart(app, 'argocd');
    ArgoCdHealthChecks.configMapPatch(argocd, 'health');
    new ArgoCdApplication(argocd, 'application', { name, source: { repoUrl: lab.repository.url, path: name } });
    const chart = new Chart(app, 'operator');
    build(chart);
    ArgoCd.prepare(chart);
    app.synth();
    return readdirSync(app.outdir).sort().map(file => join(app.outdir, file)) as [string, string];
  }

  describe('that is pinned to a version and approved by a Job', () => {
    let application: ApplicationView;
    let manifests: string;

    /** The registry always has both versions. */
    const pinned = ({ version }: Bundle) => (chart: Chart): void => {
      const registry = new OperatorRegistry(chart, 'registry', { bundles: [first, next], name: 'pinned-catalog', namespace: 'pinned' });
      const operator = new OperatorSubscription(chart, 'operator', { catalog: registry, packageName: first.packageName, namespace: 'pinned', version });
      new OperatorWaitJob(chart, 'wait', { waitFor: [operator], argoCdHook: true, program: lab.program });
      new ApiObject(chart, 'greeting', {
        apiVersion: 'pinned.example.com/v1alpha1', kind: 'Greeting', metadata: { name: 'greeting', namespace: 'pinned' }, spec: { whom: 'world' },
      });
    };

    it('becomes Healthy in that version, beside the InstallPlan of the next one', async () => {
      const [argocd, operator] = files('pinned', pinned(first));
      const commit = lab.repository.commit('pinned', [operator]);
      application = lab.application('pinned');
      await lab.apply(argocd);
      await application.synced(commit, WITHIN_MILLISECONDS, lab.runsWhenHealthy('pinned', first, commit));
      expect(await lab.csvPhase('pinned', next.name)).toBeUndefined();
    });

    it('stays Synced and Healthy for half a minute, without another sync', async () => {
      const { startedAt } = (await application.state())!;
      expect(await application.during(MINUTE / 2)).toEqual([`Synced Healthy, sync of ${startedAt}`]);
    });

    it('becomes Healthy in the next version after a commit that pins it, and is Progressing until then', async () => {
      manifests = files('pinned', pinned(next))[1];
      const commit = lab.repository.commit('pinned', [manifests]);
      await application.refresh();
      const shown = new Set<string>();
      const isRunning = lab.runsWhenHealthy('pinned', next, commit);
      await application.synced(commit, WITHIN_MILLISECONDS, async state => {
        shown.add(state.health);
        await isRunning(state);
      });
      expect([...shown].sort()).toEqual(['Healthy', 'Progressing']);
    });

    itWith(olm)('is removed by the commands of the guide for an Argo CD whose hooks cannot be relied on', async () => {
      const session = new TerminalSession(lab.host.cluster.kubectl, lab.host.kubeconfig);
      const named = `application pinned -n ${ARGO_CD_NAMESPACE}`;
      // This is equivalent to `argocd app set --sync-policy none` and `argocd app delete`.
      await session.kubectl(`patch ${named} --type merge -p '{"spec":{"syncPolicy":{"automated":null}}}'`);
      await session.run('remove', '-f', manifests, '--operands', 'delete');
      await session.kubectl(`patch ${named} --type merge -p '{"metadata":{"finalizers":["resources-finalizer.argocd.argoproj.io/background"]}}'`);
      await session.kubectl(`delete ${named} --wait=false`);
      await application.gone(MINUTE);
      expect(await waitUntil('the end of the Namespace', MINUTE, async () => (
        !await lab.exists('v1', 'Namespace', 'pinned') || (lab.host.failure ?? new Error('it exists'))
      ))).toBe(true);
      expect((await session.run('status', '-A')).split('\n')[0]).toMatch(/^OLM \S+ in namespace olm.*: ready$/);
    });
  });

  describe('that is broken', () => {
    it('is Degraded with the reason, if its catalog does not exist', async () => {
      const [argocd, manifests] = files('broken', chart => {
        const catalog = CatalogRef.named('missing', 'broken');
        new OperatorSubscription(chart, 'operator', { catalog, packageName: 'shop', channel: 'stable', namespace: 'broken' });
      });
      lab.repository.commit('broken', [manifests]);
      await lab.apply(argocd);
      // OLM writes that there is no catalog at all, which one is missing, or that the Subscription cannot be resolved: each names the catalog.
      await lab.application('broken').until('Degraded because of the catalog', WITHIN_MILLISECONDS, ({ health, resources }) => {
        const subscription = resources.find(({ kind }) => kind === 'Subscription')?.health;
        return health === 'Degraded' && subscription?.status === 'Degraded' && /\bbroken\/missing\b|\bmissing in namespace broken\b/.test(subscription.message ?? '');
      });
    });
  });
});
