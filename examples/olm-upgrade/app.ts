import { App, Chart } from 'cdk8s';
import { DefaultCatalog, OlmInstallation, OlmVersion } from 'olm-constructs';

/** A release of OLM for Argo CD and kubectl: the CRDs in one file, the rest in another. */
export interface OlmApp {
  readonly app: App;
  readonly olm: OlmInstallation;
}

/**
 * Returns a release of OLM.
 *
 * @param upgradeFrom the release in the cluster, if there is one
 */
export function olmApp(version: OlmVersion, outdir: string, upgradeFrom?: OlmVersion): OlmApp {
  const app = new App({ outdir });
  const crds = new Chart(app, 'olm-crds');
  const olm = new OlmInstallation(new Chart(app, 'olm'), 'olm', {
    version,
    ...(upgradeFrom === undefined ? {} : { upgradeFrom }),
    crdScope: crds,
    defaultCatalog: DefaultCatalog.none(),
    // Deleting a CRD deletes all objects of its kind, so Argo CD must never prune one. Other objects that a release no longer has are deleted
    // by hand, see the plan.
    annotations: { 'argocd.argoproj.io/sync-options': 'Prune=false' },
  });
  return { app, olm };
}
