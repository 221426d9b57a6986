import { App, Chart } from 'cdk8s';
import { DefaultCatalog, OlmInstallation, OlmVersion } from 'olm-constructs';

/** OLM of one release, as Argo CD and kubectl want it: the CRDs in a file of their own, the rest in another one. */
export function olmApp(version: OlmVersion, outdir: string): App {
  const app = new App({ outdir });
  const crds = new Chart(app, 'olm-crds');
  new OlmInstallation(new Chart(app, 'olm'), 'olm', {
    version,
    crdScope: crds,
    defaultCatalog: DefaultCatalog.none(),
    // A CRD takes all objects of its kind along: Argo CD must never prune or delete what this annotation is on. On the
    // other objects it keeps Argo CD from removing what it did not make; what a release drops is removed by hand, see the plan.
    annotations: { 'argocd.argoproj.io/sync-options': 'Prune=false' },
  });
  return app;
}
