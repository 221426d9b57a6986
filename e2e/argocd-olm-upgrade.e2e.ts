import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OlmVersion } from 'olm-constructs';
import { Synthesizer } from './acceptance/synthesize';
import { ApplicationView } from './argocd/application-view';
import { ArgoCdLab } from './argocd/argocd-lab';
import { argoCdPrograms } from './argocd/argocd-programs';
import { olmPrograms } from './olm/olm-programs';
import { findCsv, WITHIN_MILLISECONDS } from './olm/operator-state';
import { waitUntil } from './olm/wait-until';
import { olmApp } from '../examples/olm-upgrade/app';
import { describeWith } from '../test/needed';
import { onlyInFullRun } from './programs/full-run';

/**
 * The example olm-upgrade in real Argo CD: a release of OLM, and the next one by a commit, with OLM's own controllers. Both releases run the programs
 * in OLM_BIN, with the arguments, permissions and CRDs of the release.
 */

const MINUTE = 60_000;
const [FROM, TO] = [OlmVersion.V0_28_0, OlmVersion.V0_46_0];
const APPLICATION = join(__dirname, '..', 'examples', 'olm-upgrade', 'application.yaml');

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());
jest.setTimeout(10 * MINUTE);

const argoCd = onlyInFullRun(argoCdPrograms());
const olm = olmPrograms();

describeWith(argoCd, olm)("the example olm-upgrade in real Argo CD, with OLM's own controllers", () => {
  let lab: ArgoCdLab;
  let application: ApplicationView;

  beforeAll(async () => {
    lab = await ArgoCdLab.start(await argoCd.value(), olm.value, []);
    application = lab.application('olm');
  }, 20 * MINUTE);
  afterAll(() => lab.close());

  /** Commits a release as the only content of the folder of the Application. */
  function commit(version: OlmVersion, upgradeFrom?: OlmVersion): string {
    const folder = synthesizer.folder();
    olmApp(version, folder, upgradeFrom).app.synth();
    return lab.repository.commit('olm', readdirSync(folder).map(name => join(folder, name)));
  }

  /** Waits until the API of PackageManifests comes from a release. */
  const served = (version: OlmVersion): Promise<true> => waitUntil(`packageserver ${version.version}`, WITHIN_MILLISECONDS, async () => {
    const packageserver = await findCsv(lab.host, 'olm', 'packageserver');
    const spec = packageserver?.['spec'] as { readonly version: string } | undefined;
    const phase = packageserver?.status?.phase;
    return (spec?.version === version.version && phase === 'Succeeded') || (lab.host.failure ?? new Error(`${String(spec?.version)} is ${String(phase)}`));
  });

  it('becomes Synced and Healthy in the first release', async () => {
    const head = commit(FROM);
    const file = join(synthesizer.folder(), 'application.yaml');
    writeFileSync(file, readFileSync(APPLICATION, 'utf8').replace('https://git.example.com/platform.git', lab.repository.url));
    await lab.apply(file);
    await application.synced(head, 5 * MINUTE);
    await served(FROM);
  });

  it('becomes Synced and Healthy in the next release by a commit', async () => {
    const head = commit(TO, FROM);
    await application.refresh();
    await application.synced(head, 5 * MINUTE);
    await served(TO);
  });

  it('stays Synced and Healthy for half a minute, without another sync', async () => {
    const { startedAt } = (await application.state())!;
    expect(await application.during(MINUTE / 2)).toEqual([`Synced Healthy, sync of ${startedAt}`]);
  });
});
