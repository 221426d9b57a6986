import { App, Chart } from 'cdk8s';
import { Bundle, BundleDeployment, BundleEngine, DefaultCatalog, OlmInstallation, SlimLevel } from 'olm-constructs';

/** Options of the quickstart. */
export interface QuickstartOptions {
  readonly bundle: Bundle;
  readonly slim: SlimLevel;
  readonly outdir: string;
}

/** Returns an app with three files: the CRDs of OLM, the rest of OLM, and an operator. */
export function quickstartApp(options: QuickstartOptions): { app: App; operator: BundleDeployment } {
  const app = new App({ outdir: options.outdir });
  const crds = new Chart(app, 'olm-crds');
  const olm = new Chart(app, 'olm');
  const operators = new Chart(app, 'operator');

  // Without the catalog of OperatorHub.io the cluster needs no access to it.
  new OlmInstallation(olm, 'olm', { crdScope: crds, defaultCatalog: DefaultCatalog.none() });
  const operator = new BundleDeployment(operators, options.bundle.package, {
    bundle: options.bundle,
    engine: BundleEngine.olmV0({ registry: { slim: options.slim } }),
  });
  return { app, operator };
}
