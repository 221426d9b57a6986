import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Chart } from 'cdk8s';
import { Bundle } from 'olm-constructs/bundle';
import { ArgoCd, ArgoCdApplication } from 'olm-constructs/gitops';
import { argoCdApp } from '../examples/argocd/app';
import { SAMPLES } from '../test/catalog/sample-bundles';
import { describeWith, itWith } from '../test/needed';
import { NEXT_BUNDLE } from './acceptance/quickstart-bundle';
import { deployTogether, realUpgrades, SLOW_MILLISECONDS, SLOWED, waitForOperators } from './acceptance/real-upgrades';
import { Synthesizer } from './acceptance/synthesize';
import { ApplicationView } from './argocd/application-view';
import { ArgoCdLab } from './argocd/argocd-lab';
import { argoCdPrograms } from './argocd/argocd-programs';
import { ProgramProcess } from './command-line/program-process';
import { olmPrograms } from './olm/olm-programs';
import { waitUntil } from './olm/wait-until';

/** The example of the guide about Argo CD, installed and removed, with Argo CD's own controllers, and those of OLM where they are present. */

const WITHIN_MILLISECONDS = 5 * 60_000;
const MINUTE = 60_000;

const BUNDLE = 'examples/argocd/bundle';

/** Kinds of which OLM leaves objects when an operator is removed. */
const OF_REMOVED_OPERATOR = /^(?:APIService|ClusterRole|CustomResourceDefinition) |^RoleBinding kube-system\//;

/** Objects that stay in the cluster: the CRD of the operator, and the API that Kubernetes serves for it. */
const KEPT = ['APIService v1alpha1.hello.example.com', 'CustomResourceDefinition greetings.hello.example.com'];

const synthesizer = new Synthesizer();
const first = Bundle.fromDirectory(BUNDLE);
const next = Bundle.fromDirectory(NEXT_BUNDLE);
afterAll(() => synthesizer.close());
jest.setTimeout(10 * MINUTE);

const olm = olmPrograms();
const argoCd = argoCdPrograms();

describeWith(argoCd)(`the example argocd in real Argo CD, with ${olm.missing === undefined ? "OLM's own controllers" : 'a simulation of OLM'}`, () => {
  let lab: ArgoCdLab;
  let application: ApplicationView;
  let before: readonly string[];

  /** What OLM left of other operators that were removed. */
  let leftByOthers: readonly string[] = [];

  beforeAll(async () => {
    lab = await ArgoCdLab.start(await argoCd.value(), olm.valueOr(undefined), [BUNDLE]);
    before = await settled();
    const [argocd, ...manifests] = files([first]);
    lab.repository.commit('operators', manifests);
    application = lab.application('operators');
    await lab.apply(argocd);
  }, 20 * MINUTE);
  afterAll(() => lab.close());

  /** Returns the files of the example: those that are applied once, and those of the repository. */
  function files(bundles: Bundle[]): [string, ...string[]] {
    const folder = synthesizer.folder();
    argoCdApp(folder, { bundles, repository: lab.repository.url, program: lab.program }).synth();
    return readdirSync(folder).sort().map(name => join(folder, name)) as [string, ...string[]];
  }

  /** Content of the cluster as soon as its controllers, if it has any, have created what they create in each Namespace. */
  const settled = (): Promise<string[]> => waitUntil('the default objects', WITHIN_MILLISECONDS, async () => {
    const content = await lab.content();
    const count = (pattern: RegExp): number => content.filter(object => pattern.test(object)).length;
    const isSettled = olm.missing !== undefined || count(/^ConfigMap .*\/kube-root-ca\.crt$/) === count(/^Namespace /);
    return isSettled ? content : new Error(content.join(', '));
  });

  it('becomes Synced and Healthy from nothing, with OLM, an operator and its custom resource in one Application', async () => {
    const commit = lab.repository.head;
    const { resources } = await application.synced(commit, WITHIN_MILLISECONDS, lab.runsWhenHealthy('hello', first, commit));
    expect(resources.filter(({ health }) => health !== undefined && health.status !== 'Healthy')).toEqual([]);
    expect(await lab.host.cluster.client.list('hello.example.com/v1alpha1', 'Greeting', 'hello')).toHaveLength(1);
  });

  it('is Progressing from the commit of an upgrade until it has succeeded, and keeps the old catalog until then', async () => {
    const old = await lab.catalogConfigMaps('hello');
    const commit = lab.repository.commit('operators', files([first, next]).slice(1));
    await application.refresh();
    const isRunning = lab.runsWhenHealthy('hello', next, commit);
    const shown = new Set<string>();
    await application.synced(commit, WITHIN_MILLISECONDS, async state => {
      shown.add(state.health);
      await isRunning(state);
      const present = await lab.catalogConfigMaps('hello');
      if (old.some(name => !present.includes(name))) {
        expect(await lab.csvPhase('hello', next.name)).toBe('Succeeded');
      }
      if (state.health === 'Progressing' && state.revision === commit) {
        lab.publish(NEXT_BUNDLE);
      }
    });
    expect([...shown].sort()).toEqual(['Healthy', 'Progressing']);
    expect((await lab.catalogConfigMaps('hello')).filter(name => old.includes(name))).toEqual([]);
  });

  it('stays Synced and Healthy for a minute, without another sync', async () => {
    const { startedAt } = (await application.state())!;
    expect(await application.during(MINUTE)).toEqual([`Synced Healthy, sync of ${startedAt}`]);
  });

  itWith(olm, SAMPLES)('shows no Degraded while two real operators of one namespace are upgraded by an OLM that is slow', async () => {
    const { before: earlier, after } = realUpgrades();
    const [argocd, manifests] = realFiles(earlier);
    const present = new Set(await lab.content());
    const installed = lab.repository.commit('real', [manifests]);
    const real = lab.application('real');
    await lab.apply(argocd);
    await real.synced(installed, WITHIN_MILLISECONDS);

    await lab.slow(SLOWED, SLOW_MILLISECONDS);
    const shown = new Set<string>();
    const operators = realFiles(after, earlier).slice(1);
    const upgraded = lab.repository.commit('real', operators);
    await real.refresh();
    const slowUntil = Date.now() + MINUTE;
    const becomesSynced = real.synced(upgraded, 2 * WITHIN_MILLISECONDS, async ({ health, resources }) => {
      resources.forEach(({ kind, name, health: of }) => shown.add(of?.status === 'Degraded' ? `${kind} ${name}: ${of.message ?? ''}` : health));
      if (Date.now() > slowUntil) {
        await lab.slow(SLOWED, 0);
      }
    });
    await Promise.all([becomesSynced, waitForOperators(lab.host.kubeconfig, operators)]);
    await lab.slow(SLOWED, 0);
    expect([...shown].filter(state => state !== 'Healthy' && state !== 'Progressing')).toEqual([]);
    await real.remove();
    await real.gone(WITHIN_MILLISECONDS);
    leftByOthers = (await lab.content()).filter(object => !present.has(object) && OF_REMOVED_OPERATOR.test(object));
  }, 20 * MINUTE);

  /** Returns an Application that is applied once, and the operators in its repository. */
  function realFiles(bundles: readonly Bundle[], earlier?: readonly Bundle[]): [string, string] {
    const [argocd, operators] = synthesizer.synthesize(app => {
      new ArgoCdApplication(new Chart(app, 'argocd'), 'real', { name: 'real', source: { repoUrl: lab.repository.url, path: 'real' }, cascadeDelete: true });
      const chart = new Chart(app, 'operators');
      deployTogether(chart, 'real', bundles, earlier);
      ArgoCd.prepare(chart);
    }) as [string, string];
    return [argocd, operators];
  }

  it('is deleted with OLM, and leaves nothing but the CRD of the operator', async () => {
    await application.remove();
    await application.gone(WITHIN_MILLISECONDS);
    if (await lab.exists('v1', 'Namespace', 'olm')) {
      // https://github.com/argoproj/argo-cd/issues/29100: Argo CD did not wait for the hook. The guide says what to do then.
      process.stderr.write('Argo CD skipped the PreDelete hook: OLM is there, and is removed by command\n');
      const { exitCode, stdout, stderr } = await new ProgramProcess(['uninstall', '--kubeconfig', lab.host.kubeconfig]).end();
      expect({ exitCode, output: exitCode === 0 ? '' : stdout + stderr }).toEqual({ exitCode: 0, output: '' });
    }
    await waitUntil('the end of the deletion', WITHIN_MILLISECONDS, async () => {
      const left = (await lab.content()).filter(object => (
        !before.includes(object) && !leftByOthers.includes(object) && !isInDeletedNamespace(object) && !isRoleOfCrd(object)));
      return left.join() === KEPT.join() || (lab.host.failure ?? new Error(`left: ${left.join(', ')}`));
    });
  });

  /** OLM creates ClusterRoles for each API, which go with its CRD. */
  const isRoleOfCrd = (object: string): boolean => /^ClusterRole greetings\.hello\.example\.com-v1alpha1-(?:admin|crdview|edit|view)$/.test(object);

  /** Without Kubernetes' controllers, what is in a Namespace is not deleted with it. */
  function isInDeletedNamespace(object: string): boolean {
    return olm === undefined && / (?:hello|olm|operators)\//.test(object);
  }
});
