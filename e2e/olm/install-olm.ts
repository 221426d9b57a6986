import { DefaultCatalog } from 'olm-constructs';
import { applyServerSide } from '../acceptance/apply-file';
import { olmFiles } from '../acceptance/olm-files';
import { Synthesizer } from '../acceptance/synthesize';
import { OlmCluster } from './olm-cluster';
import { OlmPrograms } from './olm-programs';
import { deploymentOf } from './operator-state';

/** Installs OLM without OperatorHub's catalog. Nothing runs its Deployments yet. */
export async function installOlm(olm: OlmCluster, synthesizer: Synthesizer): Promise<void> {
  for (const file of olmFiles(synthesizer, { defaultCatalog: DefaultCatalog.none() })) {
    expect(await applyServerSide(olm.cluster, file)).toEqual([]);
  }
}

/** Runs the two controllers of an installed OLM, and nothing else of what is in the cluster. */
export async function runControllers(olm: OlmCluster, programs: OlmPrograms): Promise<void> {
  await olm.run(await deploymentOf(olm, 'olm', 'olm-operator'), programs.olm);
  await olm.run(await deploymentOf(olm, 'olm', 'catalog-operator'), programs.catalog);
}
