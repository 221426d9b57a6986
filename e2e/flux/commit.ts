import { ManifestTree } from 'olm-constructs/gitops';
import { fluxApp, FluxAppOptions } from '../../examples/flux/app';
import { readYamlDocuments } from '../cluster/yaml-documents';
import { waitUntil } from '../olm/wait-until';
import { FluxCluster } from './flux-cluster';
import { FLUX_NAMESPACE } from './flux-controllers';

const WITHIN_MILLISECONDS = 60_000;

/** The only GitRepository of the example. */
const SOURCE = { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'GitRepository', metadata: { name: 'platform', namespace: FLUX_NAMESPACE } };

/**
 * Commits what the example makes, and applies the Kustomizations, as Flux' own Kustomization of their folder would: when it has fetched the commit.
 * With the Kustomizations first, Flux would wait for the next version in the objects of the previous commit, until the timeout. Returns the commit.
 *
 * @param edit changes files of the commit by hand
 */
export async function commit(
  flux: FluxCluster, message: string, options: FluxAppOptions, edit: (folder: string) => void = () => undefined,
): Promise<string> {
  const { repository, cluster } = flux;
  let folder = '';
  const revision = repository.commit(message, work => {
    folder = work;
    ManifestTree.of(fluxApp({ repository: repository.url, ...options })).write(work);
    edit(work);
  });
  const [source] = readYamlDocuments(`${folder}/flux.yaml`).filter(({ object }) => object.kind === SOURCE.kind);
  await cluster.client.apply(source!);
  await kubectl(`annotate --overwrite gitrepository platform -n ${FLUX_NAMESPACE} reconcile.fluxcd.io/requestedAt=${revision}`);
  await waitUntil(`the fetch of ${revision}`, WITHIN_MILLISECONDS, async () => {
    const { status } = await cluster.client.read(SOURCE) as { status?: { artifact?: { revision: string } } };
    return status?.artifact?.revision.endsWith(revision) === true || (flux.failure ?? new Error(JSON.stringify(status)));
  });
  await kubectl(`apply --server-side --force-conflicts -f ${folder}/flux.yaml`);
  return revision;

  async function kubectl(line: string): Promise<void> {
    const { exitCode, stderr } = await cluster.kubectl.shell(`kubectl ${line}`);
    if (exitCode !== 0) {
      throw new Error(stderr);
    }
  }
}
