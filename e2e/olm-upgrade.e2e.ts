import * as path from 'node:path';
import { OlmVersion } from 'olm-constructs';
import { findCsv, WITHIN_MILLISECONDS } from './olm/operator-state';
import { Kubelets } from './olm/kubelets';
import { OlmCluster } from './olm/olm-cluster';
import { olmPrograms } from './olm/olm-programs';
import { waitUntil } from './olm/wait-until';
import { changes, describeEngines, stackOf, succeeded } from './engine/engines';
import type { PulumiProgram } from './engine/program-process';
import { onlyInFullRun } from './programs/full-run';

/**
 * A change of OLM's release in a stack, with OLM's own controllers: they install the release's packageserver, and replace it. Both releases run the
 * programs in OLM_BIN, with the arguments, permissions and CRDs of the release. Without OLMConfig, which 0.18 lacks, current programs do not work.
 */

jest.setTimeout(20 * 60_000);

const FOLDER = path.join(__dirname, 'engine/olm-upgrade-program');
const IDENTITY = { project: 'olm-upgrade-program', stack: 'controllers' };
const PACKAGES = 'packages.operators.coreos.com/v1';

const programs = onlyInFullRun(olmPrograms());

describeEngines("OLM in a stack, run by %s, with OLM's own controllers", (engine) => {
  let olm: OlmCluster;
  let kubelets: Kubelets;

  beforeAll(async () => {
    olm = await OlmCluster.start(programs.value);
    kubelets = new Kubelets(olm, programs.value);
  }, 20 * 60_000);

  afterAll(async () => {
    await kubelets.stop();
    await olm.close();
  });

  test('is upgraded from 0.31.0 to 0.46.0, packageserver included', async () => {
    const [from, to] = [OlmVersion.V0_31_0, OlmVersion.V0_46_0];
    const stack = stackOf(engine, { ...IDENTITY, folder: FOLDER, kubeconfig: olm.kubeconfig });
    const at = ({ version }: OlmVersion): PulumiProgram => ({ ...IDENTITY, folder: FOLDER, config: { version } });
    const packageserver = async (): Promise<unknown> => {
      const csv = await findCsv(olm, 'olm', 'packageserver');
      const { version } = csv?.['spec'] as { readonly version: string };
      return [version, csv?.status?.phase];
    };
    try {
      succeeded(await stack.up(at(from)));
      expect(await packageserver()).toEqual([from.version, 'Succeeded']);

      succeeded(await stack.up(at(to)));
      expect(await packageserver()).toEqual([to.version, 'Succeeded']);
      await waitUntil('the API of packageserver', WITHIN_MILLISECONDS, async () => (
        await olm.cluster.client.serves(PACKAGES, 'PackageManifest') || (olm.failure ?? new Error('it is not served'))
      ));
      expect(changes(succeeded(await stack.up(at(to))))).toEqual([]);

      succeeded(await stack.destroy());
      expect(await olm.cluster.client.serves('operators.coreos.com/v1alpha1', 'Subscription')).toBe(false);
    } finally {
      await stack.close();
    }
  });
}, programs);
