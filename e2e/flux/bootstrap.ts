import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FluxCluster } from './flux-cluster';
import { FLUX_NAMESPACE } from './flux-controllers';
import { becomeReady } from './stage-states';

/** Name of Flux' own Kustomization. */
const BOOTSTRAP = 'flux-system';

/**
 * Makes Flux apply something from the repository, as `flux bootstrap` does. kustomize-controller only knows the APIs of the cluster that it
 * found at its first wait: it may never find a version of a group whose CRDs are being created at that time.
 */
export async function bootstrap(flux: FluxCluster): Promise<void> {
  const objects = [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'bootstrap', namespace: FLUX_NAMESPACE } },
    {
      apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'GitRepository', metadata: { name: BOOTSTRAP, namespace: FLUX_NAMESPACE },
      spec: { interval: '10m', url: flux.repository.url, ref: { branch: 'main' } },
    },
    {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization', metadata: { name: BOOTSTRAP, namespace: FLUX_NAMESPACE },
      spec: { interval: '10m', path: './bootstrap', prune: true, wait: true, sourceRef: { kind: 'GitRepository', name: BOOTSTRAP } },
    },
  ];
  const commit = flux.repository.commit('Bootstrap', folder => {
    mkdirSync(join(folder, 'bootstrap'));
    writeFileSync(join(folder, 'bootstrap', 'config-map.yaml'), JSON.stringify(objects[0]));
  });
  for (const object of objects.slice(1)) {
    await flux.cluster.client.apply({ object, content: JSON.stringify(object) });
  }
  await becomeReady(flux, [BOOTSTRAP], commit);
}
