import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Bundle } from 'olm-constructs';
import { NEXT_BUNDLE } from './acceptance/quickstart-bundle';
import { Synthesizer } from './acceptance/synthesize';
import { ApplicationState, ApplicationView } from './argocd/application-view';
import { ArgoCdLab } from './argocd/argocd-lab';
import { argoCdPrograms } from './argocd/argocd-programs';
import { olmPrograms } from './olm/olm-programs';
import { waitUntil } from './olm/wait-until';
import { argoCdApp } from '../examples/argocd/app';

/** The example of the guide about Argo CD from nothing to nothing, with Argo CD's own controllers and those of OLM. */

const WITHIN_MILLISECONDS = 5 * 60_000;
const MINUTE = 60_000;

const synthesizer = new Synthesizer();
const first = Bundle.fromDirectory('examples/argocd/bundle');
const next = Bundle.fromDirectory(NEXT_BUNDLE);
afterAll(() => synthesizer.close());
jest.setTimeout(10 * MINUTE);

describe('the example argocd, in real Argo CD', () => {
  const argoCd = argoCdPrograms();
  const olm = olmPrograms();
  if (argoCd === undefined || olm === undefined) {
    return;
  }
  let lab: ArgoCdLab;
  let application: ApplicationView;
  let before: readonly string[];

  beforeAll(async () => {
    lab = await ArgoCdLab.start(olm, await argoCd());
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

  /** Content of the cluster as soon as its controllers have created what they create in each Namespace. */
  const settled = (): Promise<string[]> => waitUntil('the default objects', WITHIN_MILLISECONDS, async () => {
    const content = await lab.content();
    const namespaces = content.filter(object => object.startsWith('Namespace '));
    return content.filter(object => /^ConfigMap .*\/kube-root-ca\.crt$/.test(object)).length === namespaces.length ? content : new Error(content.join(', '));
  });

  /** What is shown as Synced and Healthy has its version running. */
  const healthyMeansRunning = ({ name }: Bundle, commit: string) => async ({ sync, health, revision }: ApplicationState): Promise<void> => {
    if (sync === 'Synced' && health === 'Healthy' && revision === commit) {
      expect(await lab.csvPhase('hello', name)).toBe('Succeeded');
    }
  };

  it('becomes Synced and Healthy from nothing, with OLM, an operator and its custom resource in one Application', async () => {
    const commit = lab.repository.head;
    await application.synced(commit, WITHIN_MILLISECONDS, healthyMeansRunning(first, commit));
    const { resources } = (await application.state())!;
    expect(resources.filter(({ kind }) => ['Greeting', 'Subscription', 'Operator'].includes(kind)).map(({ kind, health }) => [kind, health?.status])).toEqual(
      expect.arrayContaining([['Subscription', 'Healthy'], ['Operator', 'Healthy']]));
    expect(await lab.olm.cluster.client.list('hello.example.com/v1alpha1', 'Greeting', 'hello')).toHaveLength(1);
  });

  it('stays Synced and Healthy for a minute, without another sync', async () => {
    const { startedAt } = (await application.state())!;
    expect(await application.during(MINUTE)).toEqual([`Synced Healthy, sync of ${startedAt}`]);
  });

  it('is Progressing from the commit of an upgrade until it has succeeded, and keeps the old catalog until then', async () => {
    const old = await lab.catalogConfigMaps('hello');
    const commit = lab.repository.commit('operators', files([first, next]).slice(1));
    await application.refresh();
    const healthy = healthyMeansRunning(next, commit);
    const shown = new Set<string>();
    await application.synced(commit, WITHIN_MILLISECONDS, async state => {
      await healthy(state);
      shown.add(state.health);
      const present = await lab.catalogConfigMaps('hello');
      if (old.some(name => !present.includes(name))) {
        expect(await lab.csvPhase('hello', next.name)).toBe('Succeeded');
      }
    });
    expect([...shown].sort()).toEqual(['Healthy', 'Progressing']);
    expect((await lab.catalogConfigMaps('hello')).filter(name => old.includes(name))).toEqual([]);
  });

  it('is deleted with OLM, and leaves nothing but the CRD of the operator', async () => {
    await application.remove();
    await application.gone(WITHIN_MILLISECONDS);
    await waitUntil('the end of the deletion', WITHIN_MILLISECONDS, async () => {
      const left = (await lab.content()).filter(object => !before.includes(object));
      return left.join() === 'CustomResourceDefinition greetings.hello.example.com' || (lab.olm.failure ?? new Error(`left: ${left.join(', ')}`));
    });
  });
});
