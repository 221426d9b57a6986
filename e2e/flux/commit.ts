import { ManifestTree } from 'olm-constructs';
import { FluxCluster } from './flux-cluster';
import { FLUX_NAMESPACE } from './flux-controllers';
import { fluxApp, FluxAppOptions } from '../../examples/flux/app';

/**
 * Commits what the example makes, and applies the Kustomizations, as Flux' own Kustomization of their folder would. Flux looks at the repository at
 * once. Returns the commit.
 *
 * @param edit changes files of the commit by hand
 */
export async function commit(
  { repository, cluster }: FluxCluster, message: string, options: FluxAppOptions, edit: (folder: string) => void = () => undefined,
): Promise<string> {
  let folder = '';
  const revision = repository.commit(message, work => {
    folder = work;
    ManifestTree.of(fluxApp({ repository: repository.url, ...options })).write(work);
    edit(work);
  });
  const applied = await cluster.kubectl.shell(`kubectl apply --server-side -f ${folder}/flux.yaml && kubectl annotate --overwrite `
    + `gitrepository platform -n ${FLUX_NAMESPACE} reconcile.fluxcd.io/requestedAt=${revision}`);
  if (applied.exitCode !== 0) {
    throw new Error(applied.stderr);
  }
  return revision;
}
