import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Bundle, InClusterProgram } from 'olm-constructs';
import { applyServerSide } from './acceptance/apply-file';
import { Synthesizer } from './acceptance/synthesize';
import { ApplicationView } from './argocd/application-view';
import { ArgoCdControllers } from './argocd/argocd-controllers';
import { argoCdPrograms } from './argocd/argocd-programs';
import { GitRepository } from './argocd/git-repository';
import { SimulatedHost } from './argocd/simulated-host';
import { argoCdApp } from '../examples/argocd/app';
import { buildSingleFile } from '../scripts/package/single-file';

/** The example of the guide about Argo CD with its own controllers, where there are no programs of OLM: the test plays OLM and Kubernetes. */

const WITHIN_MILLISECONDS = 5 * 60_000;
const BUNDLE = 'examples/argocd/bundle';

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());
jest.setTimeout(10 * 60_000);

describe('the example argocd, in real Argo CD with a simulation of OLM', () => {
  const programs = argoCdPrograms();
  if (programs === undefined) {
    return;
  }
  let host: SimulatedHost;
  let repository: GitRepository;
  let application: ApplicationView;

  beforeAll(async () => {
    const paths = await programs();
    host = await SimulatedHost.start([BUNDLE]);
    await ArgoCdControllers.start(host, paths);
    repository = new GitRepository(paths.git, host.newFolder('repository'));
    const program = join(host.newFolder('program'), 'olm-constructs.js');
    await buildSingleFile(program);
    const folder = synthesizer.folder();
    argoCdApp(folder, { bundles: [Bundle.fromDirectory(BUNDLE)], repository: repository.url, program: InClusterProgram.fromFile(program) }).synth();
    const [argocd, ...manifests] = readdirSync(folder).sort().map(name => join(folder, name)) as [string, ...string[]];
    repository.commit('operators', manifests);
    application = new ApplicationView(host, 'operators');
    expect(await applyServerSide(host.cluster, argocd)).toEqual([]);
  }, 20 * 60_000);
  afterAll(() => host.close());

  it('becomes Synced and Healthy from nothing, with OLM, an operator and its custom resource in one Application', async () => {
    const { resources } = await application.synced(repository.head, WITHIN_MILLISECONDS);
    expect(resources.filter(({ health }) => health !== undefined && health.status !== 'Healthy')).toEqual([]);
    expect(await host.cluster.client.list('hello.example.com/v1alpha1', 'Greeting', 'hello')).toHaveLength(1);
  });

  it('stays Synced and Healthy for a minute, without another sync', async () => {
    const { startedAt } = (await application.state())!;
    expect(await application.during(60_000)).toEqual([`Synced Healthy, sync of ${startedAt}`]);
  });

  it('is deleted with OLM, whose API and namespaces do not stay', async () => {
    await application.remove();
    await application.gone(WITHIN_MILLISECONDS);
    const names = async (apiVersion: string, kind: string): Promise<string[]> => (
      (await host.cluster.client.list(apiVersion, kind)).map(({ metadata }) => metadata.name)
    );
    expect(await names('v1', 'Namespace')).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(?:olm|operators|hello)$/)]));
    expect((await names('apiregistration.k8s.io/v1', 'APIService')).filter(name => name.includes('operators.coreos.com'))).toEqual([]);
    expect((await names('apiextensions.k8s.io/v1', 'CustomResourceDefinition')).filter(name => !name.endsWith('.argoproj.io'))).toEqual(['greetings.hello.example.com']);
  });
});
